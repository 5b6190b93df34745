// Owns: how single messages of LangChain read, and that every message does, however odd.
import { AIMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { langchainMessages } from '../../../src/hosts/langchain/translate.js';
import { seed } from '../../seed.js';

const { itemsOf, ownId, write, reword } = langchainMessages;

test.each([
  ['success', false],
  ['error', true],
  [undefined, false],
] as const)('a result whose status is %s has failed: %s (A9)', (status, failed) => {
  const message = new ToolMessage({ content: 'x', tool_call_id: 'c1', ...(status === undefined ? {} : { status }) });
  expect(itemsOf(message)).toMatchObject([{ kind: 'result', call: 'c1', failed }]);
});

test('an answer has its words and its calls', () => {
  const message = new AIMessage({ content: 'So.', tool_calls: [{ id: 'c1', name: 'read', args: { file_path: 'a' } }] });
  expect(itemsOf(message)).toMatchObject([
    {
      kind: 'assistant',
      content: [
        { type: 'text', text: 'So.' },
        { type: 'tool-call', id: 'c1', name: 'read', arguments: { file_path: 'a' } },
      ],
    },
  ]);
});

test('what is no call, no result or no message says nothing (F8)', () => {
  const read = (message: object): readonly unknown[] => itemsOf(message as never);
  const answer = { kind: 'assistant', id: 'assistant:[null,[]]', content: [] };
  const calls = [{ id: 7, name: 'read' }, { id: 'c', name: 7 }, 'c', null, ['c']];
  expect(read({ type: 'ai', content: '', tool_calls: calls })).toMatchObject([{ kind: 'assistant', content: [{}] }]);
  expect(read({ type: 'ai', tool_calls: calls })).toEqual([answer]);
  for (const odd of ['c', {}, undefined]) expect(read({ type: 'ai', tool_calls: odd })).toEqual([answer]);
  expect(read({ type: 'ai', id: 'a' })).toMatchObject([{ id: 'assistant:["a",[]]' }]);
  expect(read({ type: 'tool', tool_call_id: 7, content: 'x' })).toEqual([]);
  for (const message of [{}, { type: 7 }, { type: 'remove' }, { role: 'system' }]) expect(read(message)).toEqual([]);
  expect(read({ type: 'human', content: 'x' })).toMatchObject([{ id: 'user:[null,"x"]' }]);
});

test('only a person’s message can be ours, which has one text or a list of them', () => {
  const source = { kind: 'weather' };
  const written = (...texts: readonly string[]) =>
    write({ id: 'm', role: 'user', source, content: texts.map((text) => ({ type: 'text', text })) }, undefined);
  const beside = { contextfold: { id: 'm', source } };
  expect(written('a')).toEqual({ type: 'human', id: 'm', content: 'a', additional_kwargs: beside });
  expect(written('a', 'b').content).toEqual([
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]);
  expect(written().content).toBe('');
  expect(ownId(written('a'))).toBe('m');
  for (const type of ['ai', 'system', 'tool']) expect(ownId({ ...written('a'), type } as never)).toBeUndefined();
  expect(reword({ type: 'human', id: 'm', content: 'a' } as never, 'b')).toEqual({
    ...{ type: 'human', id: 'm', content: 'b', additional_kwargs: {} },
  });
});

test('a summary is a checkpoint, and not the message whose id it took over (S4)', () => {
  const first = new HumanMessage({ id: 'm1', content: 'Hello.' });
  const summary = new HumanMessage({ id: 'm1', content: 'x', additional_kwargs: { lc_source: 'summarization' } });
  expect(itemsOf(summary)).toMatchObject([{ quiet: true, source: { kind: 'plugin', plugin: 'compact' } }]);
  expect(itemsOf(summary)[0]?.id).not.toBe(itemsOf(first)[0]?.id);
});

test('instances and the objects that they are made of read alike', () => {
  const made = itemsOf(new HumanMessage({ id: 'm', content: 'Hi.' }));
  expect(itemsOf({ type: 'human', id: 'm', content: 'Hi.' } as never)).toEqual(made);
  expect(itemsOf({ role: 'user', id: 'm', content: 'Hi.' } as never)).toEqual(made);
  expect(itemsOf(new ChatMessage({ id: 'm', content: 'Hi.', role: 'user' }))).toEqual(made);
  expect(itemsOf(new SystemMessage('Be kind.'))).toEqual([]);
});

test('other words take the place of the text and leave the rest', () => {
  const image = { type: 'image_url', image_url: 'data:' };
  const message = new HumanMessage({ id: 'm', content: [{ type: 'text', text: 'a' }, image] });
  const other = reword(message, [{ type: 'text', text: 'A' }, { type: 'image_url' }]);
  expect(other).toMatchObject({ id: 'm', content: [{ type: 'text', text: 'A' }, image] });
});

const odd = fc.record(
  {
    type: fc.oneof(fc.constantFrom('human', 'ai', 'tool', 'system', 'generic'), fc.anything()),
    content: fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(fc.anything(), fc.record({ type: fc.string(), text: fc.anything() }))),
    ),
    id: fc.anything(),
    additional_kwargs: fc.oneof(fc.record({ contextfold: fc.anything(), lc_source: fc.anything() }), fc.anything()),
    tool_calls: fc.oneof(
      fc.anything(),
      fc.array(fc.record({ id: fc.anything(), name: fc.anything(), args: fc.anything() })),
    ),
    tool_call_id: fc.anything(),
    status: fc.anything(),
  },
  { requiredKeys: ['type', 'content'] },
);

test(`every message reads, however odd, and the same each time (F8; seed ${seed})`, () => {
  fc.assert(
    fc.property(odd, (message) => {
      const given = message as Parameters<typeof itemsOf>[0];
      expect(itemsOf(given)).toEqual(itemsOf(given));
      ownId(given);
      reword(given, 'x');
    }),
  );
});

test(`what is written reads back as it was, through LangChain’s own class and JSON (seed ${seed})`, () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), texts, fc.nat(), (id, said, time) => {
      const source = { kind: 'agent-instructions', changes: [] };
      const content = said.map((text) => ({ type: 'text', text }));
      const written = write({ id, role: 'user', content, source }, time);
      const message = new HumanMessage(
        JSON.parse(JSON.stringify(written)) as ConstructorParameters<typeof HumanMessage>[0],
      );
      expect(itemsOf(message)).toEqual([{ kind: 'user', id, source, content, time }]);
      expect(ownId(message)).toBe(id);
    }),
  );
});
