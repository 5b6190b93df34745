// Owns: examples of what a side log says was handed over: what counts as visible, gone or lost, and that odd events
// change nothing.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { foldEvents, initialState } from '../../src/core/fold.js';
import type { Digest } from '../../src/domain/digest.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { Sight } from '../../src/programs/hook-event.js';
import type { Ledger, Said } from '../../src/programs/hook-ledger.js';
import { ADOPTED, COMPACTING, hookLedger, verdictOn } from '../../src/programs/hook-ledger.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };
const digestOf = (letter: string): Digest => letter.repeat(40) as Digest;
const [A, B] = [digestOf('a'), digestOf('b')];

const ledgerOf = (events: readonly LogEvent[]): Ledger => {
  const folded = foldEvents([hookLedger], initialState([hookLedger], header), events);
  if (E.isLeft(folded)) throw new Error(JSON.stringify(folded.left));
  return folded.right.parts[0] as Ledger;
};

const said = (delivery: unknown, more: object = {}): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: '', source: { kind: 'agent-instructions' } },
  surfaceOp: 'append',
  delivery,
  ...more,
});
const handed = (digest: Digest, at = 0, more: object = {}): LogEvent => said({ digest, at }, more);
const replacing = (start: number, end: number, more: object = {}): LogEvent =>
  said(undefined, { surfaceOp: { op: 'replace', start, end }, ...more });
const NOTHING: Ledger = { said: [], gone: [], lost: {}, forked: false, looked: false };
const fork: LogEvent = { type: 'session/start', data: { reason: 'resume' }, why: 'fork' };

describe('what was handed over (A9)', () => {
  test('nothing, at first', () => {
    expect(ledgerOf([])).toEqual(NOTHING);
  });

  test('is every message with a handover, in order; from then on nothing of others is looked for', () => {
    const { said: all, looked } = ledgerOf([handed(A, 3), said(undefined), said({ digest: B, at: 4, host: true })]);
    expect(all).toStrictEqual([
      { seq: 0, digest: A, at: 3 },
      { seq: 2, digest: B, at: 4, host: true },
    ]);
    expect(looked).toBe(true);
  });

  test.each([
    [undefined],
    ['a'],
    [{ digest: A }],
    [{ digest: A, at: '3' }],
    [{ digest: 7, at: 3 }],
    [{ digest: 'short', at: 3 }],
    [{ at: 3 }],
  ])('a handover that is none counts as none: %j (F8)', (delivery) => {
    expect(ledgerOf([said(delivery)])).toEqual(NOTHING);
  });

  test('only `true` says that the agent loads it itself', () => {
    expect(ledgerOf([said({ digest: A, at: 3, host: 'yes' })]).said).toStrictEqual([{ seq: 0, digest: A, at: 3 }]);
  });

  test('what never was on the surface was not handed over (L3)', () => {
    expect(ledgerOf([handed(A, 0, { surfaceOp: undefined })])).toEqual(NOTHING);
  });
});

describe('what went out of sight (A12, L3)', () => {
  test('is what was shadowed, the newest last; the others stay', () => {
    const ledger = ledgerOf([handed(A), handed(B), handed(A), replacing(1, 1), replacing(0, 0)]);
    expect(ledger.said.map(({ seq }) => seq)).toEqual([2]);
    expect(ledger.gone.map(({ seq }) => seq)).toEqual([1, 0]);
  });

  test('comes back with what tells it again', () => {
    const again = handed(A, 9, { sourceEventSeqs: [0] });
    const ledger = ledgerOf([handed(A), handed(B), replacing(0, 1), again]);
    expect(ledger.said).toEqual([{ seq: 3, digest: A, at: 9 }]);
    expect(ledger.gone.map(({ seq }) => seq)).toEqual([1]);
  });

  test('is remembered up to a bound, the newest of it', () => {
    const many = Array.from({ length: 300 }, () => handed(A));
    const { gone } = ledgerOf([...many, replacing(0, 299)]);
    expect(gone.map(({ seq }) => seq)).toEqual(Array.from({ length: 256 }, (_, index) => index + 44));
  });

  test('is counted for each text that was not taken up; what is no text is not', () => {
    const lost = [replacing(0, 0, { lost: [A, 7, B] }), replacing(1, 1, { lost: [A] }), replacing(2, 2, { lost: A })];
    expect(ledgerOf([handed(A), ...lost.slice(0, 2)]).lost).toEqual({ [A]: 2, [B]: 1 });
    expect(ledgerOf([handed(A), ...lost]).lost).toEqual({ [A]: 2, [B]: 1 });
  });
});

describe('what is still to be found out (R6)', () => {
  test('a fork expects the history of another session until something was handed over or looked for', () => {
    expect(ledgerOf([fork])).toEqual({ ...NOTHING, forked: true });
    expect(ledgerOf([fork, said(undefined)]).forked).toBe(true);
    expect(ledgerOf([fork, handed(A)])).toMatchObject({ forked: false, looked: true });
    expect(ledgerOf([fork, { type: ADOPTED }])).toEqual({ ...NOTHING, looked: true });
    expect(ledgerOf([{ type: 'session/start', data: { reason: 'resume' }, why: 'resume' }])).toEqual(NOTHING);
  });

  test('a compaction goes on until a turn begins', () => {
    const compacting = (trigger: unknown, time?: number): LogEvent => ({
      type: COMPACTING,
      data: { trigger },
      ...(time === undefined ? {} : { time }),
    });
    expect(ledgerOf([compacting('manual', 7)])).toEqual({ ...NOTHING, compacting: { trigger: 'manual', at: 7 } });
    expect(ledgerOf([compacting('auto')]).compacting).toEqual({ trigger: 'auto', at: 0 });
    expect(ledgerOf([compacting('manual'), compacting('other')]).compacting?.trigger).toBe('manual');
    expect(ledgerOf([{ type: COMPACTING }])).toEqual(NOTHING);
    const turn: LogEvent = { type: 'turn/start', data: { turn: 1 } };
    expect(ledgerOf([compacting('auto'), turn])).toStrictEqual(NOTHING);
    expect(ledgerOf([handed(A), turn]).said).toHaveLength(1);
  });
});

describe('whether the model can still see a text (A9, A12)', () => {
  const sight: Sight = { isThere: true, live: [B], turnedAt: 10, answeredAt: 20 };
  const at = (time: number, more: Partial<Said> = {}): Said => ({ seq: 0, digest: A, at: time, ...more });
  const lost = { lost: { [A]: 1 } };

  test.each<readonly [string, Said, string]>([
    ['it is in the transcript', at(0, { digest: B }), 'visible'],
    ['the agent loaded it itself', at(0, { host: true }), 'visible'],
    ['the history turned after it', at(9), 'gone'],
    ['the model went on without it', at(10), 'lost'],
    ['the model went on without it, a moment ago', at(19), 'lost'],
    ['nothing came after it', at(20), 'pending'],
  ])('%s', (_, one, verdict) => {
    expect(verdictOn(one, sight, lost)).toBe(verdict);
  });

  test('a text that went unrecognised too often is one that the agent words in another way', () => {
    expect(verdictOn(at(15), sight, { lost: { [A]: 2 } })).toBe('visible');
    expect(verdictOn(at(15), sight, { lost: { [B]: 2 } })).toBe('lost');
  });
});

test('the ledger never contributes', () => {
  expect(hookLedger.consider({} as never, { kind: 'pre-step', turn: 1, step: 1, messages: [] })).toEqual({
    kind: 'settled',
    value: {},
  });
});
