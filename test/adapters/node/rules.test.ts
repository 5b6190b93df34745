// Owns: the pure rules behind the Node file system: what an error means, when a version may be believed, how many run.
import { describe, expect, test } from 'vitest';
import { isAbsence, unavailable } from '../../../src/adapters/node/failure.js';
import { limitTo } from '../../../src/adapters/node/limit.js';
import type { Stamp } from '../../../src/adapters/node/version.js';
import { isSameStamp, versionOf, versionOfRead } from '../../../src/adapters/node/version.js';

const errno = (code: string, message = `${code}: refused, stat '/x'`): Error =>
  Object.assign(new Error(message), { code });

describe('what an error means (SPEC A5)', () => {
  const open = ['ELOOP', 'EACCES', 'EPERM', 'EIO', 'ENAMETOOLONG', 'EMFILE', 'ESTALE', 'ERR_INVALID_ARG_VALUE'];

  test.each(['ENOENT', 'ENOTDIR'])('%s proves an absence', (code) => {
    expect(isAbsence(errno(code))).toBe(true);
  });

  test.each(open)('%s proves nothing and is named', (code) => {
    expect(isAbsence(errno(code))).toBe(false);
    expect(unavailable(errno(code)).reason).toBe(`${code}: refused, stat '/x'`);
    expect(unavailable(errno(code, 'refused')).reason).toBe(`${code}: refused`);
  });

  test('what is no system error proves nothing either', () => {
    expect([isAbsence(new Error('ENOENT')), isAbsence('ENOENT'), isAbsence(undefined)]).toEqual([false, false, false]);
    expect(unavailable('odd')).toEqual({ _tag: 'unavailable', reason: 'odd' });
    const numbered = Object.assign(new Error('odd'), { code: 2 });
    expect([isAbsence(numbered), unavailable(numbered).reason]).toEqual([false, 'odd']);
    expect(unavailable(new Error('aborted'))).toEqual({ _tag: 'unavailable', reason: 'aborted' });
  });
});

describe('when a version may be believed (SPEC A11)', () => {
  const stamp: Stamp = { dev: 1, ino: 2, size: 10, mtimeMs: 5_000.001, ctimeMs: 6_000.001 };
  const version = versionOf(stamp);

  test.each(Object.keys(stamp))('another %s is another version', (key) => {
    expect(versionOf({ ...stamp, [key]: 0 })).not.toBe(version);
  });

  test('a file that was at rest has one', () => {
    expect(versionOfRead(stamp, 10, 9_000)).toBe(version);
  });

  test('a file that is longer or shorter than its size has none', () => {
    expect(versionOfRead(stamp, 11, 9_000)).toBeUndefined();
    expect(versionOfRead(stamp, 9, 9_000)).toBeUndefined();
  });

  test('a file that changed within a tick of the clock has none: one more change could look the same', () => {
    expect(versionOfRead(stamp, 10, 6_000)).toBeUndefined();
    expect(versionOfRead(stamp, 10, 6_020)).toBeUndefined();
    expect(versionOfRead(stamp, 10, 6_021)).toBe(version);
  });

  test('where times are whole seconds the tick is two of them', () => {
    const coarse = { ...stamp, mtimeMs: 7_000, ctimeMs: 7_000 };
    expect(versionOfRead(coarse, 10, 9_000)).toBeUndefined();
    expect(versionOfRead(coarse, 10, 9_001)).toBe(versionOf(coarse));
  });

  test('the later of both times counts', () => {
    const future = { ...stamp, mtimeMs: 50_000.001 };
    expect(versionOfRead(future, 10, 9_000)).toBeUndefined();
  });
});

describe('how many run (DESIGN 2, adapters)', () => {
  test('first come, first served, and never more than there is room for', async () => {
    const limit = limitTo(2);
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const start = (name: string): Promise<void> =>
      limit(() => {
        order.push(name);
        return new Promise((end) => ends.push(end));
      });
    const all = ['a', 'b', 'c', 'd'].map(start);
    expect(order).toEqual(['a', 'b']);
    ends[1]?.();
    await all[1];
    await Promise.resolve();
    expect(order).toEqual(['a', 'b', 'c']);
    ends[0]?.();
    await all[0];
    await Promise.resolve();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    ends[2]?.();
    ends[3]?.();
    await Promise.all(all);
  });

  test('work that fails gives its room back', async () => {
    const limit = limitTo(1);
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limit(() => Promise.resolve('yes'))).toBe('yes');
  });
});

test('two looks found one state where nothing is different (SPEC A11)', () => {
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 4, ctimeMs: 5 };
  expect(isSameStamp(stamp, { ...stamp })).toBe(true);
  for (const [key, value] of Object.entries(stamp)) {
    expect(isSameStamp(stamp, { ...stamp, [key]: value + 1 }), key).toBe(false);
  }
});
