// Owns: examples of single entries of pi session files: what each becomes as a whole, and how it is called where it is
// malformed.
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/domain/log-event.js';
import { pi } from '../../src/readers/pi/index.js';
import { told as toldBy, translated } from './given.js';

const TIME = '2026-01-05T10:00:00Z';
const HEADER = { type: 'session', version: 3, id: 's', timestamp: TIME };

const eventsOf = (...rows: readonly object[]): readonly LogEvent[] => translated(pi, [HEADER, ...rows]).events;

const told = (...rows: readonly object[]): readonly (readonly unknown[])[] => toldBy(pi, HEADER, ...rows);
const entry = (type: string, more: object = {}, id = 'e'): object => ({
  type,
  id,
  parentId: null,
  timestamp: TIME,
  ...more,
});
const message = (said: object, id = 'e'): object => entry('message', { message: said }, id);
const text = (said: string): object => ({ type: 'text', text: said });
const by = (form: string): object => ({ kind: 'plugin', plugin: 'pi', form });

describe('messages', () => {
  test('of a person and of the model', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } },
      { type: 'toolCall', id: 'd', name: 'list' },
      text('Yes.'),
    ];
    expect(told(message({ role: 'user', content: 'hi' }))).toEqual([['user/message', 'e', 'hi', { kind: 'user' }]]);
    expect(told(message({ role: 'assistant', model: 'M', content }))).toEqual([
      [
        ...['assistant/message', 'e'],
        [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-call', id: 'c', name: 'read', arguments: { path: 'a' } },
          { type: 'tool-call', id: 'd', name: 'list', arguments: {} },
          text('Yes.'),
        ],
        { kind: 'model', model: 'M' },
      ],
    ]);
    expect(told(message({ role: 'assistant', content: 'Yes.' }))[0]).toMatchObject({ 3: { kind: 'model' } });
    expect(told(message({ role: 'assistant', content: 'Yes.' }))[0]).not.toMatchObject({ 3: { model: 'M' } });
  });

  test('of a tool', () => {
    const result = (more: object): object =>
      message({ role: 'toolResult', toolCallId: 'c', content: [text('x')], ...more });
    const block = (isError: boolean): object => ({
      type: 'tool-result',
      toolCallId: 'c',
      content: [text('x')],
      isError,
    });
    const source = { kind: 'tool', callId: 'c' };
    expect(told(result({}))).toEqual([['tool/result', 'e', [block(false)], source]]);
    expect(told(result({ isError: true }))).toEqual([['tool/result', 'e', [block(true)], source]]);
  });

  test('of a command that a person ran, unless they kept it from the model', () => {
    const ran = (more: object): object => message({ role: 'bashExecution', command: 'ls', ...more });
    expect(told(ran({ output: 'a' }))).toEqual([['user/message', 'e', [text('$ ls\na')], by('bash')]]);
    expect(told(ran({}))).toEqual([['user/message', 'e', [text('$ ls\n')], by('bash')]]);
    expect(told(ran({ excludeFromContext: true }))).toEqual([]);
    expect(told(ran({ excludeFromContext: false }))).toHaveLength(1);
  });

  test('of an extension, as an entry and as a message', () => {
    const custom = { customType: 'memo', content: 'x' };
    expect(told(entry('custom_message', custom))).toEqual([['user/message', 'e', 'x', by('memo')]]);
    for (const role of ['custom', 'hookMessage']) {
      expect(told(message({ role, ...custom }))).toEqual([['user/message', 'e', 'x', by('memo')]]);
    }
    const details = { contextfold: { kind: 'time-context', version: 1 } };
    expect(told(entry('custom_message', { ...custom, details }))).toMatchObject([{ 3: details.contextfold }]);
  });

  test('of ours that came as one are several again', () => {
    const [one, two] = [{ kind: 'one' }, { kind: 'two' }];
    const parts = [
      { source: one, blocks: 2 },
      { source: two, blocks: 1 },
    ];
    const content = [text('a'), text('b'), text('c')];
    const custom = { customType: 'x', content, details: { contextfold: parts } };
    expect(told(entry('custom_message', custom))).toEqual([
      ['user/message', 'e', [text('a'), text('b')], one],
      ['user/message', 'e/1', [text('c')], two],
    ]);
    expect(told(entry('custom_message', { ...custom, content: 'abc' }))).toEqual([
      ['user/message', 'e', 'abc', by('x')],
    ]);
  });

  test('summaries: of a branch that was left, and of what was compacted', () => {
    expect(told(entry('branch_summary', { summary: 'Wrong way.' }))).toEqual([
      ['user/message', 'e', [text('Wrong way.')], by('branch-summary')],
    ]);
    expect(told(entry('compaction', { summary: 'So far.' }))).toEqual([
      ['user/message', 'e', [text('So far.')], { kind: 'plugin', plugin: 'compact' }],
    ]);
  });

  test('names that the session got or lost', () => {
    const titles = eventsOf(entry('session_info', { name: 'One' }, 'a'), {
      ...entry('session_info', {}, 'b'),
      parentId: 'a',
    });
    expect(titles.filter(({ type }) => type === 'session/title').map(({ data, time }) => [data, time])).toEqual([
      [{ title: 'One' }, Date.parse(TIME)],
      [{ title: '' }, Date.parse(TIME)],
    ]);
  });
});

test('entries without ids follow each other and are called by their place', () => {
  const said = (content: string): object => ({ type: 'message', message: { role: 'user', content } });
  expect(told(said('a'), said('b'))).toMatchObject([{ 1: 'entry-0' }, { 1: 'entry-1' }]);
  expect(eventsOf(said('a')).some(({ type, time }) => type === 'user/message' && time !== undefined)).toBe(false);
});

