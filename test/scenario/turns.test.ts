// Owns: the steps `turn`, `step` and `end` of a scenario, row by row.
import { describe, expect, test } from 'vitest';
import { codesOf, linesOf, simulated } from './simulated.js';

const TURN = { do: 'turn', prompt: 'hi' };

describe('the beginning (R, scenario files)', () => {
  test('session/start with reason startup is seq 0, whatever follows', async () => {
    const { events } = await simulated({});
    expect(events).toEqual([{ seq: 0, time: 5000, type: 'session/start', data: { reason: 'startup' } }]);
  });

  test('the header holds version 1, the session and whatever else the file says about it', async () => {
    const { header } = await simulated({
      session: { id: 's9', cwd: '/w', createdAt: 7, delegationDepth: 2, version: 0, type: 'odd' },
    });
    expect(header).toEqual({ type: 'session', version: 1, id: 's9', createdAt: 7, cwd: '/w', delegationDepth: 2 });
  });

  test('a session without createdAt begins when the scenario does', async () => {
    expect((await simulated({ session: { id: 's', cwd: '/w' } })).header.createdAt).toBe(5000);
  });

  test("every event's time is the scenario's clock", async () => {
    const { events } = await simulated({
      steps: [{ do: 'advance', ms: 250 }, TURN, { do: 'advance', ms: -1000 }, { do: 'end' }],
    });
    expect(events.map(({ time }) => time)).toEqual([5000, 5250, 5250, 5250, 4250, 4250]);
  });

  test('seqs are written and contiguous, ids come from counters', async () => {
    const { events } = await simulated({ steps: [TURN, { do: 'tool', name: 'read' }, { do: 'step' }, TURN] });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    const ids = events.flatMap(({ data }) => (data as { id?: string }).id ?? []);
    expect(ids).toEqual(['message-1', 'message-3']);
  });
});

describe('turn (R, scenario files)', () => {
  test('logs turn/start, then step/start and the batch', async () => {
    const log = await simulated({ steps: [TURN] });
    expect(linesOf(log)).toEqual(['session/start startup', 'turn/start 1', 'step/start 1.1', 'user: hi']);
    expect(log.events[3]).toEqual({
      seq: 3,
      time: 5000,
      type: 'user/message',
      data: { id: 'message-1', role: 'user', content: [{ type: 'text', text: 'hi' }], source: { kind: 'user' } },
      surfaceOp: 'append',
    });
  });

  test('closes an open turn as end does', async () => {
    expect(linesOf(await simulated({ steps: [TURN, TURN] })).slice(4)).toEqual([
      'step/end 1.1',
      'turn/end 1',
      'turn/start 2',
      'step/start 2.1',
      'user: hi',
    ]);
  });

  test('closes a turn that is open without a step, too', async () => {
    const steps = [{ do: 'log', event: { type: 'turn/start', data: { turn: 4 } } }, TURN];
    expect(linesOf(await simulated({ steps })).slice(1, 4)).toEqual(['turn/start 4', 'turn/end 4', 'turn/start 5']);
  });

  test.each<[string, object[], number]>([
    ['the largest in the log, not the last', [9, 3].map((turn) => ({ type: 'turn/start', data: { turn } })), 10],
    ['a turn that was only ended', [{ type: 'turn/end', data: { turn: 6 } }], 7],
    ['a message of a turn', [{ type: 'assistant/message', data: { turn: 2, step: 1, message: { content: '' } } }], 3],
    ...['turn/start', 'step/start', 'step/end', 'assistant/message', 'tool/call', 'tool/result'].map(
      (type): [string, object[], number] => [`that of a ${type}`, [{ type, data: { turn: 4, step: 2 } }], 5],
    ),
    ['no turn of an unknown type', [{ type: 'x', data: { turn: 70 } }], 1],
    ['no turn that is no whole number', [{ type: 'turn/end', data: { turn: 1.5 } }], 1],
  ])('is numbered one more than %s', async (_, logged, turn) => {
    const { events } = await simulated({ steps: [...logged.map((event) => ({ do: 'log', event })), TURN] });
    expect(events.filter(({ type }) => type === 'turn/start').at(-1)?.data).toEqual({ turn });
  });

  test('source says who the prompt is from; of another kind it is something else proposed', async () => {
    const log = await simulated({ steps: [{ ...TURN, source: { kind: 'note', by: 'x' } }] });
    expect(linesOf(log).slice(3)).toEqual(['note: hi']);
    expect((log.events[3]?.data as { source: unknown }).source).toEqual({ kind: 'note', by: 'x' });
  });

  test("a list proposes several messages; the step's source is the default of its items", async () => {
    const prompt = ['a', { text: 'b' }, { text: 'c', source: { kind: 'user' } }];
    const log = await simulated({ steps: [{ do: 'turn', prompt, source: { kind: 'note' } }] });
    // Direct messages stand before whatever else was proposed (C1).
    expect(linesOf(log).slice(3)).toEqual(['user: c', 'note: a', 'note: b']);
  });

  test.each([['null', null], ['an empty list', []]])('%s is an empty batch: it logs turn/end', async (_, prompt) => {
    const log = await simulated({ steps: [{ do: 'turn', prompt }] });
    expect(linesOf(log).slice(1)).toEqual(['turn/start 1', 'turn/end 1']);
    expect(codesOf(log)).toEqual([]);
  });

  test('rejected: it logs turn/end, nobody is asked and nothing is odd', async () => {
    const log = await simulated({ steps: [{ ...TURN, reject: true }], sources: { timeContext: {} } });
    expect(linesOf(log).slice(1)).toEqual(['turn/start 1', 'turn/end 1']);
    expect(log.reports).toEqual([]);
  });

  test('aborted: it logs turn/end and reports the cancellation with the reason of its signal (F6)', async () => {
    const log = await simulated({ steps: [TURN, { ...TURN, abort: true }], sources: { timeContext: {} } });
    expect(linesOf(log).slice(-2)).toEqual(['turn/start 2', 'turn/end 2']);
    expect(log.reports.filter((report) => 'code' in report)).toEqual([
      { code: 'CANCELLED', step: 1, detail: 'cancelled: the scenario aborted it' },
    ]);
  });

  test('refused: it logs turn/end, and the refusal is reported with its code (S6)', async () => {
    const prompt = 'see dsh-session:AAAA';
    const log = await simulated({ steps: [{ do: 'turn', prompt }], sources: { sessionReference: {} } });
    expect(linesOf(log).slice(1)).toEqual(['turn/start 1', 'turn/end 1']);
    expect(codesOf(log)).toEqual(['0 INVALID_REFERENCE']);
  });

  test('false is the same as leaving reject and abort out', async () => {
    const log = await simulated({ steps: [{ ...TURN, reject: false, abort: false }] });
    expect(linesOf(log).slice(2)).toEqual(['step/start 1.1', 'user: hi']);
  });
});

