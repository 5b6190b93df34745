// Owns: a directory of JSON Lines files as a session store: one file a session, named by its id.
// How a file is read, put right and written is its neighbours' business; here calls become work on one file.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { eventLines, headerLine, jsonLine } from '../../domain/codec/stored-lines.js';
import type { StoreFailure } from '../../domain/error.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type {
  AppendError,
  Appended,
  CreateError,
  LogMark,
  LogPage,
  ReadError,
  SessionStore,
} from '../../ports/session-store.js';
import { appendLines, batchOf } from './append.js';
import { stopIfAborted, storeFailure, unfitMark } from './failure.js';
import type { LogPaths } from './files.js';
import { logPaths } from './files.js';
import { headerIn, logNames } from './list.js';
import type { LockOptions } from './lock.js';
import { withLock } from './lock.js';
import { placeOf } from './mark.js';
import type { OpenLog } from './session.js';
import { createLog, readLog, withLog } from './session.js';
import { readSnapshot, writeSnapshot } from './snapshot.js';
import { turns } from './turns.js';

/** How a directory is kept. */
export interface JsonlStoreOptions {
  /** How long an append waits for another process that is writing to the same log; 5 s by default. */
  readonly lockPatienceMs?: number;
}

/** Whatever a step throws is told as a failure; an aborted call does not begin. */
const attempt = async <Failed, A>(
  operation: StoreFailure['operation'],
  signal: CancelSignal | undefined,
  work: () => Promise<Either<Failed, A>>,
): Promise<Either<Failed | StoreFailure, A>> => {
  try {
    stopIfAborted(signal);
    return await work();
  } catch (error) {
    return E.left(storeFailure(operation, error));
  }
};

