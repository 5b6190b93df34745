// Owns: a file tree as a value: what stands where, where links lead, and how an edit makes a new tree.
// Faults, versions as tokens, counting and time are not its business.
import type { AbsolutePath } from '../../domain/path.js';
import {
  absolutePath,
  basename,
  dirname,
  isWithin,
  joinPath,
  relativeWithin,
  resolvePath,
  selfAndAncestors,
} from '../../domain/path.js';

/**
 * What can be put into a tree: a text (kept as UTF-8), bytes, a link, a directory, or something that is none of these
 * (a FIFO, a device).
 *
 * Shape:  a link's target is absolute, or relative to the directory that holds the link.
 * Source: SPEC R (scenario files)
 */
export type MemoryFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly directory: true }
  | { readonly other: true };

/** What stands at a path. `stamp` tells one writing of a file from another. */
export type TreeNode =
  | { readonly _tag: 'file'; readonly bytes: Uint8Array; readonly stamp: number }
  | { readonly _tag: 'link'; readonly target: string }
  | { readonly _tag: 'directory' }
  | { readonly _tag: 'other' };

/**
 * Nodes by the path at which they really stand.
 *
 * Shape:  every parent of a node is a directory, never a link.
 */
export type Tree = ReadonlyMap<AbsolutePath, TreeNode>;

/**
 * Where a path leads.
 *
 * Shape:  `path` is the real path; of something missing the one it would have. `trail` names the asked path and every
 *         path that stood for it on the way, the real one last.
 */
export type Located =
  | { readonly _tag: 'found'; readonly node: TreeNode; readonly path: AbsolutePath; readonly trail: Trail }
  | { readonly _tag: 'missing'; readonly path: AbsolutePath; readonly trail: Trail }
  | { readonly _tag: 'loop'; readonly trail: Trail };

type Trail = readonly AbsolutePath[];

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;

const DIRECTORY: TreeNode = { _tag: 'directory' };

const rootOf = (path: AbsolutePath): AbsolutePath => selfAndAncestors(path).at(-1) ?? path;

/** Names in the order in which a walk takes them from the end of a list. */
const stackOf = (names: string): string[] =>
  names
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .reverse();

/** Where the walk goes on after a link; `..` is left to the walk, which knows where links have led. */
const follow = (from: AbsolutePath, target: string): { readonly at: AbsolutePath; readonly names: string[] } => {
  if (target.startsWith('/')) return { at: '/' as AbsolutePath, names: stackOf(target) };
  const absolute = absolutePath(target);
  if (absolute === undefined) return { at: from, names: stackOf(target) };
  const root = rootOf(absolute);
  return { at: root, names: stackOf(relativeWithin(root, absolute) ?? '.') };
};

/**
 * Walks to a path, following every link in it.
 *
 * Errors: total; too many links are a `loop`, a path under something that is no directory is `missing`.
 */
export const locate = (tree: Tree, path: AbsolutePath): Located => {
  const trail = [path];
  let at = rootOf(path);
  let links = 0;
  const pending = stackOf(relativeWithin(at, path) ?? '.');
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = joinPath(at, name);
    if (pending.length === 0) trail.push(next);
    const node = tree.get(next);
    if (node?._tag === 'link') {
      links += 1;
      if (links > MAX_LINKS) return { _tag: 'loop', trail };
      const { at: start, names } = follow(at, node.target);
      at = start;
      pending.push(...names);
    } else if (node === undefined || (node._tag !== 'directory' && pending.length > 0)) {
      const missing = resolvePath(next, pending.reverse().join('/'));
      return { _tag: 'missing', path: missing, trail: [...trail, missing] };
    } else at = next;
  }
  const node = tree.get(at);
  return node === undefined ? { _tag: 'missing', path: at, trail } : { _tag: 'found', node, path: at, trail };
};

const nodeOf = (file: MemoryFile, stamp: number): TreeNode => {
  if (typeof file === 'string') return { _tag: 'file', bytes: new TextEncoder().encode(file), stamp };
  if (file instanceof Uint8Array) return { _tag: 'file', bytes: file.slice(), stamp };
  if ('link' in file) return { _tag: 'link', target: file.link };
  return 'directory' in file ? DIRECTORY : { _tag: 'other' };
};

/** Where an entry of this name really stands: links among its parents are followed, the entry itself is not. */
const placeOf = (tree: Tree, path: AbsolutePath): AbsolutePath => {
  const parent = locate(tree, dirname(path));
  return parent._tag === 'loop' ? path : joinPath(parent.path, basename(path));
};

const clear = (tree: Map<AbsolutePath, TreeNode>, place: AbsolutePath): void => {
  if (tree.get(place)?._tag === 'directory') {
    for (const path of tree.keys()) if (isWithin(place, path)) tree.delete(path);
  } else tree.delete(place);
};

const plantInto = (tree: Map<AbsolutePath, TreeNode>, path: AbsolutePath, node: TreeNode): void => {
  if (dirname(path) === path) return;
  const place = placeOf(tree, path);
  for (const parent of selfAndAncestors(dirname(place))) {
    if (tree.get(parent)?._tag === 'directory') break;
    tree.set(parent, DIRECTORY);
  }
  if (node._tag !== 'directory') clear(tree, place);
  tree.set(place, node);
};

/**
 * A tree with files in it, put one after the other.
 *
 * Shape:  stamps are the places in the list.
 * Cost:   linear in the number of files.
 */
export const treeOf = (files: readonly (readonly [AbsolutePath, MemoryFile])[]): Tree => {
  const tree = new Map<AbsolutePath, TreeNode>([['/' as AbsolutePath, DIRECTORY]]);
  files.forEach(([path, file], stamp) => plantInto(tree, path, nodeOf(file, stamp)));
  return tree;
};

/**
 * The tree with an entry put at a path.
 *
 * Shape:  parents are implied; a link among them is followed, anything else in the way becomes a directory. What stood
 *         at the path itself is replaced, a link too; a directory put on a directory keeps what is in it.
 */
export const plant = (tree: Tree, path: AbsolutePath, file: MemoryFile, stamp: number): Tree => {
  const next = new Map(tree);
  plantInto(next, path, nodeOf(file, stamp));
  return next;
};

/** The tree without the entry at a path and all below it; of a link only the link goes. */
export const uproot = (tree: Tree, path: AbsolutePath): Tree => {
  const next = new Map(tree);
  if (dirname(path) !== path) clear(next, placeOf(tree, path));
  return next;
};

/** The names in a directory that really stands at a path. */
export const namesIn = (tree: Tree, directory: AbsolutePath): readonly string[] =>
  [...tree.keys()].filter((path) => path !== directory && dirname(path) === directory).map(basename);
