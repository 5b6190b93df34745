// Owns: what the indexes tell without reading logs: lists, titles, and which events can be on a surface.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { parseJson } from '../../domain/codec/session-log.js';
import type { LogEvent, SurfaceOp } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import { countOf, seqOf } from '../../domain/units.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { IndexedSession, SurfaceRow, SurfaceRows } from '../../ports/session-index.js';
import type { ReadError } from '../../ports/session-store.js';
import { piecesOf, searchText, textOfColumn } from './column.js';
import type { Row } from './database.js';
import { stopIfAborted } from './database.js';
import type { Database } from './log.js';
import { eventsOfRows, find, headerOfRow, rowsOf } from './log.js';

const SUMMARY = 'key, header, created_at, title, next_seq, last_time';

const summaryOf = (row: Row): IndexedSession => {
  const { title, last_time: lastTime } = row;
  return {
    header: headerOfRow(row['header'] as string),
    ...(typeof title === 'string' ? { title: textOfColumn(title) } : {}),
    events: countOf(Number(row['next_seq'])),
    ...(lastTime === null ? {} : { lastTime: Number(lastTime) }),
  };
};

const PAGE_SESSIONS = 500;

/**
 * Every session, the newest first.
 *
 * Cost:   an index gives them in order, some at a time; one that is added meanwhile is not in the list.
 */
export async function* summariesOf(
  database: Database,
  signal: CancelSignal | undefined,
): AsyncGenerator<IndexedSession, void, undefined> {
  let before: readonly [createdAt: unknown, key: unknown] = ['Infinity', '9223372036854775807'];
  for (let isMore = true; isMore; ) {
    stopIfAborted(signal);
    const rows = await rowsOf(
      database,
      `select ${SUMMARY} from ${database.tables.sessions}
       where (created_at, key) < ($1::double precision, $2::bigint)
       order by created_at desc, key desc limit ${PAGE_SESSIONS}`,
      [...before],
    );
    for (const row of rows) yield summaryOf(row);
    const last = rows.at(-1);
    isMore = rows.length === PAGE_SESSIONS;
    if (last !== undefined) before = [last['created_at'], last['key']];
  }
}

/** The sessions whose title holds a text. Cost: an index finds those that can hold it, and only they are looked at. */
export const sessionsTitled = async (
  database: Database,
  text: string,
  maxSessions: number,
): Promise<readonly IndexedSession[]> => {
  const wanted = searchText(text);
  const rows = await rowsOf(
    database,
    `select ${SUMMARY} from ${database.tables.sessions}
     where title_pieces @> $1::text[] and position($2::text in title_search) > 0
     order by created_at desc, key desc limit $3`,
    [piecesOf(wanted), wanted, maxSessions],
  );
  return rows.map(summaryOf);
};

const PAGE_SURFACE_ROWS = 10_000;

const surfaceRowOf = (row: Row): SurfaceRow => ({
  seq: seqOf(Number(row['seq'])),
  type: textOfColumn(row['type'] as string),
  surfaceOp: parseJson(row['surface_op'] as string)?.value as SurfaceOp,
});

/** The rows of a log that matter to its surface. Cost: an index leaves out all others; no line is fetched. */
export const surfaceRowsOf = async (
  database: Database,
  sessionId: string,
  signal: CancelSignal | undefined,
): Promise<SurfaceRows> => {
  const { key, header, nextSeq } = await find(database, sessionId, 0);
  const found: SurfaceRow[] = [];
  for (let isMore = true; isMore; ) {
    stopIfAborted(signal);
    const rows = await rowsOf(
      database,
      `select seq, type, surface_op from ${database.tables.events}
       where session = $1 and seq > $2 and seq < $3 and surface_op is not null
       order by seq limit ${PAGE_SURFACE_ROWS}`,
      [key, found.at(-1)?.seq ?? -1, nextSeq],
    );
    for (const row of rows) found.push(surfaceRowOf(row));
    isMore = rows.length === PAGE_SURFACE_ROWS;
  }
  return { header: headerOfRow(header), nextSeq: seqOf(nextSeq), rows: found };
};

const PAGE_EVENTS = 500;

/** Some events of a log. Cost: no other lines are fetched. */
export const eventsAtSeqs = async (
  database: Database,
  sessionId: string,
  seqs: readonly Seq[],
  signal: CancelSignal | undefined,
): Promise<Either<ReadError, readonly LogEvent[]>> => {
  const { key } = await find(database, sessionId, 0);
  const wanted = [...seqs].sort((one, other) => one - other);
  const found: LogEvent[] = [];
  for (let start = 0; start < wanted.length; start += PAGE_EVENTS) {
    stopIfAborted(signal);
    const some = wanted.slice(start, start + PAGE_EVENTS);
    const rows = await rowsOf(
      database,
      `select seq, line from ${database.tables.events} where session = $1 and seq = any($2::bigint[]) order by seq`,
      [key, some],
    );
    const events = eventsOfRows(rows, (index) => some[index]);
    if (E.isLeft(events)) return events;
    found.push(...events.right);
  }
  return E.right(found);
};
