// Owns: where paths really lead. Of many paths each directory is resolved once, and then only the last names are looked
// at: to resolve one path costs a call of the system for each of its parts.
import { lstatSync, promises, realpathSync } from 'node:fs';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, basename, dirname, joinPath } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { RealPath } from '../../ports/file-system.js';
import { isAbsence, unavailable } from './failure.js';
import { PLAIN, refuseForeign } from './file-call.js';
import { placesOf, scoutsAmong } from './places.js';
import { SLICE_MS, yieldOnce } from './turns.js';
import type { Ways } from './ways.js';
import { speedOf } from './ways.js';

const NOTHING: RealPath = { _tag: 'nothing' };

const known = (path: string): RealPath => {
  const real = absolutePath(path);
  return real === undefined ? unavailable(new Error(`${path} is no absolute path`)) : { _tag: 'known', real };
};

const failed = (error: unknown): RealPath => (isAbsence(error) ? NOTHING : unavailable(error));

/** Where one path leads. */
export const realPathOf = (path: AbsolutePath): Promise<RealPath> => promises.realpath(path).then(known, failed);

const directoryNow = (directory: AbsolutePath): RealPath => {
  try {
    refuseForeign(directory);
    return known(realpathSync.native(directory));
  } catch (error) {
    return failed(error);
  }
};

/** Where a name in a directory leads; `undefined` for a link, which may lead to a disk that hangs. */
const nameNow = (directory: RealPath, path: AbsolutePath): RealPath | undefined => {
  if (directory._tag !== 'known' || path === dirname(path)) return directory;
  const real = joinPath(directory.real, basename(path));
  try {
    const found = lstatSync(real, PLAIN);
    if (found === undefined) return NOTHING;
    return found.isSymbolicLink() ? undefined : { _tag: 'known', real };
  } catch (error) {
    return failed(error);
  }
};

/**
 * Where many paths lead.
 *
 * Shape:  in the order of the paths. As for a batch of questions, one path each is waited for where nothing is known of
 *         a directory, and the rest of a quick one is asked without waiting; links always are waited for.
 * Errors: as each path's own; an abort leaves the rest unavailable.
 */
export const realPathsOf = async (
  ways: Ways<AbsolutePath, RealPath>,
  paths: readonly AbsolutePath[],
  signal: CancelSignal | undefined,
): Promise<readonly RealPath[]> => {
  const { waiting, pace } = ways;
  const found: (RealPath | undefined)[] = paths.map(() => undefined);
  const wait = async (index: number, directory: AbsolutePath): Promise<void> => {
    found[index] = await waiting(paths[index] as AbsolutePath, signal, (ms) => pace.waited(directory, ms));
  };
  const places = placesOf(paths.map((path) => ({ kind: 'probe', path })));
  const unknown = places.filter(({ directory }) => speedOf(ways, directory) === 'unknown');
  await Promise.all(scoutsAmong(unknown).map(({ index, directory }) => wait(index, directory)));
  const waits: Promise<void>[] = [];
  let freeMs = performance.now();
  for (const { directory, items } of places) {
    const startedMs = performance.now();
    const isQuick = speedOf(ways, directory) === 'quick';
    const real = isQuick ? directoryNow(directory) : undefined;
    for (const index of items) {
      if (found[index] !== undefined) continue;
      found[index] = real === undefined ? undefined : nameNow(real, paths[index] as AbsolutePath);
      if (found[index] === undefined) waits.push(wait(index, directory));
    }
    const nowMs = performance.now();
    if (isQuick) pace.blocked(directory, nowMs - startedMs);
    if (nowMs - freeMs <= SLICE_MS) continue;
    await yieldOnce();
    if (signal?.aborted === true) break;
    freeMs = performance.now();
  }
  await Promise.all(waits);
  return found.map((each) => each ?? unavailable(new Error('aborted')));
};
