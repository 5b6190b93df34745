// Owns: finding out who wrote a log, and what happens to one that is nobody's.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/domain/error.js';
import type { AnyLog } from '../../src/programs/read-any-log.js';
import { readAnyLog, touchToolsOf, visitAnyLog } from '../../src/programs/read-any-log.js';
import type { ReadingOptions } from '../../src/programs/log-lines.js';

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
  });

  test.each([
    ['"version":1', '"version":3', '$.version: expected 0 or 1, found 3'],
    ['"createdAt":0,', '', '$.createdAt: expected a finite number, found nothing'],
    ['"id":"s"', '"id":5', '$.id: expected a string, found 5'],
  ])('a header of ours with a mistake says which: %s to %s (F8)', async (right, wrong, problem) => {
    expect(await read([OURS.replace(right, wrong), '{"type":"a"}'])).toBe(`line 1: ${problem}`);
    expect(await read(['', OURS.replace(right, wrong)])).toBe(`line 2: ${problem}`);
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

describe('a log of version 0', () => {
  const lines = [OURS.replace('"version":1', '"version":0'), '{"type":"a"}', '{"ty', '42', '{"type":"b"}', '{"ty'];

  test('is held to the same as one of ours (L1, L5)', async () => {
    expect(await read(lines)).toBe('line 3: not JSON');
    expect(await read(lines.filter((line) => line !== '{"ty'))).toBe('line 3: no event');
    expect(await read(lines.filter((line, index) => index !== 2 && line !== '42'))).toMatchObject({
      skipped: { 'not JSON': 1 },
      diagnostics: [{ code: 'torn-line', detail: 'line 4 was cut off; skipped' }],
    });
  });

  test('lenient: bad lines are counted, and told one by one', async () => {
    const log = await read(lines, { lenient: true });
    expect(log).toMatchObject({ lines: 6, skipped: { 'not JSON': 2, 'not an object': 1 } });
    expect(typeof log === 'string' ? [] : log.diagnostics.map(({ detail }) => detail)).toEqual([
      'line 3: not JSON; skipped',
      'line 4: no event; skipped',
      'line 6 was cut off; skipped',
    ]);
  });
});

describe('text that cannot be had (F6, F7)', () => {
  const broken = async function* (): AsyncGenerator<string, void, undefined> {
    yield await Promise.resolve(`${OURS}\n{"type":"a"}\n{"ty`);
    throw Object.assign(new Error('the disk is gone'), { code: 'EIO' });
  };
  const visited = async (
    chunks: AsyncIterable<string>,
    signal?: AbortSignal,
  ): Promise<{ readonly types: readonly string[]; readonly ended: unknown }> => {
    const types: string[] = [];
    const ended = await visitAnyLog(chunks, ({ type }) => types.push(type), signal === undefined ? {} : { signal })();
    return { types, ended: E.isLeft(ended) ? ended.left : ended.right };
  };

  test('an abort inside a visit is the last that is handed on, wherever the events come from', async () => {
    const claude = [1, 2, 3].map((id) => `{"type":"user","uuid":"${id}","sessionId":"s","message":{"content":"x"}}`);
    for (const lines of [[OURS, '{"type":"a"}', '{"type":"b"}', '42'], claude]) {
      const abort = new AbortController();
      let visits = 0;
      const visit = (): void => {
        visits += 1;
        abort.abort('enough');
      };
      const whole = (async function* () {
        yield await Promise.resolve(lines.join('\n') + '\n');
      })();
      const ended = await visitAnyLog(whole, visit, { signal: abort.signal })();
      expect([visits, ended]).toEqual([1, E.left({ _tag: 'Cancelled', reason: 'enough' })]);
    }
  });

  test('what is no stream is a value, too (F8)', async () => {
    expect(await readAnyLog(undefined as never)()).toMatchObject({
      left: { _tag: 'InputFailure', detail: 'expected a stream (an AsyncIterable), found nothing' },
    });
  });

  test('a stream that breaks is a value, and what it broke off is no torn line', async () => {
    const failure = { _tag: 'InputFailure', detail: 'the disk is gone', code: 'EIO' };
    expect(await visited(broken())).toEqual({ types: ['a'], ended: failure });
    expect(await readAnyLog(broken(), { lenient: true })()).toEqual(E.left(failure));
  });

  test('a stream that throws when it is asked is the same', async () => {
    const throwing = { [Symbol.asyncIterator]: () => ({ next: () => expect.unreachable('no') }) };
    expect((await visited(throwing)).ended).toMatchObject({ _tag: 'InputFailure' });
  });

  test('an aborted signal reads nothing', async () => {
    const signal = AbortSignal.abort('enough');
    const unread = { [Symbol.asyncIterator]: () => ({ next: () => expect.unreachable('it was read') }) };
    expect(await visited(unread, signal)).toEqual({ types: [], ended: { _tag: 'Cancelled', reason: 'enough' } });
  });

  test('an abort ends a reading that hangs, and nobody waits for the stream to close', async () => {
    const abort = new AbortController();
    const hanging = async function* (): AsyncGenerator<string, void, undefined> {
      yield `${OURS}\n{"type":"a"}\n`;
      abort.abort('enough');
      await new Promise(() => undefined);
    };
    const ended = { _tag: 'Cancelled', reason: 'enough' };
    expect(await visited(hanging(), abort.signal)).toEqual({ types: ['a'], ended });
  });

  test('a bad line closes the stream; what the visitor throws is passed on, and closes it too', async () => {
    let closed = 0;
    const watched = async function* (): AsyncGenerator<string, void, undefined> {
      try {
        for (const line of [OURS, '42', '{"type":"a"}']) yield await Promise.resolve(`${line}\n`);
      } finally {
        closed += 1;
      }
    };
    expect((await visited(watched())).ended).toMatchObject({ _tag: 'MalformedLine', line: 2 });
    const thrown = visitAnyLog(watched(), () => expect.unreachable('by the visitor'), { lenient: true })();
    await expect(thrown).rejects.toThrow('by the visitor');
    expect(closed).toBe(2);
  });
});

test('a line without end is cut, and so it is no JSON (L5)', async () => {
  const endless = async function* (): AsyncGenerator<string, void, undefined> {
    const piece = ' '.repeat(2 ** 24);
    yield await Promise.resolve(`${OURS}\n{"type":`);
    for (let pieces = 0; pieces < 5; pieces += 1) yield piece;
    yield '"a"}\n{"type":"b"}\n';
  };
  expect(await readAnyLog(endless())()).toMatchObject({ left: { _tag: 'MalformedLine', line: 2 } });
});

test('with each event comes who wrote the log and which session it is, as far as is known by then', async () => {
  const seen: unknown[] = [];
  const late = ['{"type":"event_msg","payload":{"type":"thread_name_updated","thread_name":"t"}}'];
  const meta = '{"timestamp":"2026-01-05T10:00:00Z","type":"session_meta","payload":{"id":"s","cwd":"/w"}}';
  for (const lines of [
    [OURS, '{"type":"a"}'],
    [meta, ...late],
    [...late, meta, ...late],
  ]) {
    await visitAnyLog(textOf(lines), ({ type }, { format, header }) => seen.push([type, format, header.id]))();
  }
  expect(seen).toEqual([
    ['a', 'contextfold', 's'],
    ['session/start', 'codex', 's'],
    ['session/title', 'codex', 's'],
    ['session/title', 'codex', ''],
    ['session/start', 'codex', 's'],
    ['session/title', 'codex', 's'],
  ]);
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
