// Owns: generators of session logs: headers, events of every type that means something and of foreign ones, and whole
// logs that obey the rules of seqs and surface. The turn structure is random: folding it must be total.
import * as fc from 'fast-check';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { MessageDraft } from '../../domain/message.js';
import { anyPosixPath } from './path.js';

/** The first line of some session log. Source: SPEC L1 */
export const anyHeader = (): fc.Arbitrary<SessionHeader> =>
  fc.record({
    type: fc.constant('session' as const),
    version: fc.constantFrom(0, 1),
    id: fc.string({ minLength: 1, maxLength: 8 }),
    createdAt: fc.nat(2_000_000_000_000),
    cwd: anyPosixPath(),
  });

const anyText = (): fc.Arbitrary<string> => fc.string({ unit: 'binary', maxLength: 12 });

const anyContent = (): fc.Arbitrary<MessageDraft['content']> =>
  fc.oneof(
    anyText(),
    fc.array(
      fc.oneof(
        anyText().map((text) => ({ type: 'text', text })),
        fc.constant({ type: 'image', data: 'AA==' }),
      ),
      { maxLength: 3 },
    ),
  );

/** A message of a person, of a compaction or of a plugin that nobody here knows. */
export const anyMessage = (): fc.Arbitrary<MessageDraft> =>
  fc.record({
    content: anyContent(),
    source: fc.oneof(
      fc.constantFrom({ kind: 'user' }, { kind: 'plugin', plugin: 'compact' }, { kind: 'plugin', plugin: 'weather' }),
      fc.record({ kind: anyText(), plugin: fc.jsonValue({ maxDepth: 1 }) }),
    ),
  });

const anyTurnStep = (): fc.Arbitrary<{ readonly turn: number; readonly step: number }> =>
  fc.record({ turn: fc.integer({ min: 1, max: 4 }), step: fc.integer({ min: 1, max: 4 }) });

const anyToolEvent = (): fc.Arbitrary<LogEvent> =>
  fc.record({
    at: anyTurnStep(),
    callId: fc.constantFrom('c1', 'c2', 'c3'),
    path: anyPosixPath(),
    isError: fc.boolean(),
    aborted: fc.boolean(),
    isCall: fc.boolean(),
  }).map(({ at, callId, path, isError, aborted, isCall }): LogEvent =>
    isCall
      ? { type: 'tool/call', data: { ...at, callId, name: 'read', arguments: { file_path: path } } }
      : {
          type: 'tool/result',
          data: {
            ...at,
            message: { role: 'tool', content: [{ type: 'tool-result', toolCallId: callId, content: '', isError }] },
            meta: { aborted, touched: [path] },
          },
        },
  );

const anyMarker = (): fc.Arbitrary<LogEvent> =>
  fc.oneof(
    fc.constantFrom('startup', 'resume').map((reason) => ({ type: 'session/start', data: { reason } })),
    fc.record({ type: fc.constantFrom('turn/start', 'turn/end', 'step/start', 'step/end'), data: anyTurnStep() }),
  );

/** An event that means nothing: an unknown type, or data of another shape than its type promises. Source: SPEC L1 */
export const anyForeignEvent = (): fc.Arbitrary<LogEvent> =>
  fc.record(
    {
      type: fc.oneof(anyText(), fc.constantFrom('request/header', 'session/title', 'step/start', 'user/message')),
      data: fc.jsonValue({ maxDepth: 2 }),
      extra: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['type'] },
  );

/** What random logs are made of. */
export interface LogOptions {
  /** The user messages among the events; `anyMessage` unless given. */
  readonly messages?: fc.Arbitrary<MessageDraft>;
  readonly maxLength?: number;
}

/**
 * An event without a place: it has no seq and no surface operation.
 *
 * Shape:  every type of SPEC L2 well formed, and foreign events.
 */
export const anyEvent = ({ messages = anyMessage() }: LogOptions = {}): fc.Arbitrary<LogEvent> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: messages.map(
        (draft): LogEvent => ({ type: 'user/message', data: { id: 'm', role: 'user', ...draft } }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anyTurnStep(), anyContent())
        .map(([at, content]): LogEvent => ({
          type: 'assistant/message',
          data: { ...at, message: { role: 'assistant', content } },
        })),
    },
    { weight: 2, arbitrary: anyToolEvent() },
    { weight: 3, arbitrary: anyMarker() },
    { weight: 1, arbitrary: anyForeignEvent() },
  );

const SURFACE_TYPES: readonly string[] = ['user/message', 'assistant/message', 'tool/result'];

/** One event with the wish for a place; `start` and `end` choose among what is visible by then. */
interface Move {
  readonly event: LogEvent;
  readonly place: 'none' | 'append' | 'replace';
  readonly start: number;
  readonly end: number;
  readonly numbered: boolean;
}

/** Replaces name what is visible at their point; where nothing is, they append. */
const logOf = (moves: readonly Move[]): readonly LogEvent[] => {
  const visible: number[] = [];
  return moves.map(({ event, place, start, end, numbered }, seq): LogEvent => {
    const written: LogEvent = numbered ? { ...event, seq } : event;
    if (place === 'none') return written;
    const isReplace = place === 'replace' && visible.length > 0;
    const from = isReplace ? start % visible.length : visible.length;
    const to = isReplace ? from + (end % (visible.length - from)) : from;
    const surfaceOp = isReplace
      ? { op: 'replace' as const, start: visible[from] ?? 0, end: visible[to] ?? 0 }
      : 'append';
    if (SURFACE_TYPES.includes(event.type)) visible.splice(from, isReplace ? to - from + 1 : 0, seq);
    return { ...written, surfaceOp };
  });
};

/**
 * A log that can be folded: every replace names visible ends in order.
 *
 * Shape:  replacements are replaced and suffixes kept. Seqs are written on some events only; events of other types may
 *         carry a surface operation, which means nothing.
 * Source: SPEC L1, L3
 */
export const anyLog = ({ maxLength = 30, ...options }: LogOptions = {}): fc.Arbitrary<readonly LogEvent[]> =>
  fc
    .array(
      fc.record({
        event: anyEvent(options),
        place: fc.oneof(
          { weight: 6, arbitrary: fc.constant('append' as const) },
          { weight: 2, arbitrary: fc.constant('replace' as const) },
          { weight: 1, arbitrary: fc.constant('none' as const) },
        ),
        start: fc.nat(20),
        end: fc.nat(20),
        numbered: fc.boolean(),
      }),
      { maxLength },
    )
    .map(logOf);
