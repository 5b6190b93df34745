// Owns: examples of the path algebra, each case that a law once found among them.
import { describe, expect, test } from 'vitest';
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
  upwardFrom,
} from '../../src/domain/path.js';

const at = (path: string): AbsolutePath => path as AbsolutePath;

describe('absolutePath', () => {
  test.each([
    ['/repo/app', '/repo/app'],
    ['/repo//app/./x/', '/repo/app/x'],
    ['//repo', '/repo'],
    ['/..', '/'],
    ['C:\\repo\\a', 'C:/repo/a'],
    ['c:\\repo', 'C:/repo'],
    ['c:/repo/..', 'C:/'],
    ['C:', 'C:/'],
    ['C:\\..\\..', 'C:/'],
    ['\\\\host\\share\\a\\..\\..', '//host/share/'],
    ['\\\\host\\\\share\\a', '//host/share/a'],
  ])('F2 %j is %j', (spelled, path) => {
    expect(absolutePath(spelled)).toBe(path);
  });

  test.each(['repo', '', '.', '..', 'C:repo', '~', '\\repo', '\\\\host'])('%j is not absolute', (spelled) => {
    expect(absolutePath(spelled)).toBeUndefined();
  });
});

describe('resolvePath', () => {
  test.each([
    ['/repo/app', 'src/a.ts', '/repo/app/src/a.ts'],
    ['/repo/app', '../lib/a.ts', '/repo/lib/a.ts'],
    ['/repo/app', '/etc/x', '/etc/x'],
    ['/repo/app', '..foo', '/repo/app/..foo'],
    ['/repo/app', '~/x', '/repo/app/~/x'],
    ['/repo/app', 'a\\b', '/repo/app/a\\b'],
    ['/repo/app', '', '/repo/app'],
    ['/', 'app/x', '/app/x'],
    ['/', '..', '/'],
    ['C:/repo', 'src\\a.ts', 'C:/repo/src/a.ts'],
    ['C:/repo', 'd:\\x', 'D:/x'],
    ['C:/repo', '\\x', 'C:/x'],
    ['C:/repo', '/x', 'C:/x'],
    ['C:/repo', '\\\\', 'C:/'],
    ['C:/repo', '//host/share/x', '//host/share/x'],
    ['//host/share/', 'a', '//host/share/a'],
    ['//host/share/a', '\\b', '//host/share/b'],
  ])('A9 from %j, %j is %j', (directory, named, path) => {
    expect(resolvePath(at(directory), named)).toBe(path);
  });
});

describe('the tree', () => {
  test('A10 `/repo2` is not below `/repo`', () => {
    expect(isWithin(at('/repo'), at('/repo2'))).toBe(false);
    expect(relativeWithin(at('/repo'), at('/repo2'))).toBeUndefined();
  });

  test('everything is below the root, which is its own directory', () => {
    expect(isWithin(at('/'), at('/a'))).toBe(true);
    expect(dirname(at('/a'))).toBe('/');
    expect(dirname(at('/'))).toBe('/');
    expect(dirname(at('C:/a'))).toBe('C:/');
    expect(dirname(at('//host/share/a'))).toBe('//host/share/');
  });

  test('a path has a last name, a relative one too', () => {
    expect(basename('/repo/AGENTS.md')).toBe('AGENTS.md');
    expect(basename('AGENTS.md')).toBe('AGENTS.md');
  });

  test('`.` and the empty text join to the directory itself', () => {
    expect(['.', '', 'a'].map((relative) => joinPath(at('/repo'), relative))).toEqual(['/repo', '/repo', '/repo/a']);
    expect(joinPath(at('/'), 'a')).toBe('/a');
  });

  test('the way up is counted in steps', () => {
    expect(upwardFrom(at('/repo/a/b'), at('/repo'))).toBe('../..');
    expect(upwardFrom(at('/repo'), at('/repo'))).toBe('.');
  });

  test('a chain names every directory on the way down', () => {
    expect(chainWithin('.', 'a/b')).toEqual(['.', 'a', 'a/b']);
    expect(chainWithin('a', 'a/b/c')).toEqual(['a', 'a/b', 'a/b/c']);
    expect(['.', 'a', 'a/b'].map(depthOf)).toEqual([0, 1, 2]);
  });
});
