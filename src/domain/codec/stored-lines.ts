// Owns: how events become the lines that a session store keeps, and the refusal of what a line could not give back.
// Every store goes through here, so that they all take and refuse the same.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { InvalidValue, MalformedLine, SeqMismatch } from '../error.js';
import { describeError } from '../error.js';
import type { LogEvent, SessionHeader } from '../log-event.js';
import type { Seq } from '../units.js';
import { seqOf } from '../units.js';
import { describeFound, pathStep } from './decode.js';
import { decodeEvent, decodeHeader, encodeLine, parseJson } from './session-log.js';

const refused = (path: string, expected: string, value: unknown): InvalidValue => ({
  _tag: 'InvalidValue',
  path,
  expected,
  found: describeFound(value),
});

/** A field that is `undefined` is as good as missing, which is what it becomes; in a list it would become `null`. */
const unkeptPart = (value: object, path: string): InvalidValue | undefined => {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = unkept(value[index], path + pathStep(String(index), true));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  for (const [key, part] of Object.entries(value)) {
    const problem = part === undefined ? undefined : unkept(part, path + pathStep(key, false));
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** The first place where JSON would hold something else than the value does. */
const unkept = (value: unknown, path: string): InvalidValue | undefined => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : refused(path, 'a finite number', value);
    case 'object':
      if (value === null) return undefined;
      return 'toJSON' in value && typeof value.toJSON === 'function'
        ? refused(path, 'plain JSON', value)
        : unkeptPart(value, path);
    default:
      return refused(path, 'plain JSON', value);
  }
};

/**
 * A value as one line of JSON that gives back the same value.
 *
 * Shape:  NUL and lone surrogates are escaped, so the line holds neither.
 * Errors: a value that JSON refuses (one that leads back into itself) or would change (`NaN`, a date).
 * Cost:   linear.
 * Source: SPEC L6
 */
export const jsonLine = (value: unknown, root = '$'): Either<InvalidValue, string> =>
  pipe(
    // The encoder looks first: it ends where a value leads back into itself.
    E.tryCatch(
      () => ({ line: encodeLine(value as LogEvent), problem: unkept(value, root) }),
      () => refused(root, 'plain JSON', value),
    ),
    E.chain(({ line, problem }) => (problem === undefined ? E.right(line) : E.left(problem))),
  );

/**
 * The line of a header, as a store keeps it.
 *
 * Errors: no header, or one that JSON cannot hold.
 * Source: SPEC L1, L6
 */
export const headerLine = (header: SessionHeader): Either<InvalidValue, string> =>
  pipe(
    decodeHeader(header),
    E.chain(() => jsonLine(header)),
  );

/**
 * The lines of events that are to stand from a seq on, as a store keeps them.
 *
 * Shape:  one JSON text for each, without line end.
 * Errors: the first event that is none, that JSON would change, or that carries another seq than its place.
 * Cost:   linear.
 * Source: SPEC L1, L6
 */
export const eventLines = (
  events: readonly LogEvent[],
  from: Seq,
): Either<InvalidValue | SeqMismatch, readonly string[]> => {
  const lines: string[] = [];
  for (const [index, event] of events.entries()) {
    const root = `$[${index}]`;
    const decoded = decodeEvent(event, root);
    if (E.isLeft(decoded)) return decoded;
    const place = seqOf(from + index);
    if (event.seq !== undefined && event.seq !== place) {
      return E.left({ _tag: 'SeqMismatch', expected: place, found: event.seq });
    }
    const line = jsonLine(event, root);
    if (E.isLeft(line)) return line;
    lines.push(line.right);
  }
  return E.right(lines);
};

const malformed = (line: number, problem: string): Either<MalformedLine, never> =>
  E.left({ _tag: 'MalformedLine', line, problem });

/** What is said of a line that is no JSON. */
export const NO_JSON = 'not JSON';

/**
 * Reads back one event.
 *
 * Units:  `number` is the line's, 1-based, the header being line 1.
 * Errors: the line is no JSON (`problem` is `NO_JSON`) or no event.
 * Source: SPEC L1, L5
 */
export const readEventLine = (line: string, number: number): Either<MalformedLine, LogEvent> => {
  const json = parseJson(line);
  if (json === undefined) return malformed(number, NO_JSON);
  const decoded = decodeEvent(json.value);
  return E.isLeft(decoded) ? malformed(number, describeError(decoded.left)) : decoded;
};

/**
 * Reads back a header.
 *
 * Errors: as `readEventLine`.
 * Source: SPEC L1
 */
export const readHeaderLine = (line: string): Either<MalformedLine, SessionHeader> => {
  const json = parseJson(line.replace(/^\uFEFF/u, ''));
  if (json === undefined) return malformed(1, NO_JSON);
  const decoded = decodeHeader(json.value);
  return E.isLeft(decoded) ? malformed(1, describeError(decoded.left)) : decoded;
};
