// Owns: the small steps that the store is made of: making directories, writing and reading ranges however little the
// system takes at once, putting whole files, and telling what was thrown.
import type { promises } from 'node:fs';
import { mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  StoreProblem,
  isMissing,
  stopIfAborted,
  storeFailure,
  systemCode,
} from '../../../src/adapters/jsonl/failure.js';
import { makeDirectory, putWhole, writeNew, writeRange } from '../../../src/adapters/jsonl/files.js';
import { jsonlDirectory, jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { readRange } from '../../../src/adapters/jsonl/mark.js';
import { HEADER, append, namesIn, numbered, put, read, right, temporary } from './given.js';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

const withCode = (code: unknown): Error => Object.assign(new Error('the system says no'), { code });

describe('what was thrown (L6, F8)', () => {
  test.each<readonly [string, unknown, string, string | undefined]>([
    ['a full disk', withCode('ENOSPC'), 'the system says no', 'no-space'],
    ['a full quota', withCode('EDQUOT'), 'the system says no', 'no-space'],
    ['anything else of the system', withCode('EIO'), 'the system says no', undefined],
    ['an error without a code', new Error('odd'), 'odd', undefined],
    ['a code that is none', withCode(['ENOSPC']), 'the system says no', undefined],
    ['what is no error', { code: 'ENOSPC' }, '[object Object]', undefined],
    ['a text', 'ENOSPC', 'ENOSPC', undefined],
    ['nothing', undefined, 'undefined', undefined],
    ['what the store found', new StoreProblem('locked', 'somebody is writing'), 'somebody is writing', 'locked'],
    ['what it has no code for', new StoreProblem(undefined, 'no log'), 'no log', undefined],
  ])('%s is told', (_, error, detail, code) => {
    const told = { _tag: 'StoreFailure', operation: 'append', detail };
    expect(storeFailure('append', error)).toStrictEqual(code === undefined ? told : { ...told, code });
  });

  test('only an error of the system has its code', () => {
    expect([withCode('ENOENT'), withCode(2), { code: 'ENOENT' }, 'ENOENT', null].map(systemCode)).toEqual([
      'ENOENT',
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect([withCode('ENOENT'), withCode('EIO'), null].map(isMissing)).toEqual([true, false, false]);
  });

  test('an aborted call ends, any other goes on', () => {
    expect(() => stopIfAborted({ aborted: true })).toThrow(new StoreProblem('aborted', 'aborted'));
    expect(stopIfAborted({ aborted: false })).toBeUndefined();
    expect(stopIfAborted(undefined)).toBeUndefined();
  });
});

describe('a directory is made (L6)', () => {
  test('with those that it is in, for its owner alone', async () => {
    const directory = join(temporary(), 'a', 'b', 'c');
    await makeDirectory(directory);
    await makeDirectory(directory);
    for (const one of [directory, join(directory, '..'), join(directory, '../..')]) expect(modeOf(one)).toBe('700');
  });

  test('by several at once', async () => {
    const directory = join(temporary(), 'a', 'b');
    await Promise.all(Array.from({ length: 5 }, () => makeDirectory(directory)));
    expect(statSync(directory).isDirectory()).toBe(true);
  });

  test('or not, where something else is in the way', async () => {
    const directory = temporary();
    put(directory, 'file', 'x');
    await expect(makeDirectory(join(directory, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeDirectory(join(directory, 'file', 'below'))).rejects.toThrow(/EEXIST|ENOTDIR/u);
    expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('x');
  });
});

/** A file in memory that takes and gives few bytes at once. */
const slowFile = (content: Buffer, most: number): promises.FileHandle =>
  ({
    write: (bytes: Buffer, offset: number, length: number, position: number) => {
      const bytesWritten = bytes.copy(content, position, offset, offset + Math.min(length, most));
      return Promise.resolve({ bytesWritten });
    },
    read: (bytes: Buffer, offset: number, length: number, position: number) => {
      const bytesRead = content.copy(bytes, offset, position, position + Math.min(length, most));
      return Promise.resolve({ bytesRead });
    },
  }) as never;

describe('ranges of files (L6)', () => {
  test('are written whole, however little the system takes at once', async () => {
    const content = Buffer.alloc(12, '.');
    await writeRange(slowFile(content, 3), Buffer.from('abcdefgh'), 2);
    expect(content.toString()).toBe('..abcdefgh..');
  });

  test('are read whole, however little the system gives at once, or not at all', async () => {
    const file = slowFile(Buffer.from('0123456789'), 3);
    expect((await readRange(file, 1, 8))?.toString()).toBe('12345678');
    expect((await readRange(file, 2, 8))?.toString()).toBe('23456789');
    expect((await readRange(file, 10, 0))?.length).toBe(0);
    expect(await readRange(file, 3, 8)).toBeUndefined();
  });
});

describe('a whole file is put in its place (L6)', () => {
  test('in the place of another, for its owner alone', async () => {
    const directory = temporary();
    await putWhole(join(directory, 'a'), 'old');
    await putWhole(join(directory, 'a'), 'n\u00fc');
    expect(readFileSync(join(directory, 'a'), 'utf8')).toBe('n\u00fc');
    expect(modeOf(join(directory, 'a'))).toBe('600');
    expect(namesIn(directory)).toEqual(['a']);
  });

  test('or nothing is left of it', async () => {
    const directory = temporary();
    mkdirSync(join(directory, 'a'));
    put(directory, 'a/b', '');
    await expect(putWhole(join(directory, 'a'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/u);
    expect(namesIn(directory)).toEqual(['a']);
  });

  test('a new one never in the place of another', async () => {
    const path = join(temporary(), 'a');
    writeFileSync(path, 'old');
    await expect(writeNew(path, () => Promise.resolve())).rejects.toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('old');
  });
});

test.runIf(process.platform === 'linux')('no file stays open, whatever becomes of a call (L6)', async () => {
  const directory = temporary();
  const open = (): readonly string[] =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith(directory) ? [path] : [];
      } catch {
        return [];
      }
    });
  const store = jsonlStore(directory);
  const mark = right(await store.create(HEADER)());
  await append(store, 0, [numbered(0), numbered(1)]);
  right(await store.saveSnapshot('s', mark, {})());
  right(await store.loadSnapshot('s')());
  await read(store);
  await read(store, mark);
  right(await store.header('s')());
  put(directory, 'no-log.jsonl', 'no log');
  put(directory, 'other.jsonl', `${JSON.stringify(HEADER)}\n`);
  const headers = [];
  for await (const header of store.list()) headers.push(header);
  expect(headers).toHaveLength(3);
  await store.header('no-log')();
  await store.header('other')();
  await store.append('other', mark.nextSeq, [])();
  await expect(writeNew(join(directory, 'new'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  for await (const text of jsonlDirectory(directory).read('s.jsonl')) expect(text).not.toBe('');
  expect(open()).toEqual([]);
});
