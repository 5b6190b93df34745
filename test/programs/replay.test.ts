// Owns: examples of what a log says at one point.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent, SessionHeader, SurfaceOp } from '../../src/domain/log-event.js';
import type { Due, Replay, ReplayOptions } from '../../src/programs/replay.js';
import type { Format } from '../../src/programs/read-any-log.js';
import { replay, replaying } from '../../src/programs/replay.js';
import { simulated } from '../scenario/simulated.js';

const CONFIG = { maxBytes: 4096 };
const SURROUNDINGS = { osHome: '/home/me', variables: {} };
const TURN = { do: 'turn', prompt: 'hi' };
const touch = (path: string): object => ({ do: 'tool', name: 'read', arguments: { file_path: path } });

const FILES = {
  '/repo/.git': { directory: true },
  '/repo/AGENTS.md': 'root',
  '/repo/app/AGENTS.md': 'app',
  '/repo/app/a/AGENTS.md': 'a',
};

interface Log {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
}

const logOf = (...steps: object[]): Promise<Log> =>
  simulated({ files: FILES, sources: { agentInstructions: CONFIG }, steps });

const at = ({ header, events }: Log, options: Partial<ReplayOptions> = {}): Replay => {
  const replayed = replay(header, events, { surroundings: SURROUNDINGS, ...options });
  if (E.isLeft(replayed)) throw new Error(describeError(replayed.left));
  return replayed.right;
};

const dueIn = (log: Log, options?: Partial<ReplayOptions>): readonly Due['what'][] =>
  at(log, options).due.map(({ what }) => what);

describe('replay (R3)', () => {
  test('tells position, surface size, baseline and each scope with the message that told it', async () => {
    const log = await logOf(TURN, touch('a/x.ts'), { do: 'step' });
    expect(at(log)).toMatchObject({
      session: { id: 's1' },
      at: 10,
      position: { turn: 1, step: 2, lastTurn: 1 },
      surface: { messages: 5 },
      baseline: { seq: 4, root: '..' },
      scopes: [
        { scope: './AGENTS.md', path: 'AGENTS.md', state: 'loaded', seq: 4 },
        { scope: 'app/AGENTS.md', path: 'app/AGENTS.md', state: 'loaded', seq: 4 },
        { scope: 'app/a/AGENTS.md', path: 'app/a/AGENTS.md', state: 'loaded', seq: 10 },
      ],
      due: [],
    });
  });

  test('at an earlier event it knows nothing of later ones', async () => {
    const log = await logOf(TURN, touch('a/x.ts'), { do: 'step' });
    for (const seq of log.events.keys()) {
      expect(at(log, { at: seq })).toEqual(at({ ...log, events: log.events.slice(0, seq + 1) }));
    }
  });

  test('what a compaction shadowed weighs nothing any more, and what shadows the checkpoint takes its place', () => {
    const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' };
    const said = (content: string, surfaceOp: SurfaceOp): LogEvent => ({
      type: 'user/message',
      data: { id: content, role: 'user', content, source: { kind: 'user' } },
      surfaceOp,
    });
    const events = [
      said('12345', 'append'),
      said('678', 'append'),
      said('stays', 'append'),
      said('ab', { op: 'replace', start: 0, end: 1 }),
      said('c', { op: 'replace', start: 3, end: 3 }),
    ];
    const sizes = events.map((_, seq) => at({ header, events }, { at: seq }).surface);
    expect(sizes.map(({ bytes }) => bytes)).toEqual([5, 8, 13, 7, 6]);
    expect(sizes.map(({ messages }) => messages)).toEqual([1, 2, 3, 2, 2]);
  });

  test('takes the touching tools of whoever wrote the log, unless the configuration names its own (A9)', () => {
    const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' };
    const call = (callId: string, name: string, args: object): LogEvent => ({
      type: 'tool/call',
      data: { turn: 1, step: 1, callId, name, arguments: args },
    });
    const result = (callId: string): LogEvent => ({
      type: 'tool/result',
      data: { turn: 1, step: 1, message: { content: [{ type: 'tool-result', toolCallId: callId, content: '' }] } },
    });
    const log = [call('a', 'Read', { file_path: 'of-claude' }), result('a'), call('b', 'read', { file_path: 'ours' })];
    const touches = (format: Format, config?: unknown): unknown => {
      const begun = replaying({ surroundings: SURROUNDINGS, ...(config === undefined ? {} : { config }) });
      if (E.isLeft(begun)) return begun.left;
      for (const event of [...log, result('b')]) begun.right.visit(event, { format, header });
      const ended = begun.right.end({ format, header });
      return E.isLeft(ended) ? ended.left : ended.right.due.flatMap(({ paths = [] }) => paths);
    };
    expect(touches('claude-code')).toEqual(['of-claude']);
    expect(touches('contextfold')).toEqual(['ours']);
    expect(touches('claude-code', { maxBytes: 9 })).toEqual(['of-claude']);
    expect(touches('claude-code', { maxBytes: 9, touchTools: { read: 'file_path' } })).toEqual(['ours']);
    expect(touches('codex', { maxBytes: 9, touchTools: 1 })).toMatchObject({
      _tag: 'InvalidConfig',
      key: 'touchTools',
    });
  });

  test('an empty log is at no event', () => {
    const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' } as const;
    expect(at({ header, events: [] })).toMatchObject({ at: null, surface: { messages: 0, bytes: 0 }, scopes: [] });
  });

  test('bytes are those of all visible texts, tool results included', async () => {
    const text = (said: string): object => ({ type: 'text', text: said });
    const result = { type: 'tool-result', toolCallId: 'c', content: [text('é')], isError: false };
    const user = { id: 'm', role: 'user', content: 'abc', source: { kind: 'user' } };
    const log = await simulated({
      steps: [
        { type: 'user/message', data: user, surfaceOp: 'append' },
        { type: 'user/message', data: { ...user, content: 'not on the surface' } },
        { type: 'assistant/message', data: { message: { content: [text('de')] } }, surfaceOp: 'append' },
        { type: 'tool/result', data: { message: { content: [result] } }, surfaceOp: 'append' },
      ].map((event) => ({ do: 'log', event })),
    });
    expect(at(log).surface).toEqual({ messages: 3, bytes: 7 });
  });

  test('a removed file is a tombstone', async () => {
    const log = await logOf(TURN, { do: 'delete', path: '/repo/app/AGENTS.md' }, touch('x.ts'), { do: 'step' });
    expect(at(log).scopes[1]).toMatchObject({ scope: 'app/AGENTS.md', state: 'removed' });
  });

  test('a log that breaks the rules of its surface is an error, up to the point before it is not', async () => {
    const log = await logOf(TURN);
    const broken = { ...log, events: [...log.events, { type: 'x', seq: 1 }] };
    expect(E.isLeft(replay(log.header, broken.events, { surroundings: SURROUNDINGS }))).toBe(true);
    expect(at(broken, { at: 4 })).toEqual(at(log));
  });

  test('a masked cwd, as in a recorded log, hides no scope', async () => {
    const log = await logOf(TURN);
    const masked = { ...log, header: { ...log.header, cwd: '{{cwd}}' } };
    expect(at(masked).scopes).toHaveLength(2);
  });
});

