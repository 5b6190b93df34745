// Owns: keeping a file system inside trusted directories, whatever links say. It decorates any file system that can
// resolve links; which directories are trusted is the host's to say.
import type { AbsolutePath } from '../../domain/path.js';
import { isWithin } from '../../domain/path.js';
import type { Listing } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion, FileSystem, RawRead, RealPath } from '../../ports/file-system.js';

type Unavailable = Extract<RealPath, { readonly _tag: 'unavailable' }>;
type Probed = Awaited<ReturnType<ReturnType<FileSystem['probe']>>>;

/** Where a path leads, seen from the trusted roots. */
type Standing =
  { readonly _tag: 'inside' | 'outside'; readonly real: AbsolutePath } | Exclude<RealPath, { readonly _tag: 'known' }>;

/** Where many paths lead. */
type Resolve = (paths: readonly AbsolutePath[], signal?: CancelSignal) => Promise<readonly RealPath[]>;

const unavailable = (reason: string): Unavailable => ({ _tag: 'unavailable', reason });

const LEFT_OUT = unavailable('the file system left it out');

const NO_REAL_PATHS = unavailable('confinement needs real paths, which this file system does not give');

const outsideDetail = (path: AbsolutePath, real: AbsolutePath): string =>
  real === path ? `${path} is outside the trusted roots` : `${path} leads to ${real}, outside the trusted roots`;

const untold = (path: AbsolutePath, error: unknown): Unavailable =>
  unavailable(`where ${path} leads cannot be told: ${error instanceof Error ? error.message : String(error)}`);

/** All at once where the file system can do that. */
const resolverOf = (fileSystem: FileSystem): Resolve | undefined => {
  const realPath = fileSystem.realPath?.bind(fileSystem);
  const realPaths = fileSystem.realPaths?.bind(fileSystem);
  if (realPath === undefined) return undefined;
  const one = async (path: AbsolutePath, signal?: CancelSignal): Promise<RealPath> => {
    try {
      const real = await realPath(path, signal)();
      return real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real };
    } catch (error) {
      return untold(path, error);
    }
  };
  return async (paths, signal) => {
    if (realPaths === undefined || paths.length < 2) return Promise.all(paths.map((path) => one(path, signal)));
    try {
      const found = await realPaths(paths, signal)();
      return paths.map((path, index): RealPath => {
        const { [index]: each = LEFT_OUT } = found;
        return each._tag === 'unavailable' ? untold(path, each.reason) : each;
      });
    } catch (error) {
      return paths.map((path) => untold(path, error));
    }
  };
};

/**
 * Where the roots really are, each pinned once it is known.
 *
 * Why:    what a root's own link leads to at first is what the host trusted; a later swap of it is not.
 */
const pinned = (resolve: Resolve, roots: readonly AbsolutePath[]) => {
  const known = new Map<AbsolutePath, AbsolutePath>();
  const found = async (root: AbsolutePath, signal?: CancelSignal): Promise<RealPath> => {
    const before = known.get(root);
    if (before !== undefined) return { _tag: 'known', real: before };
    const [resolved = NO_REAL_PATHS] = await resolve([root], signal);
    if (resolved._tag !== 'known') return resolved;
    // Another call may have found it meanwhile, before its link was swapped.
    const real = known.get(root) ?? resolved.real;
    known.set(root, real);
    return { _tag: 'known', real };
  };
  return (signal?: CancelSignal): Promise<readonly RealPath[]> => Promise.all(roots.map((root) => found(root, signal)));
};

/** A root that cannot be resolved leaves only that in doubt which no other root holds. */
const seenFrom = (trusted: readonly RealPath[], resolved: RealPath): Standing => {
  if (resolved._tag !== 'known') return resolved;
  const { real } = resolved;
  if (trusted.some((root) => root._tag === 'known' && isWithin(root.real, real))) return { _tag: 'inside', real };
  return trusted.find((root) => root._tag === 'unavailable') ?? { _tag: 'outside', real };
};

/** What is said of a path that is not asked about. */
const refusal = (
  kind: FileQuestion['kind'],
  path: AbsolutePath,
  place: Exclude<Standing, { readonly _tag: 'inside' }>,
): Probed | Unavailable => {
  if (place._tag === 'unavailable') return place;
  if (place._tag === 'nothing') return kind === 'probe' ? { _tag: 'absent' } : unavailable(`nothing at ${path}`);
  const detail = outsideDetail(path, place.real);
  return kind === 'probe' ? { _tag: 'absent', note: { code: 'outside-trusted-roots', detail } } : unavailable(detail);
};

/** Why an answer about a real path does not count: a part of that path has become a link meanwhile. */
const movedTo = (real: AbsolutePath, now: RealPath | undefined): Unavailable | undefined => {
  if (now?._tag === 'unavailable') return now;
  return now?._tag === 'known' && now.real === real
    ? undefined
    : unavailable(`${real} was moved while it was looked at`);
};

