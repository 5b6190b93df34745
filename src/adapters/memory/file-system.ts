// Owns: a file system that lives in memory, for tests and scenarios: it can be edited, made to fail, delayed and
// counted. The tree itself is a value (tree.ts); the only mutable thing here is which tree is the current one.
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, resolvePath } from '../../domain/path.js';
import type { Listing, Probe } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileSystem, RawRead } from '../../ports/file-system.js';
import type { Located, MemoryFile, Tree } from './tree.js';
import { locate, namesIn, plant, treeOf, uproot } from './tree.js';

/** How a path fails: already its probe, or only its read. */
export type MemoryFault = 'unavailable' | 'unreadable';

/** How often the file system was asked. */
export interface MemoryCounts {
  readonly probes: number;
  readonly reads: number;
  readonly lists: number;
}

/**
 * How the file system behaves.
 *
 * Shape:  `versions: false` makes a provider without version tokens. `delay` is waited for before each answer, which is
 *         about the files of that moment; it may edit them, and it may never end.
 */
export interface MemoryFileSystemOptions {
  readonly versions?: boolean;
  readonly delay?: (path: AbsolutePath, signal?: CancelSignal) => PromiseLike<unknown> | undefined;
}

/**
 * A file system to write tests and scenarios with.
 *
 * Shape:  paths are absolute (a relative one counts from `/`). `put` replaces what stands at the path itself, a link
 *         too. A fault stays until it is healed with `null`, whatever is put or deleted, and also holds for links to
 *         the path.
 */
export interface MemoryFileSystem extends Required<Omit<FileSystem, 'many' | 'realPaths'>> {
  readonly put: (path: string, file: MemoryFile) => void;
  readonly delete: (path: string) => void;
  readonly fault: (path: string, fault: MemoryFault | null) => void;
  /** Since the beginning, or since `resetCounts`. */
  readonly counts: () => MemoryCounts;
  readonly resetCounts: () => void;
}

/** Everything an answer depends on. */
interface World {
  readonly tree: Tree;
  readonly faults: ReadonlyMap<AbsolutePath, MemoryFault>;
  readonly versions: boolean;
}

interface Unavailable {
  readonly _tag: 'unavailable';
  readonly reason: string;
}

const unavailable = (reason: string): Unavailable => ({ _tag: 'unavailable', reason });

const NO_COUNTS: MemoryCounts = { probes: 0, reads: 0, lists: 0 };

const pathOf = (path: string): AbsolutePath => absolutePath(path) ?? resolvePath('/' as AbsolutePath, path);

const faultOn = ({ faults }: World, { trail }: Located): MemoryFault | undefined => {
  const found = trail.map((path) => faults.get(path));
  return found.includes('unavailable') ? 'unavailable' : found.find((fault) => fault !== undefined);
};

const versionIn = ({ versions }: World, stamp: number): { readonly version?: string } =>
  versions ? { version: `v${stamp}` } : {};

const probeIn = (world: World, path: AbsolutePath): Exclude<Probe, { readonly _tag: 'no-provider' }> => {
  const located = locate(world.tree, path);
  if (faultOn(world, located) === 'unavailable') return unavailable(`EIO: the probe of ${path} was made to fail`);
  if (located._tag === 'loop') return unavailable(`ELOOP: too many links at ${path}`);
  if (located._tag === 'missing') return { _tag: 'absent' };
  const { node } = located;
  if (node._tag === 'file') return { _tag: 'present', size: node.bytes.length, ...versionIn(world, node.stamp) };
  return node._tag === 'directory' ? { _tag: 'absent', directory: true } : { _tag: 'absent' };
};

const readIn = (world: World, path: AbsolutePath, maxBytes: number): RawRead => {
  const located = locate(world.tree, path);
  if (faultOn(world, located) !== undefined) return unavailable(`EIO: the read of ${path} was made to fail`);
  if (located._tag === 'loop') return unavailable(`ELOOP: too many links at ${path}`);
  if (located._tag === 'missing') return unavailable(`ENOENT: nothing at ${path}`);
  const { node } = located;
  if (node._tag !== 'file') return unavailable(`${path} is no regular file`);
  if (node.bytes.length > maxBytes) return { _tag: 'too-large' };
  return { _tag: 'bytes', bytes: node.bytes.slice(), ...versionIn(world, node.stamp) };
};

