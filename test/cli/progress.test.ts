// Owns: the line of progress: when it is shown, what it says, that it fits, and that nothing of it stays.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/cli/print/width.js';
import { progressOf } from '../../src/cli/progress.js';
import type { Screen, Terminal } from '../../src/cli/terminal.js';
import { run } from './run.js';

const CLEAR = '\r\u001b[K';
const HEADER = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}\n';

const PLAIN: Screen = { width: 80, colours: false };

/** What is drawn when a reading of `total` bytes gets another piece at each of the given times. */
const drawn = (
  screen: Screen | undefined,
  total: number | undefined,
  pieces: readonly (readonly [ms: number, bytes: number])[],
  path = '/logs/s.jsonl',
): string => {
  let err = '';
  let now = 5000;
  const terminal: Terminal = {
    cwd: '/',
    env: {},
    out: () => expect.unreachable('progress is no data'),
    err: (text) => void (err += text),
    readInput: () => Promise.resolve(''),
    streamInput: () => expect.unreachable('nothing is read'),
    colours: true,
    ...(screen === undefined ? {} : { screen }),
  };
  const progress = progressOf(path, total, terminal, () => now);
  for (const [ms, bytes] of pieces) {
    now = 5000 + ms;
    progress.advance(bytes);
  }
  progress.end();
  return err;
};

test('the line names the log, how much of it is read, and is gone in the end', () => {
  expect(drawn(PLAIN, 500e6, [[1000, 215e6]])).toBe(
    `${CLEAR}s.jsonl  ${'━'.repeat(17)}${' '.repeat(23)}   43 %  215 of 500 MB${CLEAR}`,
  );
});

test('a reading that is over within a second shows nothing', () => {
  expect(drawn(PLAIN, 500e6, [[0, 1e6], [500, 1e6], [999, 498e6]])).toBe('');
});

test('it is drawn at most ten times a second', () => {
  const pieces = Array.from({ length: 3001 }, (_, ms) => [ms, 1000] as const);
  expect(drawn(PLAIN, 3e6, pieces).split(CLEAR)).toHaveLength(1 + 21 + 1);
});

test('where the terminal cannot redraw a line, or is none, nothing is shown', () => {
  expect(drawn(undefined, 500e6, [[5000, 1e6]])).toBe('');
});

test('without a size the bytes alone are told', () => {
  expect(drawn(PLAIN, undefined, [[1000, 2_345_678]], '-')).toBe(`${CLEAR}standard input  2.3 MB${CLEAR}`);
});

test('a log that grows while it is read is never more than whole', () => {
  expect(drawn(PLAIN, 1e6, [[1000, 3e6]])).toContain(' 100 %  3.0 of 1.0 MB');
});

test('colours come with the screen only, and the text is the same without them', () => {
  const coloured = drawn({ width: 80, colours: true }, 500e6, [[1000, 215e6]]);
  expect(coloured).toContain('\u001b[32m━');
  const [text, plain] = [coloured.replace(/\u001b\[\d+m/gu, ''), drawn(PLAIN, 500e6, [[1000, 215e6]])];
  expect(text.replace(/━+/u, '')).toBe(plain.replace(/━+ {23}/u, ''));
});

test.each(Array.from({ length: 60 }, (_, index) => index + 1))('it fits into a terminal of %i columns', (width) => {
  for (const path of ['s.jsonl', `${'長'.repeat(20)}.jsonl`, 'a\u001b[2Jb.jsonl']) {
    const [, line = ''] = drawn({ width, colours: false }, 500e6, [[1000, 215e6]], path).split(CLEAR);
    expect(columnsOf(line)).toBeLessThan(width);
    expect(line).not.toContain('\u001b');
    if (width > 21) expect(line).toContain('43 %  215 of 500 MB');
  }
});

test('a command that reads for longer shows it on err alone', async () => {
  async function* slowly(): AsyncGenerator<string, void, undefined> {
    yield HEADER;
    await pause(1050);
    yield '{"type":"a"}\n';
  }
  const ran = await run(['check', '-'], { streamInput: slowly, screen: PLAIN });
  expect(ran).toEqual({
    code: 0,
    out: expect.not.stringContaining('MB') as string,
    err: `${CLEAR}standard input  0.0 MB${CLEAR}`,
  });
});