async function* headersOf(
  directory: string,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<StoreFailure, SessionHeader>, void, undefined> {
  const names = await attempt('list', signal, async () => E.right(await logNames(directory)));
  if (E.isLeft(names)) return yield names;
  for (const name of names.right) {
    const header = await attempt('list', signal, async () => E.right(await headerIn(directory, name)));
    yield header;
    if (E.isLeft(header) && header.left.code === 'aborted') return;
  }
}

/** What one store holds besides its files. */
interface Shelf {
  readonly at: (sessionId: string) => LogPaths;
  readonly lock: (signal: CancelSignal | undefined) => LockOptions;
  /** The furthest places of logs that were seen: where the next look for an end begins. */
  readonly ends: Map<string, LogMark>;
}

const remember = ({ ends }: Shelf, sessionId: string, end: LogMark): void => {
  if (end.nextSeq >= (ends.get(sessionId)?.nextSeq ?? 0)) ends.set(sessionId, end);
};

const create = async (
  shelf: Shelf,
  header: SessionHeader,
  signal: CancelSignal | undefined,
): Promise<Either<CreateError, LogMark>> => {
  const line = headerLine(header);
  if (E.isLeft(line)) return line;
  return E.right(await createLog(shelf.at(header.id), header.id, line.right, shelf.lock(signal)));
};

async function* read(
  shelf: Shelf,
  sessionId: string,
  from: LogMark | undefined,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<ReadError, LogPage>, void, undefined> {
  try {
    stopIfAborted(signal);
    for await (const page of readLog(shelf.at(sessionId), sessionId, from, signal)) {
      if (E.isRight(page)) remember(shelf, sessionId, page.right.end);
      yield page;
    }
  } catch (error) {
    yield E.left(storeFailure('read', error));
  }
}

const append = async (
  shelf: Shelf,
  sessionId: string,
  expected: Seq,
  events: readonly LogEvent[],
  signal: CancelSignal | undefined,
): Promise<Either<AppendError, Appended>> => {
  const lines = eventLines(events, expected);
  if (E.isLeft(lines)) return lines;
  const batch = batchOf(lines.right);
  const paths = shelf.at(sessionId);
  const appended = await withLog(paths, sessionId, 'write', (log) =>
    withLock(paths.lock, shelf.lock(signal), () =>
      appendLines(log, expected, batch, shelf.ends.get(sessionId)),
    ),
  );
  if (E.isRight(appended)) shelf.ends.set(sessionId, appended.right.end);
  return appended;
};

const saveSnapshot = async (
  shelf: Shelf,
  sessionId: string,
  mark: LogMark,
  snapshot: unknown,
): Promise<Either<CreateError, void>> => {
  const body = jsonLine(snapshot);
  if (E.isLeft(body)) return body;
  await withLog(shelf.at(sessionId), sessionId, 'read', async ({ file, head, paths }) => {
    if ((await placeOf(file, head, mark)) === undefined) throw unfitMark();
    await writeSnapshot(paths.snapshot, mark, body.right);
  });
  return E.right(undefined);
};

/**
 * Keeps session logs in a directory of this machine.
 *
 * Shape:  as the port says. A log is `<id>.jsonl` (ids with unusual letters are escaped); beside it may stand
 *         `.lock` while somebody writes, `.snapshot`, and `.cut-<offset>`: what a crash had cut and the next append
 *         took off. Reading never changes a file, and never waits.
 *         The lock is held for one append, so many processes may take turns; who expected a seq that another one has
 *         taken meanwhile gets a `Conflict`. The lock of a dead process is taken over.
 * Errors: `locked` when a living process holds the lock for longer than the patience; `no-space` on a full disk: then
 *         nothing of the append is in the log. A list names each `.jsonl` file that is no log of this store.
 * Cost:   an append is one write and one `fsync`. The end of the log is looked for once, from the last place that
 *         was read, or a snapshot's; a list reads the first line of each log.
 * Why:    not for directories that machines share: a lock tells a dead owner from a living one on one machine only.
 * Source: SPEC L5, L6; testing/contracts/session-store
 *
 * @example
 * ```ts
 * import { mkdtempSync, readdirSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import * as E from 'fp-ts/lib/Either.js';
 * import { jsonlStore } from 'contextfold/node';
 *
 * const directory = mkdtempSync(join(tmpdir(), 'logs-'));
 * const store = jsonlStore(directory);
 * const begin = await store.create({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' })();
 * if (E.isLeft(begin)) throw new Error(begin.left._tag);
 * const { nextSeq } = begin.right;
 * const first = await store.append('s', nextSeq, [{ type: 'turn/start', data: { turn: 1 } }])();
 * E.isRight(first) && first.right.end.nextSeq; // => 1
 * readdirSync(directory).includes('s.jsonl'); // => true
 *
 * const late = await store.append('s', nextSeq, [{ type: 'turn/end', data: { turn: 1 } }])();
 * E.isLeft(late) && late.left._tag; // => 'Conflict'
 * ```
 */
export const jsonlStore = (directory: string, { lockPatienceMs = 5_000 }: JsonlStoreOptions = {}): SessionStore => {
  const inTurn = turns();
  const shelf: Shelf = {
    at: (sessionId) => logPaths(directory, sessionId),
    lock: (signal) => ({ patienceMs: lockPatienceMs, signal }),
    ends: new Map(),
  };
  const reading = <A>(
    operation: 'read' | 'snapshot',
    sessionId: string,
    signal: CancelSignal | undefined,
    work: (log: OpenLog) => Promise<A>,
  ): Promise<Either<StoreFailure, A>> =>
    attempt(operation, signal, async () => E.right(await withLog(shelf.at(sessionId), sessionId, 'read', work)));

  return {
    list: (signal) => headersOf(directory, signal),
    create: (header, signal) => () => attempt('create', signal, () => create(shelf, header, signal)),
    header: (sessionId, signal) => () =>
      reading('read', sessionId, signal, ({ head }) => Promise.resolve(head.header)),
    read: (sessionId, from, signal) => read(shelf, sessionId, from, signal),
    append: (sessionId, expected, events, signal) => () =>
      inTurn(sessionId, () => attempt('append', signal, () => append(shelf, sessionId, expected, events, signal))),
    loadSnapshot: (sessionId, signal) => () =>
      reading('snapshot', sessionId, signal, ({ file, head, paths }) => readSnapshot(paths.snapshot, file, head)),
    saveSnapshot: (sessionId, mark, snapshot, signal) => () =>
      attempt('snapshot', signal, () => saveSnapshot(shelf, sessionId, mark, snapshot)),
  };
};
