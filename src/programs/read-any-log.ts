// Owns: reading a session log whoever wrote it: finding out the format from its first lines, and the reader for it.
// What a format means is the readers' business, and where the text comes from the caller's.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { describeFound, isFields } from '../domain/codec/decode.js';
import { decodeHeader, parseJson } from '../domain/codec/session-log.js';
import { NO_JSON } from '../domain/codec/stored-lines.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Cancelled, InputFailure, InvalidValue, MalformedLine } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import { claudeCode } from '../readers/claude-code/index.js';
import { codex } from '../readers/codex/index.js';
import { deepseekHarness } from '../readers/deepseek-harness/index.js';
import { pi } from '../readers/pi/index.js';
import type { Format, Head, Reader, TouchTools } from '../readers/reader.js';
import type { LogHead, ReadingOptions } from './log-lines.js';
import { isBlank, logLines, malformed } from './log-lines.js';
import { piecesOf } from './pieces.js';
import { lineCutter, readingDiagnostics } from './read-log.js';

export type { Format, TouchTools };

const READERS: readonly Reader[] = [deepseekHarness, pi, codex, claudeCode];

/** How many lines of a log are looked at to find out who wrote it. */
const MAX_PROBED_LINES = 100;

/**
 * The touching tools of each format, to be given to agent-instructions as `touchTools`.
 *
 * Shape:  data, never applied here; `undefined` where the default of agent-instructions fits.
 * Source: SPEC A1, A9
 */
export const touchToolsOf = (format: Format): TouchTools | undefined =>
  READERS.find((reader) => reader.format === format)?.touchTools;

/** Who wrote a log, and of which session it is. */
export interface LogOrigin {
  readonly format: Format;
  readonly header: SessionHeader;
}

/**
 * What is known of a log besides its events.
 *
 * Shape:  `diagnostics` tell of damaged lines one by one: a last one that was cut, those that were passed over.
 */
export interface AnyHead extends Head, LogOrigin {
  readonly diagnostics: readonly Diagnostic[];
}

/** A log of whatever format, as events of ours. */
export interface AnyLog extends AnyHead {
  readonly events: readonly LogEvent[];
}

/**
 * Why a log cannot be read: it is nobody's, it is one of ours with a bad line, its text could not be had, or the signal
 * was aborted.
 */
export type AnyLogError = InvalidValue | MalformedLine | InputFailure | Cancelled;

/** How a log is read, and until when. */
export interface AnyLogOptions extends ReadingOptions {
  readonly signal?: CancelSignal;
}

/**
 * Takes the events of a log in their order.
 *
 * Shape:  `origin` is what is known of the log by then: a header that comes late is not known to the first events.
 */
export type VisitEvent = (event: LogEvent, origin: LogOrigin) => void;

/** A reading as far as it came. */
interface Reading {
  /** Takes the next line; what it returns ends the reading. */
  readonly push: (line: string) => AnyLogError | undefined;
  readonly end: () => Either<AnyLogError, AnyHead>;
}

/** Hands events on with one origin for as long as the header stays the same. */
const handingOn = (format: Format, visit: VisitEvent): ((event: LogEvent, header: SessionHeader) => void) => {
  let origin: LogOrigin | undefined;
  return (event, header) => {
    if (origin?.header !== header) origin = { format, header };
    visit(event, origin);
  };
};

const countsOf = ({ skipped, torn }: LogHead): Head['skipped'] => ({
  ...(skipped.length === 0 ? {} : { malformed: skipped.length }),
  ...(torn === undefined ? {} : { torn: 1 }),
});

const readingOurs = (visit: VisitEvent, options: ReadingOptions): Reading => {
  const format = 'contextfold';
  const reading = logLines(handingOn(format, visit), options);
  let lines = 0;
  return {
    push: (line) => {
      if (!isBlank(line)) lines += 1;
      return reading.push(line);
    },
    end: () =>
      E.map((head: LogHead): AnyHead => {
        const { header } = head;
        return { format, header, lines, skipped: countsOf(head), diagnostics: readingDiagnostics(head) };
      })(reading.end()),
  };
};

/** Lines that a reader calls wrong are errors, but for a last one that was cut. Source: SPEC L5 */
const readingWith = ({ format, open }: Reader, visit: VisitEvent, { lenient = false }: ReadingOptions): Reading => {
  const reading = open(handingOn(format, visit));
  const skipped: MalformedLine[] = [];
  let waiting: MalformedLine | undefined;
  let line = 0;
  const refuse = (bad: MalformedLine): MalformedLine | undefined => {
    if (!lenient) return bad;
    skipped.push(bad);
    return undefined;
  };
  return {
    push: (text) => {
      line += 1;
      if (waiting !== undefined && !isBlank(text)) {
        const stop = refuse(waiting);
        if (stop !== undefined) return stop;
        waiting = undefined;
      }
      const problem = reading.push(text);
      if (problem === undefined) return undefined;
      const bad = malformed(line, problem);
      if (problem !== NO_JSON) return refuse(bad);
      waiting = bad;
      return undefined;
    },
    end: () => {
      const diagnostics = readingDiagnostics({ skipped, ...(waiting === undefined ? {} : { torn: waiting }) });
      return E.right({ format, ...reading.end(), diagnostics });
    },
  };
};

