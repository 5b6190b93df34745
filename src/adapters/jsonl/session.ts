// Owns: the log file of one session: opening it, making it, and reading it in pages with their marks.
import { promises } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { LogMark, LogPage, ReadError } from '../../ports/session-store.js';
import { StoreProblem, isMissing, unfitMark } from './failure.js';
import type { LogPaths } from './files.js';
import { makeDirectory, putWhole, syncDirectory } from './files.js';
import type { Head } from './head.js';
import { openFile, readHead } from './head.js';
import type { LockOptions } from './lock.js';
import { withLock } from './lock.js';
import { markAt, placeOf } from './mark.js';
import { pagesOf } from './pages.js';

/** A log that is open; whoever opened it closes the file. */
export interface OpenLog {
  readonly file: promises.FileHandle;
  readonly head: Head;
  readonly paths: LogPaths;
}

const openedFile = async (path: string, sessionId: string, access: 'read' | 'write'): Promise<promises.FileHandle> => {
  try {
    return await openFile(path, access);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new StoreProblem('no-session', `there is no session ${JSON.stringify(sessionId)}`);
  }
};

const openLog = async (paths: LogPaths, sessionId: string, access: 'read' | 'write'): Promise<OpenLog> => {
  const file = await openedFile(paths.log, sessionId, access);
  try {
    const head = await readHead(file);
    if (head.header.id === sessionId) return { file, head, paths };
    throw new StoreProblem(undefined, `${paths.log} is the log of session ${JSON.stringify(head.header.id)}`);
  } catch (error) {
    await file.close();
    throw error;
  }
};

/**
 * Does some work on the log of a session.
 *
 * Errors: `no-session`; a file that says it is the log of another session; what the work throws.
 */
export const withLog = async <A>(
  paths: LogPaths,
  sessionId: string,
  access: 'read' | 'write',
  work: (log: OpenLog) => Promise<A>,
): Promise<A> => {
  const log = await openLog(paths, sessionId, access);
  try {
    return await work(log);
  } finally {
    await log.file.close();
  }
};

/**
 * Makes the log of a session that has none.
 *
 * Errors: `session-exists`; what the file system throws.
 */
export const createLog = async (
  paths: LogPaths,
  sessionId: string,
  headerLine: string,
  options: LockOptions,
): Promise<LogMark> => {
  await makeDirectory(paths.directory);
  await withLock(paths.lock, options, async () => {
    const isThere = await promises.lstat(paths.log).then(
      () => true,
      () => false,
    );
    if (isThere) throw new StoreProblem('session-exists', `there is a session ${JSON.stringify(sessionId)} already`);
    await putWhole(paths.log, `${headerLine}\n`);
    await syncDirectory(paths.directory);
  });
  return withLog(paths, sessionId, 'read', ({ file, head }) => markAt(file, head, head.end));
};

/**
 * Reads the log of a session from a mark on, or all of it.
 *
 * Errors: a bad line ends the reading; thrown are `unfit-mark`, and what the file system throws.
 */
export async function* readLog(
  paths: LogPaths,
  sessionId: string,
  from: LogMark | undefined,
  signal: CancelSignal | undefined,
): AsyncGenerator<Either<ReadError, LogPage>, void, undefined> {
  const { file, head } = await openLog(paths, sessionId, 'read');
  try {
    const place = from === undefined ? head.end : await placeOf(file, head, from);
    if (place === undefined) throw unfitMark();
    for await (const page of pagesOf(file, place, signal)) {
      if (E.isLeft(page)) return yield page;
      const { events, end, torn } = page.right;
      const detail = `line ${torn?.line} begins an append that was cut off; skipped`;
      const diagnostics = torn === undefined ? [] : [{ code: 'torn-append', detail }];
      yield E.right({ events, end: await markAt(file, head, end), diagnostics });
    }
  } finally {
    await file.close();
  }
}