const listIn = (world: World, path: AbsolutePath): Listing => {
  const located = locate(world.tree, path);
  if (faultOn(world, located) !== undefined) return unavailable(`EIO: the listing of ${path} was made to fail`);
  if (located._tag !== 'found' || located.node._tag !== 'directory') return unavailable(`no directory at ${path}`);
  return { _tag: 'names', names: namesIn(world.tree, located.path), partial: false };
};

const realPathIn = (world: World, path: AbsolutePath): AbsolutePath | undefined => {
  const located = locate(world.tree, path);
  if (faultOn(world, located) === 'unavailable') throw new Error(`EIO: the walk to ${path} was made to fail`);
  if (located._tag === 'loop') throw new Error(`ELOOP: too many links at ${path}`);
  return located._tag === 'found' ? located.path : undefined;
};

/**
 * Makes a file system out of files by path.
 *
 * Shape:  every writing of a file has a version of its own, also of the same content.
 * Errors: as the port says; `realPath` rejects for a loop and a probe fault.
 * Source: SPEC A5, A6, A11, R (scenario files)
 *
 * @example
 * ```ts
 * import { absolutePath } from 'contextfold';
 * import { memoryFileSystem } from 'contextfold/testing';
 *
 * const files = memoryFileSystem({ '/repo/AGENTS.md': 'Write tests first.' });
 * const path = absolutePath('/repo/AGENTS.md')!;
 * await files.probe(path)(); // => { _tag: 'present', size: 18, version: 'v0' }
 * files.fault('/repo/AGENTS.md', 'unavailable');
 * (await files.probe(path)())._tag; // => 'unavailable'
 * files.counts().probes; // => 2
 * ```
 */
export const memoryFileSystem = (
  files: Readonly<Record<string, MemoryFile>> = {},
  { versions = true, delay }: MemoryFileSystemOptions = {},
): MemoryFileSystem => {
  const faults = new Map<AbsolutePath, MemoryFault>();
  const initial = Object.entries(files).map(([path, file]) => [pathOf(path), file] as const);
  let tree = treeOf(initial);
  let stamps = initial.length;
  let counts = NO_COUNTS;

  const world = async (path: AbsolutePath, signal: CancelSignal | undefined): Promise<World | undefined> => {
    await delay?.(path, signal);
    return signal?.aborted === true ? undefined : { tree, faults, versions };
  };

  return {
    probe: (path, signal) => async () => {
      counts = { ...counts, probes: counts.probes + 1 };
      const now = await world(path, signal);
      return now === undefined ? unavailable('aborted') : probeIn(now, path);
    },
    read: (path, maxBytes, signal) => async () => {
      counts = { ...counts, reads: counts.reads + 1 };
      const now = await world(path, signal);
      return now === undefined ? unavailable('aborted') : readIn(now, path, maxBytes);
    },
    list: (path, signal) => async () => {
      counts = { ...counts, lists: counts.lists + 1 };
      const now = await world(path, signal);
      return now === undefined ? unavailable('aborted') : listIn(now, path);
    },
    realPath: (path, signal) => async () => {
      const now = await world(path, signal);
      if (now === undefined) throw new Error('aborted');
      return realPathIn(now, path);
    },
    put: (path, file) => {
      tree = plant(tree, pathOf(path), file, stamps);
      stamps += 1;
    },
    delete: (path) => {
      tree = uproot(tree, pathOf(path));
    },
    fault: (path, fault) => {
      if (fault === null) faults.delete(pathOf(path));
      else faults.set(pathOf(path), fault);
    },
    counts: () => counts,
    resetCounts: () => {
      counts = NO_COUNTS;
    },
  };
};
