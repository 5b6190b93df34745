// Owns: how messages of opencode read, example by example: people's and ours, answers, calls, summaries, and what the
// model still sees of them.
import { describe, expect, test } from 'vitest';
import type { MessageLike, PartLike } from '../../../src/hosts/opencode/messages.js';
import {
  opencodeMessages,
  storedCalls,
  toldIn,
  visibleMessages,
  withSettled,
  withoutLoaded,
} from '../../../src/hosts/opencode/translate.js';

const { itemsOf, ownId, write, reword } = opencodeMessages;

const part = (fields: object): PartLike => ({ id: 'prt_1', type: 'text', ...fields });
const said = (text: string, more: object = {}): PartLike => part({ text, ...more });

const SOURCE = { kind: 'plugin', plugin: 'weather' };
const kept = (id: unknown, more: object = {}): object => ({ contextfold: { id, source: SOURCE, ...more } });
const ours = (text: string, id = 'm1'): PartLike => said(text, { metadata: kept(id) });

const message = (role: string, parts: readonly PartLike[], info: object = {}): MessageLike => ({
  info: { id: 'msg_1', role, ...info },
  parts,
});

const text = (...texts: readonly string[]): object[] => texts.map((one) => ({ type: 'text', text: one }));
const typed = (content: object[], more: object = {}): object => ({
  ...{ kind: 'user', id: 'user:"msg_1"', source: { kind: 'user' }, content },
  ...more,
});
const own = (content: object[], id = 'm1', more: object = {}): object => ({
  ...{ kind: 'user', id, source: SOURCE, content },
  ...more,
});

describe('a prompt (C1)', () => {
  test('is a person’s, with the time at which it was made', () => {
    expect(itemsOf(message('user', [said('Hi'), part({ type: 'file' })], { time: { created: 7 } }))).toEqual([
      typed([...text('Hi'), { type: 'file' }], { time: 7 }),
    ]);
    for (const time of [undefined, { created: '7' }, 7]) {
      expect(itemsOf(message('user', [said('Hi')], { time }))).toEqual([typed(text('Hi'))]);
    }
  });

  test('has ours before it and behind it, each as one item however many parts it has', () => {
    const parts = [ours('a'), ours('b'), ours('c', 'm2'), said('Hi'), said('you'), ours('d', 'm3')];
    expect(itemsOf(message('user', parts))).toEqual([
      own(text('a', 'b')),
      own(text('c'), 'm2'),
      typed(text('Hi', 'you')),
      own(text('d'), 'm3'),
    ]);
    expect(itemsOf(message('user', [said('x', { metadata: kept('m1', { time: 5 }) })]))).toEqual([
      own(text('x'), 'm1', { time: 5 }),
    ]);
  });

  test('of nothing but ours is no person’s, nor is the request for a compaction', () => {
    expect(itemsOf(message('user', [ours('a')]))).toEqual([own(text('a'))]);
    expect(itemsOf(message('user', [part({ type: 'compaction' }), ours('a')]))).toEqual([own(text('a'))]);
    expect(itemsOf(message('user', []))).toEqual([]);
  });

  test('is ours only where what is kept beside it says so (F8)', () => {
    for (const metadata of [kept(7), { contextfold: { id: 'm1' } }, { contextfold: 'm1' }, 'x', undefined]) {
      const one = message('user', [said('Hi', { metadata })]);
      expect(itemsOf(one)).toEqual([typed(text('Hi'))]);
      expect(ownId(one)).toBeUndefined();
    }
    expect(ownId(message('user', [said('Hi'), ours('a', 'm1'), ours('b', 'm2')]))).toBe('m1');
    expect(itemsOf(message('user', [part({ text: 7 })]))).toEqual([typed([{ type: 'text' }])]);
  });
});

