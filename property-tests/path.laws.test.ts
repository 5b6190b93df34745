// Owns: the laws of the path algebra. Node's own path modules are the oracle where they speak of the same thing.
import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../src/domain/path.js';
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
} from '../src/domain/path.js';
import {
  anyAbsolutePath,
  anyDirectory,
  anyFileName,
  anyName,
  anyNamedPath,
  anyPosixPath,
  anyWindowsPath,
} from '../src/testing/arbitraries/path.js';
import { seed } from '../test/seed.js';

/** Segments as a Windows user may write them, with either separator. */
const anyWindowsSpelling = fc
  .array(
    fc.tuple(
      fc.oneof(anyFileName(), fc.constantFrom('.', '..', '')),
      fc.constantFrom('\\', '/'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.map(([segment, separator]) => segment + separator).join(''));

const anyWindowsAbsolute = fc
  .tuple(fc.constantFrom('C:\\', 'c:\\', 'C:/', 'd:/', '\\\\host\\share\\', '//host/share/'), anyWindowsSpelling)
  .map(([prefix, rest]) => prefix + rest);

/** What Node makes of it, in our spelling. */
const viaWin32 = (...paths: readonly string[]): string => {
  const slashed = win32.resolve(...paths).replaceAll('\\', '/');
  return slashed.replace(/^[a-z]:/u, (drive) => drive.toUpperCase());
};

const segmentsOf = (path: AbsolutePath): readonly string[] => path.split('/').filter((segment) => segment !== '');

describe(`path (seed ${seed})`, () => {
  test('F2 a POSIX path is read as Node resolves it, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(anyNamedPath(), (named) => {
        const path = absolutePath(`/${named}`);
        expect(path).toBe(posix.resolve('/', named));
        expect(path === undefined ? undefined : absolutePath(path)).toBe(path);
      }),
    );
  });

  test('F2 a Windows path is read as Node resolves it, POSIX style and with its drive in upper case', () => {
    fc.assert(
      fc.property(anyWindowsAbsolute, (spelled) => {
        const native = spelled.startsWith('/') ? spelled.replaceAll('/', '\\') : spelled;
        expect(absolutePath(native)).toBe(viaWin32(native));
      }),
    );
  });

  test('A9 a named path is resolved as Node resolves it, on POSIX', () => {
    fc.assert(
      fc.property(anyPosixPath(), fc.oneof(anyNamedPath(), anyPosixPath(), anyWindowsAbsolute), (directory, named) => {
        expect(resolvePath(directory, named)).toBe(posix.resolve(directory, named));
      }),
    );
  });

  test('A9 a named path is resolved as Node resolves it, on Windows', () => {
    // `C:name` without a separator is relative to a directory per drive that only the system knows.
    const anyNamed = fc
      .oneof(anyWindowsSpelling, anyWindowsAbsolute)
      .filter((named) => !/^[a-z]:(?![\\/])/iu.test(named));
    fc.assert(
      fc.property(anyWindowsPath(), anyNamed, (directory, named) => {
        expect(resolvePath(directory, named)).toBe(viaWin32(directory, named));
      }),
    );
  });

  test('F2 `..` never leaves the root of a file system', () => {
    fc.assert(
      fc.property(anyAbsolutePath(), fc.nat(9), (directory, extra) => {
        const root = selfAndAncestors(directory).at(-1);
        const climb = Array.from({ length: depthOf(directory) + extra }, () => '..').join('/');
        expect(resolvePath(directory, climb)).toBe(root);
      }),
    );
  });

  test('a name joined to a directory is taken apart again', () => {
    fc.assert(
      fc.property(anyPosixPath(), anyName(), (directory, name) => {
        const path = joinPath(directory, name);
        expect([dirname(path), basename(path)]).toEqual([directory, name]);
      }),
    );
    fc.assert(
      fc.property(anyWindowsPath(), anyFileName(), (directory, name) => {
        const path = joinPath(directory, name);
        expect([dirname(path), basename(path)]).toEqual([directory, name]);
      }),
    );
  });

  test('the relative path within a directory leads back', () => {
    fc.assert(
      fc.property(anyAbsolutePath(), anyDirectory(), (directory, relative) => {
        const path = joinPath(directory, relative);
        expect(isWithin(directory, path)).toBe(true);
        expect(relativeWithin(directory, path)).toBe(relative);
      }),
    );
  });

  test('A10 containment is by segment', () => {
    // A path that goes on as text where the directory ends is near it, below it or neither.
    const anyPair = fc
      .tuple(anyPosixPath(), fc.oneof(anyPosixPath(), anyName()))
      .chain(([directory, rest]) =>
        fc.constantFrom(rest, directory + rest).map((path) => [directory, posix.resolve('/', path)] as const),
      );
    fc.assert(
      fc.property(anyPair, ([directory, named]) => {
        const path = named as AbsolutePath;
        const names = segmentsOf(directory);
        const expected = names.every((name, index) => segmentsOf(path)[index] === name);
        expect(isWithin(directory, path)).toBe(expected);
        expect(relativeWithin(directory, path) !== undefined).toBe(expected);
      }),
    );
  });

  test('the way up leads to the ancestor', () => {
    fc.assert(
      fc.property(anyAbsolutePath(), (path) => {
        const ancestors = selfAndAncestors(path);
        expect(ancestors.map((ancestor) => resolvePath(path, upwardFrom(path, ancestor)))).toEqual(ancestors);
      }),
    );
  });

  test('ancestors follow each other by `dirname` and end where it stands still', () => {
    fc.assert(
      fc.property(anyAbsolutePath(), (path) => {
        const chain = selfAndAncestors(path);
        expect(chain[0]).toBe(path);
        chain.forEach((at, index) => expect(dirname(at)).toBe(chain[index + 1] ?? at));
      }),
    );
  });

  test('A10 the chain between two directories has one directory a depth, each within the one before', () => {
    fc.assert(
      fc.property(anyPosixPath(), anyDirectory(), anyDirectory(), (root, from, below) => {
        const to = from === '.' ? below : below === '.' ? from : `${from}/${below}`;
        const chain = chainWithin(from, to);
        expect([chain[0], chain.at(-1)]).toEqual([from, to]);
        expect(chain.map(depthOf)).toEqual(chain.map((_, index) => depthOf(from) + index));
        chain.slice(1).forEach((at, index) => {
          expect(dirname(joinPath(root, at))).toBe(joinPath(root, chain[index] ?? '.'));
        });
      }),
    );
  });
});
