// Owns: how updates of an ACP session read, however odd they are.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

const text = (said: string, meta?: unknown): object => ({
  ...{ type: 'text', text: said },
  ...(meta === undefined ? {} : { _meta: { contextfold: meta } }),
});
const own = (id: string): object => ({ id, source: { kind: 'weather' } });
const chunk = (content: unknown): object => ({ sessionUpdate: 'user_message_chunk', content });

describe('what a record says (A9, A12, F8)', () => {
  const read = (record: object): readonly unknown[] => acpRecords.itemsOf(record as AcpRecord);
  const answered = { kind: 'assistant', response: 'turn' };

  test('a prompt says its texts, and by their types what else it holds', () => {
    const blocks = [text('Hi'), { type: 'image', data: 'x' }, { type: 'text', text: 7 }];
    const said = { kind: 'user', id: 'user:"u"', source: { kind: 'user' } };
    const content = [{ type: 'text', text: 'Hi' }, { type: 'image' }, { type: 'unknown' }];
    expect(read({ kind: 'said', id: 'u', blocks })).toEqual([{ ...said, content }]);
    expect(read({ kind: 'said', id: 'u', blocks, time: 5 })).toEqual([{ ...said, content, time: 5 }]);
    expect(read({ kind: 'said', id: 'u', blocks: [text('x', { ...own('m'), time: 3 })], time: 5 })).toMatchObject([
      { id: 'm', source: { kind: 'weather' }, time: 3 },
    ]);
  });

  test('an answer and a compaction say only that they were', () => {
    expect(read({ kind: 'answered', id: 'u' })).toEqual([{ ...answered, id: 'u', content: [] }]);
    expect(read({ kind: 'answered', id: 'u', time: 5 })).toEqual([{ ...answered, id: 'u', content: [], time: 5 }]);
    const compacted = {
      kind: 'user',
      id: 'u',
      source: { kind: 'plugin', plugin: 'compact' },
      content: [],
      quiet: true,
    };
    expect(read({ kind: 'compacted', id: 'u' })).toEqual([compacted]);
    expect(read({ kind: 'compacted', id: 'u', time: 5 })).toEqual([{ ...compacted, time: 5 }]);
  });

  test('a call that runs has no result yet, one that is over has it', () => {
    const record = { kind: 'called', id: 'c', tool: 'edit', paths: ['/a'] };
    const content = [{ type: 'tool-call', id: 'c', name: 'edit', arguments: { file_path: ['/a'] } }];
    const asked = { ...answered, id: '["call","c",["/a"]]', content };
    const result = (failed: boolean) => ({
      kind: 'result',
      id: `result:["c",${failed}]`,
      call: 'c',
      failed,
      content: '',
    });
    expect(read(record)).toEqual([asked]);
    expect(read({ ...record, time: 5 })).toEqual([{ ...asked, time: 5 }]);
    for (const failed of [true, false]) {
      expect(read({ ...record, failed })).toEqual([asked, result(failed)]);
      expect(read({ ...record, failed, time: 5 })).toEqual([asked, result(failed)].map((one) => ({ ...one, time: 5 })));
    }
  });

  test('only a prompt can be ours, and only a prompt is put into other words', () => {
    const { ownId, reword, write } = acpRecords;
    expect(ownId({ kind: 'said', id: 'u', blocks: [text('x'), text('y', own('m'))] } as never)).toBe('m');
    for (const kind of ['answered', 'compacted', 'called']) {
      const record = { kind, id: 'u', blocks: [text('y', own('m'))] } as never;
      expect(ownId(record)).toBeUndefined();
      expect(reword(record, 'x')).toBe(record);
    }
    const blocks = [{ type: 'image' }, text('a'), { type: 'image' }, text('b')];
    const other = reword({ kind: 'said', id: 'u', blocks } as never, [text('x'), text('y')] as never);
    expect(other).toEqual({
      kind: 'said',
      id: 'u',
      blocks: [{ type: 'image' }, text('x'), { type: 'image' }, text('y')],
    });
    const message = { id: 'm', role: 'user', source: { kind: 'weather' }, content: [text('a'), text('b')] };
    const meta = { id: 'm', source: { kind: 'weather' } };
    expect(write(message as never, undefined)).toEqual({
      kind: 'said',
      id: 'm',
      blocks: [text('a', meta), text('b', meta)],
    });
    expect(write(message as never, 5)).toMatchObject({ blocks: [text('a', { ...meta, time: 5 }), {}] });
  });
});