const readingFor = (row: unknown, visit: VisitEvent, options: ReadingOptions): Reading | undefined => {
  const isOurs = isFields(row) && row['version'] === 1 && E.isRight(decodeHeader(row));
  if (isOurs) return readingOurs(visit, options);
  const reader = READERS.find(({ recognises }) => recognises(row));
  return reader === undefined ? undefined : readingWith(reader, visit, options);
};

const describeLine = (json: { readonly value: unknown } | undefined): string => {
  if (json === undefined) return 'a line that is not JSON';
  const type = isFields(json.value) ? json.value['type'] : undefined;
  return typeof type === 'string' ? `a line of type ${describeFound(type)}` : describeFound(json.value);
};

const unknown = (found: string): InvalidValue => ({
  _tag: 'InvalidValue',
  path: '$',
  expected: 'a session log of contextfold, DeepSeek Harness, pi, Codex or Claude Code',
  found,
});

/** What is wrong with a header of ours, where a line means to be one. Source: SPEC F8 */
const wrongHeader = (row: unknown, line: number): MalformedLine | undefined => {
  if (!isFields(row) || row['type'] !== 'session') return undefined;
  const decoded = decodeHeader(row);
  return E.isLeft(decoded) ? malformed(line, describeError(decoded.left)) : undefined;
};

/** Looks at lines until one tells who wrote them; then they all go to the reader, the first ones too. */
const readingAny = (visit: VisitEvent, options: ReadingOptions): Reading => {
  const held: string[] = [];
  let reading: Reading | undefined;
  let refusal: AnyLogError | undefined;
  const find = (line: string): Reading | undefined => {
    held.push(line);
    const text = line.replace(/^\uFEFF/u, '').trim();
    if (text === '') return undefined;
    const json = parseJson(text);
    refusal ??= wrongHeader(json?.value, held.length) ?? unknown(describeLine(json));
    return json === undefined ? undefined : readingFor(json.value, visit, options);
  };
  const pushHeld = (to: Reading): AnyLogError | undefined => {
    for (const line of held.splice(0)) {
      const stop = to.push(line);
      if (stop !== undefined) return stop;
    }
    return undefined;
  };
  return {
    push: (line) => {
      if (reading !== undefined) return reading.push(line);
      reading = find(line);
      if (reading !== undefined) return pushHeld(reading);
      return held.length < MAX_PROBED_LINES ? undefined : (refusal ?? unknown('nothing'));
    },
    end: () => reading?.end() ?? E.left(refusal ?? unknown('nothing')),
  };
};

/**
 * Reads a log and hands on each event as soon as it is known.
 *
 * Shape:  the text may be cut into chunks anywhere. Logs of our format, of version 0 too, are read as strictly as
 *         `lenient` tells; every other is read as far as it is understood.
 * Errors: a log of nobody's, a bad one of ours, chunks that cannot be had, or an abort; some events were handed on by
 *         then, and none is after an abort. What `visit` throws is passed on. The chunks are closed in each of these
 *         cases.
 * Cost:   one pass. Nothing is kept for our own format and DeepSeek Harness's, what is visible for Codex's, the whole
 *         log for those that branch.
 * Source: SPEC L1, L5, F6; docs/READERS.md; property-tests/readers.laws.test.ts
 */
export const visitAnyLog =
  (
    chunks: AsyncIterable<string>,
    visit: VisitEvent,
    { signal, ...options }: AnyLogOptions = {},
  ): TaskEither<AnyLogError, AnyHead> =>
  async () => {
    // One line may be many events, and the end of a log that branches all of them.
    const visitUnlessAborted: VisitEvent = (event, origin) => {
      if (signal?.aborted !== true) visit(event, origin);
    };
    const reading = readingAny(visitUnlessAborted, options);
    const cut = lineCutter();
    const cancelled = (): Cancelled | undefined =>
      signal?.aborted === true ? { _tag: 'Cancelled', reason: signal.reason } : undefined;
    const pushAll = (lines: readonly string[]): AnyLogError | undefined => {
      for (const line of lines) {
        const problem = reading.push(line);
        const stop = cancelled() ?? problem;
        if (stop !== undefined) return stop;
      }
      return undefined;
    };
    for await (const piece of piecesOf(chunks, signal)) {
      const stop = E.isLeft(piece) ? piece.left : pushAll(cut.push(piece.right));
      if (stop !== undefined) return E.left(stop);
    }
    const stop = pushAll(cut.end());
    if (stop !== undefined) return E.left(stop);
    const ended = reading.end();
    const aborted = cancelled();
    return aborted === undefined ? ended : E.left(aborted);
  };

/**
 * Reads a whole log, whoever wrote it.
 *
 * Errors: as `visitAnyLog`.
 * Source: SPEC L1; docs/READERS.md; property-tests/readers.laws.test.ts
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { readAnyLog } from 'contextfold/readers';
 *
 * async function* chunks() {
 *   yield '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/repo"}\n{"type":"turn';
 *   yield '/start","data":{"turn":1}}\n';
 * }
 * const log = await readAnyLog(chunks())();
 * E.isRight(log) && [log.right.format, log.right.events.length]; // => ['contextfold', 1]
 * ```
 */
export const readAnyLog =
  (chunks: AsyncIterable<string>, options: AnyLogOptions = {}): TaskEither<AnyLogError, AnyLog> =>
  async () => {
    const events: LogEvent[] = [];
    const head = await visitAnyLog(chunks, (event) => events.push(event), options)();
    return E.map((read: AnyHead): AnyLog => ({ ...read, events }))(head);
  };
