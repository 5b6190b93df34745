// Owns: the laws of Windows paths beyond how they are read: containment, parents, drives and shares, on any machine.
// Node's `path.win32` is the oracle, except that names are told apart by case (only a drive's letter is not).
import { win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../src/domain/path.js';
import {
  absolutePath,
  basename,
  dirname,
  isWithin,
  joinPath,
  relativeWithin,
  resolvePath,
  selfAndAncestors,
} from '../src/domain/path.js';
import { anyFileName, anyWindowsPath } from '../src/testing/arbitraries/path.js';
import { seed } from '../test/seed.js';

const native = (path: string): string => path.replaceAll('/', '\\');

const anyDrive = fc.constantFrom('C:', 'D:', 'c:', 'd:', 'Z:');
const anyTail = fc.array(anyFileName(), { maxLength: 4 }).map((names) => names.join('\\'));

/** Two paths, one often below the other or beginning with its text. */
const anyPair = fc
  .tuple(anyWindowsPath(), anyWindowsPath(), anyFileName())
  .chain(([one, other, name]) =>
    fc.constantFrom<readonly [AbsolutePath, AbsolutePath]>(
      [one, other],
      [one, joinPath(one, name)],
      [joinPath(one, name), one],
      [one, absolutePath(native(`${one}${name}`)) ?? one],
    ),
  );

describe(`Windows paths (seed ${seed})`, () => {
  test('F2 the parent and the last name are those that Node gives', () => {
    fc.assert(
      fc.property(anyWindowsPath(), (path) => {
        expect(native(dirname(path))).toBe(win32.dirname(native(path)));
        if (dirname(path) !== path) expect(basename(path)).toBe(win32.basename(native(path)));
      }),
    );
  });

  test('A10 containment is what Node calls a way that does not climb', () => {
    fc.assert(
      fc.property(anyPair, ([directory, path]) => {
        // Node does not tell case apart; what differs in nothing else is the next law's.
        fc.pre(path.startsWith(directory) || !path.toLowerCase().startsWith(directory.toLowerCase()));
        const way = win32.relative(native(directory), native(path));
        const climbs = way === '..' || way.startsWith('..\\') || win32.isAbsolute(way);
        expect(isWithin(directory, path)).toBe(!climbs);
        if (!climbs) expect(relativeWithin(directory, path)).toBe(way === '' ? '.' : way.replaceAll('\\', '/'));
      }),
    );
  });

  test('F2 either case of a drive letter is one drive; names that differ in case are different names', () => {
    fc.assert(
      fc.property(anyDrive, anyTail, (drive, tail) => {
        const cases = [drive.toUpperCase(), drive.toLowerCase()];
        const [upper, lower] = cases.map((each) => absolutePath(`${each}\\${tail}`));
        expect(upper).toBe(lower);
        expect(upper?.startsWith(drive.toUpperCase())).toBe(true);
      }),
    );
    const repo = 'C:/repo' as AbsolutePath;
    expect(resolvePath(repo, 'c:\\Repo\\a')).toBe('C:/Repo/a');
    expect(isWithin(repo, 'C:/Repo/a' as AbsolutePath)).toBe(false);
  });

  test('A10 nothing on one drive or share is within another', () => {
    const anyRoot = fc.constantFrom('C:\\', 'D:\\', '\\\\host\\share\\', '\\\\host\\other\\', '\\\\guest\\share\\');
    fc.assert(
      fc.property(anyRoot, anyRoot, anyTail, anyTail, (one, other, a, b) => {
        fc.pre(one !== other);
        const [directory, path] = [absolutePath(one + a), absolutePath(other + b)];
        expect(directory !== undefined && path !== undefined && isWithin(directory, path)).toBe(false);
      }),
    );
  });

  test('F2 the ways up end at the drive or the share', () => {
    fc.assert(
      fc.property(anyWindowsPath(), (path) => {
        expect(native(selfAndAncestors(path).at(-1) ?? '')).toBe(win32.parse(native(path)).root);
      }),
    );
  });

  test('F2 both separators, alone and mixed, spell one path, which is read again unchanged', () => {
    const anySpelling = fc.tuple(anyDrive, fc.array(fc.tuple(fc.constantFrom('\\', '/', '\\\\'), anyFileName())));
    fc.assert(
      fc.property(anySpelling, ([drive, parts]) => {
        const spelled = `${drive}\\${parts.map(([separator, name]) => separator + name).join('')}`;
        const path = absolutePath(spelled);
        expect(path).toBe(absolutePath(spelled.replaceAll('\\', '/')));
        expect(path).toBe(absolutePath(native(spelled)));
        expect(absolutePath(path ?? '')).toBe(path);
      }),
    );
  });

  test.each([
    ['\\\\?\\C:\\repo\\a', '//?/C:/repo/a'],
    ['C:\\repo\\.', 'C:/repo'],
    ['C:\\repo\\a\\..\\..\\..\\b', 'C:/b'],
    ['\\\\host\\share\\..\\..\\x', '//host/share/x'],
  ])('F2 %j is %j, as Node says', (spelled, path) => {
    expect(absolutePath(spelled)).toBe(path);
    expect(win32.resolve(spelled)).toBe(native(path));
  });

  test.each(['C:', 'C:\\', '\\\\host\\share', '\\\\host\\share\\'])('F2 %j is a root, its own parent', (spelled) => {
    const root = absolutePath(spelled);
    expect(root).toMatch(/\/$/u);
    expect(root === undefined ? undefined : dirname(root)).toBe(root);
  });
});
