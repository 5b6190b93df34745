// Owns: what the JSON Lines store does with its files; what every store does is in test/contracts.
import { mkdirSync, openSync, promises, statSync, truncateSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { memorySessionStore } from '../../../src/adapters/memory/session-store.js';
import { seqOf } from '../../../src/domain/units.js';
import { readLog } from '../../../src/programs/read-log.js';
import { anyLog } from '../../../src/testing/arbitraries/log.js';
import { seed } from '../../seed.js';
import { HEAD, HEADER, append, namesIn, numbered, put, read, readError, right, temporary, textIn } from './given.js';

describe('L6 the files of a store', () => {
  test('are one log a session, made with its directory and for its owner alone', async () => {
    const directory = join(temporary(), 'deep/logs');
    const store = jsonlStore(directory);
    right(await store.create(HEADER)());
    await append(store, 0, [numbered(0), numbered(1)]);
    expect(namesIn(directory)).toEqual(['s.jsonl']);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 's.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('L1 are JSON Lines to every other reader; all lines of an append but its last begin with a TAB', async () => {
    const directory = temporary();
    const store = jsonlStore(directory);
    right(await store.create(HEADER)());
    await append(store, 0, [numbered(0), numbered(1)]);
    await append(store, 2, [numbered(2)]);
    const lines = [0, 1, 2].map((n) => JSON.stringify(numbered(n)));
    expect(textIn(directory, 's.jsonl')).toBe(`${HEAD}\t${lines[0]}\n${lines[1]}\n${lines[2]}\n`);
    expect(readLog(textIn(directory, 's.jsonl'))).toMatchObject(
      E.right({ header: HEADER, events: [numbered(0), numbered(1), numbered(2)] }),
    );
  });

  test('are on the disk before a call succeeds: the log, and the name of a new one', async () => {
    const directory = temporary();
    const store = jsonlStore(directory);
    const probe = await promises.open(directory, 'r');
    const syncing = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync');
    onTestFinished(() => syncing.mockRestore());
    await probe.close();
    right(await store.create(HEADER)());
    expect(syncing).toHaveBeenCalledTimes(2);
    await append(store, 0, [numbered(0), numbered(1)]);
    expect(syncing).toHaveBeenCalledTimes(3);
  });

  test('are read whole where one line is longer than what is read at once', async () => {
    const store = jsonlStore(temporary());
    right(await store.create(HEADER)());
    const events = [numbered(0, 'long '.repeat(100_000)), numbered(1), numbered(2, '漢'.repeat(200_000)), numbered(3)];
    await append(store, 0, events);
    expect((await read(store)).events).toEqual(events);
  });

  test('are as they were where the disk does not take an append', async () => {
    const directory = temporary();
    const store = jsonlStore(directory);
    right(await store.create(HEADER)());
    await append(store, 0, [numbered(0)]);
    const before = textIn(directory, 's.jsonl');
    const probe = await promises.open(directory, 'r');
    const syncing = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync');
    onTestFinished(() => syncing.mockRestore());
    await probe.close();
    syncing.mockImplementation(() => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })));
    expect(await store.append('s', seqOf(1), [numbered(1), numbered(2)])()).toEqual(
      E.left({ _tag: 'StoreFailure', operation: 'append', detail: 'full', code: 'no-space' }),
    );
    expect(textIn(directory, 's.jsonl')).toBe(before);
    expect(namesIn(directory)).toEqual(['s.jsonl']);
  });

  test('are listed by their first line, however long they are', async () => {
    const directory = temporary();
    right(await jsonlStore(directory).create(HEADER)());
    const terabyte = 2 ** 40;
    truncateSync(join(directory, 's.jsonl'), terabyte);
    const headers = [];
    for await (const header of jsonlStore(directory).list()) headers.push(header);
    expect(headers).toEqual([E.right(HEADER)]);
    expect(right(await jsonlStore(directory).header('s')())).toEqual(HEADER);
  });

  test('that are no logs of the store are told in a list, one by one, and the others are listed', async () => {
    const directory = temporary();
    put(directory, 'a.jsonl', HEAD);
    put(directory, 'b.jsonl', '');
    put(directory, 'c.jsonl', '{"type":"event"}\n');
    put(directory, 'd.jsonl', 'x'.repeat(3_000_000));
    mkdirSync(join(directory, 'e.jsonl'));
    put(directory, 's.jsonl', HEAD);
    put(directory, 's.jsonl.lock', 'not listed');
    const found: unknown[] = [];
    for await (const header of jsonlStore(directory).list()) {
      found.push(E.isRight(header) ? header.right.id : /[^/]*$/u.exec(header.left.detail)?.[0]);
    }
    expect(found).toEqual([
      'a.jsonl: the log of session "s" has another name',
      'b.jsonl: line 1: expected a session header, found nothing',
      'c.jsonl: line 1: $.type: expected "session", found "event"',
      'd.jsonl: line 1: expected a session header, found nothing',
      expect.stringContaining('e.jsonl is no regular file'),
      's',
    ]);
  });

  test('a list of what is no directory fails', async () => {
    const directory = temporary();
    put(directory, 'file', '');
    const found = [];
    for await (const header of jsonlStore(join(directory, 'file')).list()) found.push(header);
    expect(found).toMatchObject([E.left({ operation: 'list', detail: expect.stringContaining('ENOTDIR') as unknown })]);
  });

  test('a log that says it is of another session is not read as this one', async () => {
    const directory = temporary();
    put(directory, 't.jsonl', HEAD);
    expect(await jsonlStore(directory).header('t')()).toMatchObject(
      E.left({ operation: 'read', detail: expect.stringContaining('is the log of session "s"') as unknown }),
    );
  });
});

