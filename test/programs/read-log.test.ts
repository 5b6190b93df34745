// Owns: examples of reading JSON Lines: which line is bad, which was cut, what is skipped.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/domain/error.js';
import type { ReadingOptions } from '../../src/programs/log-lines.js';
import { UNREADABLE } from '../../src/programs/log-lines.js';
import type { LogReading } from '../../src/programs/read-log.js';
import { linesOf, readLog, readLogLines, readingDiagnostics } from '../../src/programs/read-log.js';

const HEADER = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}';
const A = '{"type":"a","data":1}';
const B = '{"type":"b"}';

const reading = (text: string, options?: ReadingOptions): LogReading => {
  const read = readLog(text, options);
  if (E.isLeft(read)) throw new Error(describeError(read.left));
  return read.right;
};
const typesIn = (text: string, options?: ReadingOptions): readonly string[] =>
  reading(text, options).events.map(({ type }) => type);
const problemIn = (text: string, options?: ReadingOptions): string => {
  const read = readLog(text, options);
  return E.isLeft(read) ? describeError(read.left) : 'none';
};

describe('a log is JSON Lines (L1)', () => {
  test('the first line is the header, every further line an event; the last may lack its line feed', () => {
    const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' };
    const events = [{ type: 'a', data: 1 }, { type: 'b' }];
    expect(reading(`${HEADER}\n${A}\n${B}`)).toEqual({ header, events, skipped: [] });
    expect(typesIn(`${HEADER}\n${A}\n`)).toEqual(['a']);
    expect(typesIn(HEADER)).toEqual([]);
  });

  test('version 0 is accepted, any other is not', () => {
    expect(problemIn(HEADER.replace('"version":1', '"version":0'))).toBe('none');
    expect(problemIn(HEADER.replace('"version":1', '"version":2'))).toBe('line 1: $.version: expected 0 or 1, found 2');
  });

  test('unknown types and fields are carried through unchanged', () => {
    const line = '{"extra":[1],"type":"x/y","data":{"a":null},"sourceEventSeqs":"odd"}';
    expect(JSON.stringify(reading(`${HEADER}\n${line}`).events[0])).toBe(line);
  });

  test('blank lines, carriage returns and a byte order mark are no events', () => {
    expect(typesIn(`\uFEFF${HEADER}\r\n\r\n${A}\r\n \n${B}\r\n`)).toEqual(['a', 'b']);
  });

  test.each(['\u00a0', '\u2028', '\f', '\v', '\u3000'])('a line of %j is none of them', (odd) => {
    expect(problemIn(`${HEADER}\n${odd}\n${A}`)).toBe('line 2: not JSON');
  });

  test('a log without a header is an error', () => {
    for (const text of ['', '\n\n']) expect(problemIn(text)).toBe('line 1: expected a session header, found nothing');
    expect(problemIn(A)).toBe('line 1: $.type: expected "session", found "a"');
    expect(problemIn(HEADER.slice(0, 20))).toBe('line 1: not JSON');
  });
});

