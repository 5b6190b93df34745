// Owns: the other sessions of a scenario, as session-reference reads them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { queryLogs } from '../../src/programs/query-logs.js';
import { sessionFiles } from '../../src/scenario/sessions.js';
import { DEFAULT_SCHEME, encodeSessionUri } from '../../src/sources/session-reference/index.js';
import { codesOf, linesOf, simulated } from './simulated.js';

const header = (id: string): object => ({ type: 'session', version: 1, id, createdAt: 1, cwd: '/other' });
const said = (text: string, surfaceOp: unknown = 'append'): object => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: text, source: { kind: 'user' } },
  surfaceOp,
});
const checkpoint = {
  type: 'user/message',
  data: { id: 'c', role: 'user', content: 'in short', source: { kind: 'plugin', plugin: 'compact' } },
  surfaceOp: { op: 'replace', start: 0, end: 1 },
};

const mention = (id: string): object => ({ do: 'turn', prompt: `see ${encodeSessionUri(DEFAULT_SCHEME, id)}` });
const sources = { sessionReference: {} };

describe('sessions (R, S6)', () => {
  test('another session is read by its id; only its surface counts', async () => {
    const sessions = { other: [header('other'), said('one'), said('two'), checkpoint, said('three')] };
    const log = await simulated({ sessions, sources, steps: [mention('other')] });
    expect(linesOf(log).slice(3)).toEqual(['user: see @other', 'session-reference']);
    const text = JSON.stringify(log.events.at(-1)?.data);
    expect(text).toContain('in short');
    expect(text).toContain('three');
    expect(text).not.toContain('one');
  });

  test.each<readonly [string, unknown]>([
    ['that is not there', undefined],
    ['whose log is no list', { type: 'session' }],
    ['without lines', []],
    ['with a bad header', [{ ...header('other'), version: 2 }]],
    ['with a line that is no event', [header('other'), said('one'), 'torn']],
    ['with a replace of nothing', [header('other'), said('one', { op: 'replace', start: 4, end: 4 })]],
    ['with a gap in its seqs', [header('other'), { ...said('one'), seq: 1 }]],
  ])('a session %s is READ_FAILED when it is used', async (_, other) => {
    const sessions = other === undefined ? {} : { other };
    const log = await simulated({ sessions, sources, steps: [{ do: 'turn', prompt: 'hi' }, mention('other')] });
    expect(codesOf(log)).toEqual(['1 READ_FAILED']);
    expect(linesOf(log).slice(-2)).toEqual(['turn/start 2', 'turn/end 2']);
  });

  test('a name that every object has is no session', async () => {
    const log = await simulated({ sessions: {}, sources, steps: [mention('toString')] });
    expect(codesOf(log)).toEqual(['0 READ_FAILED']);
  });
});

describe('the list of sessions (S8)', () => {
  test('tells the latest title, leaves out what has no header, and takes the id from the key', async () => {
    const title = (text: string): object => ({ type: 'session/title', data: { title: text } });
    const query = queryLogs(sessionFiles({ a: [header('x'), title('old'), title('new')], b: [header('b')], c: [] }));
    expect(await query.list()()).toEqual(
      E.right([
        { header: header('a'), title: 'new' },
        { header: header('b') },
      ]),
    );
  });

  test('a session without events has no last seq', async () => {
    const read = await queryLogs(sessionFiles({ a: [header('a')] })).readSurface('a')();
    expect(read).toEqual(E.right({ _tag: 'surface', header: header('a'), events: [], lastSeq: null }));
  });
});
