// Owns: how entries and messages of pi read, example by example, and what the model still sees of them.
import { describe, expect, test } from 'vitest';
import type { EntryLike } from '../../../src/hosts/pi/messages.js';
import type { Said } from '../../../src/hosts/pi/translate.js';
import { agentMessages, asOne, lastAnswer, piEntries, visibleEntries } from '../../../src/hosts/pi/translate.js';

const SOURCE = { kind: 'weather' };
const ours = (id: string, ...texts: readonly string[]): Said =>
  piEntries.write(
    { id, role: 'user', source: SOURCE, content: texts.map((text) => ({ type: 'text', text })) },
    undefined,
  ) as unknown as Said;

const text = (one: string): object => ({ type: 'text', text: one });
const call = (id: string): object => ({ type: 'toolCall', id, name: 'read', arguments: {} });
const entry = (id: string, message: object): EntryLike => ({ type: 'message', id, message }) as EntryLike;
const answer = (id: string, ...content: readonly object[]): EntryLike => entry(id, { role: 'assistant', content });
const result = (id: string, toolCallId: string, isError = false): EntryLike =>
  entry(id, { role: 'toolResult', toolCallId, toolName: 'read', content: [text('x')], isError });

describe('several of ours (C1)', () => {
  test('none are none, one is itself, more keep who said what', () => {
    expect(asOne([])).toBeUndefined();
    const [one, other] = [ours('a', 'one', 'two'), ours('b', 'three')];
    expect(asOne([one])).toBe(one);
    expect(asOne([one, other])).toEqual({
      content: [text('one'), text('two'), text('three')],
      details: {
        contextfold: [
          { id: 'a', source: SOURCE, blocks: 2 },
          { id: 'b', source: SOURCE, blocks: 1 },
        ],
      },
    });
    expect(one.details).toEqual({ contextfold: SOURCE, id: 'a' });
  });
});

describe('whose an entry is (A13, F8)', () => {
  const idOf = (details: unknown): unknown => piEntries.ownId({ type: 'custom_message', details } as EntryLike);

  test.each<readonly [unknown, string | undefined]>([
    [{ contextfold: SOURCE, id: 'a' }, 'a'],
    [{ contextfold: [{ id: 'a', source: SOURCE, blocks: 1 }] }, 'a'],
    [{ contextfold: [7, { id: 'b', source: SOURCE, blocks: 1 }] }, undefined],
    [{ contextfold: SOURCE, id: 7 }, undefined],
    [{ contextfold: 'weather', id: 'a' }, undefined],
    [{ contextfold: [] }, undefined],
    [{ id: 'a' }, undefined],
    ['a', undefined],
    [undefined, undefined],
  ])('%j: %j', (details, id) => {
    expect(idOf(details)).toBe(id);
    expect(agentMessages.ownId({ role: 'user', details } as never)).toBe(id);
  });

  test('a result is recognised by its call and by how it went, under whatever id it is stored', () => {
    const ids = ['x', 'y'].map((id) => piEntries.itemsOf(result(id, 'c')).map((item) => item.id));
    expect(ids).toEqual([['result:["c",false]'], ['result:["c",false]']]);
    expect(piEntries.itemsOf(result('x', 'c', true)).map((item) => item.id)).toEqual(['result:["c",true]']);
  });

  test('only a user’s message is ours, whatever is kept beside it', () => {
    const details = { contextfold: SOURCE, id: 'a' };
    const stored = { ...answer('x', text('Yes.')), details } as EntryLike;
    expect(piEntries.itemsOf(stored).map(({ id }) => id)).toEqual(
      piEntries.itemsOf(answer('x', text('Yes.'))).map(({ id }) => id),
    );
  });
});

