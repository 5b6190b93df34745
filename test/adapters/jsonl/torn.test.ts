// Owns: the end of a log that a crash cut: every place where it can be cut, what is read then, and how it is put right.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { seqOf } from '../../../src/domain/units.js';
import { HEAD, append, namesIn, numbered, put, read, readError, temporary, textIn } from './given.js';

const FIRST = [numbered(0)];
const BATCH = [numbered(1, 'é漢😀'), numbered(2), numbered(3, '\u0000\n')];

/** A log with a first append and a second one, and where the second begins. */
const written = async (second: readonly LogEvent[]): Promise<{ readonly bytes: Buffer; readonly start: number }> => {
  const directory = temporary();
  const store = jsonlStore(directory);
  put(directory, 's.jsonl', HEAD);
  await append(store, 0, FIRST);
  const start = statSync(join(directory, 's.jsonl')).size;
  await append(store, 1, second);
  return { bytes: readFileSync(join(directory, 's.jsonl')), start };
};

const torn = (text: string): { readonly directory: string; readonly before: string } => {
  const directory = temporary();
  const before = `${HEAD}${JSON.stringify(numbered(0))}\n`;
  put(directory, 's.jsonl', `${before}${text}`);
  return { directory, before };
};

describe('L5 L6 a log that a crash cut', () => {
  test.each([
    ['an append of one event', BATCH.slice(0, 1)],
    ['an append of several events', BATCH],
  ])('holds %s as a whole or not at all, whichever byte was the last', async (_, second) => {
    const { bytes, start } = await written(second);
    const directory = temporary();
    for (let length = start; length <= bytes.length; length += 1) {
      put(directory, 's.jsonl', bytes.subarray(0, length));
      const isWhole = length >= bytes.length - 1;
      const expected = isWhole ? [...FIRST, ...second] : FIRST;
      const isTorn = !isWhole && length > start;

      const { events, last } = await read(jsonlStore(directory));
      expect(events, `${length}`).toEqual(expected);
      expect(last.end.nextSeq).toBe(expected.length);
      expect(last.diagnostics.map(({ code }) => code)).toEqual(isTorn ? ['torn-append'] : []);
      expect(readFileSync(join(directory, 's.jsonl'))).toEqual(bytes.subarray(0, length));

      const { diagnostics } = await append(jsonlStore(directory), expected.length, [numbered(9)]);
      expect((await read(jsonlStore(directory))).events).toEqual([...expected, numbered(9)]);
      const copies = namesIn(directory).filter((name) => name.includes('.cut-'));
      expect(copies).toEqual(isTorn ? [`s.jsonl.cut-${start}`] : []);
      expect(diagnostics.map(({ path }) => path)).toEqual(copies.map((name) => join(directory, name)));
      for (const name of copies) {
        expect(readFileSync(join(directory, name))).toEqual(bytes.subarray(start, length));
        rmSync(join(directory, name));
      }
    }
  });

  test.each([
    ['zeros, as after a power cut', '\0'.repeat(5000)],
    ['a line that is no JSON but ends', '\0\0}\n'],
    ['blank lines behind a cut one', '{"type":\n\n \n'],
    ['an unfinished append with a bad last line', `\t${JSON.stringify(numbered(1))}\n{"type\n`],
    ['an unfinished append whose lines are whole', `\t${JSON.stringify(numbered(1))}\n`],
    ['a blank beginning', '\t'],
  ])('reads and grows with %s at its end', async (_, tail) => {
    const { directory, before } = torn(tail);
    expect((await read(jsonlStore(directory))).events).toEqual(FIRST);
    await append(jsonlStore(directory), 1, [numbered(1)]);
    expect(textIn(directory, 's.jsonl')).toBe(`${before}${JSON.stringify(numbered(1))}\n`);
    expect(textIn(directory, `s.jsonl.cut-${Buffer.byteLength(before)}`)).toBe(tail);
  });

  test('keeps a copy of every cut, at one place too', async () => {
    const { directory, before } = torn('{"one');
    await append(jsonlStore(directory), 1, []);
    for (const cut of ['{"two', '{"three']) {
      put(directory, 's.jsonl', `${before}${cut}`);
      await append(jsonlStore(directory), 1, []);
    }
    const name = `s.jsonl.cut-${Buffer.byteLength(before)}`;
    const copies = [name, `${name}-1`, `${name}-2`];
    expect(namesIn(directory)).toEqual(['s.jsonl', ...copies]);
    expect(copies.map((one) => textIn(directory, one))).toEqual(['{"one', '{"two', '{"three']);
  });

  test('is put right before an append is a conflict too', async () => {
    const { directory, before } = torn('{"cut');
    const late = await jsonlStore(directory).append('s', seqOf(7), [])();
    expect(late).toMatchObject(E.left({ _tag: 'Conflict', found: 1 }));
    expect(textIn(directory, 's.jsonl')).toBe(before);
  });

  test('is an error where a bad line is followed by more, and nothing is cut then', async () => {
    const { directory, before } = torn(`{"cut\n${JSON.stringify(numbered(1))}\n`);
    expect(await readError(jsonlStore(directory))).toMatchObject({ _tag: 'MalformedLine', line: 3 });
    expect(E.isLeft(await jsonlStore(directory).append('s', seqOf(2), [])())).toBe(true);
    expect(textIn(directory, 's.jsonl').startsWith(`${before}{"cut\n`)).toBe(true);
    expect(namesIn(directory)).toEqual(['s.jsonl']);
  });
});
