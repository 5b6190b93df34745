// Owns: examples of the changes of a timeline in words: what each was, of whom, and why; and the order of its lanes.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { Timeline } from '../../src/programs/timeline-model.js';
import { startTimeline } from '../../src/programs/timeline.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };
const digestOf = (letter: string): string => letter.repeat(40);
const [ONE, TWO] = [digestOf('1'), digestOf('2')];

const timelineOf = (events: readonly LogEvent[]): Timeline => {
  const builder = startTimeline(header, { surroundings: { variables: {} } });
  if (E.isLeft(builder)) throw new Error('a wrong setting');
  for (const event of events) expect(builder.right.push(event)).toBeUndefined();
  return builder.right.end();
};

const said = (content: unknown, source: object, more: Partial<LogEvent> = {}): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content, source },
  surfaceOp: 'append',
  ...more,
});
const instructions = (text: string, changes: readonly object[], tag: object = {}, more: Partial<LogEvent> = {}) =>
  said(text, { kind: 'agent-instructions', version: 1, root: '.', changes, ...tag }, more);
const BASELINE = { baseline: true, baselineIdentity: 'b' };
const change = (action: string, path: string, digest?: string, scope = `./${path}`): object => ({
  action,
  scope,
  path,
  ...(digest === undefined ? {} : { digest }),
});
const set = change('set', 'AGENTS.md', ONE);
const replace = change('replace', 'AGENTS.md', TWO);
const remove = change('remove', 'AGENTS.md');

const turn: LogEvent = { type: 'turn/start', data: { turn: 1 } };
const step = (number: number): LogEvent => ({ type: 'step/start', data: { turn: 1, step: number } });
const resumed: LogEvent = { type: 'session/start', data: { reason: 'resume' } };
const back = (start: number, end: number, more: Partial<LogEvent> = {}, source: object = { kind: 'user' }): LogEvent =>
  said('back', source, { surfaceOp: { op: 'replace', start, end }, ...more });
const touch = (path: string): readonly LogEvent[] => {
  const at = { turn: 1, step: 1 };
  const block = { type: 'tool-result', toolCallId: path, content: '', isError: false };
  return [
    { type: 'tool/call', data: { ...at, callId: path, name: 'read', arguments: { file_path: path } } },
    { type: 'tool/result', data: { ...at, message: { role: 'user', content: [block] } } },
  ];
};

const toldBy = (events: readonly LogEvent[]): readonly string[] =>
  timelineOf(events).changes.map(({ action, why }) => (why === '' ? action : `${action}: ${why}`));

describe('why a scope was spoken of (R5)', () => {
  const first = instructions('one', [set], BASELINE);

  test('a baseline, and each one after it', () => {
    const again = instructions('two', [change('set', 'AGENTS.md', TWO)], BASELINE);
    expect(toldBy([first])).toEqual(['set: baseline']);
    expect(toldBy([first, again]).at(-1)).toBe('replace: a new baseline');
    expect(toldBy([first, resumed, step(1), again]).at(-1)).toBe('replace: a new baseline after the resume');
    expect(toldBy([first, back(0, 0), again]).at(-1)).toBe('set: baseline again: the last one was shadowed');
  });

  test('what was touched before the step, by name as long as they are few', () => {
    const after = (...paths: readonly string[]): string | undefined =>
      toldBy([first, turn, step(1), ...paths.flatMap(touch), step(2), instructions('two', [replace])]).at(-1);
    expect(after('a')).toBe('replace: touched a');
    expect(after('a', 'b', 'c')).toBe('replace: touched a, b, c');
    expect(after('a', 'b', 'c', 'd', 'e')).toBe('replace: touched a, b, c and 2 more');
  });

  test('what was touched in the open step counts too, and each path once', () => {
    const events = [first, turn, step(1), ...touch('a'), step(2), ...touch('a'), ...touch('b')];
    expect(toldBy([...events, instructions('two', [replace])]).at(-1)).toBe('replace: touched a, b');
  });

  test('where nothing was touched the files were compared', () => {
    expect(toldBy([first, instructions('two', [replace])]).at(-1)).toBe('replace: compared with the files');
    expect(toldBy([first, resumed, step(1), instructions('two', [replace])]).at(-1)).toBe(
      'replace: compared with the files after the resume',
    );
    expect(toldBy([first, resumed, step(1), step(2), instructions('two', [replace])]).at(-1)).toBe(
      'replace: compared with the files',
    );
  });
});

describe('why something left (R5, L3)', () => {
  const first = instructions('one', [set], BASELINE);

  test.each<readonly [string, LogEvent, readonly string[]]>([
    ['taken back', back(0, 0), ['rewind']],
    ['told anew', back(0, 0, { sourceEventSeqs: [0] }), []],
    ['compacted away', back(0, 0, {}, { kind: 'plugin', plugin: 'compact' }), ['compaction']],
  ])('%s', (why, event, marks) => {
    const timeline = timelineOf([first, event]);
    expect(timeline.changes.at(-1)).toEqual({
      seq: 1,
      at: null,
      source: 'agent-instructions',
      scope: './AGENTS.md',
      action: 'shadow',
      path: 'AGENTS.md',
      digest: ONE,
      bytes: 3,
      why,
    });
    expect(timeline.marks.map(({ kind }) => kind)).toEqual(marks);
  });
});

