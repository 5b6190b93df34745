// Owns: examples of what agent-instructions folds from the log: its visible messages after replaces of every kind, and
// the touches that no step has settled. Its laws are in property-tests/reconcile.laws.test.ts and reads.laws.test.ts.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../../../src/core/append-list.js';
import { foldEvents, initialState } from '../../../src/core/fold.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import type { AgentInstructionsState } from '../../../src/sources/agent-instructions/index.js';
import { header, right } from '../given.js';

const source = right(agentInstructions({ maxBytes: 9, touchTools: { read: 'file_path', move: ['from', 'to'] } }));

const folded = (events: readonly LogEvent[]): AgentInstructionsState => {
  const state = foldEvents([source], initialState([source], header), events);
  return E.isRight(state) ? (state.right.parts[0] as AgentInstructionsState) : expect.unreachable('a log that folds');
};

const said = (baseline: boolean, surfaceOp: LogEvent['surfaceOp'] = 'append'): LogEvent => ({
  type: 'user/message',
  data: {
    id: 'm',
    role: 'user',
    content: '',
    source: {
      kind: 'agent-instructions',
      version: 1,
      root: '.',
      ...(baseline ? { baseline: true, baselineIdentity: 'x' } : {}),
      changes: [],
    },
  },
  ...(surfaceOp === undefined ? {} : { surfaceOp }),
});
const other = (surfaceOp: NonNullable<LogEvent['surfaceOp']> = 'append'): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: 'so far', source: { kind: 'user' } },
  surfaceOp,
});
const replacing = (start: number, end = start) => ({ op: 'replace', start, end }) as const;

describe('visible messages (L3, A12)', () => {
  const marksOf = (...events: readonly LogEvent[]) => {
    const { marks, baseline } = folded(events);
    return { marks: itemsOf(marks).map(({ seq }) => seq), baseline: baseline?.seq };
  };

  test('are those on the surface, the last complete one among them', () => {
    expect(marksOf(said(true), said(false), other(), said(true), said(false))).toEqual({
      marks: [0, 1, 3, 4],
      baseline: 3,
    });
    const { surfaceOp: surface, ...hidden } = said(true);
    expect(surface).toBe('append');
    expect(marksOf(hidden)).toEqual({ marks: [], baseline: undefined });
  });

  test('lose what a replace shadows, and nothing else', () => {
    expect(marksOf(said(true), said(false), said(false), other(replacing(0, 1)))).toEqual({
      marks: [2],
      baseline: undefined,
    });
    expect(marksOf(said(true), said(true), said(false), other(replacing(1)))).toEqual({ marks: [0, 2], baseline: 0 });
  });

  test('stay the same when a replace shadows others', () => {
    const before = [said(true), other(), said(false)];
    expect(marksOf(...before, other(replacing(1)))).toEqual(marksOf(...before));
    const state = folded(before);
    const place = { seq: 3, change: { kind: 'replaced', shadowed: [1] }, surface: { length: 0, backing: [] } } as const;
    expect(source.evolve(state, other(replacing(1)), { ...place, position: { lastTurn: 0 } } as never)).toBe(state);
  });

  test('one that replaces others stands where they stood', () => {
    expect(marksOf(said(true), other(), said(false), said(false, replacing(1)))).toEqual({
      marks: [0, 3, 2],
      baseline: 0,
    });
    expect(marksOf(other(), said(true), said(true, replacing(0)))).toEqual({ marks: [2, 1], baseline: 1 });
    expect(marksOf(said(true), said(false), said(true, replacing(0, 1)))).toEqual({ marks: [2], baseline: 2 });
  });
});

