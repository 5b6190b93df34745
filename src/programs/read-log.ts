// Owns: reading a session log from its JSON Lines: which line is the header, which are events, which are bad and what
// becomes of those. Where the lines come from, and whether the events obey the rules of seqs and surface, is not its
// business.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { decodeEvent, decodeHeader, parseJson } from '../domain/codec/session-log.js';
import { NO_JSON } from '../domain/codec/stored-lines.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { MalformedLine } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';

/**
 * What is known of a session log that was read, besides its events.
 *
 * Shape:  `torn` is a last line that was cut by a crash; it stands for nothing. Each of `skipped` is a bad line in the
 *         middle. In its place there is an event that means nothing, so that the lines behind it keep their seqs; as
 *         many as the seq of the next event tells, which may be none.
 * Source: SPEC L1, L5
 */
export interface LogHead {
  readonly header: SessionHeader;
  readonly torn?: MalformedLine;
  readonly skipped: readonly MalformedLine[];
}

/** A session log that was read. Source: SPEC L1 */
export interface LogReading extends LogHead {
  readonly events: readonly LogEvent[];
}

/** How strictly a log is read. */
export interface ReadingOptions {
  /** Bad lines in the middle are skipped and counted instead of being an error. */
  readonly lenient?: boolean;
}

/** The type of the event that stands in the place of a bad line. */
export const UNREADABLE = 'contextfold/unreadable';

/** A bad line may have stood for many events; more than this are no gap but another numbering. */
const MAX_GAP = 100_000;

/** A bad line, as an error says it. */
export const malformed = (line: number, problem: string): MalformedLine => ({ _tag: 'MalformedLine', line, problem });

/** What takes the events of a log of ours, each with its header. */
type Visit = (event: LogEvent, header: SessionHeader) => void;

/** A reading of a log of ours, line by line. */
export interface LogLines {
  /** Takes the next line; what it returns ends the reading. */
  readonly push: (text: string) => MalformedLine | undefined;
  readonly end: () => Either<MalformedLine, LogHead>;
}

/**
 * Begins to read a log.
 *
 * Shape:  blank lines count as lines but stand for nothing. A line that is no JSON waits for the next one: only where
 *         none follows was it cut, for no beginning of an object is JSON. A skipped line is as many events as the seq
 *         of the next one leaves room for, and one where no seq tells: the index of a line counts lines.
 * Source: SPEC L1, L5
 */
export const logLines = (visit: Visit, { lenient = false }: ReadingOptions): LogLines => {
  const skipped: MalformedLine[] = [];
  let header: SessionHeader | undefined;
  let waiting: MalformedLine | undefined;
  let line = 0;
  let nextSeq = 0;
  /** Skipped lines of which it is not known yet how many events they held. */
  let unplaced: MalformedLine[] = [];

  const skip = (bad: MalformedLine): MalformedLine | undefined => {
    if (!lenient) return bad;
    skipped.push(bad);
    unplaced.push(bad);
    return undefined;
  };
  const handOn = (event: LogEvent, of: SessionHeader): void => {
    visit(event, of);
    nextSeq += 1;
  };
  /** Puts something in the place of the skipped lines, as far as the event behind them leaves room. */
  const fillTo = (seq: number | undefined, of: SessionHeader): void => {
    if (unplaced.length === 0) return;
    const gap = seq === undefined || seq - nextSeq > MAX_GAP ? unplaced.length : seq - nextSeq;
    const last = unplaced[unplaced.length - 1];
    for (let place = 0; place < gap; place += 1) {
      handOn({ type: UNREADABLE, data: { line: (unplaced[place] ?? last)?.line } }, of);
    }
    unplaced = [];
  };
  const pushHeader = (text: string): MalformedLine | undefined => {
    const json = parseJson(text.replace(/^\uFEFF/u, ''));
    if (json === undefined) return malformed(line, NO_JSON);
    const decoded = decodeHeader(json.value);
    if (E.isLeft(decoded)) return malformed(line, describeError(decoded.left));
    header = decoded.right;
    return undefined;
  };
  const pushEvent = (text: string, of: SessionHeader): MalformedLine | undefined => {
    if (waiting !== undefined) {
      const stop = skip(waiting);
      if (stop !== undefined) return stop;
      waiting = undefined;
    }
    const json = parseJson(text);
    if (json === undefined) waiting = malformed(line, NO_JSON);
    else {
      const decoded = decodeEvent(json.value);
      if (E.isLeft(decoded)) return skip(malformed(line, describeError(decoded.left)));
      fillTo(decoded.right.seq, of);
      handOn(decoded.right, of);
    }
    return undefined;
  };
  return {
    push: (text) => {
      line += 1;
      if (text.trim() === '') return undefined;
      return header === undefined ? pushHeader(text) : pushEvent(text, header);
    },
    end: () => {
      if (header === undefined) return E.left(malformed(1, 'expected a session header, found nothing'));
      fillTo(undefined, header);
      return E.right({ header, skipped, ...(waiting === undefined ? {} : { torn: waiting }) });
    },
  };
};

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
