// Owns: examples of making a surface what a transcript shows: what is shadowed in which runs, what comes back, and what
// is strange.
import { describe, expect, test } from 'vitest';
import { listOf } from '../../src/core/append-list.js';
import type { Digest } from '../../src/domain/digest.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { Seq } from '../../src/domain/units.js';
import type { Ledger, Said } from '../../src/programs/hook-ledger.js';
import { compareWith, shadowing, takenOver, toldAgain } from '../../src/programs/hook-surface.js';

const digestOf = (letter: string): Digest => letter.repeat(40) as Digest;
const said = (seq: number, letter: string, at = 0): Said => ({ seq, digest: digestOf(letter), at });
const ledgerOf = (all: readonly Said[], gone: readonly Said[] = []): Ledger => ({
  said: all,
  gone,
  lost: {},
  forked: false,
  looked: true,
});

describe('shadowing (L3)', () => {
  const [a, b, c, d] = [said(2, 'a'), said(5, 'b'), said(7, 'c'), said(9, 'd')];
  const surface = listOf([1, 2, 4, 5, 7, 8, 9, 11] as Seq[]);
  const nameOf = (index: number): string => `gone.${index}`;
  const ends = (events: readonly LogEvent[]): readonly unknown[] =>
    events.map(({ surfaceOp }) => (typeof surfaceOp === 'object' ? [surfaceOp.start, surfaceOp.end] : surfaceOp));

  test('neighbours go together, with what is nobody’s between and around them', () => {
    expect(ends(shadowing(surface, ledgerOf([a, b, c, d]), [a, b], nameOf))).toEqual([[1, 5]]);
    expect(ends(shadowing(surface, ledgerOf([a, b, c, d]), [d], nameOf))).toEqual([[8, 11]]);
  });

  test('what stays cuts a run, and a run in which nothing goes is left alone', () => {
    expect(ends(shadowing(surface, ledgerOf([a, b, c, d]), [a, d], nameOf))).toEqual([
      [1, 4],
      [8, 11],
    ]);
    expect(shadowing(surface, ledgerOf([a, b, c, d]), [], nameOf)).toEqual([]);
  });

  test('an empty message stands in the place of each run, under a name of its own, and says what was lost', () => {
    const events = shadowing(surface, ledgerOf([a, b, c, d]), [a, c, d], nameOf, [d]);
    const source = { kind: 'plugin', plugin: 'contextfold', form: 'nothing' };
    expect(events).toStrictEqual([
      {
        type: 'user/message',
        data: { id: 'gone.0', role: 'user', content: '', source },
        surfaceOp: { op: 'replace', start: 1, end: 4 },
      },
      {
        type: 'user/message',
        data: { id: 'gone.1', role: 'user', content: '', source },
        surfaceOp: { op: 'replace', start: 7, end: 11 },
        lost: [d.digest],
      },
    ]);
  });
});

describe('what was said and what can be seen (A9, A12)', () => {
  const sightOf = (...letters: readonly string[]) => ({
    isThere: true,
    live: letters.map(digestOf),
    turnedAt: 10,
    answeredAt: 20,
  });

  test('what is seen stays, what is not is lost or gone, and what is on its way waits', () => {
    const [seen, gone, lost, pending] = [said(0, 'a', 1), said(1, 'b', 2), said(2, 'c', 11), said(3, 'd', 21)];
    expect(compareWith(sightOf('a'), ledgerOf([seen, gone, lost, pending]))).toEqual({
      out: [lost, gone],
      lost: [lost],
      back: [],
      strange: [],
    });
  });

  test('what went out of sight and is seen again comes back, the newest of equal texts', () => {
    const [older, newer, other] = [said(0, 'a'), said(3, 'a'), said(4, 'b')];
    expect(compareWith(sightOf('a'), ledgerOf([], [older, other, newer])).back).toEqual([newer]);
    expect(compareWith(sightOf('a', 'b'), ledgerOf([], [older, other])).back).toEqual([older, other]);
  });

  test('where an equal text stayed, nothing comes back', () => {
    expect(compareWith(sightOf('a'), ledgerOf([said(5, 'a')], [said(0, 'a')])).back).toEqual([]);
  });

  test('a text that this log knows nothing of is strange', () => {
    const { strange } = compareWith(sightOf('x', 'a', 'b', 'y'), ledgerOf([said(0, 'a')], [said(1, 'b')]));
    expect(strange).toEqual([digestOf('x'), digestOf('y')]);
  });
});

test('a message is told again naming where it stood, or taken over naming whose it was (L3)', () => {
  const delivery = { digest: digestOf('a'), at: 3 };
  const original: LogEvent = { type: 'user/message', data: { id: 'm' }, time: 7, surfaceOp: 'append', delivery };
  const message = { type: 'user/message', data: { id: 'm' }, surfaceOp: 'append', delivery };
  expect(toldAgain(original, 4)).toStrictEqual({ ...message, sourceEventSeqs: [4] });
  expect(takenOver(original, 'other')).toStrictEqual({ ...message, from: 'other' });
});
