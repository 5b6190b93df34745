// Owns: the algebra of paths, purely lexical. Inside decisions every path is absolute and POSIX style; a Windows path
// (`C:\repo\a`, `\\host\share`) is recognised by its shape and becomes `C:/repo/a`. Nothing here asks a file system.

/**
 * An absolute, normalised, POSIX style path: `/repo/a`, `C:/repo/a` or `//host/share/a`; no `.`, `..` or empty segment.
 *
 * Source: SPEC F2
 */
export type AbsolutePath = string & { readonly AbsolutePath: unique symbol };

const DRIVE = /^[A-Za-z]:(?=[\\/]|$)/u;

/** A host and a share; less than both names no place. */
const UNC = /^\\\\[^\\/]+[\\/]+[^\\/]+/u;

/** Tells whether the text has the shape of an absolute Windows path; no POSIX absolute path does. */
const isWindowsShaped = (path: string): boolean => DRIVE.test(path) || UNC.test(path);

/** The part that `..` cannot leave: `/`, `C:/` or `//host/share/`. */
const prefixOf = (path: string): string => {
  if (path.startsWith('/') && !path.startsWith('//')) return '/';
  if (DRIVE.test(path)) return `${path.slice(0, 2)}/`;
  const share = /^\/\/[^/]+\/[^/]+/u.exec(path);
  return share === null ? '/' : `${share[0]}/`;
};

const normalise = (path: string): AbsolutePath => {
  const prefix = prefixOf(path);
  const kept: string[] = [];
  for (const segment of path.slice(prefix.length).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') kept.pop();
    else kept.push(segment);
  }
  return (kept.length === 0 ? prefix : prefix + kept.join('/')) as AbsolutePath;
};

/** Windows spelling to POSIX style; the drive letter becomes upper case, so that letters compare as Windows does. */
const fromWindows = (path: string): string => {
  const slashed = path.replace(/\\/gu, '/').replace(/^(\/\/[^/]+)\/+/u, '$1/');
  return DRIVE.test(slashed) ? slashed.charAt(0).toUpperCase() + slashed.slice(1) : slashed;
};

/**
 * Reads an absolute path in its host's own spelling.
 *
 * Shape:  `C:\repo\a` → `C:/repo/a`; `/a/../b` → `/b`; a relative path → `undefined`.
 * Source: SPEC F2
 *
 * @example
 * ```ts
 * import { absolutePath } from 'contextfold';
 *
 * absolutePath('/repo/app/../lib'); // => '/repo/lib'
 * absolutePath('c:\\repo\\lib'); // => 'C:/repo/lib'
 * absolutePath('lib'); // => undefined
 * ```
 */
export const absolutePath = (path: string): AbsolutePath | undefined => {
  if (isWindowsShaped(path)) return normalise(fromWindows(path));
  return path.startsWith('/') ? normalise(path.replace(/^\/+/u, '/')) : undefined;
};

/**
 * Resolves a path as somebody named it against an absolute directory.
 *
 * Shape:  lexical; symlinks and `~` are not expanded, `..foo` is an ordinary name. Below a Windows directory `\`
 *         separates.
 * Source: SPEC A9, F2
 */
export const resolvePath = (directory: AbsolutePath, named: string): AbsolutePath => {
  const windows = isWindowsShaped(directory) || directory.startsWith('//');
  const spelled = windows ? named.replace(/\//gu, '\\') : named;
  if (windows ? isWindowsShaped(spelled) : spelled.startsWith('/')) return absolutePath(spelled) ?? directory;
  const relative = windows ? named.replace(/\\/gu, '/') : named;
  return normalise(relative.startsWith('/') ? prefixOf(directory) + relative : joinPath(directory, relative));
};

/** The directory that holds the path; a root is its own. */
export const dirname = (path: AbsolutePath): AbsolutePath => {
  const prefix = prefixOf(path);
  const cut = path.lastIndexOf('/');
  return (cut < prefix.length ? prefix : path.slice(0, cut)) as AbsolutePath;
};

/** The last name of a path, absolute or relative; the whole text where it holds no `/`. */
export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Joins a directory and names below it, which must already be relative and normalised (`.` or empty for itself). */
export const joinPath = (directory: AbsolutePath, relative: string): AbsolutePath => {
  if (relative === '' || relative === '.') return directory;
  return (directory.endsWith('/') ? directory + relative : `${directory}/${relative}`) as AbsolutePath;
};

/**
 * Tells whether a path is the directory itself or below it, segment by segment: `/repo2` is not below `/repo`.
 *
 * Source: SPEC A10
 */
export const isWithin = (directory: AbsolutePath, path: AbsolutePath): boolean =>
  path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);

/**
 * The names from a directory down to a path below it, joined by `/`; `.` for the directory itself.
 *
 * Errors: `undefined` when the path is not within the directory.
 */
export const relativeWithin = (directory: AbsolutePath, path: AbsolutePath): string | undefined => {
  if (path === directory) return '.';
  if (!isWithin(directory, path)) return undefined;
  return path.slice(directory.endsWith('/') ? directory.length : directory.length + 1);
};

/**
 * The way up from a directory to one of its ancestors.
 *
 * Shape:  `.` for itself, else `..`, `../..` and so on.
 * Source: SPEC A (`root` of the source value)
 */
export const upwardFrom = (descendant: AbsolutePath, ancestor: AbsolutePath): string => {
  const below = relativeWithin(ancestor, descendant) ?? '.';
  return below === '.' ? '.' : below.split('/').fill('..').join('/');
};

/** The directory itself, then its ancestors up to the root of its file system. */
export const selfAndAncestors = (directory: AbsolutePath): readonly AbsolutePath[] => {
  const chain: AbsolutePath[] = [directory];
  for (let at = directory, above = dirname(at); above !== at; above = dirname(at)) chain.push((at = above));
  return chain;
};

/**
 * Every directory from an ancestor down to a descendant, both included, as names relative to a third directory above
 * them.
 *
 * Shape:  `chainWithin('a', 'a/b/c')` → `['a', 'a/b', 'a/b/c']`; `.` is the directory everything is relative to.
 */
export const chainWithin = (from: string, to: string): readonly string[] => {
  const names = to === '.' ? [] : to.split('/');
  const skipped = from === '.' ? 0 : from.split('/').length;
  const chain: string[] = [];
  for (let depth = skipped; depth <= names.length; depth += 1) {
    chain.push(depth === 0 ? '.' : names.slice(0, depth).join('/'));
  }
  return chain;
};

/** How many directories a relative directory is below its base; 0 for `.`. */
export const depthOf = (directory: string): number => (directory === '.' ? 0 : directory.split('/').length);