test('what says nothing to the model is counted by what it is', () => {
  expect(
    translated(pi, [
      HEADER,
      ...[message({ role: 'user' }, 'a'), entry('custom_message', {}, 'b'), entry('branch_summary', {}, 'c')],
      ...[entry('compaction', {}, 'd'), entry('label', {}, 'e'), message({ role: 'bashExecution' }, 'f')],
      ...[message({ role: 'bashExecution', command: 'ls', excludeFromContext: true }, 'g'), { type: 'label', id: 7 }],
    ]).skipped,
  ).toEqual({
    'message: malformed': 2,
    'custom_message: malformed': 1,
    'branch_summary: malformed': 1,
    'compaction: malformed': 1,
    label: 1,
    'message: kept from the model': 1,
    'label: malformed': 1,
  });
});

const MALFORMED: readonly (readonly [string, object, string])[] = [
  ['an id', entry('label', { id: 7 }), 'label: malformed'],
  ['a parent', entry('label', { parentId: 7 }), 'label: malformed'],
  ['a time', entry('label', { timestamp: 7 }), 'label: malformed'],
  ['a model', message({ role: 'assistant', content: 'x', model: 7 }), 'message: malformed'],
  ['a role', message({ role: 'other', content: 'x' }), 'message: malformed'],
  ['the role of an extension', message({ role: 'other', customType: 'x', content: 'x' }), 'message: malformed'],
  ['a thought', message({ role: 'assistant', content: [{ type: 'thinking' }] }), 'message: malformed'],
  ['a call', message({ role: 'assistant', content: [{ type: 'toolCall', id: 'c' }] }), 'message: malformed'],
  ['a text', message({ role: 'user', content: [{ type: 'text', text: 7 }] }), 'message: malformed'],
  ['a block', message({ role: 'user', content: [7] }), 'message: malformed'],
  ['a block without a type', message({ role: 'user', content: [{}] }), 'message: malformed'],
  ['a result without a call', message({ role: 'toolResult', content: 'x' }), 'message: malformed'],
  [
    'whether it failed',
    message({ role: 'toolResult', toolCallId: 'c', content: 'x', isError: 7 }),
    'message: malformed',
  ],
  ['an output', message({ role: 'bashExecution', command: 'ls', output: 7 }), 'message: malformed'],
  [
    'whether it is kept',
    message({ role: 'bashExecution', command: 'ls', excludeFromContext: 7 }),
    'message: malformed',
  ],
  ['the type of a message', entry('custom_message', { customType: 7, content: 'x' }), 'custom_message: malformed'],
  ['what was kept', entry('compaction', { summary: 'x', firstKeptEntryId: 7 }), 'compaction: malformed'],
  ['where it was', entry('compaction', { summary: 'x', firstKeptEntryIndex: 'x' }), 'compaction: malformed'],
  ['a name', entry('session_info', { name: 7 }), 'session_info'],
];

test.each(MALFORMED)('%s of another kind makes the entry malformed', (_, row, kind) => {
  const { events, skipped } = translated(pi, [HEADER, row]);
  expect([events.filter(({ type }) => type !== 'session/start'), skipped]).toEqual([[], { [kind]: 1 }]);
});

test.each(['version', 'cwd', 'parentSession', 'id', 'timestamp'])(
  'a header whose %s is of another kind is none',
  (field) => {
    expect(translated(pi, [{ ...HEADER, [field]: {} }]).header.id).toBe('');
    expect(pi.recognises({ ...HEADER, [field]: {} })).toBe(false);
  },
);

test('whose it is is told by its header, which is not one of ours', () => {
  expect(pi.recognises(HEADER)).toBe(true);
  expect([null, { ...HEADER, createdAt: 0 }, { ...HEADER, type: 'x' }].some(pi.recognises)).toBe(false);
});

test('details that are none of ours leave a message to its extension', () => {
  for (const contextfold of [7, {}, [7], [{ source: {} }], [{ source: { kind: 'x' } }], [{ blocks: 1 }]]) {
    const custom = { customType: 'memo', content: [text('x')], details: { contextfold } };
    expect(told(entry('custom_message', custom))).toEqual([['user/message', 'e', [text('x')], by('memo')]]);
  }
});

test('a branch that was left and never seen is counted, titles too', () => {
  const below = (id: string, parentId: string | null, more: object): object => ({
    ...entry('message', more, id),
    parentId,
  });
  const said = (content: string): object => ({ message: { role: 'user', content } });
  const { skipped } = translated(pi, [
    HEADER,
    ...[below('a', null, said('one')), below('b', 'a', said('two')), below('c', 'b', said('three'))],
    ...[below('x', 'a', said('beside')), { ...entry('session_info', { name: 'N' }, 'y'), parentId: 'x' }],
    below('d', 'c', said('four')),
  ]);
  expect(skipped).toEqual({ 'message: other branch': 1, 'session_info: other branch': 1 });
});

test('a file without a header is read all the same', () => {
  const { header, events } = translated(pi, [message({ role: 'user', content: 'hi' })]);
  expect(header).toEqual({ type: 'session', version: 1, id: '', createdAt: 0, cwd: '', format: 'pi' });
  expect(events.some(({ type }) => type === 'user/message')).toBe(true);
  expect(translated(pi, [HEADER]).header.cwd).toBe('');
  expect(translated(pi, [HEADER]).events).toEqual([]);
});
