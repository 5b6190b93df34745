// Owns: snapshots beside a log: when one is believed, when not, and that what is before its place is not read.
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { seqOf } from '../../../src/domain/units.js';
import type { LogMark } from '../../../src/ports/session-store.js';
import { HEAD, HEADER, append, namesIn, numbered, put, read, right, temporary, textIn } from './given.js';

/** More than what is looked at right before a place. */
const LONG = 'x'.repeat(5_000);

const kept = async (): Promise<{ readonly directory: string; readonly mark: LogMark }> => {
  const directory = temporary();
  const store = jsonlStore(directory);
  right(await store.create(HEADER)());
  await append(store, 0, [numbered(0, 'early')]);
  await append(store, 1, [numbered(1, LONG)]);
  const { end: mark } = await append(store, 2, [numbered(2)]);
  right(await store.saveSnapshot('s', mark, { folded: true })());
  await append(store, 3, [numbered(3)]);
  return { directory, mark };
};

const changed = (directory: string, name: string, from: string, to: string): void => {
  const text = textIn(directory, name);
  expect(text).toContain(from);
  put(directory, name, text.replace(from, to));
};

const reasonOf = async (directory: string): Promise<unknown> => {
  const found = right(await jsonlStore(directory).loadSnapshot('s')());
  return found._tag === 'unfit' ? found.reason : found._tag;
};

const LABEL = 'its first line is no label';
const OTHER = 'the log before its place is another';

describe('F3 L6 a snapshot beside a log', () => {
  test('is one file, put in its place as a whole', async () => {
    const { directory, mark } = await kept();
    expect(namesIn(directory)).toEqual(['s.jsonl', 's.jsonl.snapshot']);
    const found = right(await jsonlStore(directory).loadSnapshot('s')());
    expect(found).toEqual({ _tag: 'snapshot', mark, snapshot: { folded: true } });
  });

  test.each([
    ['the header is another', OTHER, (d: string) => changed(d, 's.jsonl', '"/repo"', '"/rope"')],
    ['the line before is another', OTHER, (d: string) => changed(d, 's.jsonl', '"n":2', '"n":9')],
    ['something before has another length', OTHER, (d: string) => changed(d, 's.jsonl', 'early', 'earlier')],
    ['the log is shorter', OTHER, (d: string) => truncateSync(join(d, 's.jsonl'), HEAD.length)],
    ['the log was begun anew', OTHER, (d: string) => put(d, 's.jsonl', HEAD)],
    ['it is damaged', 'it is damaged', (d: string) => changed(d, 's.jsonl.snapshot', 'true', 'talse')],
    ['it is cut', 'it is damaged', (d: string) => changed(d, 's.jsonl.snapshot', ':true}', '')],
    ['it is empty', LABEL, (d: string) => put(d, 's.jsonl.snapshot', '')],
    ['it is of another format', LABEL, (d: string) => changed(d, 's.jsonl.snapshot', 'fold":1', 'fold":2')],
    ['its place is made up', OTHER, (d: string) => changed(d, 's.jsonl.snapshot', '"token":"', '"token":"1')],
  ])('does not count when %s', async (_, reason, change) => {
    const { directory } = await kept();
    change(directory);
    expect(await reasonOf(directory)).toBe(reason);
  });

  test('is moved along with its log', async () => {
    const { directory, mark } = await kept();
    const elsewhere = temporary();
    for (const name of namesIn(directory)) put(elsewhere, name, readFileSync(join(directory, name)));
    expect(await reasonOf(elsewhere)).toBe('snapshot');
    expect((await read(jsonlStore(elsewhere), mark)).events).toEqual([numbered(3)]);
  });

  test('a mark that does not fit is refused', async () => {
    const { directory, mark } = await kept();
    changed(directory, 's.jsonl', '"n":2', '"n":9');
    expect(await jsonlStore(directory).saveSnapshot('s', mark, {})()).toMatchObject(E.left({ code: 'unfit-mark' }));
  });

  test('nothing before its place is read, to read on nor to append', async () => {
    const { directory, mark } = await kept();
    // What is early in the log is no JSON any more: whoever read it would stop there.
    changed(directory, 's.jsonl', '{"type":"x","data":{"n":0', '#"type":"x","data":{"n":0');
    expect((await read(jsonlStore(directory), mark)).events).toEqual([numbered(3)]);
    const fresh = jsonlStore(directory);
    right(await fresh.append('s', seqOf(4), [numbered(4)])());
    expect((await read(fresh, mark)).events).toEqual([numbered(3), numbered(4)]);
    await expect(read(fresh)).rejects.toThrow('line 2');
  });
});
