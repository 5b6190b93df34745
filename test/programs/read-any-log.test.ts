// Owns: finding out who wrote a log, and what happens to one that is nobody's.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/domain/error.js';
import type { AnyLog } from '../../src/programs/read-any-log.js';
import { readAnyLog, touchToolsOf, visitAnyLog } from '../../src/programs/read-any-log.js';
import type { ReadingOptions } from '../../src/programs/read-log.js';

async function* textOf(lines: readonly string[]): AsyncGenerator<string, void, undefined> {
  await Promise.resolve();
  yield* lines.map((line) => `${line}\n`);
}

const read = async (lines: readonly string[], options?: ReadingOptions): Promise<AnyLog | string> =>
  E.match(describeError, (log: AnyLog): AnyLog | string => log)(await readAnyLog(textOf(lines), options)());
const formatOf = async (...lines: readonly string[]): Promise<string> => {
  const log = await read(lines);
  return typeof log === 'string' ? log : log.format;
};

const OURS = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}';
const PI = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-05T10:00:00Z","cwd":"/w"}';

describe('who wrote it', () => {
  test.each([
    ['contextfold', OURS],
    ['deepseek-harness', OURS.replace('"version":1', '"version":0')],
    ['pi', PI],
    ['pi', PI.replace('"version":3,', '')],
    ['codex', '{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}'],
    ['codex', '{"timestamp":"t","type":"event_msg","payload":{}}'],
    ['claude-code', '{"type":"user","parentUuid":null,"message":{}}'],
    ['claude-code', '{"type":"summary","summary":"x","leafUuid":"u"}'],
    ['claude-code', '{"type":"queue-operation","sessionId":"s"}'],
  ])('%s: %s', async (format, line) => {
    expect(await formatOf(line)).toBe(format);
  });

  test('blank and damaged lines before the first telling one do not hide it', async () => {
    expect(
      await formatOf('', '  ', '{"typ', '{"type":"file-history-snapshot"}', '{"type":"user","sessionId":"s"}'),
    ).toBe('claude-code');
  });

  test('a byte order mark does not either', async () => {
    expect(await formatOf(`\uFEFF${PI}`)).toBe('pi');
    expect(await formatOf(`\uFEFF${OURS}`)).toBe('contextfold');
  });

  test('nobody: the error says what was expected and what was found (F8)', async () => {
    const expected = '$: expected a session log of contextfold, DeepSeek Harness, pi, Codex or Claude Code, found ';
    expect(await read([])).toBe(`${expected}nothing`);
    expect(await read(['\0\0'])).toBe(`${expected}a line that is not JSON`);
    expect(await read(['[1]'])).toBe(`${expected}a list`);
    expect(await read(['{"a":1}'])).toBe(`${expected}an object`);
    expect(await read([OURS.replace('"version":1', '"version":7')])).toBe(`${expected}a line of type "session"`);
  });

  test("a log that is nobody's is not read to its end", async () => {
    let pieces = 0;
    let isClosed = false;
    const endless = async function* (): AsyncGenerator<string, void, undefined> {
      try {
        for (; ; pieces += 1) yield await Promise.resolve('no\n');
      } finally {
        isClosed = true;
      }
    };
    expect(E.isLeft(await readAnyLog(endless())())).toBe(true);
    expect([pieces < 200, isClosed]).toEqual([true, true]);
  });
});

describe('a log of ours', () => {
  const lines = [OURS, '{"type":"a"}', '{"ty', '', '{"type":"b"}', '{"ty'];

  test('is read as strictly as ever (L5)', async () => {
    expect(await read(lines)).toBe('line 3: not JSON');
  });

  test('lenient: what was skipped is counted', async () => {
    const log = await read(lines, { lenient: true });
    expect(log).toMatchObject({ format: 'contextfold', lines: 5, skipped: { malformed: 1, torn: 1 } });
    expect(typeof log === 'string' ? [] : log.events.map(({ type }) => type)).toEqual([
      'a',
      'contextfold/unreadable',
      'b',
    ]);
  });
});

test('events are handed on with their lines where the format allows it', async () => {
  const seen: string[] = [];
  const lines = async function* (): AsyncGenerator<string, void, undefined> {
    await Promise.resolve();
    yield `${OURS.replace('"version":1', '"version":0')}\n{"type":"a"}\n`;
    seen.push('between');
    yield '{"type":"b"}\n';
  };
  const head = await visitAnyLog(lines(), ({ type }) => seen.push(type))();
  expect(seen).toEqual(['a', 'between', 'b']);
  expect(E.isRight(head) && head.right.header.id).toBe('s');
});

test('touching tools come as data, one map a format (A1)', () => {
  expect(touchToolsOf('claude-code')).toMatchObject({ Read: 'file_path', NotebookEdit: 'notebook_path' });
  expect(touchToolsOf('pi')).toEqual({
    read: ['path', 'file_path'],
    write: ['path', 'file_path'],
    edit: ['path', 'file_path'],
  });
  expect(touchToolsOf('contextfold')).toBeUndefined();
});
