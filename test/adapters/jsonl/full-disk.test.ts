// Owns: a disk without room: a tiny file system in memory, which only root may mount.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import { seqOf } from '../../../src/domain/units.js';
import { HEADER, append, namesIn, numbered, put, read, right, textIn } from './given.js';

const point = mkdtempSync(join(tmpdir(), 'contextfold-full-'));
const succeeds = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const isMounted = succeeds('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', point);
if (!isMounted) rmSync(point, { recursive: true });

describe.skipIf(!isMounted)(`L6 a full disk${isMounted ? '' : ' (mounting a tmpfs is not permitted here)'}`, () => {
  let directory: string;
  let count = 0;

  beforeAll(() => {
    directory = join(point, 'logs');
    mkdirSync(directory);
  });
  afterAll(() => {
    succeeds('umount', point);
    rmSync(point, { recursive: true });
  });

  const logged = async (): Promise<readonly unknown[]> => (await read(jsonlStore(directory))).events;
  const numbers = (): readonly unknown[] => Array.from({ length: count }, (_, n) => numbered(n));
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(point);
    writeFileSync(join(point, 'filler'), new Uint8Array(bavail * bsize));
  };
  const empty = (): void => rmSync(join(point, 'filler'), { force: true });
  const noSpace = (operation: string) => E.left(expect.objectContaining({ operation, code: 'no-space' }) as unknown);

  test('refuses an append that does not fit, and leaves nothing of it in the log', async () => {
    const store = jsonlStore(directory);
    right(await store.create(HEADER)());
    count = 3;
    const { end } = await append(store, 0, numbers() as never);
    right(await store.saveSnapshot('s', end, { small: true })());
    const before = textIn(directory, 's.jsonl');
    const batch = [3, 4, 5].map((n) => numbered(n, 'x'.repeat(100_000)));
    expect(await store.append('s', seqOf(3), batch)()).toEqual(noSpace('append'));
    expect(textIn(directory, 's.jsonl')).toBe(before);
    expect(namesIn(directory)).toEqual(['s.jsonl', 's.jsonl.snapshot']);
    await append(store, 3, [numbered(3)]);
    count = 4;
    expect(await logged()).toEqual(numbers());
  });

  test('takes events to the last byte, and the log stays readable', async () => {
    fill();
    const store = jsonlStore(directory);
    for (;;) {
      const done = await store.append('s', seqOf(count), [numbered(count)])();
      if (E.isLeft(done)) {
        expect(done).toEqual(noSpace('append'));
        break;
      }
      count += 1;
    }
    expect(statSync(join(directory, 's.jsonl')).size % 4096).toBeGreaterThan(4000);
    expect(await logged()).toEqual(numbers());
    expect(await store.create({ ...HEADER, id: 'other' })()).toEqual(noSpace('create'));
    const { last } = await read(store);
    expect(await store.saveSnapshot('s', last.end, { big: 'x'.repeat(10_000) })()).toEqual(noSpace('snapshot'));
    expect(right(await store.loadSnapshot('s')())).toMatchObject({ _tag: 'snapshot', snapshot: { small: true } });
    expect(namesIn(directory)).toEqual(['s.jsonl', 's.jsonl.snapshot']);
  });

  test('keeps what a crash had cut where it is, as long as there is no room for the copy', async () => {
    empty();
    const cut = '{"cut'.padEnd(5_000, 'x');
    const before = textIn(directory, 's.jsonl');
    put(directory, 's.jsonl', `${before}${cut}`);
    fill();
    expect(await jsonlStore(directory).append('s', seqOf(count), [])()).toEqual(noSpace('append'));
    expect(textIn(directory, 's.jsonl')).toBe(`${before}${cut}`);
    expect(await logged()).toEqual(numbers());
    expect(namesIn(directory)).toEqual(['s.jsonl', 's.jsonl.snapshot']);
  });

  test('is like any other when there is room again', async () => {
    empty();
    await append(jsonlStore(directory), count, [numbered(count)]);
    count += 1;
    expect(await logged()).toEqual(numbers());
    right(await jsonlStore(directory).create({ ...HEADER, id: 'other' })());
  });
});
