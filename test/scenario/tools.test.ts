// Owns: the step `tool` of a scenario: what is logged, what nested calls leave behind, holding and delivery.
import { describe, expect, test } from 'vitest';
import { codesOf, linesOf, simulated } from './simulated.js';

const TURN = { do: 'turn', prompt: 'hi' };
const read = (path: string): object => ({ name: 'read', arguments: { file_path: path } });
const INSTRUCTIONS = { agentInstructions: { maxBytes: 4096 } };
const FILES = { '/repo/app/AGENTS.md': 'app', '/repo/app/a/AGENTS.md': 'a', '/repo/app/b/AGENTS.md': 'b' };

describe('tool (R, scenario files)', () => {
  test('logs tool/call and tool/result in the open step', async () => {
    const log = await simulated({ steps: [TURN, { do: 'tool', ...read('a/x.ts') }] });
    expect(linesOf(log).slice(4)).toEqual(['tool/call 1.1 read', 'tool/result 1.1']);
    expect(log.events[4]?.data).toEqual({
      turn: 1,
      step: 1,
      callId: 'call-1',
      name: 'read',
      arguments: { file_path: 'a/x.ts' },
    });
    expect(log.events[5]).toMatchObject({
      data: { message: { content: [{ type: 'tool-result', toolCallId: 'call-1', isError: false }] } },
      surfaceOp: 'append',
    });
    expect(log.events[5]?.data).not.toHaveProperty('meta');
  });

  test.each([
    [{}, 'Done.', false],
    [{ error: true }, 'Failed.', true],
    [{ abort: true }, 'Aborted.', true],
    [{ abort: true, error: true }, 'Aborted.', true],
  ])('%j: the result says how the call ended', async (keys, content, isError) => {
    const { events } = await simulated({ steps: [TURN, { do: 'tool', name: 'read', ...keys }] });
    const block = { type: 'tool-result', toolCallId: 'call-1', content, isError };
    expect(events.at(-1)?.data).toMatchObject({ message: { role: 'user', content: [block] } });
  });

  test('arguments may be JSON text, and are logged as it', async () => {
    const log = await simulated({ steps: [TURN, { do: 'tool', name: 'read', arguments: '{"file_path":"x"}' }] });
    expect(log.events[4]?.data).toMatchObject({ arguments: '{"file_path":"x"}' });
  });

  test('error: the result is an error', async () => {
    const log = await simulated({ steps: [TURN, { do: 'tool', name: 'read', error: true }] });
    expect(linesOf(log).slice(5)).toEqual(['tool/result 1.1 error']);
  });

  test('abort: the result is an error marked as aborted (L2), and its decision is cancelled (F6)', async () => {
    const log = await simulated({ steps: [TURN, { do: 'tool', name: 'read', abort: true }] });
    expect(log.events[5]?.data).toMatchObject({
      message: { content: [{ isError: true }] },
      meta: { aborted: true },
    });
    expect(codesOf(log)).toEqual(['1 CANCELLED']);
  });

  test('children run inside it and are not logged; what they touched is in meta.touched, once each (A9)', async () => {
    const children = [{ ...read('a/x'), children: [read('b/y')] }, { do: 'tool', ...read('a/x') }];
    const log = await simulated({ steps: [TURN, { do: 'tool', name: 'run', children }], sources: INSTRUCTIONS });
    expect(linesOf(log).slice(-2)).toEqual(['tool/call 1.1 run', 'tool/result 1.1']);
    const touched = (log.events.at(-1)?.data as { meta: { touched: string[] } }).meta.touched;
    expect([...touched].sort()).toEqual(['a/x', 'b/y']);
  });

  const parent = { ...read('a/x'), children: [read('b/y')] };
  test.each([
    ['a failed child touches nothing, those inside it do', { ...parent, error: true }, {}, ['b/y']],
    ['an aborted child touches nothing, those inside it do', { ...parent, abort: true }, {}, ['b/y']],
    ['the error of the outermost call changes nothing', read('a/x'), { error: true }, ['a/x']],
    ['nor does its abort', read('a/x'), { abort: true }, ['a/x']],
    ['a shell command in it touches nothing', { name: 'bash', arguments: { file_path: 'a/x' } }, {}, undefined],
  ])('%s (A9)', async (_, child, keys, touched) => {
    const steps = [TURN, { do: 'tool', ...read('own'), ...keys, children: [child] }];
    const { events } = await simulated({ steps, sources: INSTRUCTIONS });
    expect((events.at(-1)?.data as { meta?: { touched?: unknown } }).meta?.touched).toEqual(touched);
  });
});

