// Owns: the lock that keeps a second writer from a log: how it is taken, given back, and taken from a dead owner.
import { promises } from 'node:fs';
import { basename } from 'node:path';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import { StoreProblem, isMissing, stopIfAborted, systemCode } from './failure.js';
import type { Owner } from './owner.js';
import { isGone, newOwner, ownerName, ownerOf } from './owner.js';

/** How a lock is waited for. */
export interface LockOptions {
  readonly patienceMs: number;
  readonly signal?: CancelSignal | undefined;
}

const MAX_PAUSE_MS = 50;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A link is made in one step, name and owner together, and so is a junction, for which Windows asks no privilege; what
 * it points to is nobody's file.
 */
const claim = async (path: string, owner: Owner): Promise<boolean> => {
  try {
    await promises.symlink(ownerName(owner), path, 'junction');
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Whoever put something else than a link there. */
const UNNAMED = 'somebody';

/** Windows gives the link's target as an absolute path. */
const holderName = async (path: string): Promise<string | undefined> => {
  try {
    return basename(await promises.readlink(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (systemCode(error) === 'EINVAL') return UNNAMED;
    throw error;
  }
};

/**
 * A dead owner's claim is removed only by who holds a second lock for that. So between a look and a removal nobody else
 * can have removed it and claimed anew, which is how two writers would come to hold one lock. The second lock may be
 * left by a dead owner as well; then it is taken over in the same way.
 */
const bury = async (path: string, gone: Owner, options: LockOptions): Promise<void> => {
  await withLock(`${path}.over`, options, async () => {
    if ((await holderName(path)) === ownerName(gone)) await promises.unlink(path);
  });
};

const locked = (path: string, holder: string): StoreProblem => {
  const owner = ownerOf(holder);
  const who = owner === undefined ? holder : `process ${owner.pid} on ${owner.host}`;
  return new StoreProblem('locked', `${who} is writing; if it is not, remove ${path}`);
};

const take = async (path: string, owner: Owner, { patienceMs, signal }: LockOptions): Promise<void> => {
  const deadlineMs = performance.now() + patienceMs;
  for (let pauseMs = 1; !(await claim(path, owner)); ) {
    stopIfAborted(signal);
    const holder = await holderName(path);
    if (holder === undefined) continue;
    const other = ownerOf(holder);
    if (other !== undefined && isGone(other)) {
      await bury(path, other, { patienceMs: Math.max(0, deadlineMs - performance.now()), signal });
    } else {
      if (performance.now() >= deadlineMs) throw locked(path, holder);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
};

/**
 * Does some work while no other process does work under the same lock.
 *
 * Errors: a `StoreProblem` `locked` when the lock is held for longer than the patience; what the work throws.
 * Cost:   three calls of the file system when nobody else is there.
 * Source: SPEC L6
 */
export const withLock = async <A>(path: string, options: LockOptions, work: () => Promise<A>): Promise<A> => {
  await take(path, newOwner(), options);
  try {
    return await work();
  } finally {
    await promises.rm(path, { force: true });
  }
};