describe('what is due (R3, A8, A9, A13, L4)', () => {
  test('a baseline, as long as none was told', async () => {
    expect(at(await logOf(TURN), { at: 2 }).due).toEqual([{ what: 'baseline', why: 'there was none yet' }]);
    expect(dueIn(await logOf(TURN))).toEqual([]);
    expect(dueIn(await logOf(), { config: CONFIG })).toEqual(['baseline']);
  });

  test('a baseline that was shadowed', async () => {
    const log = await logOf(TURN, { do: 'compact' });
    expect(at(log).due).toEqual([{ what: 'baseline', why: 'the last one was shadowed' }]);
    expect(at(log).baseline).toBeNull();
  });

  test('touches since the last step, by their names', async () => {
    expect(at(await logOf(TURN, touch('a/x.ts'), touch('./y.ts'))).due).toEqual([
      { what: 'touches', why: 'no step was entered since', paths: ['a/x.ts', './y.ts'] },
    ]);
  });

  test('the comparison of a resume, until a step is entered', async () => {
    expect(at(await logOf(TURN, { do: 'resume' })).due).toEqual([
      { what: 'comparison', why: 'no step was entered since the session was resumed' },
    ]);
    expect(dueIn(await logOf({ do: 'resume' }))).toEqual(['baseline']);
    expect(dueIn(await logOf(TURN, { do: 'resume' }, TURN))).toEqual([]);
  });

  test('a baseline of another configuration, only where the configuration is known', async () => {
    const log = await logOf(TURN);
    expect(dueIn(log)).toEqual([]);
    expect(dueIn(log, { config: CONFIG })).toEqual([]);
    expect(at(log, { config: { maxBytes: 4097 } }).due).toEqual([
      { what: 'baseline', why: 'the visible one is of another configuration' },
    ]);
  });

  test('a new baseline after a resume with resume: "recompose"', async () => {
    const log = await logOf(TURN, { do: 'resume' });
    const config = { ...CONFIG, resume: 'recompose' };
    expect(at(log, { config }).due).toMatchObject([
      { what: 'baseline', why: 'resume: "recompose"' },
      { what: 'comparison' },
    ]);
    expect(dueIn(await logOf(TURN), { config })).toEqual([]);
    expect(dueIn(log, { config: { ...CONFIG, resume: 'reconcile' } })).toEqual(['comparison']);
  });

  test('a baseline of an older writer counts as incompatible', async () => {
    const source = { kind: 'workspace-instructions', baseline: true, changes: [] };
    const data = { id: 'm', role: 'user', content: 'x', source };
    const event = { type: 'user/message', data, surfaceOp: 'append' };
    const log = await logOf({ do: 'log', event });
    expect(at(log)).toMatchObject({
      baseline: { seq: 1 },
      due: [{ what: 'baseline', why: 'the visible one is of an older writer' }],
    });
    expect(at(log).baseline).toStrictEqual({ seq: 1 });
  });

  test('nothing where the source is switched off', async () => {
    expect(dueIn(await logOf(touch('a')), { config: { maxBytes: false } })).toEqual([]);
  });

  test('a configuration decides which tools touch', async () => {
    const call = { do: 'tool', name: 'cat', arguments: { file: 'a/x.ts' } };
    const config = { ...CONFIG, touchTools: { cat: 'file' } };
    const log = await logOf(TURN, call);
    expect([dueIn(log), dueIn(log, { config })]).toEqual([[], ['touches']]);
  });
});
