// Owns: the directory of logs, tried on a real one, alone and under the program that reads sessions from it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonlDirectory, jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { encodeLog } from '../../../src/domain/codec/session-log.js';
import { queryLogs } from '../../../src/programs/query-logs.js';
import { headerOf, userSaid } from '../../sources/session-reference/given.js';

let directory: string;
const inside = (name: string): string => join(directory, name);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'contextfold-logs-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const LONG = `${'漢😀é'.repeat(100_000)}\n`;
const putLong = (): void => writeFileSync(inside('long.jsonl'), LONG);

const textOf = async (name: string, signal?: AbortSignal): Promise<string> => {
  let text = '';
  for await (const piece of jsonlDirectory(directory).read(name, signal)) text += piece;
  return text;
};

describe('L6 a directory of logs', () => {
  test('lists what is called .jsonl', async () => {
    for (const name of ['a.jsonl', 'b.jsonl.tmp', '.jsonl', 'jsonl']) writeFileSync(inside(name), '');
    const names = await jsonlDirectory(directory).names()();
    expect(E.map((found: readonly string[]) => [...found].sort())(names)).toEqual(E.right(['.jsonl', 'a.jsonl']));
  });

  test('holds nothing where there is no directory yet, and fails where there is something else', async () => {
    writeFileSync(inside('a.jsonl'), '');
    expect(await jsonlDirectory(inside('missing')).names()()).toEqual(E.right([]));
    expect(await jsonlDirectory(inside('a.jsonl')).names()()).toMatchObject(
      E.left({ _tag: 'StoreFailure', operation: 'list', detail: expect.stringContaining('ENOTDIR') as unknown }),
    );
  });

  test('gives a text as it is, however the pieces fall', async () => {
    putLong();
    symlinkSync('long.jsonl', inside('link.jsonl'));
    expect(await textOf('long.jsonl')).toBe(LONG);
    expect(await textOf('link.jsonl')).toBe(LONG);
  });

  test('rejects for what is missing, a directory or a FIFO, without waiting', async () => {
    mkdirSync(inside('directory.jsonl'));
    execFileSync('mkfifo', [inside('pipe.jsonl')]);
    await expect(textOf('missing.jsonl')).rejects.toThrow('ENOENT');
    await expect(textOf('directory.jsonl')).rejects.toThrow('no regular file');
    await expect(textOf('pipe.jsonl')).rejects.toThrow('no regular file');
  });

  test('F6 stops when it is aborted, before and while it reads', async () => {
    putLong();
    await expect(textOf('long.jsonl', AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await jsonlDirectory(directory).names(AbortSignal.abort())()).toMatchObject(E.left({ detail: 'aborted' }));
    const stopping = new AbortController();
    const pieces = jsonlDirectory(directory).read('long.jsonl', stopping.signal)[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    stopping.abort();
    await expect(pieces.next()).rejects.toThrow('aborted');
  });

  test('may be left before the end', async () => {
    putLong();
    for (let round = 0; round < 50; round += 1) {
      for await (const piece of jsonlDirectory(directory).read('long.jsonl')) {
        expect(piece.startsWith('漢')).toBe(true);
        break;
      }
    }
  });
});

test('L6 a session of a store is found by the name of its log, without looking into others', async () => {
  const header = headerOf('A session / of a store');
  const logs = join(directory, 'store');
  await jsonlStore(logs).create(header)();
  await jsonlStore(logs).create(headerOf('0'))();
  const files = jsonlDirectory(logs);
  const read: string[] = [];
  const sessions = queryLogs({
    ...files,
    read: (name, signal) => {
      read.push(name);
      return files.read(name, signal);
    },
  });
  expect(E.isRight(await sessions.readSurface(header.id)())).toBe(true);
  expect(new Set(read)).toEqual(new Set(['%41%20session%20%2f%20of%20a%20store.jsonl']));
});

test('S4 S8 the sessions of a directory are listed and read', async () => {
  const header = { ...headerOf('id with / in it'), cwd: '/repo' };
  const title = { type: 'session/title', data: { title: 'Notes' } };
  writeFileSync(inside('any-name.jsonl'), `${encodeLog(header, [userSaid('hello'), title])}{"type":"tool/`);
  const sessions = queryLogs(jsonlDirectory(directory));
  expect(await sessions.list()()).toEqual(E.right([{ header, title: 'Notes' }]));
  expect(await sessions.readSurface(header.id)()).toEqual(
    E.right({ _tag: 'surface', header, events: [userSaid('hello')], lastSeq: 1 }),
  );
});