describe('step (R, scenario files)', () => {
  test('logs an assistant message and step/end, then the next step with an empty batch', async () => {
    const log = await simulated({ steps: [TURN, { do: 'step' }, { do: 'step' }] });
    expect(linesOf(log).slice(4)).toEqual([
      'assistant 1.1',
      'step/end 1.1',
      'step/start 1.2',
      'assistant 1.2',
      'step/end 1.2',
      'step/start 1.3',
    ]);
    expect(log.events[4]?.surfaceOp).toBe('append');
  });

  test('takes a prompt as turn does', async () => {
    const prompt = ['a', { text: 'b', source: { kind: 'note' } }];
    const log = await simulated({ steps: [TURN, { do: 'step', prompt }] });
    expect(linesOf(log).slice(5)).toEqual(['step/end 1.1', 'step/start 1.2', 'user: a', 'note: b']);
  });

  test.each([
    ['rejected', { reject: true }, []],
    ['aborted', { abort: true }, ['1 CANCELLED']],
    ['refused', { prompt: 'dsh-session:AAAA' }, ['1 INVALID_REFERENCE']],
  ])('%s: it logs turn/end', async (_, keys, codes) => {
    const log = await simulated({ steps: [TURN, { do: 'step', ...keys }], sources: { sessionReference: {} } });
    expect(linesOf(log).slice(4)).toEqual(['assistant 1.1', 'step/end 1.1', 'turn/end 1']);
    expect(codesOf(log)).toEqual(codes);
  });
});

describe('end (R, scenario files)', () => {
  test('logs step/end and turn/end', async () => {
    expect(linesOf(await simulated({ steps: [TURN, { do: 'end' }] })).slice(4)).toEqual(['step/end 1.1', 'turn/end 1']);
  });
});

describe('step, tool and end without an open step (R, scenario files)', () => {
  test.each([[{ do: 'step', prompt: 'x' }], [{ do: 'tool', name: 'read' }], [{ do: 'end' }]])(
    '%j does nothing but a diagnostic, before and after a turn, also where only a turn is open',
    async (step) => {
      const open = { do: 'log', event: { type: 'turn/start', data: { turn: 8 } } };
      const log = await simulated({ steps: [step, TURN, { do: 'end' }, step, open, step] });
      expect(linesOf(log)).toEqual([
        'session/start startup',
        'turn/start 1',
        'step/start 1.1',
        'user: hi',
        'step/end 1.1',
        'turn/end 1',
        'turn/start 8',
      ]);
      expect(codesOf(log)).toEqual(['0 no-open-step', '3 no-open-step', '5 no-open-step']);
    },
  );
});