describe('L1 a log of other writers', () => {
  const log = (text: string) => {
    const directory = temporary();
    put(directory, 's.jsonl', text);
    return { directory, store: jsonlStore(directory) };
  };

  test('is read and grows with a BOM, blank lines, carriage returns and no last line end', async () => {
    const [first, second] = [JSON.stringify(numbered(0)), JSON.stringify(numbered(1))];
    const { directory, store } = log(`\uFEFF\n${HEAD}\r\n\n${first}\r\n \n${second}`);
    expect((await read(store)).events).toEqual([numbered(0), numbered(1)]);
    const before = textIn(directory, 's.jsonl');
    await append(store, 2, [numbered(2)]);
    expect(textIn(directory, 's.jsonl')).toBe(`${before}\n${JSON.stringify(numbered(2))}\n`);
    expect((await read(jsonlStore(directory))).events).toEqual([0, 1, 2].map((n) => numbered(n)));
  });

  test('may hold only its header, without a line end', async () => {
    const { store } = log(HEAD.trim());
    await append(store, 0, [numbered(0)]);
    expect((await read(store)).events).toEqual([numbered(0)]);
  });

  test('L5 with a bad line in the middle is read up to it, and does not grow', async () => {
    const event = JSON.stringify(numbered(0));
    for (const bad of ['{"type":', '{"data":1}', '5', 'nonsense']) {
      const { directory, store } = log(`${HEAD}${event}\n${bad}\n${event}\n`);
      const events = [];
      for await (const page of store.read('s')) if (E.isRight(page)) events.push(...page.right.events);
      expect(events).toEqual([numbered(0)]);
      expect(await readError(store)).toMatchObject({ _tag: 'MalformedLine', line: 3 });
      expect(await store.append('s', 2 as never, [numbered(2)])()).toMatchObject(
        E.left({ _tag: 'StoreFailure', operation: 'append', detail: expect.stringContaining('line 3') as unknown }),
      );
      expect(textIn(directory, 's.jsonl')).toBe(`${HEAD}${event}\n${bad}\n${event}\n`);
    }
  });

  test('L5 keeps its line numbers in a reading that begins at a mark', async () => {
    const { directory, store } = log(HEAD);
    const { end } = await append(store, 0, [numbered(0), numbered(1)]);
    put(directory, 's.jsonl', `${textIn(directory, 's.jsonl')}\nnonsense\n{"type":"x"}\n`);
    expect(await readError(jsonlStore(directory), end)).toMatchObject({ _tag: 'MalformedLine', line: 5 });
  });

  test('what another process appended is seen before the next append', async () => {
    const { directory, store } = log(HEAD);
    await append(store, 0, [numbered(0)]);
    const file = openSync(join(directory, 's.jsonl'), 'a');
    writeSync(file, `${JSON.stringify(numbered(1))}\n`);
    expect(await store.append('s', 1 as never, [numbered(9)])()).toMatchObject(E.left({ _tag: 'Conflict', found: 2 }));
    await append(store, 2, [numbered(2)]);
    expect((await read(store)).events).toEqual([0, 1, 2].map((n) => numbered(n)));
  });
});

test(`L6 any log, appended in any parts, is the same in memory and in files (seed ${seed})`, async () => {
  const parts = fc.array(anyLog({ maxLength: 8 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(parts, async (batches) => {
      const directory = temporary();
      const [files, memory] = [jsonlStore(directory), memorySessionStore()];
      for (const store of [files, memory]) {
        right(await store.create(HEADER)());
        let at = 0;
        for (const batch of batches) {
          await append(store, at, batch.map(({ seq: _seq, ...event }) => event as never));
          at += batch.length;
        }
      }
      const expected = await read(memory);
      expect((await read(files)).events).toEqual(expected.events);
      expect(readLog(textIn(directory, 's.jsonl'))).toMatchObject(E.right({ events: expected.events }));
    }),
    { numRuns: 30 },
  );
});
