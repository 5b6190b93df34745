// Owns: the file system of commands that explain: it looks at what a host's may leave out, since no decision needs it.
import { nodeFileSystem } from '../adapters/node/index.js';
import type { FileSystem } from '../ports/file-system.js';

/** Answers one by one, so that no listing is left out: near misses beside files that are read are told, too. */
export const thoroughFileSystem = (): FileSystem => {
  const { probe, read, list, realPath } = nodeFileSystem();
  return { probe, read, list, realPath };
};
