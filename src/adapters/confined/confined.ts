// Owns: keeping a file system inside trusted directories, whatever links say. It decorates any file system that can
// resolve links; which directories are trusted is the host's to say.
import type { AbsolutePath } from '../../domain/path.js';
import { isWithin } from '../../domain/path.js';
import type { Probe } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileSystem } from '../../ports/file-system.js';

interface Unavailable {
  readonly _tag: 'unavailable';
  readonly reason: string;
}

/** Where a path really leads. */
type Resolved = { readonly _tag: 'known'; readonly real: AbsolutePath } | { readonly _tag: 'nothing' } | Unavailable;

/** The same, seen from the trusted roots. */
type Standing =
  | { readonly _tag: 'inside' | 'outside'; readonly real: AbsolutePath }
  | Exclude<Resolved, { readonly _tag: 'known' }>;

type RealPath = NonNullable<FileSystem['realPath']>;

const unavailable = (reason: string): Unavailable => ({ _tag: 'unavailable', reason });

const NO_REAL_PATHS = unavailable('confinement needs real paths, which this file system does not give');

const outsideDetail = (path: AbsolutePath, real: AbsolutePath): string =>
  real === path ? `${path} is outside the trusted roots` : `${path} leads to ${real}, outside the trusted roots`;

const resolveWith = async (realPath: RealPath, path: AbsolutePath, signal?: CancelSignal): Promise<Resolved> => {
  try {
    const real = await realPath(path, signal)();
    return real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`where ${path} leads cannot be told: ${reason}`);
  }
};

/**
 * Where the roots really are, each pinned once it is known.
 *
 * Why:    what a root's own link leads to at first is what the host trusted; a later swap of it is not.
 */
const pinned = (realPath: RealPath, roots: readonly AbsolutePath[]) => {
  const known = new Map<AbsolutePath, AbsolutePath>();
  const resolve = async (root: AbsolutePath, signal?: CancelSignal): Promise<Resolved> => {
    const real = known.get(root);
    if (real !== undefined) return { _tag: 'known', real };
    const resolved = await resolveWith(realPath, root, signal);
    if (resolved._tag === 'known') known.set(root, resolved.real);
    return resolved;
  };
  return (signal?: CancelSignal): Promise<readonly Resolved[]> =>
    Promise.all(roots.map((root) => resolve(root, signal)));
};

/** A root that cannot be resolved leaves only that in doubt which no other root holds. */
const standingIn = (realPath: RealPath, roots: readonly AbsolutePath[]) => {
  const realRoots = pinned(realPath, roots);
  return async (path: AbsolutePath, signal?: CancelSignal): Promise<Standing> => {
    const [resolved, trusted] = await Promise.all([resolveWith(realPath, path, signal), realRoots(signal)]);
    if (resolved._tag !== 'known') return resolved;
    const { real } = resolved;
    if (trusted.some((root) => root._tag === 'known' && isWithin(root.real, real))) return { _tag: 'inside', real };
    return trusted.find((root) => root._tag === 'unavailable') ?? { _tag: 'outside', real };
  };
};

/** The answer about a real path, unless a part of that path has become a link meanwhile. */
const unlessMoved = async <A>(
  realPath: RealPath,
  real: AbsolutePath,
  answer: A,
  signal?: CancelSignal,
): Promise<A | Unavailable> => {
  const now = await resolveWith(realPath, real, signal);
  if (now._tag === 'unavailable') return now;
  return now._tag === 'known' && now.real === real
    ? answer
    : unavailable(`${real} was moved while it was looked at`);
};

const allUnavailable = (): FileSystem => ({
  probe: () => () => Promise.resolve(NO_REAL_PATHS),
  read: () => () => Promise.resolve(NO_REAL_PATHS),
});

/**
 * Confines a file system to trusted roots.
 *
 * Shape:  what really lies outside the roots is `absent` with the note `outside-trusted-roots`, and cannot be read or
 *         listed; what does not exist is plainly absent, wherever. Roots may be links. A file inside is looked at by
 *         its real path, so a link that is swapped after the check leads nowhere else, and the real path is checked
 *         again afterwards.
 * Errors: as the port says; without `realPath` in the file system everything is `unavailable`.
 * Cost:   two more resolutions of links a call.
 * Why:    a link in a repository is the repository's to make, what may be shown to a model is the host's to say. What
 *         is left: a directory of the real path replaced by a link and put back again between the two checks. Only an
 *         operating system that opens files beneath a directory can close that.
 * Source: SPEC A5
 *
 * @example
 * ```ts
 * import { absolutePath } from 'contextfold';
 * import { confined } from 'contextfold/node';
 * import { memoryFileSystem } from 'contextfold/testing';
 *
 * const repo = absolutePath('/repo')!;
 * const link = absolutePath('/repo/AGENTS.md')!;
 * const files = memoryFileSystem({ '/etc/secret': 'x', '/repo/AGENTS.md': { link: '/etc/secret' } });
 * (await files.probe(link)())._tag; // => 'present'
 * (await confined(files, [repo]).probe(link)())._tag; // => 'absent'
 * ```
 */
export const confined = (fileSystem: FileSystem, roots: readonly AbsolutePath[]): FileSystem => {
  const realPath = fileSystem.realPath?.bind(fileSystem);
  const list = fileSystem.list?.bind(fileSystem);
  if (realPath === undefined) return allUnavailable();
  const standing = standingIn(realPath, roots);

  const probe: FileSystem['probe'] = (path, signal) => async () => {
    const place = await standing(path, signal);
    if (place._tag === 'unavailable') return place;
    if (place._tag === 'nothing') return { _tag: 'absent' };
    if (place._tag === 'outside') {
      return { _tag: 'absent', note: { code: 'outside-trusted-roots', detail: outsideDetail(path, place.real) } };
    }
    const found: Exclude<Probe, { readonly _tag: 'no-provider' }> = await fileSystem.probe(place.real, signal)();
    return found._tag === 'present' ? unlessMoved(realPath, place.real, found, signal) : found;
  };

  /** Reading and listing differ only in what they ask. */
  const inside = async <A>(
    path: AbsolutePath,
    ask: (real: AbsolutePath) => Promise<A>,
    signal?: CancelSignal,
  ): Promise<A | Unavailable> => {
    const place = await standing(path, signal);
    if (place._tag === 'unavailable') return place;
    if (place._tag === 'nothing') return unavailable(`nothing at ${path}`);
    if (place._tag === 'outside') return unavailable(outsideDetail(path, place.real));
    return unlessMoved(realPath, place.real, await ask(place.real), signal);
  };

  return {
    probe,
    read: (path, maxBytes, signal) => () =>
      inside(path, (real) => fileSystem.read(real, maxBytes, signal)(), signal),
    realPath: (path, signal) => async () => {
      const place = await standing(path, signal);
      if (place._tag === 'unavailable') throw new Error(place.reason);
      return place._tag === 'inside' ? place.real : undefined;
    },
    ...(list === undefined
      ? {}
      : { list: (path, signal) => () => inside(path, (real) => list(real, signal)(), signal) }),
  };
};
