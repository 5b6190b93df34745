// Owns: the boundary of names: paths as somebody spells them, keys of scopes, ids that become file names.
import { posix } from 'node:path';
import { fileNameOf } from '../../src/adapters/jsonl/file-name.js';
import { ownerName, ownerOf } from '../../src/adapters/jsonl/owner.js';
import { showPath } from '../../src/core/frame.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import {
  absolutePath,
  basename,
  chainWithin,
  depthOf,
  dirname,
  isWithin,
  joinPath,
  relativeWithin,
  resolvePath,
  selfAndAncestors,
  upwardFrom,
} from '../../src/domain/path.js';
import { scopeKey, scopeOfKey } from '../../src/domain/scope.js';
import { pathsNamed } from '../../src/sources/agent-instructions/touches.js';
import { holdSame } from '../laws.js';
import { handWritten } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const NORMAL = /^(?:\/|[A-Z]:\/|\/\/[^/]+\/[^/]+\/)(?:[^/]+(?:\/[^/]+)*)?$/u;

const holdNormal = (path: AbsolutePath, named: string): void => {
  const law = (what: string): string => `a path is ${what}`;
  const detail = (): string => JSON.stringify({ named, path });
  hold(NORMAL.test(path), law('absolute and normal'), detail);
  const names = path.split('/').slice(path.startsWith('//') ? 4 : 1);
  hold(!names.includes('.') && !names.includes('..'), law('without steps back'), detail);
  // A share in POSIX style is none in anybody's own spelling: it would be a directory below the root.
  if (!path.startsWith('//')) hold(absolutePath(path) === path, law('read as itself'), detail);
  const chain = selfAndAncestors(path);
  hold(chain.length <= path.length + 1 && dirname(chain.at(-1) as AbsolutePath) === chain.at(-1), law('below a root'));
};

const holdRelated = (directory: AbsolutePath, path: AbsolutePath): void => {
  const below = relativeWithin(directory, path);
  hold((below !== undefined) === isWithin(directory, path), 'what is within has a relative name');
  if (below === undefined) return;
  const detail = (): string => JSON.stringify({ directory, path, below });
  hold(joinPath(directory, below) === path, 'a relative name leads back', detail);
  hold(resolvePath(path, upwardFrom(path, directory)) === directory, 'the way up leads up', detail);
  const chain = chainWithin('.', below);
  hold(chain.length === depthOf(below) + 1 && chain.at(-1) === below, 'a chain leads down', detail);
  hold(below === '.' || basename(path) === basename(below), 'the last name is the same', detail);
};

const holdPath = (given: string, named: string): void => {
  const directory = absolutePath(given);
  if (directory === undefined) return;
  holdNormal(directory, given);
  if (given.startsWith('/')) {
    const expected = posix.normalize(given).replace(/(?!^)\/$/u, '');
    hold(directory === expected, 'a POSIX path is as Node has it', () => JSON.stringify({ given, directory }));
  }
  const path = resolvePath(directory, named);
  holdNormal(path, named);
  holdRelated(directory, path);
  holdRelated(dirname(path), path);
  holdRelated(selfAndAncestors(path).at(-1) as AbsolutePath, path);
};

const holdScope = (key: string): void => {
  const scope = scopeOfKey(key);
  if (scope === undefined) return;
  const again = scopeKey(scope);
  holdSame(scopeOfKey(again), scope, 'a scope survives its key');
  hold(
    scopeKey(scope) === again && (key.includes('\0') || !/[\0\ud800-\udfff]/u.test(again)),
    'a key is fit for a log',
  );
};

const holdFileName = (id: string, other: string): void => {
  const [name, second] = [fileNameOf(id), fileNameOf(other)];
  hold(
    /^[!-~]{1,200}$/u.test(name) && !/[/\\:*?"<>|]/u.test(name) && !name.startsWith('.'),
    'an id is a file name',
    () => name,
  );
  hold(name === name.toLowerCase(), 'a file name does not depend on letter case', () => name);
  hold((name === second) === (id === other), 'each id has a file name of its own', () => JSON.stringify([id, other]));
};

/** Paths. */
export const paths: Target = {
  name: 'paths',
  about: 'paths in any spelling, keys of scopes, tool arguments that name paths, ids as file names, owners of locks',
  grammar: 'text',
  seeds: () => handWritten('paths'),
  tokens: [
    ...['/', '//', '\\', '\\\\', '.', '..', '/../', '/./', 'C:', 'c:\\', 'C:/', '\\\\host\\share', '//host/share', '~'],
    ...['...', '..foo', ' ', '%0000', '%', '%d800', '//base', '//local', 'user-global', 'AGENTS.md', '\0', '\n'],
    ...['\ud800', 'con', 'nul.x', 'aux', 'lpt1', '%~', '-', '{"file_path":"', '["a","b"]', '"}'],
  ],
  run: (text) => {
    const cut = text.indexOf('\n');
    const [first, second] = cut < 0 ? [text, text] : [text.slice(0, cut), text.slice(cut + 1)];
    // The chain of all ancestors is as long as the square of the depth.
    if (text.length <= 16_384) holdPath(first, second);
    else absolutePath(text);
    holdScope(first);
    holdScope(second);
    holdFileName(first, second);
    const shown = showPath(first);
    hold(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(shown), 'a path is shown on one line', () => shown);
    const owner = ownerOf(first);
    if (owner !== undefined) holdSame(ownerOf(ownerName(owner)), owner, 'an owner survives its name');
    const named = pathsNamed(new Map([['read', ['file_path', '__proto__']]]), { name: 'read', arguments: text });
    hold(
      named.every((name) => typeof name === 'string' && name !== ''),
      'what a call names are texts',
    );
  },
};
