// Owns: one log as rows: finding it, the marks of its places, and reading it in pages.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { readEventLine, readHeaderLine } from '../../domain/codec/stored-lines.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import { seqOf } from '../../domain/units.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { LogMark, LogPage, ReadError } from '../../ports/session-store.js';
import { digestOf } from './column.js';
import type { PostgresClient, Row } from './database.js';
import { StoreProblem, noSession, stopIfAborted, unfitMark } from './database.js';
import type { Tables } from './schema.js';

/** A database with its tables. */
export interface Database {
  readonly client: PostgresClient;
  readonly tables: Tables;
}

/** A session's row, and the line before the place that was asked for (the header's, at the beginning). */
export interface Found {
  readonly key: string;
  readonly header: string;
  readonly nextSeq: number;
  readonly before: string | undefined;
}

/** Runs one statement. */
export const rowsOf = async ({ client }: Database, text: string, values: unknown[]): Promise<readonly Row[]> =>
  (await client.query(text, values)).rows as readonly Row[];

/** The mark behind a line of a log. */
export const markBehind = (key: string, nextSeq: number, line: string): LogMark => ({
  nextSeq: seqOf(nextSeq),
  token: `${key}.${digestOf(line)}`,
});

/**
 * Finds a session.
 *
 * Shape:  `before` is of the given place, or of the end.
 * Errors: `no-session`.
 */
export const find = async (database: Database, sessionId: string, place?: number): Promise<Found> => {
  const { sessions, events } = database.tables;
  const [row] = await rowsOf(
    database,
    `select s.key, s.header, s.next_seq, e.line
     from ${sessions} s left join ${events} e on e.session = s.key and e.seq = coalesce($2::bigint, s.next_seq) - 1
     where s.id_digest = $1`,
    [digestOf(JSON.stringify(sessionId)), place ?? null],
  );
  if (row === undefined) throw noSession(sessionId);
  const header = row['header'] as string;
  const nextSeq = Number(row['next_seq']);
  const before = (place ?? nextSeq) === 0 ? header : ((row['line'] ?? undefined) as string | undefined);
  return { key: String(row['key']), header, nextSeq, before };
};

/**
 * Finds a session at a mark.
 *
 * Errors: `no-session`; `undefined` when the mark is of another log, or of a longer one.
 */
export const findAt = async (database: Database, sessionId: string, mark: LogMark): Promise<Found | undefined> => {
  const found = await find(database, sessionId, mark.nextSeq);
  const { key, before, nextSeq } = found;
  if (before === undefined || mark.nextSeq > nextSeq) return undefined;
  return markBehind(key, mark.nextSeq, before).token === mark.token ? found : undefined;
};

/** The header of a row. */
export const headerOfRow = (header: string): SessionHeader => {
  const read = readHeaderLine(header);
  if (E.isRight(read)) return read.right;
  throw new StoreProblem(undefined, `the header: ${describeError(read.left)}`);
};

/** Rows of a page; fewer where they are long. A single one may be longer than the bytes. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 1024 * 1024;

const pageRows = (database: Database, key: string, start: number, end: number): Promise<readonly Row[]> =>
  rowsOf(
    database,
    `select seq, line from (
       select seq, line, sum(octet_length(line)) over (order by seq) - octet_length(line) as bytes_before
       from ${database.tables.events}
       where session = $1 and seq >= $2 and seq < $3
       order by seq
       limit ${PAGE_ROWS}
     ) page
     where bytes_before < ${PAGE_BYTES}
     order by seq`,
    [key, start, end],
  );

/** The lines of rows that have to follow each other without a gap. */
export const eventsOfRows = (
  rows: readonly Row[],
  seqAt: (index: number) => number | undefined,
): Either<ReadError, readonly LogEvent[]> => {
  const events: LogEvent[] = [];
  for (const [index, row] of rows.entries()) {
    const seq = Number(row['seq']);
    if (seq !== seqAt(index)) throw new StoreProblem(undefined, `event ${seqAt(index)} is missing`);
    const event = readEventLine(row['line'] as string, seq + 2);
    if (E.isLeft(event)) return event;
    events.push(event.right);
  }
  return E.right(events);
};

/**
 * Reads a log up to where it ended when the reading began.
 *
 * Errors: a line that is no event ends the reading; thrown are `no-session`, `unfit-mark` and what the server says.
 * Cost:   a page is one query over the primary key.
 */
export async function* readPages(
  database: Database,
  sessionId: string,
  from: LogMark | undefined,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<ReadError, LogPage>, void, undefined> {
  const start = from === undefined ? await find(database, sessionId, 0) : await findAt(database, sessionId, from);
  if (start?.before === undefined) throw unfitMark();
  const { key, nextSeq } = start;
  let end = markBehind(key, from?.nextSeq ?? 0, start.before);
  if (end.nextSeq === nextSeq) yield E.right({ events: [], end, diagnostics: [] });
  while (end.nextSeq < nextSeq) {
    stopIfAborted(signal);
    const first = end.nextSeq;
    const rows = await pageRows(database, key, first, nextSeq);
    const last = rows.at(-1);
    if (last === undefined) throw new StoreProblem(undefined, `event ${first} is missing`);
    const events = eventsOfRows(rows, (index) => first + index);
    if (E.isLeft(events)) return yield events;
    end = markBehind(key, first + rows.length, last['line'] as string);
    yield E.right({ events: events.right, end, diagnostics: [] });
  }
}