describe('an answer (A9)', () => {
  const call = (state: unknown, more: object = {}): PartLike =>
    part({ type: 'tool', callID: 'c', tool: 'read', state, ...more });
  const answer = { kind: 'assistant', id: 'msg_1', content: [], response: 'msg_1' };
  const asked = (args: unknown): object => ({
    ...{ kind: 'assistant', id: 'call:c', response: 'msg_1' },
    content: [{ type: 'tool-call', id: 'c', name: 'read', arguments: args }],
  });
  const result = (failed: boolean, more: object = {}): object => ({
    ...{ kind: 'result', id: `result:["c",${failed}]`, call: 'c', failed, content: '' },
    ...more,
  });

  test('has its time, and its calls, each with its result when it is over', () => {
    const input = { filePath: 'a' };
    expect(itemsOf(message('assistant', [said('Yes.')], { time: { created: 7 } }))).toEqual([{ ...answer, time: 7 }]);
    expect(itemsOf(message('assistant', [said('x'), call({ status: 'running', input })]))).toEqual([
      answer,
      asked(input),
    ]);
    expect(itemsOf(message('assistant', [call({ status: 'completed', input, time: { end: 9 } })]))).toEqual([
      answer,
      asked(input),
      result(false, { time: 9 }),
    ]);
    expect(itemsOf(message('assistant', [call({ status: 'error' })]))).toEqual([answer, asked({}), result(true)]);
    expect(itemsOf(message('assistant', [call('odd')]))).toEqual([answer, asked({})]);
  });

  test('what is no call is passed over (F8)', () => {
    const odd = [call({}, { callID: 7 }), call({}, { tool: 7 }), call({}, { type: 'step-start' })];
    expect(itemsOf(message('assistant', odd))).toEqual([answer]);
  });

  test('has what was said behind a result', () => {
    const two = [
      (kept('m1') as { contextfold: unknown }).contextfold,
      { id: 'm2', source: SOURCE, time: 3 },
      { id: 7 },
      'x',
    ];
    const state = { status: 'completed', metadata: { contextfold: two } };
    expect(itemsOf(message('assistant', [call(state)])).slice(3)).toEqual([own([]), own([], 'm2', { time: 3 })]);
    for (const metadata of [{ contextfold: 'x' }, 'x', undefined]) {
      expect(itemsOf(message('assistant', [call({ status: 'completed', metadata })]))).toHaveLength(3);
    }
    expect(itemsOf(message('assistant', [call({ ...state, status: 'running' })]))).toHaveLength(2);
  });

  test('that is a summary is a checkpoint of its texts (A12)', () => {
    const summary = message('assistant', [said('In short.'), part({ type: 'step-start' })], { summary: true });
    expect(itemsOf(summary)).toEqual([
      {
        ...{ kind: 'user', id: 'msg_1', source: { kind: 'plugin', plugin: 'compact' } },
        ...{ content: text('In short.'), quiet: true },
      },
    ]);
    expect(itemsOf(message('assistant', [], { summary: 'yes' }))).toEqual([answer]);
  });

  test('a call that is over and not stored so yet counts as over', () => {
    const running = call({ status: 'running', input: { a: 1 } });
    const settled = new Map([['c', [{ id: 'm1', source: SOURCE }]]]);
    const [one] = withSettled([message('assistant', [running, said('x')])], settled);
    expect(one && itemsOf(one)).toEqual([answer, asked({ a: 1 }), result(false), own([])]);
    expect(one?.parts[1]).toEqual(said('x'));
    for (const other of [
      call({ status: 'error' }),
      call({ status: 'completed' }),
      call({}, { callID: 'd' }),
      call({}, { callID: 7 }),
    ]) {
      expect(withSettled([message('assistant', [other])], settled)).toEqual([message('assistant', [other])]);
    }
    expect(storedCalls([message('assistant', [running, call({ status: 'error' }, { callID: 'd' })])])).toEqual(
      new Set(['d']),
    );
  });
});

