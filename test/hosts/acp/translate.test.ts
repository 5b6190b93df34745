// Owns: how updates of an ACP session read, however odd they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AcpRecord } from '../../../src/hosts/acp/index.js';
import { acpRecords, observed } from '../../../src/hosts/acp/translate.js';
import { seed } from '../../seed.js';

const at = (id: string) => ({ id, time: undefined, isPrompting: false });

const after = (...updates: readonly object[]): readonly AcpRecord[] =>
  updates.reduce<readonly AcpRecord[]>((records, update, index) => observed(records, update, at(`u${index}`)), []);

const call = (update: object) => ({ sessionUpdate: 'tool_call', toolCallId: 'c', ...update });

test('a call counts when it is completed, by its kind and all that it named (A9)', () => {
  const begun = call({ kind: 'edit', locations: [{ path: '/repo/a.ts', line: 3 }], status: 'in_progress' });
  const [open] = after(begun);
  expect(acpRecords.itemsOf(open!)).toHaveLength(1);
  const diff = { type: 'diff', path: '/repo/b.ts' };
  const done = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', content: [diff] };
  expect(after(begun, done)).toEqual([
    { kind: 'called', id: 'c', tool: 'edit', paths: ['/repo/a.ts', '/repo/b.ts'], failed: false },
  ]);
  const failed = { ...done, status: 'failed', locations: [{ path: '/repo/c.ts' }] };
  expect(after(begun, failed)).toMatchObject([{ paths: ['/repo/c.ts', '/repo/b.ts'], failed: true }]);
});

test('chunks of one answer are one record, and so are those of one prompt that is told again', () => {
  const said = (text: string, meta?: object) => ({
    sessionUpdate: 'user_message_chunk',
    content: { type: 'text', text, ...(meta === undefined ? {} : { _meta: { contextfold: meta } }) },
  });
  const own = { id: 'm1', source: { kind: 'agent-instructions' } };
  const answer = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '.' } };
  const records = after(said('one'), said('two'), said('ours', own), said('ours too', own), answer, answer);
  expect(records.map(({ kind }) => kind)).toEqual(['said', 'said', 'answered']);
  expect(records.flatMap(acpRecords.itemsOf)).toMatchObject([
    { kind: 'user', source: { kind: 'user' }, content: [{ text: 'one' }, { text: 'two' }] },
    { kind: 'user', id: 'm1', source: { kind: 'agent-instructions' } },
    { kind: 'assistant' },
  ]);
});

test('an echo of the prompt that is on its way is no second prompt', () => {
  const echo = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hello.' } };
  expect(observed([], echo, { ...at('u'), isPrompting: true })).toEqual([]);
});

test('a compaction counts when it is over', () => {
  const compaction = (status: string) => ({ sessionUpdate: 'compaction_update', compactionId: 'x', status });
  const before = call({ kind: 'read' });
  expect(after(before, compaction('in_progress'))).toHaveLength(1);
  expect(after(before, compaction('completed'))).toMatchObject([{ kind: 'compacted' }]);
});

test(`every update reads, however odd (F8; seed ${seed})`, () => {
  const kinds = ['user_message_chunk', 'agent_message_chunk', 'tool_call', 'tool_call_update', 'compaction_update'];
  const odd = fc.oneof(
    fc.anything(),
    fc.record(
      {
        sessionUpdate: fc.constantFrom(...kinds),
        content: fc.oneof(fc.anything(), fc.record({ type: fc.string(), text: fc.anything(), _meta: fc.anything() })),
        toolCallId: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
        kind: fc.anything(),
        status: fc.oneof(fc.constantFrom('completed', 'failed'), fc.anything()),
        locations: fc.oneof(fc.anything(), fc.array(fc.record({ path: fc.anything() }))),
      },
      { requiredKeys: ['sessionUpdate'] },
    ),
  );
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 6 }), (updates) => {
      const records = after(...(updates as readonly object[]));
      records.flatMap(acpRecords.itemsOf);
      records.forEach(acpRecords.ownId);
      records.forEach((record) => acpRecords.reword(record, 'x'));
    }),
  );
});