describe('touches (L4)', () => {
  const call = (callId: string, name: string, args: object): LogEvent => ({
    type: 'tool/call',
    data: { turn: 1, step: 1, callId, name, arguments: args },
  });
  const result = (callId: string, more: object = {}, isError = false): LogEvent => ({
    type: 'tool/result',
    data: {
      turn: 1,
      step: 1,
      message: { role: 'tool', content: [{ type: 'tool-result', toolCallId: callId, content: '', isError }] },
      ...more,
    },
    surfaceOp: 'append',
  });
  const stepStart: LogEvent = { type: 'step/start', data: { turn: 1, step: 2 } };
  const of = (...events: readonly LogEvent[]) => {
    const { touches, calls } = folded(events);
    return { touches, open: calls.map(({ callId }) => callId) };
  };
  const read = (callId: string, path: string): LogEvent => call(callId, 'read', { file_path: path });

  test('are the paths of calls that came back well', () => {
    expect(of(read('a', 'x'))).toEqual({ touches: [], open: ['a'] });
    expect(of(read('a', 'x'), read('b', 'y'), result('b'))).toEqual({ touches: ['y'], open: ['a'] });
    expect(of(call('a', 'move', { from: 'x', to: 'y' }), result('a'))).toEqual({ touches: ['x', 'y'], open: [] });
    expect(of(call('a', 'bash', { file_path: 'x' }), result('a'))).toEqual({ touches: [], open: [] });
  });

  test('not of those that failed or were aborted; those inside count in any case, once', () => {
    expect(of(read('a', 'x'), result('a', {}, true))).toEqual({ touches: [], open: [] });
    expect(of(read('a', 'x'), result('a', { meta: { aborted: true } }))).toEqual({ touches: [], open: [] });
    const inside = { meta: { touched: ['i', 'x', 'i'] } };
    expect(of(read('a', 'x'), result('a', inside))).toEqual({ touches: ['i', 'x'], open: [] });
    expect(of(result('nobody asked', inside))).toEqual({ touches: ['i', 'x'], open: [] });
    expect(of(read('a', 'x'), result('a', inside, true)).touches).toEqual(['i', 'x']);
  });

  test('of two calls with one id the later counts', () => {
    expect(of(read('a', 'x'), read('b', 'y'), read('a', 'z'), result('a'))).toEqual({ touches: ['z'], open: ['b'] });
  });

  test('are settled by the next step', () => {
    expect(of(read('a', 'x'), result('a'), read('b', 'y'), stepStart)).toEqual({ touches: [], open: ['b'] });
  });

  test('of more calls than anybody runs at once, the oldest are forgotten', () => {
    const calls = Array.from({ length: 300 }, (_, index) => read(`c${index}`, `p${index}`));
    const { open } = of(...calls);
    expect([open.length, open[0]]).toEqual([256, 'c44']);
  });
});

describe('a snapshot (F3)', () => {
  const { snapshot = expect.unreachable('it has one') } = source;
  const state = folded([said(true), said(false), said(true, replacing(1))]);
  const written: unknown = JSON.parse(JSON.stringify(snapshot.encode(state)));

  test('gives the state back, and stays what it was', () => {
    expect(snapshot.decode(written)).toEqual(state);
    const encoded = snapshot.encode(state) as { readonly marks: unknown };
    expect(encoded.marks).not.toBe(state.marks.backing);
  });

  test('holds the place of the last resume, where there was one (A2)', () => {
    const start = (reason: string): LogEvent => ({ type: 'session/start', data: { reason } });
    const resumed = folded([start('resume'), said(false), start('resume'), said(false), start('startup')]);
    expect(resumed.resumedAt).toBe(2);
    expect(snapshot.decode(JSON.parse(JSON.stringify(snapshot.encode(resumed))))).toEqual(resumed);
    for (const none of [snapshot.encode(state), snapshot.decode(written)]) expect(none).not.toHaveProperty('resumedAt');
  });

  test('is none under other touching tools, or in another shape', () => {
    const { snapshot: other = expect.unreachable('it has one') } = right(agentInstructions({ maxBytes: 9 }));
    expect(other.decode(written)).toBeUndefined();
    const damages = [{ marks: 7 }, { touches: [7] }, { resumedAt: -1 }];
    for (const odd of [null, {}, ...damages.map((damage) => ({ ...(written as object), ...damage }))]) {
      expect(snapshot.decode(odd)).toBeUndefined();
    }
  });
});
