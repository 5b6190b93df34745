// Owns: examples of reading other sessions from logs in memory: which log is whose, what is visible, what is malformed.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { LogFiles } from '../../src/ports/log-files.js';
import { queryLogs } from '../../src/programs/query-logs.js';
import { headerOf, userSaid } from '../sources/session-reference/given.js';

const logOf = (id: string, ...events: readonly (LogEvent | string)[]): string =>
  [headerOf(id), ...events].map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

interface Counted {
  readonly files: LogFiles;
  /** The pieces that were read of each log. */
  readonly read: readonly string[];
}

/** Logs in memory, in pieces of a few characters; `null` is a log that cannot be read. */
const filesOf = (logs: Readonly<Record<string, string | null>>, piece = 7): Counted => {
  const read: string[] = [];
  return {
    read,
    files: {
      names: () => () => Promise.resolve(E.right(Object.keys(logs))),
      read: async function* (name) {
        const text = await Promise.resolve(logs[name]);
        if (text === null || text === undefined) throw new Error(`EIO: ${name}`);
        for (let at = 0; at < text.length; at += piece) {
          read.push(name);
          yield text.slice(at, at + piece);
        }
      },
    },
  };
};

const surfaceOf = (logs: Readonly<Record<string, string | null>>, id: string): Promise<unknown> =>
  queryLogs(filesOf(logs).files).readSurface(id)();

const failure = (detail: string): unknown => E.left({ _tag: 'StoreFailure', operation: 'read', detail });

describe('S4 L6 the surface of a session', () => {
  const noise: LogEvent = { type: 'assistant/chunk', data: { text: 'x' } };
  const checkpoint = userSaid('sum', { kind: 'plugin', plugin: 'compact' });

  test('is what is visible, in surface order, through the last seq', async () => {
    const replaced: LogEvent = { ...checkpoint, surfaceOp: { op: 'replace', start: 0, end: 2 } };
    const log = logOf('s2', userSaid('a'), noise, userSaid('b'), userSaid('c'), replaced, noise);
    expect(await surfaceOf({ 'x.jsonl': log }, 's2')).toEqual(
      E.right({ _tag: 'surface', header: headerOf('s2'), events: [replaced, userSaid('c')], lastSeq: 5 }),
    );
  });

  test('is empty for a log that holds only its header', async () => {
    expect(await surfaceOf({ 'x.jsonl': `${logOf('s2')}\n` }, 's2')).toEqual(
      E.right({ _tag: 'surface', header: headerOf('s2'), events: [], lastSeq: null }),
    );
  });

  test('L5 ends before a last line that was cut', async () => {
    const log = logOf('s2', userSaid('a'), '{"type":"user/mess');
    expect(await surfaceOf({ 'x.jsonl': log }, 's2')).toMatchObject(E.right({ events: [userSaid('a')], lastSeq: 0 }));
  });

  test.each([
    ['a bad line in the middle', ['{"type":"user/mess', userSaid('a')], 'x.jsonl: line 2: not JSON'],
    [
      'a line that is no event',
      [userSaid('a'), '{"data":1}'],
      'x.jsonl: line 3: $.type: expected a string, found nothing',
    ],
    [
      'a replace of what is not visible',
      [{ ...checkpoint, surfaceOp: { op: 'replace' as const, start: 4, end: 4 } }, userSaid('a')],
      'x.jsonl: event 0 replaces surface 4..4, but its start is not on the surface',
    ],
    ['a seq out of place', [{ ...userSaid('a'), seq: 3 }], 'x.jsonl: expected an event with seq 0, found seq 3'],
  ])('S6 is a failure for %s', async (_, lines, detail) => {
    expect(await surfaceOf({ 'x.jsonl': logOf('s2', ...lines) }, 's2')).toEqual(failure(detail));
  });
});

describe('L6 a log belongs to the session that its header names', () => {
  test('whatever the log is called', async () => {
    const logs = { 'a.jsonl': logOf('s1'), 's2.jsonl': logOf('s3'), 'z.jsonl': logOf('s2', userSaid('mine')) };
    expect(await surfaceOf(logs, 's2')).toMatchObject(E.right({ events: [userSaid('mine')] }));
  });

  test('the one that is called by the id is looked at first, and of others no more than the header', async () => {
    const long = logOf('s1', userSaid('x'.repeat(5_000)));
    const { files, read } = filesOf({ 'a.jsonl': long, 's2.jsonl': logOf('s2') }, 200);
    await queryLogs(files).readSurface('s2')();
    expect(new Set(read)).toEqual(new Set(['s2.jsonl']));
    await queryLogs(files).readSurface('s9')();
    expect(read.filter((name) => name === 'a.jsonl')).toHaveLength(1);
  });

  test('logs that cannot be read, or are none, are passed over', async () => {
    const logs = { 'a.jsonl': null, 'b.jsonl': '', 'c.jsonl': 'no JSON', 'd.jsonl': '{"type":"event"}' };
    expect(await surfaceOf({ ...logs, 'e.jsonl': logOf('s2') }, 's2')).toMatchObject(E.right({ events: [] }));
    expect(await surfaceOf(logs, 's2')).toEqual(failure('there is no session "s2"'));
  });

  test('a port that fails or rejects is a failure', async () => {
    const broken: LogFiles = { ...filesOf({}).files, names: () => () => Promise.reject(new Error('gone')) };
    expect(await queryLogs(broken).readSurface('s2')()).toEqual(failure('gone'));
    expect(await queryLogs(broken).list()()).toMatchObject(E.left({ operation: 'list', detail: 'gone' }));
    let isFirst = true;
    const { files } = filesOf({ 's2.jsonl': logOf('s2') });
    const flaky: LogFiles = {
      ...files,
      read: (name) => {
        const text = isFirst ? files.read(name) : files.read('missing.jsonl');
        isFirst = false;
        return text;
      },
    };
    expect(await queryLogs(flaky).readSurface('s2')()).toEqual(failure('EIO: missing.jsonl'));
  });
});

test('S8 a list holds every log with a header, under its latest title', async () => {
  const titled = (title: unknown): LogEvent => ({ type: 'session/title', data: { title } });
  const logs = {
    'b.jsonl': logOf('s2', titled('first'), userSaid('says session/title'), titled('latest'), titled(7)),
    'a.jsonl': `\uFEFF\n${logOf('s3', 'a bad session/title', titled('after it'), '{"type":"session/title","da')}`,
    'c.jsonl': logOf('s4', userSaid('a')),
    'd.jsonl': 'no log',
    'e.jsonl': null,
  };
  expect(await queryLogs(filesOf(logs).files).list()()).toEqual(
    E.right([
      { header: headerOf('s3'), title: 'after it' },
      { header: headerOf('s2'), title: 'latest' },
      { header: headerOf('s4') },
    ]),
  );
});