describe('what is written (A13)', () => {
  const UPDATE = { id: 'm1', role: 'user', source: SOURCE, content: [...text('a', 'b'), { type: 'image' }] } as const;

  test('is one part for each text, with its provenance', () => {
    const written = (text: string, provenance: object): object => ({
      ...{ id: '', type: 'text', text, synthetic: true },
      metadata: { contextfold: provenance },
    });
    const provenance = { id: 'm1', source: SOURCE };
    expect(write(UPDATE as never, undefined)).toEqual({
      info: { id: 'm1', role: 'user' },
      parts: [written('a', provenance), written('b', provenance)],
    });
    expect(write(UPDATE as never, 5).parts[0]).toEqual(written('a', { ...provenance, time: 5 }));
    expect(ownId(write(UPDATE as never, 5))).toBe('m1');
    expect(toldIn(write(UPDATE as never, 5))).toEqual({ texts: ['a', 'b'], kept: { ...provenance, time: 5 } });
    expect(toldIn(message('user', [part({ type: 'file' })]))).toEqual({ texts: [], kept: undefined });
  });

  test('takes the place of the texts that were there, one by one', () => {
    const before = message('user', [part({ type: 'file' }), said('a'), part({ type: 'file' }), said('b'), said('c')]);
    const after = reword(before, text('x', 'y') as never);
    expect(after.parts).toEqual([part({ type: 'file' }), said('x'), part({ type: 'file' }), said('y'), said('c')]);
    expect(after.info).toEqual(before.info);
  });
});

describe('what the model still sees (A12)', () => {
  const at = (id: string, role = 'user', info: object = {}, parts: readonly PartLike[] = []): MessageLike => ({
    info: { id, role, ...info },
    parts,
  });
  const request = (id: string, tail?: unknown): MessageLike =>
    at(id, 'user', {}, [said('x'), part({ type: 'compaction', tail_start_id: tail })]);
  const summary = (id: string, parentID: string, more: object = {}): MessageLike =>
    at(id, 'assistant', { summary: true, finish: 'stop', parentID, ...more });
  const idsOf = (...messages: readonly MessageLike[]): string =>
    visibleMessages(messages)
      .map(({ info }) => info.id)
      .join('');

  test('without a compaction it is everything', () => {
    expect(idsOf(at('a'), at('b', 'assistant'))).toBe('ab');
    expect(idsOf()).toBe('');
  });

  test('a compaction leaves its request, its summary, and what came after', () => {
    expect(idsOf(at('a'), at('b', 'assistant'), request('c'), summary('d', 'c'), at('e'))).toBe('cde');
  });

  test('and the tail that it kept, without older summaries', () => {
    const before = [at('a'), at('b', 'assistant')];
    expect(idsOf(...before, request('c', 'b'), summary('d', 'c'), at('e'))).toBe('cdbe');
    expect(idsOf(...before, request('c', 'a'), summary('d', 'c'), at('e'))).toBe('cdabe');
    for (const tail of ['x', 7, 'e'])
      expect(idsOf(...before, request('c', tail), summary('d', 'c'), at('e'))).toBe('cde');
    const twice = [...before, request('c', 'b'), summary('d', 'c'), at('e'), request('f', 'd'), summary('g', 'f')];
    expect(idsOf(...twice)).toBe('fge');
    expect(idsOf(...before, request('c', 'c'), summary('d', 'c'))).toBe('cd');
  });

  test('a summary that failed, has not ended or is another’s leaves everything', () => {
    for (const more of [{ error: {} }, { finish: undefined }, { summary: 'yes' }, { parentID: 'a' }]) {
      expect(idsOf(at('x'), request('c'), summary('d', 'c', more))).toBe('xcd');
    }
    expect(idsOf(at('a'), request('c'), summary('d', 'c', { error: {} }), summary('e', 'c'), at('f'))).toBe('cedf');
  });
});

test('what opencode says it has loaded is taken off the end, and nothing else', () => {
  const loaded = '\n\n<system-reminder>\nInstructions from: /a\nx\n</system-reminder>';
  expect(withoutLoaded(`text${loaded}`, { loaded: ['/a', '/b'] })).toBe('text');
  expect(withoutLoaded(`${loaded}text${loaded}`, { loaded: ['/a'] })).toBe(`${loaded}text`);
  expect(withoutLoaded(loaded, { loaded: ['/a'] })).toBe('');
  for (const odd of [{ loaded: '/a' }, { loaded: [] }, { loaded: [7] }, { loaded: ['/b'] }, {}, undefined, 'x']) {
    expect(withoutLoaded(`text${loaded}`, odd)).toBe(`text${loaded}`);
  }
});
