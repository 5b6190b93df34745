// Owns: how a session is mentioned in prose: the grammar of mentions, and the readable text that takes their place.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Reference } from './model.js';
import { decodeSessionUri, encodeSessionUri } from './uri.js';

/**
 * A mention of a session, ready to be pasted into a prompt.
 *
 * Shape:  `@[label](uri)` with `\` and `]` of the label escaped.
 * Source: SPEC S2
 */
export const formatMention = (scheme: string, { sessionId, label }: Reference): string =>
  `@[${label.replace(/[\\\]]/gu, '\\$&')}](${encodeSessionUri(scheme, sessionId)})`;

/** Only `\\` and `\]` are escapes; any other backslash is one. */
const unescapeLabel = (escaped: string): string => escaped.replace(/\\([\\\]])/gu, '$1');

/** A text without its mentions, and what they referred to, in order and with repetitions. */
export interface ReadableText {
  readonly text: string;
  readonly references: readonly Reference[];
}

/** A target that begins with the scheme but is no canonical URI. */
export interface MalformedUri {
  readonly _tag: 'MalformedUri';
  readonly uri: string;
}

/**
 * Looks forward in a text for the next match, however often it is asked.
 *
 * Shape:  asked with ascending positions.
 * Cost:   O(text) altogether, because a match that is still ahead is not looked for again.
 */
const finder = (text: string, pattern: RegExp): ((from: number) => number) => {
  let next = -1;
  return (from) => {
    if (next < from) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      next = match === null ? text.length : match.index + match[0].length - 1;
    }
    return next;
  };
};

interface Mention {
  readonly label: string;
  readonly uri: string;
  /** Where the text goes on. */
  readonly end: number;
}

/** Reads the mention whose `@[` is at an index; `undefined` for ordinary text. */
type MentionAt = (start: number) => Mention | undefined;

const mentionReader = (scheme: string, text: string): MentionAt => {
  // A label has no bare backslash before its end, so the run of escapes before a `]` never starts outside it.
  const labelEnd = finder(text, /(?<!\\)(?:\\\\)*\]/gu);
  const targetEnd = finder(text, /\)/gu);
  return (start) => {
    const close = labelEnd(start + 2);
    const target = close + 2;
    if (!text.startsWith(`](${scheme}:`, close)) return undefined;
    const end = targetEnd(target);
    if (end === text.length) return undefined;
    return { label: unescapeLabel(text.slice(start + 2, close)), uri: text.slice(target, end), end: end + 1 };
  };
};

/**
 * Replaces the mentions in a text by what a person would read.
 *
 * Shape:  `@[label](uri)` becomes `@label`, a bare URI `@<session id>`. A Markdown mention of another target is
 *         ordinary text, and so is what stands in it. A bare URI starts at the edge of a word.
 * Errors: the first URI that begins like one of ours and is not canonical.
 * Cost:   O(text).
 * Source: SPEC S2; property-tests/session-reference.laws.test.ts
 */
export const readMentions = (scheme: string, text: string): Either<MalformedUri, ReadableText> => {
  if (!text.includes(`${scheme}:`)) return E.right({ text, references: [] });
  const bare = `(?<![\\p{L}\\p{M}\\p{N}_+.-])${scheme.replace(/[+.]/gu, '\\$&')}:[A-Za-z0-9_-]+`;
  const candidates = new RegExp(`@\\[|${bare}`, 'gu');
  const mentionAt = mentionReader(scheme, text);
  const references: Reference[] = [];
  let readable = '';
  let copied = 0;
  for (let match = candidates.exec(text); match !== null; match = candidates.exec(text)) {
    const markdown = match[0] === '@[';
    const mention = markdown ? mentionAt(match.index) : undefined;
    if (markdown && mention === undefined) continue;
    const uri = mention?.uri ?? match[0];
    const sessionId = decodeSessionUri(scheme, uri);
    if (sessionId === undefined) return E.left({ _tag: 'MalformedUri', uri });
    const label = mention?.label ?? sessionId;
    references.push({ sessionId, label });
    readable += `${text.slice(copied, match.index)}@${label}`;
    copied = mention?.end ?? candidates.lastIndex;
    candidates.lastIndex = copied;
  }
  return E.right({ text: readable + text.slice(copied), references });
};

/** The references without repetitions, in the order of their first mention. Source: SPEC S3 */
export const distinctReferences = (references: readonly Reference[]): readonly Reference[] => {
  const first = new Map<string, Reference>();
  for (const reference of references) if (!first.has(reference.sessionId)) first.set(reference.sessionId, reference);
  return [...first.values()];
};