describe('the last answer (A9)', () => {
  test('is the last one, with its calls and with those that are settled since', () => {
    expect(lastAnswer([])).toBeUndefined();
    expect(lastAnswer([entry('p', { role: 'user', content: 'Hi' })])).toBeUndefined();
    const before = [answer('a', call('c0')), result('r0', 'c0')];
    const last = answer('b', text('Yes.'), call('c1'), call('c2'));
    const [item] = piEntries.itemsOf(last);
    expect(lastAnswer([...before, last])).toMatchObject({ id: item?.id, settled: new Set() });
    expect(lastAnswer([...before, last])?.calls).toEqual(['c1', 'c2']);
    const more = [result('r2', 'c2'), entry('p', { role: 'user', content: 'Hi' })];
    expect(lastAnswer([...before, last, ...more])?.settled).toEqual(new Set(['c2']));
    expect(lastAnswer([answer('a', text('c1'))])?.calls).toEqual([]);
  });
});

describe('what the model still sees (A12)', () => {
  const at = (id: string, type = 'message', more: object = {}): EntryLike => ({ type, id, ...more });
  const idsOf = (...entries: readonly EntryLike[]): string =>
    visibleEntries(entries)
      .map(({ id }) => id)
      .join('');

  test('is everything without a compaction, else the last one, what it kept and what came after', () => {
    expect(idsOf(at('a'), at('b'))).toBe('ab');
    const kept = (id: string): EntryLike => at('d', 'compaction', { firstKeptEntryId: id });
    expect(idsOf(at('a'), at('b'), at('c'), kept('b'), at('e'))).toBe('dbce');
    expect(idsOf(at('a'), at('b'), at('c'), kept('a'), at('e'))).toBe('dabce');
    expect(idsOf(at('a'), at('b', 'compaction'), at('c'), kept('a'), at('e'))).toBe('dace');
    for (const nowhere of ['x', 'e']) expect(idsOf(at('a'), at('c'), kept(nowhere), at('e'))).toBe('de');
  });
});

describe('messages of the agent core (F8)', () => {
  const itemsOf = (message: object): readonly unknown[] => agentMessages.itemsOf(message as never);

  test('have the time at which they were said, if that is one', () => {
    const time = (timestamp: unknown): unknown =>
      (itemsOf({ role: 'user', content: 'Hi', timestamp })[0] as { readonly time?: number }).time;
    expect([7, Number.NaN, Number.POSITIVE_INFINITY, '7', undefined].map(time)).toEqual([
      7,
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  test('are recognised by when they were said and by what they say', () => {
    const idOf = (message: object): unknown => (itemsOf(message)[0] as { readonly id: string } | undefined)?.id;
    const hello = { role: 'user', content: 'Hi', timestamp: 1 };
    const summary = { role: 'compactionSummary', summary: 'x', timestamp: 1 };
    const branch = { role: 'branchSummary', summary: 'x', timestamp: 1 };
    const reply = { role: 'assistant', content: [text('Hi')], timestamp: 1 };
    const all = [hello, { ...hello, timestamp: 2 }, { ...hello, content: 'Ho' }, summary, branch, reply];
    const ids = [...all, { ...summary, summary: 'y' }, { ...branch, summary: 'y' }].map(idOf);
    expect(ids.every((id) => typeof id === 'string')).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(idOf({ ...hello })).toBe(idOf(hello));
  });

  test('that stand for what was said before are checkpoints, those of ours are ours', () => {
    expect(itemsOf({ role: 'compactionSummary', summary: 'x', timestamp: 1 })).toMatchObject([
      { kind: 'user', source: { kind: 'plugin', plugin: 'compact' }, time: 1 },
    ]);
    const update = { id: 'a', role: 'user', source: SOURCE, content: [text('x')] } as const;
    const written = agentMessages.write(update as never, 5);
    expect(written).toEqual({
      role: 'user',
      timestamp: 5,
      content: [text('x')],
      details: { contextfold: SOURCE, id: 'a' },
    });
    expect(agentMessages.write(update as never, undefined)).toMatchObject({ timestamp: 0 });
    expect(itemsOf(written)).toMatchObject([{ kind: 'user', id: 'a', source: SOURCE, time: 5 }]);
    expect(itemsOf({ ...written, role: 'assistant' })).not.toMatchObject([{ id: 'a' }]);
    expect(agentMessages.reword(written, [text('y')] as never)).toEqual({ ...written, content: [text('y')] });
  });
});
