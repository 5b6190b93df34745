// Owns: a small house in which every law holds, and copies of it on disk for a test to break.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

/** Text by path, relative to the root of the checkout. */
export type Tree = Readonly<Record<string, string>>;

/** The root of this checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** A file of the scratch house: an opening comment, its imports and one documented export. */
const file = (name: string, ...imports: readonly string[]): string =>
  [
    `// Owns: ${name}, one small thing in a house where every law holds.`,
    ...imports.map((specifier) => `import '${specifier}';`),
    '',
    '/** The one thing this file is for. */',
    `export const ${name} = '${name}';`,
    '',
  ].join('\n');

/** Every floor, with `leaf` files that import nothing, so that a test can import them without making a cycle. */
export const unbroken: Tree = {
  'package.json': '{ "name": "scratch", "type": "module" }\n',
  'src/index.ts': file('index', './core/fold.js', './sources/alpha/index.js', './programs/run.js'),
  'src/sources.ts': file('sources', './sources/alpha/index.js'),
  'src/readers.ts': file('readers', './programs/run.js'),
  'src/stores.ts': file('stores', './programs/run.js'),
  'src/node.ts': file('node', './adapters/node/index.js', './programs/run.js'),
  'src/testing.ts': file('testing', './testing/given.js', './scenario/run.js', './adapters/memory/index.js'),
  'src/invariants.ts': file('invariants', './sources/alpha/index.js', './sources/beta/index.js'),
  'src/domain/word.ts': file('word', './leaf.js', './codec/word.js', 'fp-ts/lib/Either.js'),
  'src/domain/leaf.ts': file('leaf'),
  'src/domain/codec/word.ts': file('codec', 'io-ts'),
  'src/core/fold.ts': file('fold', '../domain/word.js', './leaf.js', './assert.js'),
  'src/core/leaf.ts': file('leaf'),
  'src/core/assert.ts': file('assert'),
  'src/sources/alpha/index.ts': file('alpha', './codec.js', './leaf.js', '../../core/fold.js'),
  'src/sources/alpha/codec.ts': file('codec', 'io-ts', '../../domain/word.js'),
  'src/sources/alpha/leaf.ts': file('leaf'),
  'src/sources/beta/index.ts': file('beta', './leaf.js', '../../core/fold.js'),
  'src/sources/beta/leaf.ts': file('leaf'),
  'src/prompt/registry.ts': file('registry', './leaf.js', '../core/fold.js', '../domain/word.js'),
  'src/prompt/leaf.ts': file('leaf'),
  'src/readers/hall.ts': file('hall', '../domain/leaf.js'),
  'src/readers/alpha/index.ts': file('alpha', './codec.js', './leaf.js', '../hall.js', '../../core/fold.js'),
  'src/readers/alpha/codec.ts': file('codec', 'io-ts', '../../domain/word.js'),
  'src/readers/alpha/leaf.ts': file('leaf'),
  'src/readers/beta/index.ts': file('beta', './leaf.js', '../hall.js'),
  'src/readers/beta/leaf.ts': file('leaf'),
  'src/ports/clock.ts': `${file('clock', '../domain/word.js', './leaf.js')}
import type { Task } from 'fp-ts/lib/Task.js';

/** A port is typed with fp-ts and runs nothing of it. */
export type Now = Task<number>;
`,
  'src/ports/leaf.ts': file('leaf'),
  'src/programs/run.ts': file(
    'run',
    './leaf.js',
    '../ports/clock.js',
    '../sources/alpha/index.js',
    '../prompt/registry.js',
    '../readers/alpha/index.js',
    '../readers/beta/index.js',
    '../core/fold.js',
    '../domain/word.js',
    'fp-ts/lib/ReaderTaskEither.js',
  ),
  'src/programs/leaf.ts': file('leaf'),
  'src/adapters/memory/index.ts': file('memory', './leaf.js', '../../ports/clock.js', 'node:crypto'),
  'src/adapters/memory/leaf.ts': file('leaf'),
  'src/adapters/node/index.ts': file('nodeAdapters', './leaf.js', '../../ports/clock.js', 'node:fs'),
  'src/adapters/node/leaf.ts': file('leaf'),
  'src/hosts/one/index.ts': file('one', './leaf.js', './codec.js', '../../programs/run.js'),
  'src/hosts/one/codec.ts': file('codec', 'io-ts'),
  'src/hosts/one/leaf.ts': file('leaf'),
  'src/hosts/two/index.ts': file('two', './leaf.js', '../../sources/alpha/index.js'),
  'src/hosts/two/leaf.ts': file('leaf'),
  'src/scenario/run.ts': file('run', './codec.js', './leaf.js', '../programs/run.js', '../adapters/memory/index.js'),
  'src/scenario/codec.ts': file('codec', 'io-ts'),
  'src/scenario/leaf.ts': file('leaf'),
  'src/testing/given.ts': file('given', './leaf.js', '../scenario/run.js', '../adapters/memory/index.js', 'fast-check'),
  'src/testing/leaf.ts': file('leaf'),
  'src/cli/main.ts': file(
    'main',
    './leaf.js',
    '../scenario/run.js',
    '../hosts/one/index.js',
    '../hosts/two/index.js',
    '../adapters/node/index.js',
    'commander',
    'node:process',
  ),
  'src/cli/leaf.ts': file('leaf'),
};

/** Writes a tree into a temporary directory that borrows our `node_modules` and is gone when the test is. */
export const scratch = (tree: Tree): string => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-house-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return directory;
};

/** The tree with one line put at the end of one file; a file that is not there yet is made. */
export const appended = (tree: Tree, path: string, line: string): Tree => ({
  ...tree,
  [path]: `${tree[path] ?? '// Owns: what a test put here to break a law.\n'}${line}\n`,
});
