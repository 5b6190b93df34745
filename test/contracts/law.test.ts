// Owns: what holds for every law, whichever port it is about: what it compares, what it cleans up, what it leaves out.
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import type { FileSystemFixture, Law } from '../../src/testing/contracts/index.js';
import { clockLaws, fileSystemLaws, shellLaws, storeLaws } from '../../src/testing/contracts/index.js';
import { checkEqual, promptly } from '../../src/testing/contracts/law.js';
import { memoryFixture, memoryShellFixture } from './fixtures.js';

describe('two values', () => {
  test.each<readonly [unknown, unknown]>([
    [{ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } }, { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 }],
    [undefined, undefined],
    [null, null],
    [{ a: undefined }, {}],
  ])('%j and %j are equal', (one, other) => {
    expect(() => checkEqual('it', one, other)).not.toThrow();
  });

  test.each<readonly [unknown, unknown, string]>([
    [[1, 2], [2, 1], 'it: expected [2,1], found [1,2]'],
    [{ b: 1, a: 2 }, {}, 'it: expected {}, found {"a":2,"b":1}'],
    [undefined, null, 'it: expected null, found undefined'],
    [{ 0: 'a' }, ['a'], 'it: expected ["a"], found {"0":"a"}'],
    ['1', 1, 'it: expected 1, found "1"'],
  ])('%j and %j are not, which is told', (one, other, message) => {
    expect(() => checkEqual('it', one, other)).toThrow(new Error(message));
  });
});

test('work that is over in time gives what it gives', async () => {
  expect(await promptly('it', Promise.resolve(7))).toBe(7);
  await expect(promptly('it', Promise.reject(new Error('no')))).rejects.toThrow('no');
});

describe('every law cleans up, whether it holds or not', () => {
  let disposed = 0;
  const dispose = (): void => {
    disposed += 1;
  };
  const absent = (): FileSystemFixture => {
    const { fileSystem, ...fixture } = memoryFixture();
    const fails = (): never => {
      throw new Error('no');
    };
    return { ...fixture, fileSystem: { ...fileSystem, probe: fails, read: fails }, dispose };
  };
  const store = memorySessionStore();
  test.each<readonly [string, readonly Law[]]>([
    ['holding laws of a file system', fileSystemLaws(() => ({ ...memoryFixture(), dispose }))],
    ['failing laws of a file system', fileSystemLaws(absent)],
    [
      'laws of a session store',
      storeLaws(() => ({ store: memorySessionStore(), another: memorySessionStore(), dispose })),
    ],
    ['failing laws of a session store', storeLaws(() => ({ store, another: store, dispose }))],
    ['laws of a shell', shellLaws(() => ({ ...memoryShellFixture(), dispose }))],
  ])('%s', async (_, laws) => {
    disposed = 0;
    for (const { run } of laws) await run().catch(() => undefined);
    expect(disposed).toBe(laws.length);
  });
});

test('what is optional in a file system is optional in its laws (DESIGN 5)', async () => {
  const laws = fileSystemLaws(() => {
    const { fileSystem, ...fixture } = memoryFixture();
    return { ...fixture, fileSystem: { probe: fileSystem.probe, read: fileSystem.read } };
  });
  for (const { run } of laws) await run();
  expect(laws.length).toBeGreaterThan(15);
});

test('a clock that leaves its zone open keeps the laws, and one that is set need not move (SPEC T1)', async () => {
  const set = clockLaws(() => ({ now: () => 7, zone: () => undefined }), 'set');
  for (const { run } of set) await run();
  expect(set).toHaveLength(2);
  expect(clockLaws(() => ({ now: () => 7, zone: () => undefined }))).toHaveLength(4);
});
