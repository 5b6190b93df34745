// Owns: the lines of a session log: the header and the envelope of an event, decoded and written.
// What an event's data means is read by the guards of log-event.ts; what is odd about it is said by event-data.ts.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { InvalidValue } from '../error.js';
import type { LogEvent, SessionHeader, SurfaceOp } from '../log-event.js';
import { decodeValue, isFields } from './decode.js';
import { chosen, finite, integer, natural, oneOf, open, text, that } from './shape.js';

const textOrNull = that('a string', (value): value is string | null => value === null || typeof value === 'string');

const header = open(
  'a session header',
  { type: oneOf('session'), version: oneOf(0, 1), id: text, createdAt: finite },
  { cwd: textOrNull },
);

const append = that('"append" or { op: "replace", start, end }', (value): value is 'append' => value === 'append');
const replace = open('a replace', { op: oneOf('replace'), start: natural, end: natural }, {});
const surfaceOp = chosen<SurfaceOp>(append.name, (value) => (isFields(value) ? replace : append));

/** The envelope of an event; every other field, `data` too, is carried through unseen. Source: SPEC L1, L3 */
export const eventCodec = open('an event', { type: text }, { seq: integer, time: finite, surfaceOp });

/**
 * Decodes the first line of a session log.
 *
 * Shape:  a header without `cwd`, or with `null`, gets the empty one: such a session can still be referred to.
 * Errors: another version than 0 or 1, or a field of the wrong type.
 * Source: SPEC L1, S5, S8
 */
export const decodeHeader = (value: unknown, root = '$'): Either<InvalidValue, SessionHeader> =>
  pipe(
    decodeValue(header, value, root),
    E.map((decoded) => (typeof decoded.cwd === 'string' ? (decoded as SessionHeader) : { ...decoded, cwd: '' })),
  );

/**
 * Decodes one event of a session log.
 *
 * Shape:  the decoded event is the given object.
 * Errors: the envelope has the wrong shape; whatever is odd in `data` is no error.
 * Source: SPEC L1, F8
 */
export const decodeEvent = (value: unknown, root = '$'): Either<InvalidValue, LogEvent> =>
  eventCodec.is(value) ? E.right(value) : decodeValue(eventCodec, value, root);

const SPACES = ' \t\n\r';
const FIRST = `${SPACES}"-0123456789[fnt{`;
const LAST = `${SPACES}"0123456789]el}`;

/**
 * Reads the JSON of a line.
 *
 * Errors: `undefined` for what is no JSON, which a line that was cut never is.
 * Cost:   least for what can be seen to be none by how it begins or ends: a file of anything else is many lines, and
 *         each error is made with the stack that it comes from.
 */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  if (text === '' || !FIRST.includes(text.charAt(0)) || !LAST.includes(text.charAt(text.length - 1))) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/**
 * Writes a header or an event as one line, without its line end.
 *
 * Shape:  the two line separators that JSON allows inside strings are escaped.
 * Why:    many line readers, Node's own among them, end a line at U+2028 and U+2029.
 * Source: SPEC L1; property-tests/codec.laws.test.ts
 */
export const encodeLine = (line: SessionHeader | LogEvent): string =>
  JSON.stringify(line).replace(/[\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

/** Writes a whole log as JSON Lines. Source: SPEC L1 */
export const encodeLog = (header: SessionHeader, events: readonly LogEvent[]): string =>
  [header, ...events].map((line) => `${encodeLine(line)}\n`).join('');
