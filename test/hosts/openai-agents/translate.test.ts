// Owns: how single items of the Agents SDK read, and that every item does, however odd.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemLike } from '../../../src/hosts/openai-agents/index.js';
import { agentItems } from '../../../src/hosts/openai-agents/own-items.js';
import { seed } from '../../seed.js';

const read = (item: object) => agentItems().itemsOf(item);

test.each([
  ['The content.', false],
  [{ type: 'text', text: 'The content.' }, false],
  [[{ type: 'input_text', text: 'The content.' }], false],
  ['An error occurred while running the tool. Please try again.', true],
  [{ type: 'text', text: 'An error occurred while running the tool. Please try again.' }, true],
])('a result of %j has failed: %s (A9)', (output, failed) => {
  expect(read({ type: 'function_call_result', callId: 'c1', name: 'read', status: 'completed', output })).toMatchObject(
    [{ kind: 'result', call: 'c1', failed }],
  );
});

test('a call has its arguments as they came', () => {
  const args = '{"file_path":"a"}';
  expect(read({ type: 'function_call', callId: 'c1', name: 'read', arguments: args })).toMatchObject([
    { kind: 'assistant', content: [{ type: 'tool-call', id: 'c1', name: 'read', arguments: args }] },
  ]);
});

test('a patch is a call of `apply_patch` with its operation for arguments', () => {
  const operation = { type: 'update_file', path: 'a', diff: '' };
  expect(read({ type: 'apply_patch_call', callId: 'c1', status: 'completed', operation })).toMatchObject([
    { kind: 'assistant', content: [{ type: 'tool-call', id: 'c1', name: 'apply_patch', arguments: operation }] },
  ]);
  expect(read({ type: 'apply_patch_call_output', callId: 'c1', status: 'failed' })).toMatchObject([
    { kind: 'result', call: 'c1', failed: true },
  ]);
});

test.each<readonly [object, object[]]>([
  [
    { role: 'user', content: 'x' },
    [{ kind: 'user', source: { kind: 'user' }, content: [{ type: 'text', text: 'x' }] }],
  ],
  [{ type: 'message', role: 'user' }, [{ kind: 'user', content: [] }]],
  [
    { type: 'message', role: 'assistant', content: 'x' },
    [{ kind: 'assistant', content: [{ type: 'text', text: 'x' }] }],
  ],
  [{ role: 'system', content: 'x' }, []],
  [{ type: 'reasoning', role: 'user', content: 'x' }, []],
  [{ type: 'function_call', callId: 7, name: 'read' }, []],
  [{ type: 'function_call', callId: 'c', name: 7 }, []],
  [{ type: 'function_call_result', callId: 7, output: 'x' }, []],
  [{ type: 'apply_patch_call', callId: 7 }, []],
  [{ type: 'apply_patch_call_output', callId: 7, status: 'failed' }, []],
  [{ type: 'apply_patch_call_output', callId: 'c', output: 'x' }, [{ kind: 'result', failed: false }]],
  [
    { type: 'compaction', id: 'k' },
    [{ kind: 'user', id: 'user:["compaction","k"]', source: { kind: 'plugin', plugin: 'compact' }, content: [] }],
  ],
  [{ type: 'compaction' }, [{ id: 'user:["compaction",null]', quiet: true }]],
  [{ type: 'unknown' }, []],
])('%j reads as it is (F8)', (item, items) => {
  expect(read(item)).toMatchObject(items);
  expect(read(item)).toHaveLength(items.length);
});

test('only a person’s message can be ours', () => {
  const { ownId, label, write } = agentItems();
  const message = label(write({ id: 'i1', role: 'user', content: 'x', source: { kind: 'weather' } }, 5));
  expect(ownId(message)).toBe('i1');
  for (const item of [
    { ...message, role: 'assistant' },
    { ...message, type: 'reasoning' },
  ]) {
    expect(agentItems().ownId(item as never)).toBeUndefined();
  }
});

test('what was learnt of an item is known when nothing stands beside it any longer', () => {
  const items = agentItems();
  const source = { kind: 'agent-instructions' };
  const stored = items.label(items.write({ id: 'i1', role: 'user', content: 'x', source }, 5));
  const later = agentItems();
  expect(later.ownId(later.strip({ ...stored }))).toBeUndefined();
  later.learn(stored);
  const bare = later.strip(structuredClone(stored));
  expect(bare.providerData).toEqual({});
  expect(later.ownId(bare)).toBe('i1');
  expect(later.itemsOf(bare)).toEqual([
    { kind: 'user', id: 'i1', source, time: 5, content: [{ type: 'text', text: 'x' }] },
  ]);
});

test('what has nothing beside it stays the object that it is', () => {
  const item = { role: 'user', content: 'x', providerData: { kept: 1 } };
  const { strip, label } = agentItems();
  expect(strip(item)).toBe(item);
  expect(label(item)).toBe(item);
});

const odd = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom(
        'message',
        'function_call',
        'function_call_result',
        'apply_patch_call',
        'compaction',
        'reasoning',
      ),
      fc.constant(undefined),
      fc.anything(),
    ),
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'system'), fc.anything()),
    content: fc.oneof(fc.anything(), fc.array(fc.record({ type: fc.string(), text: fc.anything() }))),
    callId: fc.anything(),
    name: fc.anything(),
    arguments: fc.anything(),
    operation: fc.anything(),
    output: fc.anything(),
    providerData: fc.oneof(fc.record({ contextfold: fc.anything() }), fc.anything()),
  },
  { requiredKeys: [] },
);

test(`every item reads, however odd, and the same each time (F8; seed ${seed})`, () => {
  fc.assert(
    fc.property(odd, (given) => {
      const items = agentItems();
      const item: ItemLike = given;
      items.learn(item);
      expect(items.itemsOf(item)).toEqual(items.itemsOf(item));
      items.ownId(item);
      items.reword(item, 'x');
      items.label(item);
      items.strip(item);
    }),
  );
});
