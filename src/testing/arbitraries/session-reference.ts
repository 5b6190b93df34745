// Owns: generators of what session-reference reads: session ids, labels, prose with mentions in it, and conversations.
// What a mention means is sources/session-reference/mention.
import * as fc from 'fast-check';
import type { LogEvent } from '../../domain/log-event.js';
import type { ProjectedItem, Reference } from '../../sources/session-reference/model.js';
import { formatMention } from '../../sources/session-reference/mention.js';
import { DEFAULT_SCHEME } from '../../sources/session-reference/model.js';
import { encodeSessionUri } from '../../sources/session-reference/uri.js';

/** Every UTF-16 code unit, lone surrogates too. */
const anyUnit = (): fc.Arbitrary<string> => fc.nat(0xffff).map((code) => String.fromCharCode(code));

/** Pieces that trip up escaping and cutting: JSON's and Markdown's own marks, and one of every UTF-8 length. */
const ODD_PIECES = [
  ...['"', '\\', '\n', '\0', '\u2028', '<', '</referenced-sessions>', '[', ']', '(', ')', '@', '\\]', '\\\\'],
  ...['a', 'é', '漢', '😀', '\ud83d', '\ude00', '…'],
];

const anyOddText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.oneof(fc.constantFrom(...ODD_PIECES), anyUnit()), maxLength });

/** A session id: any JavaScript string. Source: SPEC S1 */
export const anySessionId = (): fc.Arbitrary<string> => fc.oneof(fc.uuid(), fc.constantFrom('s1', 's2'), anyOddText(6));

/** A label: any JavaScript string. Source: SPEC S2 */
export const anyLabel = (): fc.Arbitrary<string> => fc.oneof(fc.constantFrom('notes', 'fix the build'), anyOddText(6));

/** A reference to a session. */
export const anyReference = (): fc.Arbitrary<Reference> =>
  fc.record({ sessionId: anySessionId(), label: anyLabel() });

/** Fragments of mentions, whole and broken ones, for a parser to get wrong. */
const anyFragment = (scheme: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(`${scheme}:`, scheme, '@[', ']', '](', `](${scheme}:`, ')', '\\', '\\]', ' ', '.', 'x', 'é', '\n'),
    fc.constantFrom('@[docs](https://x)', `${scheme}:!`, `${scheme}:AAAA`),
    anyReference().map((reference) => formatMention(scheme, reference)),
    anySessionId().map((id) => encodeSessionUri(scheme, id)),
  );

/**
 * Prose that may mention sessions.
 *
 * Shape:  canonical mentions and URIs beside pieces of them that are none.
 * Source: SPEC S2
 */
export const anyProse = (scheme = DEFAULT_SCHEME): fc.Arbitrary<string> =>
  fc.array(anyFragment(scheme), { maxLength: 12 }).map((fragments) => fragments.join(''));

/** An item of a conversation; it always says something. Source: SPEC S4 */
export const anyItem = (maxLength = 60): fc.Arbitrary<ProjectedItem> =>
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    text: anyOddText(maxLength).filter((text) => text !== ''),
    checkpoint: fc.integer({ max: 3, min: 0 }).map((die) => die === 0),
  }).map((item) => (item.checkpoint ? { ...item, role: 'user' } : item));

/** The events whose projection is a conversation. Source: SPEC S4 */
export const eventsSaying = (items: readonly ProjectedItem[]): readonly LogEvent[] =>
  items.map(({ role, text, checkpoint }, index): LogEvent => {
    const content = [{ type: 'text', text }];
    const source = checkpoint ? { kind: 'plugin', plugin: 'compact' } : { kind: 'user' };
    return role === 'user'
      ? { type: 'user/message', data: { id: `m${index}`, role, content, source }, surfaceOp: 'append' }
      : { type: 'assistant/message', data: { turn: 1, step: 1, message: { role, content } }, surfaceOp: 'append' };
  });
