// Owns: examples of DeepSeek Harness logs: packed rows and seqs, damaged lines, tools inside tools.
import { describe, expect, test } from 'vitest';
import { isFields } from '../../src/domain/codec/decode.js';
import { UNREADABLE } from '../../src/programs/log-lines.js';
import { deepseekHarness } from '../../src/readers/deepseek-harness/index.js';
import { translate } from '../../src/readers/reader.js';
import { linesIn, touchesIn, translated, typesOf } from './given.js';
import { seenIn } from './seen.js';

const HEADER = { type: 'session', version: 0, id: 's', createdAt: 0, cwd: '/w' };
const packed = (type: string, dt: unknown, more: object = {}): object => ({
  type,
  data: { turn: 1, step: 1, index: 0, dt, ...more },
});

describe('packed rows (L1)', () => {
  test.each(['subagent', 'fs-edit', 'posttool-context'])(
    'in %s every seq that a message was made from is a chunk or a call',
    (name) => {
      const { events } = translate(deepseekHarness, linesIn(`dsh/${name}.jsonl`));
      const sources = events.flatMap(({ type, sourceEventSeqs }) =>
        type === 'assistant/message' ? (sourceEventSeqs as readonly number[]) : [],
      );
      expect(sources.length).toBeGreaterThan(10);
      expect(new Set(sources.map((seq) => events[seq]?.type))).toEqual(new Set(['assistant/chunk']));
    },
  );

  test('a row is one event more than it has gaps, with its members in order', () => {
    const text = packed('text-chunks', [0, 5], { texts: ['AL', 'P', 'HA'] });
    const call = packed('tool-call-chunks', [1], { id: 'c', name: 'read', args: ['{', '}'] });
    const { events } = translated(deepseekHarness, [HEADER, { ...text, seq0: 0, time0: 100 }, call]);
    const chunk = (more: object): object => ({ turn: 1, step: 1, chunk: { index: 0, ...more } });
    expect(events).toEqual([
      { type: 'assistant/chunk', seq: 0, time: 100, data: chunk({ type: 'text-delta', text: 'AL' }) },
      { type: 'assistant/chunk', seq: 1, time: 100, data: chunk({ type: 'text-delta', text: 'P' }) },
      { type: 'assistant/chunk', seq: 2, time: 105, data: chunk({ type: 'text-delta', text: 'HA' }) },
      { type: 'assistant/chunk', data: chunk({ type: 'tool-call-delta', id: 'c', name: 'read', argumentsDelta: '{' }) },
      { type: 'assistant/chunk', data: chunk({ type: 'tool-call-delta', id: 'c', name: 'read', argumentsDelta: '}' }) },
    ]);
  });

  test('no gap is one event', () => {
    const { events } = translated(deepseekHarness, [HEADER, packed('reasoning-chunks', [], { texts: ['Hm.'] })]);
    const chunk = { type: 'reasoning-delta', index: 0, text: 'Hm.' };
    expect(events).toEqual([{ type: 'assistant/chunk', data: { turn: 1, step: 1, chunk } }]);
    for (const type of ['reasoning-chunks', 'text-chunks', 'tool-call-chunks']) {
      expect(typesOf(translated(deepseekHarness, [HEADER, packed(type, [])]).events)).toEqual(['assistant/chunk']);
    }
  });
});

describe('damaged lines (L5)', () => {
  test('as many events stand for one as the next row tells, so that a replace finds what it shadows', () => {
    const { events } = translate(deepseekHarness, linesIn('dsh/numbered.jsonl'));
    expect(typesOf(events).filter((type) => type === UNREADABLE)).toHaveLength(4);
    expect(seenIn(events)).toEqual(['So far']);
  });

  test('one event stands for one where nothing tells; a cut last line stands for none', () => {
    const { events, skipped } = translated(deepseekHarness, [
      HEADER,
      '{"ty',
      packed('text-chunks', 'no'),
      { type: 'a' },
      '{"ty',
    ]);
    expect(typesOf(events)).toEqual([UNREADABLE, UNREADABLE, 'a']);
    expect(skipped).toEqual({ 'not JSON': 2, 'text-chunks: malformed': 1 });
  });

  test('what stands before the header moves no seq', () => {
    const { header, events, skipped } = translated(deepseekHarness, ['{"ty', HEADER, { type: 'a' }]);
    expect([header.id, typesOf(events), skipped]).toEqual(['s', ['a'], { 'not JSON': 1 }]);
  });

  test('a seq that is out of all proportion is no gap', () => {
    const { events } = translated(deepseekHarness, [HEADER, { type: 'a', seq: 5e9 }]);
    expect(events).toEqual([{ type: 'a', seq: 5e9 }]);
  });

  test('an event whose envelope is wrong keeps its place (F8)', () => {
    const { events, skipped } = translated(deepseekHarness, [
      HEADER,
      { type: 'a', surfaceOp: 'prepend' },
      { type: 'b' },
    ]);
    expect([typesOf(events), skipped]).toEqual([[UNREADABLE, 'b'], { 'a: malformed': 1 }]);
  });
});

describe('tools inside tools (A9)', () => {
  test('a dispatch is a call and a result in its own places, never visible, and touches', () => {
    const codeMode = translate(deepseekHarness, linesIn('dsh/code-mode.jsonl'));
    expect(touchesIn(deepseekHarness, codeMode)).toEqual([['nested/task.txt']]);
    const nested = codeMode.events.filter(({ data }) => isFields(data) && data['rootCallId'] !== undefined);
    expect(nested.map(({ type, surfaceOp }) => [type, surfaceOp])).toEqual([
      ['tool/call', undefined],
      ['tool/result', undefined],
    ]);
  });

  test('a dispatch is told with all that it says, and left as it is where it says too little', () => {
    const [start, end] = ['tool/code-dispatch-start', 'tool/code-dispatch'] as const;
    const ids = { rootCallId: 'r', subCallId: 's' };
    const { events } = translated(deepseekHarness, [
      HEADER,
      { type: start, data: { ...ids, name: 'read', arguments: { path: 'a' } } },
      { type: end, data: { ...ids, name: 'read', arguments: {} } },
      { type: start, data: {} },
      { type: 'other', data: ids },
    ]);
    const block = { type: 'tool-result', toolCallId: 's', content: '', isError: false };
    const message = { role: 'user', content: [block], source: { kind: 'tool', callId: 's' } };
    expect(events).toEqual([
      { type: 'tool/call', data: { callId: 's', rootCallId: 'r', name: 'read', arguments: { path: 'a' } } },
      { type: 'tool/result', data: { rootCallId: 'r', message } },
      { type: start, data: {} },
      { type: 'other', data: ids },
    ]);
  });

  test('everything else is the very row that was written', () => {
    const lines = linesIn('dsh/agent-instructions.jsonl');
    const { header, events } = translate(deepseekHarness, lines);
    expect([header, ...events]).toEqual(lines.map((line) => JSON.parse(line) as unknown));
  });
});