describe('bad lines (L5, F8)', () => {
  test('a last line that was cut is reported with its number and skipped', () => {
    const log = reading(`${HEADER}\n${A}\n${B.slice(0, 5)}`);
    expect(log.events).toHaveLength(1);
    expect(log.torn).toEqual({ _tag: 'MalformedLine', line: 3, problem: 'not JSON' });
    expect(readingDiagnostics(log)).toEqual([{ code: 'torn-line', detail: 'line 3 was cut off; skipped' }]);
  });

  test('it is still the last line when only blank lines follow', () => {
    expect(reading(`${HEADER}\n${B.slice(0, 5)}\n\n`).torn?.line).toBe(2);
  });

  test('a bad line in the middle is an error with its 1-based line number', () => {
    expect(problemIn(`${HEADER}\n${A}\n{"ty\n${B}`)).toBe('line 3: not JSON');
    expect(problemIn(`${HEADER}\n\n{"ty\n${B}`)).toBe('line 3: not JSON');
  });

  test.each([
    ['42', 'line 2: $: expected an event, found 42'],
    ['{"data":1}', 'line 2: $.type: expected a string, found nothing'],
    ['{"type":"a","seq":"0"}', 'line 2: $.seq: expected an integer, found "0"'],
    ['{"type":"a","time":null}', 'line 2: $.time: expected a finite number, found null'],
    [
      '{"type":"a","surfaceOp":{"op":"replace","start":0}}',
      'line 2: $.surfaceOp.end: expected an integer of 0 or more, found nothing',
    ],
    [
      '{"type":"a","surfaceOp":["append"]}',
      'line 2: $.surfaceOp: expected "append" or { op: "replace", start, end }, found a list',
    ],
  ])('%s is whole but no event: an error, at the end of the log too', (line, problem) => {
    expect(problemIn(`${HEADER}\n${line}\n${A}`)).toBe(problem);
    expect(problemIn(`${HEADER}\n${line}`)).toBe(problem);
  });

  test('lenient skips and counts them, and the lines behind keep their seqs', () => {
    const log = reading(`${HEADER}\n${A}\n{"ty\n42\n${B}\n{"cut`, { lenient: true });
    expect(log.events.map(({ type }) => type)).toEqual(['a', UNREADABLE, UNREADABLE, 'b']);
    expect(log.skipped.map(({ line }) => line)).toEqual([3, 4]);
    expect(log.torn?.line).toBe(6);
    expect(readingDiagnostics(log).map(({ code }) => code)).toEqual(['malformed-line', 'malformed-line', 'torn-line']);
  });

  const seqsOf = (...lines: readonly string[]): readonly (string | number)[] =>
    reading([HEADER, ...lines].join('\n'), { lenient: true }).events.map(({ type, seq }) => seq ?? type);

  test('lenient: a skipped line is as many events as the seq of the next one leaves room for (L5)', () => {
    const at = (seq: number): string => `{"type":"a","seq":${seq}}`;
    expect(seqsOf(at(0), '{"ty', at(1))).toEqual([0, 1]);
    expect(seqsOf(at(0), '{"ty', at(2))).toEqual([0, UNREADABLE, 2]);
    expect(seqsOf(at(0), '{"ty', '42', at(1))).toEqual([0, 1]);
    expect(seqsOf(at(0), '{"ty', '42', at(2))).toEqual([0, UNREADABLE, 2]);
    expect(seqsOf(at(0), '\0\0', at(3))).toEqual([0, UNREADABLE, UNREADABLE, 3]);
    expect(seqsOf(at(0), '42', at(0))).toEqual([0, 0]);
    expect(seqsOf(at(0), '42', at(9_999_999))).toEqual([0, UNREADABLE, 9_999_999]);
    expect(seqsOf(at(0), at(5))).toEqual([0, 5]);
    expect(seqsOf(at(0), '42', '{"type":"b"}')).toEqual([0, UNREADABLE, 'b']);
    expect(seqsOf(at(0), '42')).toEqual([0, UNREADABLE]);
  });

  test('lenient: what stands in the place of skipped lines says which ones those were', () => {
    const { events } = reading([HEADER, A, '{"ty', '42', '{"type":"a","seq":5}', '42'].join('\n'), { lenient: true });
    const lines = events.filter(({ type }) => type === UNREADABLE).map(({ data }) => data);
    expect(lines).toEqual([{ line: 3 }, { line: 4 }, { line: 4 }, { line: 4 }, { line: 6 }]);
  });

  test('lenient: how large a gap may be counts from where the one before it ended', () => {
    const first = [HEADER, '42', '{"type":"a","seq":100000}'];
    expect(reading(first.join('\n'), { lenient: true }).events).toHaveLength(100_001);
    expect(reading([...first, '42', '{"type":"a","seq":100002}'].join('\n'), { lenient: true }).events).toHaveLength(
      100_003,
    );
    expect(reading([HEADER, '42', '{"type":"a","seq":100001}'].join('\n'), { lenient: true }).events).toHaveLength(2);
  });

  test('many gaps together are no larger than one may be: short lines do not become millions of events', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `{"cut\n{"type":"x","seq":${(index + 1) * 90_000}}`);
    const { events, skipped } = reading([HEADER, ...lines].join('\n'), { lenient: true });
    expect(skipped).toHaveLength(20);
    expect(events.length).toBeLessThan(100_100);
  });

  test('lenient still needs a header', () => {
    expect(problemIn(`{"cut\n${A}`, { lenient: true })).toBe('line 1: not JSON');
  });
});

describe('a large log, line by line (L6)', () => {
  async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
  }

  test.each([1, 3, 64, 10_000])('reads the same in chunks of %i characters', async (size) => {
    const bodies = [`\n${A}\n\n${B}\n{"cu`, `\n{"ty\n${B}`, '\n', '', '\n{"type":"\u2028\r"}'];
    for (const text of ['', ...bodies.map((body) => HEADER + body)]) {
      expect(await readLogLines(linesOf(chunksOf(text, size)))()).toEqual(readLog(text));
    }
  });

  test('reading stops at the first bad line', async () => {
    let asked = 0;
    async function* lines(): AsyncGenerator<string> {
      for (const line of [HEADER, '42', A, A]) {
        asked += 1;
        yield await Promise.resolve(line);
      }
    }
    expect(E.isLeft(await readLogLines(lines())())).toBe(true);
    expect(asked).toBe(2);
  });
});
