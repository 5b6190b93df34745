// Owns: a PostgreSQL database as a session store with indexes. Its neighbours own the statements.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { headerLine, jsonLine } from '../../domain/codec/stored-lines.js';
import type { StoreFailure } from '../../domain/error.js';
import type { SessionHeader } from '../../domain/log-event.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { IndexedSession, SessionIndex } from '../../ports/session-index.js';
import type { CreateError, LogMark, SessionStore } from '../../ports/session-store.js';
import { appendEvents } from './append.js';
import { columnText, digestOf } from './column.js';
import type { PostgresClient } from './database.js';
import { StoreProblem, attempt, attemptEach } from './database.js';
import { eventsAtSeqs, sessionsTitled, summariesOf, surfaceRowsOf } from './find-sessions.js';
import type { Database } from './log.js';
import { find, headerOfRow, markBehind, readPages, rowsOf } from './log.js';
import type { PostgresStoreOptions } from './schema.js';
import { tablesIn } from './schema.js';
import { keepSnapshot, snapshotOf } from './snapshot.js';

const create = async (database: Database, header: SessionHeader): Promise<Either<CreateError, LogMark>> => {
  const line = headerLine(header);
  if (E.isLeft(line)) return line;
  const [row] = await rowsOf(
    database,
    `insert into ${database.tables.sessions} (id, id_digest, header, created_at) values ($1, $2, $3, $4)
     on conflict (id_digest) do nothing
     returning key`,
    [columnText(header.id), digestOf(JSON.stringify(header.id)), line.right, header.createdAt],
  );
  if (row !== undefined) return E.right(markBehind(String(row['key']), 0, line.right));
  throw new StoreProblem('session-exists', `there is a session ${JSON.stringify(header.id)} already`);
};

const saveSnapshot = async (
  database: Database,
  sessionId: string,
  mark: LogMark,
  snapshot: unknown,
): Promise<Either<CreateError, void>> => {
  const body = jsonLine(snapshot);
  return E.isLeft(body) ? body : E.right(await keepSnapshot(database, sessionId, mark, body.right));
};

async function* eachSummary(
  database: Database,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<never, IndexedSession>, void, undefined> {
  for await (const summary of summariesOf(database, signal)) yield E.right(summary);
}

async function* eachHeader(
  database: Database,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<never, SessionHeader>, void, undefined> {
  for await (const { header } of summariesOf(database, signal)) yield E.right(header);
}

/** A store whose sessions can be found by what they are about. */
export type PostgresStore = SessionStore & SessionIndex;

/**
 * Keeps session logs in PostgreSQL, for hosts on many machines.
 *
 * Shape:  as the ports say; `migrate` makes the tables. An event is kept as the text of its JSON line, so every value
 *         comes back as it was, NUL and lone surrogates too. A title is found by its first 1 000 characters.
 * Errors: as the ports say. A call that is aborted stops before its next query; one that runs is not given up.
 * Cost:   an append is one statement, a page of a reading one query.
 * Source: SPEC L6, S4, S8; testing/contracts/session-store
 */
export const postgresStore = (client: PostgresClient, options: PostgresStoreOptions = {}): PostgresStore => {
  const database: Database = { client, tables: tablesIn(options) };
  const attemptTo =
    (operation: StoreFailure['operation'], signal: CancelSignal | undefined) =>
    <A>(work: () => Promise<A>) =>
    (): Promise<Either<StoreFailure, A>> =>
      attempt(operation, signal, async () => E.right(await work()));

  return {
    list: (signal) => attemptEach('list', signal, () => eachHeader(database, signal)),
    create: (header, signal) => () => attempt('create', signal, () => create(database, header)),
    header: (sessionId, signal) =>
      attemptTo('read', signal)(async () => headerOfRow((await find(database, sessionId, 0)).header)),
    read: (sessionId, from, signal) =>
      attemptEach('read', signal, () => readPages(database, sessionId, from, signal)),
    append: (sessionId, expected, events, signal) => () =>
      attempt('append', signal, () => appendEvents(database, sessionId, expected, events)),
    loadSnapshot: (sessionId, signal) => attemptTo('snapshot', signal)(() => snapshotOf(database, sessionId)),
    saveSnapshot: (sessionId, mark, snapshot, signal) => () =>
      attempt('snapshot', signal, () => saveSnapshot(database, sessionId, mark, snapshot)),
    summaries: (signal) => attemptEach('list', signal, () => eachSummary(database, signal)),
    titled: (text, maxSessions, signal) =>
      attemptTo('list', signal)(() => sessionsTitled(database, text, maxSessions)),
    surfaceRows: (sessionId, signal) =>
      attemptTo('read', signal)(() => surfaceRowsOf(database, sessionId, signal)),
    eventsAt: (sessionId, seqs, signal) => () =>
      attempt('read', signal, () => eventsAtSeqs(database, sessionId, seqs, signal)),
  };
};
