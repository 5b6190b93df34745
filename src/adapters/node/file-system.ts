// Owns: the file-system port over `node:fs`. Paths come in POSIX style and Node takes them so on Windows too; what Node
// gives back is turned into that style here. Confinement to trusted roots is another adapter's work.
import type { Task } from 'fp-ts/lib/Task.js';
import type { AbsolutePath } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion, FileSystem, RealPath } from '../../ports/file-system.js';
import type { Listed } from './absence.js';
import { makeAbsences } from './absence.js';
import { askAll } from './batch.js';
import { listNow, probeNow, readNow } from './blocking-calls.js';
import type { Unavailable } from './failure.js';
import { isAbsence, unavailable } from './failure.js';
import { refuseForeign, stopIfAborted } from './file-call.js';
import type { Limit } from './limit.js';
import { limitTo } from './limit.js';
import { makePace } from './pace.js';
import { realPathOf, realPathsOf } from './real-paths.js';
import { answerOf } from './waiting-calls.js';
import type { Waiting } from './ways.js';

/** Bounds of the file system. */
export interface NodeFileSystemOptions {
  /** How many waiting calls run at once; 16 by default. */
  readonly maxParallel?: number;
  /** How many names one listing gives before it is `partial`; 10 000 by default. */
  readonly maxNames?: number;
  /**
   * When a batch may be answered by calls that nothing else can run beside: `quick` (default) where a waiting call has
   * just come back quickly, `always` for a process that has nothing else to do, `never`.
   */
  readonly blocking?: 'quick' | 'always' | 'never';
  /** Whether a read tells where the file that was opened lies, for `confined`; on Linux, false by default. */
  readonly locate?: boolean;
}

const failed = (question: FileQuestion, error: unknown): FileAnswer =>
  question.kind === 'probe' && isAbsence(error) ? { _tag: 'absent' } : unavailable(error);

/** Waits for calls of the system, so many at once; a call is `unavailable` where it may not be made. */
const waitingWithin =
  (limit: Limit) =>
  <A>(
    path: AbsolutePath,
    call: () => Promise<A>,
    signal: CancelSignal | undefined,
    took?: (ms: number) => void,
  ): Promise<A | Unavailable> =>
    limit(async () => {
      try {
        stopIfAborted(signal);
        refuseForeign(path);
        const startedMs = performance.now();
        const answer = await call();
        took?.(performance.now() - startedMs);
        return answer;
      } catch (error) {
        return unavailable(error);
      }
    });

/**
 * Makes a file system over this machine's files.
 *
 * Shape:  calls of one instance share its room for parallel ones; one that never comes back (a dead mount) keeps its
 *         place. A version is made of device, inode, size and the times of modification and change.
 * Errors: as the port says. Missing, dangling or under a file is absent; every other error is `unavailable` and named
 *         by its code. `realPath` rejects where it cannot tell.
 * Cost:   a probe is one `stat`; many real paths are one resolution of links a directory and an `lstat` each; a read
 *         never allocates more than its file needs, or `maxBytes`, plus one chunk. A batch below directories that
 *         answer quickly costs little more than the bare calls; it yields every few ms.
 * Source: SPEC A5, A6, F6; testing/contracts/file-system; docs/PERFORMANCE.md
 */
export const nodeFileSystem = ({
  maxParallel = 16,
  maxNames = 10_000,
  blocking = 'quick',
  locate = false,
}: NodeFileSystemOptions = {}): Required<FileSystem> => {
  const pace = makePace(() => performance.now());
  const absences = makeAbsences();

  const inTime = waitingWithin(limitTo(maxParallel));
  const waiting: Waiting<FileQuestion, FileAnswer> = (question, signal, took) => {
    const ask = (): Promise<FileAnswer> =>
      answerOf(question, { maxNames, locate }, signal).catch((error: unknown) => failed(question, error));
    return inTime(question.path, ask, signal, took);
  };
  const resolve: Waiting<AbsolutePath, RealPath> = (path, signal, took) =>
    inTime(path, () => realPathOf(path), signal, took);

  const askNow = (question: FileQuestion, listed: (directory: Listed) => void): FileAnswer | undefined => {
    refuseForeign(question.path);
    switch (question.kind) {
      case 'probe':
        return probeNow(question.path);
      case 'read':
        return readNow(question.path, question.maxBytes, locate);
      case 'list':
        return listNow(question.path, maxNames, listed);
    }
  };

  const now = (question: FileQuestion, listed: (directory: Listed) => void): FileAnswer | undefined => {
    try {
      return askNow(question, listed);
    } catch (error) {
      return failed(question, error);
    }
  };

  const ask =
    <A extends FileAnswer>(question: FileQuestion, signal: CancelSignal | undefined): Task<A> =>
    () =>
      waiting(question, signal) as Promise<A>;

  return {
    probe: (path, signal) => ask({ kind: 'probe', path }, signal),
    read: (path, maxBytes, signal) => ask({ kind: 'read', path, maxBytes }, signal),
    list: (path, signal) => ask({ kind: 'list', path }, signal),
    many: (questions, signal) => () => askAll({ waiting, now, pace, absences, blocking }, questions, signal),
    realPath: (path, signal) => async () => {
      const found = await resolve(path, signal);
      if (found._tag === 'unavailable') throw new Error(found.reason);
      return found._tag === 'known' ? found.real : undefined;
    },
    realPaths: (paths, signal) => () => realPathsOf({ waiting: resolve, pace, blocking }, paths, signal),
  };
};
