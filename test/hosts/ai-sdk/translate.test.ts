// Owns: how single messages of the AI SDK read, and that every message does, however odd.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelMessages } from '../../../src/hosts/ai-sdk/translate.js';
import { seed } from '../../seed.js';

const { itemsOf, ownId, write, reword } = modelMessages;

const result = (output: unknown, toolCallId: unknown = 'c1') => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'read', output }],
});

test.each([
  [{ type: 'text', value: 'x' }, false],
  [{ type: 'json', value: {} }, false],
  [{ type: 'content', value: [] }, false],
  [{ type: 'error-text', value: 'x' }, true],
  [{ type: 'error-json', value: {} }, true],
  [{ type: 'execution-denied' }, true],
  [undefined, true],
  ['x', true],
])('a result of %j has failed: %s (A9)', (output, failed) => {
  expect(itemsOf(result(output))).toMatchObject([{ kind: 'result', call: 'c1', failed }]);
});

test('a call that the provider ran itself has its result in the answer', () => {
  const content = [
    { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { file_path: 'a' }, providerExecuted: true },
    { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'text', value: 'x' } },
  ];
  expect(itemsOf({ role: 'assistant', content })).toMatchObject([
    { kind: 'assistant', content: [{ type: 'tool-call', id: 'c1', name: 'read', arguments: { file_path: 'a' } }] },
    { kind: 'result', call: 'c1', failed: false },
  ]);
});

test('what one message says is recognised in another spelling of it', () => {
  const idOf = (message: Parameters<typeof itemsOf>[0]) => itemsOf(message).map(({ id }) => id);
  expect(idOf({ role: 'user', content: 'x' })).toEqual(idOf({ role: 'user', content: [{ type: 'text', text: 'x' }] }));
  const reasoning = { type: 'reasoning', text: 'Hm.' };
  const text = { type: 'text', text: 'Yes.' };
  expect(idOf({ role: 'assistant', content: [reasoning, text] })).toEqual(idOf({ role: 'assistant', content: [text] }));
});

test('a checkpoint that says so opens no turn (S4)', () => {
  const source = { kind: 'plugin', plugin: 'compact' };
  const message = { role: 'user', content: 'In short.', providerOptions: { contextfold: { source } } };
  expect(itemsOf(message)).toMatchObject([{ kind: 'user', quiet: true, source }]);
  expect(ownId(message)).toBeUndefined();
});

test('other words take the place of the text and leave the rest', () => {
  const image = { type: 'image', image: 'data:' };
  const message = { role: 'user', content: [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }] };
  const said = [{ type: 'text', text: 'A' }, { type: 'image' }, { type: 'text', text: 'B' }];
  expect(reword(message, said).content).toEqual([{ type: 'text', text: 'A' }, image, { type: 'text', text: 'B' }]);
  expect(reword({ role: 'user', content: 'a' }, 'A').content).toBe('A');
});

const odd = fc.record(
  {
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'tool', 'system'), fc.string()),
    content: fc.oneof(
      fc.anything(),
      fc.array(
        fc.record(
          {
            type: fc.constantFrom('text', 'tool-call', 'tool-result', 'reasoning'),
            text: fc.anything(),
            toolCallId: fc.oneof(fc.string(), fc.anything()),
            toolName: fc.oneof(fc.string(), fc.anything()),
            input: fc.anything(),
            output: fc.oneof(fc.record({ type: fc.string(), value: fc.anything() }), fc.anything()),
            providerOptions: fc.anything(),
          },
          { requiredKeys: [] },
        ),
      ),
    ),
    providerOptions: fc.oneof(fc.record({ contextfold: fc.anything() }), fc.anything()),
  },
  { requiredKeys: ['role', 'content'] },
);

test(`every message reads, however odd, and the same each time (F8; seed ${seed})`, () => {
  fc.assert(
    fc.property(odd, (message) => {
      expect(itemsOf(message)).toEqual(itemsOf(message));
      ownId(message);
      reword(message, 'x');
    }),
  );
});

test(`what is written reads back as it was (seed ${seed})`, () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.string(), texts, fc.option(fc.nat(), { nil: undefined }), (id, said, time) => {
      const source = { kind: 'agent-instructions', changes: [] };
      const content = said.map((text) => ({ type: 'text', text }));
      const message = JSON.parse(JSON.stringify(write({ id, role: 'user', content, source }, time))) as never;
      const item = { kind: 'user', id, source, content, ...(time === undefined ? {} : { time }) };
      expect(itemsOf(message)).toEqual([item]);
      expect(ownId(message)).toBe(id);
    }),
  );
});
