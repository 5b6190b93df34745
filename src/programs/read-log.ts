// Owns: reading a session log of ours from its text, as a whole, in lines or in pieces that may end anywhere. What each
// line is, is log-lines.ts's business; whether the events obey the rules of seqs and surface is nobody's here.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { MalformedLine } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent } from '../domain/log-event.js';
import type { LogHead, ReadingOptions } from './log-lines.js';
import { logLines } from './log-lines.js';

/** A session log that was read. Source: SPEC L1 */
export interface LogReading extends LogHead {
  readonly events: readonly LogEvent[];
}

/**
 * Reads a log from its text.
 *
 * Errors: the first bad line that is not a cut last one; a bad header even where `lenient`.
 * Cost:   linear.
 * Source: SPEC L1, L5; property-tests/codec.laws.test.ts
 */
export const readLog = (text: string, options: ReadingOptions = {}): Either<MalformedLine, LogReading> => {
  const events: LogEvent[] = [];
  const reader = logLines((event) => events.push(event), options);
  for (const line of text.split('\n')) {
    const stop = reader.push(line);
    if (stop !== undefined) return E.left(stop);
  }
  return E.map((head: LogHead) => ({ ...head, events }))(reader.end());
};

/**
 * Reads a log line by line, for a file that nobody wants to hold as one text.
 *
 * Errors: as `readLog`; what the lines themselves reject with is passed on.
 * Source: SPEC L1, L5
 */
export const readLogLines =
  (lines: AsyncIterable<string>, options: ReadingOptions = {}): TaskEither<MalformedLine, LogReading> =>
  async () => {
    const events: LogEvent[] = [];
    const head = await visitLogLines(lines, (event) => events.push(event), options)();
    return E.map((read: LogHead) => ({ ...read, events }))(head);
  };

/**
 * Reads a log line by line and hands on each event as it comes, for a reader that does not keep them all.
 *
 * Errors: as `readLogLines`; events before a bad line have been handed on by then.
 * Source: SPEC L1, L5
 */
export const visitLogLines =
  (
    lines: AsyncIterable<string>,
    visit: (event: LogEvent) => void,
    options: ReadingOptions = {},
  ): TaskEither<MalformedLine, LogHead> =>
  async () => {
    const reader = logLines(visit, options);
    for await (const line of lines) {
      const stop = reader.push(line);
      if (stop !== undefined) return E.left(stop);
    }
    return reader.end();
  };

/** Cuts text into lines, however it comes. */
export interface LineCutter {
  /** The lines that end in a chunk. */
  readonly push: (chunk: string) => readonly string[];
  /** The last line, where it has no line end. */
  readonly end: () => readonly string[];
}

/** No line of a log is longer; what has no line ends at all is no log, however long it goes on. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;

/**
 * Begins to cut text into lines.
 *
 * Shape:  only a line feed ends a line; a last line without one is a line. What a line has beyond 64 Mi characters is
 *         left out, and so the line is no JSON.
 * Cost:   linear; memory for one chunk and one line.
 * Why:    general line readers also cut at carriage returns and at U+2028, which JSON allows inside a string.
 */
export const lineCutter = (): LineCutter => {
  let begun: string[] = [];
  let length = 0;
  const begin = (part: string): void => {
    if (length < MAX_LINE_CHARS && part !== '') begun.push(part.slice(0, MAX_LINE_CHARS - length));
    length += part.length;
  };
  const finish = (): string => {
    const line = begun.length === 1 ? (begun[0] ?? '') : begun.join('');
    begun = [];
    length = 0;
    return line;
  };
  return {
    push: (chunk) => {
      const parts = chunk.split('\n');
      const last = parts.pop() ?? '';
      if (parts[0] !== undefined) {
        begin(parts[0]);
        parts[0] = finish();
      }
      begin(last);
      return parts;
    },
    end: () => (length === 0 ? [] : [finish()]),
  };
};

/** Cuts chunks of text into lines, as `lineCutter` does. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const cut = lineCutter();
  for await (const chunk of chunks) yield* cut.push(chunk);
  yield* cut.end();
}

/**
 * What was tolerated while a log was read.
 *
 * Shape:  `torn-line` for a cut last line, `malformed-line` for each skipped one.
 * Source: SPEC F7, L5
 */
export const readingDiagnostics = ({ torn, skipped }: Omit<LogHead, 'header'>): readonly Diagnostic[] => [
  ...skipped.map((bad) => ({ code: 'malformed-line', detail: `${describeError(bad)}; skipped` })),
  ...(torn === undefined ? [] : [{ code: 'torn-line', detail: `line ${torn.line} was cut off; skipped` }]),
];