describe('what a change says (R5)', () => {
  test('a removal ends a text: with its path, and the bytes of what went', () => {
    const { changes, bars, lanes } = timelineOf([instructions('one', [set]), instructions('gone', [remove])]);
    expect(changes[1]).toStrictEqual({
      seq: 1,
      at: null,
      source: 'agent-instructions',
      scope: './AGENTS.md',
      action: 'remove',
      path: 'AGENTS.md',
      bytes: 3,
      why: 'compared with the files',
    });
    expect(bars.map(({ from, to, ended }) => [from, to, ended])).toEqual([[0, 1, 'remove']]);
    expect(lanes).toEqual([{ kind: 'scope', scope: './AGENTS.md', path: 'AGENTS.md' }]);
  });

  test('a removal of what was not there is told, and ends nothing', () => {
    const { changes, bars, lanes } = timelineOf([instructions('gone', [remove])]);
    expect(changes.map(({ action, path, bytes }) => [action, path, bytes])).toEqual([
      ['remove', 'AGENTS.md', undefined],
    ]);
    expect(bars).toEqual([]);
    expect(lanes).toEqual([{ kind: 'scope', scope: './AGENTS.md', path: 'AGENTS.md' }]);
  });

  test('what is said in a step says in which', () => {
    const { changes } = timelineOf([turn, step(2), instructions('one', [set])]);
    expect(changes).toMatchObject([{ seq: 2, at: { turn: 1, step: 2 } }]);
  });

  test('a text that moves is another one, and its lane is called as the scope was last', () => {
    const moved = change('replace', 'CLAUDE.md', ONE, './AGENTS.md');
    const { bars, lanes } = timelineOf([instructions('one', [set]), instructions('one', [moved])]);
    expect(bars.map(({ began, path }) => [began, path])).toEqual([
      ['set', 'AGENTS.md'],
      ['replace', 'CLAUDE.md'],
    ]);
    expect(lanes).toEqual([{ kind: 'scope', scope: './AGENTS.md', path: 'CLAUDE.md' }]);
  });
});

test('lanes go from broad to specific, then the other sources as they came (A10, R5)', () => {
  const at = (path: string, scope = path.includes('/') ? path : `./${path}`): object => change('set', path, ONE, scope);
  const { lanes } = timelineOf([
    said('late', { kind: 'plugin', plugin: 'weather', form: 'snapshot' }),
    instructions('all', [at('b/AGENTS.md'), at('a/b/AGENTS.md'), at('a/AGENTS.md'), at('a/X.md'), at('AGENTS.md')]),
    instructions('user', [at('~/AGENTS.md', 'user-global')]),
    said('soon', { kind: 'session-reference' }),
  ]);
  const paths = ['~/AGENTS.md', 'AGENTS.md', 'a/AGENTS.md', 'a/X.md', 'b/AGENTS.md', 'a/b/AGENTS.md'];
  expect(lanes.map((lane) => (lane.kind === 'scope' ? lane.path : lane.source))).toEqual([
    ...paths,
    'weather',
    'session-reference',
  ]);
});

describe('another source, of which the newest message is in force (R5)', () => {
  const weather = (content: string, more: Partial<LogEvent> = {}): LogEvent =>
    said(content, { kind: 'plugin', plugin: 'weather', form: 'snapshot' }, more);
  const barsOf = (events: readonly LogEvent[]): readonly unknown[] =>
    timelineOf(events).bars.map(({ from, to, began, ended, message, bytes }) => [
      from,
      to,
      began,
      ended,
      message,
      bytes,
    ]);

  test('a replacement stands where the first of what it shadowed stood: before what came later', () => {
    const snow = weather('snow!', { surfaceOp: { op: 'replace', start: 0, end: 0 } });
    expect(barsOf([weather('sun'), weather('rain'), snow, back(1, 1)])).toEqual([
      [0, 1, 'say', 'say', 0, 3],
      [1, 3, 'say', 'shadow', 1, 4],
      [3, null, 'resurface', null, 2, 5],
    ]);
  });

  test('one that takes the place of the newest is in force', () => {
    const snow = weather('snow!', { surfaceOp: { op: 'replace', start: 1, end: 1 } });
    const { changes } = timelineOf([weather('sun'), weather('rain'), snow]);
    expect(changes.map(({ seq, action, bytes, why }) => [seq, action, bytes, why])).toEqual([
      [0, 'say', 3, ''],
      [1, 'say', 4, ''],
      [2, 'shadow', 4, 'taken back'],
      [2, 'say', 5, ''],
    ]);
  });

  test('what happens to one source says nothing about another', () => {
    const tmux = said('pane', { kind: 'plugin', plugin: 'tmux', form: 'snapshot' });
    expect(barsOf([weather('sun'), tmux, back(1, 1), weather('rain')])).toEqual([
      [0, 3, 'say', 'say', 0, 3],
      [3, null, 'say', null, 2, 4],
      [1, 2, 'say', 'shadow', 1, 4],
    ]);
  });

  test('where nothing of it is left, nothing is in force', () => {
    expect(barsOf([weather('sun'), weather('rain'), back(0, 1)])).toEqual([
      [0, 1, 'say', 'say', 0, 3],
      [1, 2, 'say', 'shadow', 1, 4],
    ]);
  });
});
