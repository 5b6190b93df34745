// Owns: the comparison of the memory file system with the real one over random trees of files, directories and links.
import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import { dirname, joinPath } from '../../../src/domain/path.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { FileSystem } from '../../../src/ports/file-system.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';
import { seed } from '../../seed.js';

type Entry = string | { readonly link: string } | { readonly directory: true };

const NAMES = ['a', 'b', 'c'];
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const step = fc.constantFrom(...NAMES, '..', '.');
const entry = fc.oneof<fc.Arbitrary<Entry>[]>(
  fc.constant('text'),
  fc.constant({ directory: true }),
  fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => ({ link: steps.join('/') })),
);

const PAIRS = NAMES.flatMap((one) => NAMES.map((two) => `${one}/${two}`));
const EVERYWHERE = ['.', ...NAMES, ...PAIRS, ...PAIRS.map((pair) => `${pair}/a`)];

/** Deeper than any chain of links can climb: above the temporary directory the two worlds differ. */
const DEPTH = Array.from({ length: 24 }, () => 'd').join('/');

/** Makes a new entry on the disk; false where the operating system refuses, or something is there already. */
const made = (at: string, file: Entry): boolean => {
  try {
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return false;
    mkdirSync(dirname(at as AbsolutePath), { recursive: true });
    if (typeof file === 'string') writeFileSync(at, file);
    else if ('link' in file) symlinkSync(file.link, at);
    else mkdirSync(at);
    return true;
  } catch {
    return false;
  }
};

/** What a file system says about a path, without versions and wording. */
const account = async (files: FileSystem, at: AbsolutePath): Promise<unknown> => {
  const probe = await files.probe(at)();
  const read = await files.read(at, 100)();
  const listing = await files.list?.(at)();
  return {
    at,
    probe: probe._tag === 'present' ? probe.size : { tag: probe._tag, directory: 'directory' in probe },
    read: read._tag,
    names: listing?._tag === 'names' ? [...listing.names].sort() : listing?._tag,
    real: await files.realPath?.(at)().catch(() => 'a failure'),
  };
};

describe('the memory file system and the real one are twins (SPEC A5)', () => {
  test(`random trees look the same in both (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(path, entry), { maxLength: 12 }), async (entries) => {
        const temporary = temporaryDirectory();
        try {
          const root = joinPath(temporary, DEPTH);
          mkdirSync(root, { recursive: true });
          const memory = memoryFileSystem({ [root]: { directory: true } });
          const node = nodeFileSystem();
          for (const [below, file] of entries) {
            const at = joinPath(root, below);
            if (made(at, file)) memory.put(at, file);
          }
          const accounts = (files: FileSystem): Promise<readonly unknown[]> =>
            Promise.all(EVERYWHERE.map((below) => account(files, joinPath(root, below))));
          expect(await accounts(memory)).toEqual(await accounts(node));
        } finally {
          rmSync(temporary, { recursive: true });
        }
      }),
      { numRuns: 30, seed },
    );
  });
});