/** The answers to questions about real paths, in their order. */
type Ask = (questions: readonly FileQuestion[]) => Promise<readonly (FileAnswer | undefined)[]>;

const pathsOf = (questions: readonly FileQuestion[]): readonly AbsolutePath[] => questions.map(({ path }) => path);

/** Where the bytes are from, if the answer proves it. */
const provenPlace = (answer: FileAnswer): AbsolutePath | undefined =>
  answer._tag === 'bytes' ? answer.real : undefined;

/** Asks about what lies inside, and lets nothing else through. */
const guardOf = (resolve: Resolve, roots: readonly AbsolutePath[]) => {
  const realRoots = pinned(resolve, roots);
  const look = async (paths: readonly AbsolutePath[], signal?: CancelSignal) => {
    const [trusted, resolved] = await Promise.all([realRoots(signal), resolve(paths, signal)]);
    return { trusted, places: resolved.map((each) => seenFrom(trusted, each)) };
  };
  const answers = async (
    questions: readonly FileQuestion[],
    ask: Ask,
    signal?: CancelSignal,
  ): Promise<readonly FileAnswer[]> => {
    const { trusted, places } = await look(pathsOf(questions), signal);
    const inside = questions.flatMap((question, index) => {
      const place = places[index];
      return place?._tag === 'inside' ? [{ index, question: { ...question, path: place.real } }] : [];
    });
    const found = await ask(inside.map(({ question }) => question));
    const told = new Map(inside.map(({ index }, at) => [index, found[at] ?? LEFT_OUT] as const));
    const inDoubt: typeof inside = [];
    for (const each of inside) {
      const { kind, path } = each.question;
      const answer = told.get(each.index) ?? LEFT_OUT;
      const real = provenPlace(answer);
      const isProven = real !== undefined && seenFrom(trusted, { _tag: 'known', real })._tag === 'inside';
      if (real !== undefined && !isProven) told.set(each.index, unavailable(outsideDetail(path, real)));
      // A probe that found nothing has nothing to tell.
      else if (!isProven && (kind !== 'probe' || answer._tag === 'present')) inDoubt.push(each);
    }
    const now = await resolve(pathsOf(inDoubt.map(({ question }) => question)), signal);
    inDoubt.forEach(({ index, question: { path } }, at) => {
      const moved = movedTo(path, now[at]);
      if (moved !== undefined) told.set(index, moved);
    });
    return questions.map(({ kind, path }, index): FileAnswer => {
      const place = places[index] ?? NO_REAL_PATHS;
      return place._tag === 'inside' ? (told.get(index) ?? LEFT_OUT) : refusal(kind, path, place);
    });
  };
  return { look, answers };
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
 *         again afterwards, unless the answer proves where the bytes are from (`locate` of `nodeFileSystem`).
 * Errors: as the port says; without `realPath` in the file system everything is `unavailable`.
 * Cost:   two more resolutions of links a call; of a batch, where the file system resolves many at once, two for each
 *         directory and a look at each name.
 * Why:    a link in a repository is the repository's to make, what may be shown to a model is the host's to say. What
 *         is left: a directory of the real path replaced by a link and put back again between the two checks. A read
 *         that proves its place leaves nothing; without, and for sizes and names, only an operating system that opens
 *         files beneath a directory could close that.
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
  const resolve = resolverOf(fileSystem);
  if (resolve === undefined) return allUnavailable();
  const list = fileSystem.list?.bind(fileSystem);
  const many = fileSystem.many?.bind(fileSystem);
  const { look, answers } = guardOf(resolve, roots);

  const one = async <A extends FileAnswer>(
    question: FileQuestion,
    ask: (real: AbsolutePath) => Promise<FileAnswer>,
    signal?: CancelSignal,
  ): Promise<A> => {
    const each: Ask = (questions) => Promise.all(questions.map(({ path }) => ask(path)));
    return (await answers([question], each, signal))[0] as A;
  };

  return {
    probe: (path, signal) => () => one({ kind: 'probe', path }, (real) => fileSystem.probe(real, signal)(), signal),
    read: (path, maxBytes, signal) => () =>
      one<RawRead>({ kind: 'read', path, maxBytes }, (real) => fileSystem.read(real, maxBytes, signal)(), signal),
    realPath: (path, signal) => async () => {
      const {
        places: [place = NO_REAL_PATHS],
      } = await look([path], signal);
      if (place._tag === 'unavailable') throw new Error(place.reason);
      return place._tag === 'inside' ? place.real : undefined;
    },
    ...(list === undefined
      ? {}
      : { list: (path, signal) => () => one<Listing>({ kind: 'list', path }, (real) => list(real, signal)(), signal) }),
    ...(many === undefined
      ? {}
      : { many: (questions, signal) => () => answers(questions, (asked) => many(asked, signal)(), signal) }),
  };
};