describe('delivery: "tool-result" (A9)', () => {
  const sources = { agentInstructions: { maxBytes: 4096, delivery: 'tool-result' } };
  const steps = (keys: object, ...after: object[]): object[] => [
    TURN,
    { do: 'tool', ...read('a/x'), ...keys },
    ...after,
  ];

  test('the returned contexts are logged after the result', async () => {
    const log = await simulated({ sources, files: FILES, steps: steps({}) });
    expect(linesOf(log).slice(5)).toEqual(['tool/call 1.1 read', 'tool/result 1.1', 'agent-instructions']);
  });

  test.each([[true, 1], ['late', 0]])(
    'drop %j: they are not logged; asked again they come %i times, since only a kept one is pending',
    async (drop, again) => {
      const log = await simulated({ sources, files: FILES, steps: steps({ drop }, { do: 'tool', ...read('a/x') }) });
      expect(linesOf(log).slice(5)).toEqual([
        'tool/call 1.1 read',
        'tool/result 1.1',
        'tool/call 1.1 read',
        'tool/result 1.1',
        ...new Array<string>(again).fill('agent-instructions'),
      ]);
    },
  );

  test('drop "late": the end of the step drops what was pending, and the next touch brings it', async () => {
    const after = [{ do: 'step' }, { do: 'tool', ...read('a/x') }];
    const log = await simulated({ sources, files: FILES, steps: steps({ drop: 'late' }, ...after) });
    expect(linesOf(log).at(-1)).toBe('agent-instructions');
  });

  test('with delivery "pre-step" nothing follows the result; the next step brings it', async () => {
    const log = await simulated({ sources: INSTRUCTIONS, files: FILES, steps: steps({}, { do: 'step' }) });
    expect(linesOf(log).slice(5)).toEqual([
      'tool/call 1.1 read',
      'tool/result 1.1',
      'assistant 1.1',
      'step/end 1.1',
      'step/start 1.2',
      'agent-instructions',
    ]);
  });
});

describe('holdWrites (A9)', () => {
  const sources = { agentInstructions: { maxBytes: 4096, holdWrites: true } };
  const write = { do: 'tool', name: 'write', arguments: { file_path: 'a/x' } };

  test('a held call does not run: an error result is logged, then the message; asked again it runs', async () => {
    const held = { ...write, children: [read('b/y')] };
    const log = await simulated({ sources, files: FILES, steps: [TURN, held, write] });
    expect(linesOf(log).slice(5)).toEqual([
      'tool/call 1.1 write',
      'tool/result 1.1 error',
      'agent-instructions',
      'tool/call 1.1 write',
      'tool/result 1.1',
    ]);
    expect(log.events[6]?.data).not.toHaveProperty('meta');
    expect(JSON.stringify(log.events[6]?.data)).toContain('Held back: read the instructions that follow');
  });

  test('a held message that the host drops is not logged; the call is never held twice for one content', async () => {
    const log = await simulated({ sources, files: FILES, steps: [TURN, { ...write, drop: true }, write] });
    expect(linesOf(log).slice(5)).toEqual([
      'tool/call 1.1 write',
      'tool/result 1.1 error',
      'tool/call 1.1 write',
      'tool/result 1.1',
    ]);
  });
});
