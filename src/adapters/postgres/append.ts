// Owns: an append as one statement: the next seq is claimed and the rows are written together, or neither.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { isFields } from '../../domain/codec/decode.js';
import { eventLines } from '../../domain/codec/stored-lines.js';
import type { LogEvent } from '../../domain/log-event.js';
import { isSurfaceType } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import type { AppendError, Appended, LogMark } from '../../ports/session-store.js';
import { columnText, digestOf, piecesOf, searchText } from './column.js';
import { StoreProblem, sqlState } from './database.js';
import type { Database } from './log.js';
import { find, markBehind, rowsOf } from './log.js';

const titleOf = ({ type, data }: LogEvent): string | undefined => {
  const title = type === 'session/title' && isFields(data) ? data['title'] : undefined;
  return typeof title === 'string' ? title : undefined;
};

const surfaceOpOf = ({ type, surfaceOp }: LogEvent): string | null =>
  surfaceOp !== undefined && isSurfaceType(type) ? JSON.stringify(surfaceOp) : null;

/** What the session's row says of its newest events; `null` leaves it as it is. */
const newsOf = (events: readonly LogEvent[]): readonly unknown[] => {
  const title = events.flatMap((event) => titleOf(event) ?? []).at(-1);
  const time = events.flatMap((event) => event.time ?? []).at(-1);
  const search = title === undefined ? null : searchText(title);
  return [
    time ?? null,
    title === undefined ? null : columnText(title),
    search,
    search === null ? null : piecesOf(search),
  ];
};

/** The key of the session's row; `undefined` when it expects another seq or is not there, and nothing was written. */
const claimAndWrite = async (
  database: Database,
  sessionId: string,
  expected: Seq,
  events: readonly LogEvent[],
  lines: readonly string[],
): Promise<string | undefined> => {
  const { sessions, events: rows } = database.tables;
  const [row] = await rowsOf(
    database,
    `with place as (
       update ${sessions}
       set next_seq = next_seq + $3::bigint,
           last_time = coalesce($7::double precision, last_time),
           title = coalesce($8::text, title),
           title_search = coalesce($9::text, title_search),
           title_pieces = coalesce($10::text[], title_pieces)
       where id_digest = $1 and next_seq = $2::bigint
       returning key
     ), written as (
       insert into ${rows} (session, seq, type, surface_op, line)
       select place.key, $2::bigint + event.place - 1, event.type, event.surface_op, event.line
       from place, unnest($4::text[], $5::text[], $6::text[]) with ordinality as event (type, surface_op, line, place)
     )
     select key from place`,
    [
      digestOf(JSON.stringify(sessionId)),
      expected,
      lines.length,
      events.map(({ type }) => columnText(type)),
      events.map(surfaceOpOf),
      lines,
      ...newsOf(events),
    ],
  );
  return row === undefined ? undefined : String(row['key']);
};

/** Servers that isolate more strictly than by default refuse the loser of a race instead of finding no row. */
const LOST_RACE = ['40001', '40P01', '23505'];

const tryToWrite = async (...write: Parameters<typeof claimAndWrite>): Promise<string | undefined> => {
  try {
    return await claimAndWrite(...write);
  } catch (error) {
    if (LOST_RACE.includes(sqlState(error) ?? '')) return undefined;
    throw error;
  }
};

const endOf = async (database: Database, sessionId: string): Promise<LogMark> => {
  const { key, nextSeq, before } = await find(database, sessionId);
  if (before === undefined) throw new StoreProblem(undefined, `event ${nextSeq - 1} is missing`);
  return markBehind(key, nextSeq, before);
};

/** A race may be lost to a writer who then wrote nothing. */
const MAX_TRIES = 3;

/**
 * Appends events.
 *
 * Errors: `Conflict`, and what is no event; thrown are `no-session` and what the server says. When the connection
 *         breaks it is open whether they were written: an append that is tried again is then a `Conflict`.
 * Cost:   one statement, one round trip; a second one tells what a conflict found.
 * Source: SPEC L6
 */
export const appendEvents = async (
  database: Database,
  sessionId: string,
  expected: Seq,
  events: readonly LogEvent[],
): Promise<Either<AppendError, Appended>> => {
  const lines = eventLines(events, expected);
  if (E.isLeft(lines)) return lines;
  const last = lines.right.at(-1);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const key = last === undefined ? undefined : await tryToWrite(database, sessionId, expected, events, lines.right);
    if (key !== undefined && last !== undefined) {
      return E.right({ end: markBehind(key, expected + events.length, last), diagnostics: [] });
    }
    const end = await endOf(database, sessionId);
    if (end.nextSeq !== expected) return E.left({ _tag: 'Conflict', sessionId, expected, found: end.nextSeq });
    if (last === undefined) return E.right({ end, diagnostics: [] });
  }
  throw new StoreProblem(undefined, `other writers came first ${MAX_TRIES} times and wrote nothing`);
};