describe('what an update changes (A9, F8)', () => {
  const timed = (id: string, time: number | undefined) => ({ id, time, isPrompting: false });

  test('pieces of a prompt that is told again: each of ours stands for itself', () => {
    const records = after(
      ...[text('a', own('m')), text('b', own('m')), text('c', own('n')), text('d'), text('e')].map(chunk),
    );
    expect(records).toEqual([
      { kind: 'said', id: 'u0', blocks: [text('a', own('m')), text('b', own('m'))] },
      { kind: 'said', id: 'u2', blocks: [text('c', own('n'))] },
      { kind: 'said', id: 'u3', blocks: [text('d'), text('e')] },
    ]);
    const answer = { sessionUpdate: 'agent_thought_chunk' };
    expect(after(chunk(text('a')), answer, chunk(text('b'))).map(({ kind }) => kind)).toEqual([
      'said',
      'answered',
      'said',
    ]);
  });

  test('what makes no sense changes nothing', () => {
    const before = after(chunk(text('a')), call({ kind: 'read' }));
    const odd = [
      ...[undefined, 'x', {}, { sessionUpdate: 'plan' }, { sessionUpdate: 'compaction_update' }],
      ...[chunk('x'), chunk({ type: 7 }), chunk(undefined), call({ toolCallId: 7 })],
    ];
    for (const update of odd) expect(observed(before, update, at('x'))).toBe(before);
  });

  test('answers and calls have the time at which they began', () => {
    const answer = { sessionUpdate: 'agent_message_chunk' };
    expect(observed([], answer, timed('u', 5))).toEqual([{ kind: 'answered', id: 'u', time: 5 }]);
    expect(observed([], answer, timed('u', undefined))).toEqual([{ kind: 'answered', id: 'u' }]);
    const begun = observed([], call({}), timed('u', 5));
    expect(begun).toEqual([{ kind: 'called', id: 'c', tool: 'other', paths: [], time: 5 }]);
    expect(observed(begun, call({ kind: 'edit', status: 'completed' }), timed('v', 6))).toEqual([
      { kind: 'called', id: 'c', tool: 'edit', paths: [], time: 5, failed: false },
    ]);
    expect(observed([], call({}), timed('u', undefined))).toEqual([
      { kind: 'called', id: 'c', tool: 'other', paths: [] },
    ]);
  });

  test('a further update of a call keeps what it leaves out, and leaves other calls alone', () => {
    const other = call({ toolCallId: 'd', kind: 'read', locations: [{ path: '/d' }] });
    const begun = after(call({ kind: 'edit', locations: [{ path: '/a' }, { path: 7 }, 'x'], status: 'failed' }), other);
    const [first, second] = observed(
      begun,
      call({ kind: 7, status: 'odd', content: [{ path: '/a' }, { path: '/b' }] }),
      at('x'),
    );
    expect(first).toEqual({ kind: 'called', id: 'c', tool: 'edit', paths: ['/a', '/b'], failed: true });
    expect(second).toBe(begun[1]);
    expect(observed(begun, call({ locations: [], status: 'completed' }), at('x'))[0]).toEqual({
      ...{ kind: 'called', id: 'c', tool: 'edit', paths: [], failed: false },
    });
    const prompt: AcpRecord = { kind: 'said', id: 'c', blocks: [] };
    expect(observed([prompt], call({}), at('x'))).toHaveLength(2);
  });
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
