// Owns: reading a session log whoever wrote it: finding out the format from its first lines, and the reader for it.
// What a format means is the readers' business, and where the text comes from the caller's.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { describeFound, isFields } from '../domain/codec/decode.js';
import { decodeHeader, parseJson } from '../domain/codec/session-log.js';
import type { InvalidValue, MalformedLine } from '../domain/error.js';
import type { LogEvent } from '../domain/log-event.js';
import { claudeCode } from '../readers/claude-code/index.js';
import { codex } from '../readers/codex/index.js';
import { deepseekHarness } from '../readers/deepseek-harness/index.js';
import { pi } from '../readers/pi/index.js';
import type { Format, Head, LineReader, Reader, TouchTools } from '../readers/reader.js';
import type { LogHead, ReadingOptions } from './read-log.js';
import { linesOf, visitLogLines } from './read-log.js';

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

/** What is known of a log besides its events, and who wrote it. */
export interface AnyHead extends Head {
  readonly format: Format;
}

/** A log of whatever format, as events of ours. */
export interface AnyLog extends AnyHead {
  readonly events: readonly LogEvent[];
}

/** Why a log cannot be read: nobody's format, or a log of ours that has a bad line. */
export type AnyLogError = InvalidValue | MalformedLine;

/** Where the lines of a log come from once some were looked at. */
interface Probed {
  readonly reader: Reader | 'contextfold' | undefined;
  readonly lines: AsyncIterable<string>;
  readonly close: () => Promise<unknown>;
  /** The first line that is not blank, as an error would describe it. */
  readonly found: string;
}

const readerOf = (row: unknown): Probed['reader'] => {
  const isOurs = isFields(row) && row['version'] === 1 && E.isRight(decodeHeader(row));
  return isOurs ? 'contextfold' : READERS.find(({ recognises }) => recognises(row));
};

const describeLine = (json: { readonly value: unknown } | undefined): string => {
  if (json === undefined) return 'a line that is not JSON';
  const type = isFields(json.value) ? json.value['type'] : undefined;
  return typeof type === 'string' ? `a line of type ${describeFound(type)}` : describeFound(json.value);
};

async function* joined(seen: readonly string[], rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  yield* seen;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Looks at lines until one tells who wrote them. */
const probe = async (chunks: AsyncIterable<string>): Promise<Probed> => {
  const lines = linesOf(chunks);
  const seen: string[] = [];
  let reader: Probed['reader'];
  let found: string | undefined;
  while (reader === undefined && seen.length < MAX_PROBED_LINES) {
    const next = await lines.next();
    if (next.done === true) break;
    seen.push(next.value);
    const text = next.value.replace(/^\uFEFF/u, '').trim();
    if (text === '') continue;
    const json = parseJson(text);
    found ??= describeLine(json);
    reader = json === undefined ? undefined : readerOf(json.value);
  }
  return { reader, lines: joined(seen, lines), close: () => lines.return(), found: found ?? 'nothing' };
};

const unknown = (found: string): InvalidValue => ({
  _tag: 'InvalidValue',
  path: '$',
  expected: 'a session log of contextfold, DeepSeek Harness, pi, Codex or Claude Code',
  found,
});

const countsOf = ({ skipped, torn }: LogHead): Head['skipped'] => ({
  ...(skipped.length === 0 ? {} : { malformed: skipped.length }),
  ...(torn === undefined ? {} : { torn: 1 }),
});

const visitOurs = async (
  lines: AsyncIterable<string>,
  visit: (event: LogEvent) => void,
  options: ReadingOptions,
): Promise<Either<MalformedLine, AnyHead>> => {
  let count = 0;
  const counted = async function* (): AsyncGenerator<string, void, undefined> {
    for await (const line of lines) {
      if (line.trim() !== '') count += 1;
      yield line;
    }
  };
  const head = await visitLogLines(counted(), visit, options)();
  return E.map((read: LogHead): AnyHead => ({
    format: 'contextfold',
    header: read.header,
    lines: count,
    skipped: countsOf(read),
  }))(head);
};

/**
 * Reads a log and hands on each event as soon as it is known.
 *
 * Shape:  `options` are for our own format; every other is read as far as it is understood.
 * Errors: a log of nobody's, or a bad one of ours; what the chunks themselves reject with is passed on.
 * Cost:   one pass. Nothing is kept for our own format and DeepSeek Harness's, what is visible for Codex's, the whole
 *         log for those that branch.
 * Source: SPEC L1, L5; docs/READERS.md
 */
export const visitAnyLog =
  (
    chunks: AsyncIterable<string>,
    visit: (event: LogEvent) => void,
    options: ReadingOptions = {},
  ): TaskEither<AnyLogError, AnyHead> =>
  async () => {
    const { reader, lines, close, found } = await probe(chunks);
    if (reader === undefined) {
      await close();
      return E.left(unknown(found));
    }
    if (reader === 'contextfold') return visitOurs(lines, visit, options);
    const reading: LineReader = reader.open(visit);
    for await (const line of lines) reading.push(line);
    return E.right({ format: reader.format, ...reading.end() });
  };

/**
 * Reads a whole log, whoever wrote it.
 *
 * Errors: as `visitAnyLog`.
 * Source: SPEC L1; docs/READERS.md; property-tests/readers.laws.test.ts
 */
export const readAnyLog =
  (chunks: AsyncIterable<string>, options: ReadingOptions = {}): TaskEither<AnyLogError, AnyLog> =>
  async () => {
    const events: LogEvent[] = [];
    const head = await visitAnyLog(chunks, (event) => events.push(event), options)();
    return E.map((read: AnyHead): AnyLog => ({ ...read, events }))(head);
  };
