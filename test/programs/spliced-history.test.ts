// Owns: examples of where our messages stand in the history of a host that does not keep them, and for how long. That
// such a host is shown what one that keeps them is, is a law (property-tests/derived-session.laws.test.ts).
import { describe, expect, test } from 'vitest';
import type { BatchEntry, DerivedStep, HostMessages } from '../../src/programs/derived-session.js';
import { splicedHistory } from '../../src/programs/spliced-history.js';

/** Messages are texts; ours begin with `#`, by which they are known. What is reworded keeps what it is about. */
const texts: HostMessages<string> = {
  itemsOf: (message) =>
    message.split('&').map((id) => ({ kind: 'user', id, source: { kind: 'user' }, content: message })),
  ownId: (message) => (message.startsWith('#') ? message : undefined),
  write: ({ id }) => `#${id}`,
  reword: (message) => message.toUpperCase(),
};

const own = (message: string): BatchEntry<string> => ({ kind: 'own', message });
const given = (message: string): BatchEntry<string> => ({ kind: 'given', message });
const reworded = (message: string): BatchEntry<string> => ({ kind: 'reworded', message });
const stepOf = (...batch: readonly BatchEntry<string>[]): DerivedStep<string> =>
  ({ batch }) as Partial<DerivedStep<string>> as DerivedStep<string>;

const after = (...steps: readonly (readonly [readonly string[], readonly BatchEntry<string>[]])[]) => {
  const spliced = splicedHistory(texts);
  for (const [history, batch] of steps) spliced.remember(history, stepOf(...batch));
  return spliced.weave;
};

describe('where ours stand (F4)', () => {
  test('nowhere, at first', () => {
    expect(after()(['a', 'b'])).toEqual(['a', 'b']);
    expect(after()([])).toEqual([]);
  });

  test('before the first message that was given with them, and behind each that they came after', () => {
    const batch = [own('#1'), own('#2'), given('b'), own('#3'), given('c'), own('#4'), own('#5')];
    expect(after([['a', 'b', 'c'], batch])(['a', 'b', 'c'])).toEqual([
      ...['a', '#1', '#2', 'b', '#3', 'c', '#4', '#5'],
    ]);
  });

  test('behind the last message where nothing was given', () => {
    expect(
      after([
        ['a', 'b'],
        [own('#1'), own('#2')],
      ])(['a', 'b', 'c']),
    ).toEqual(['a', 'b', '#1', '#2', 'c']);
  });

  test('with those of later steps behind them', () => {
    const weave = after(
      [['a'], [own('#1'), given('a'), own('#2')]],
      [['a', 'b'], [own('#3')]],
      [['a', 'b'], [own('#4')]],
    );
    expect(weave(['a', 'b'])).toEqual(['#1', 'a', '#2', 'b', '#3', '#4']);
  });

  test('in an empty history there is no place for any', () => {
    expect(after([[], [own('#1')]])([])).toEqual([]);
    expect(after([[], [own('#1')]])(['a'])).toEqual(['a']);
  });
});

describe('for how long (A12, F4)', () => {
  const weave = after([
    ['a', 'b'],
    [own('#1'), given('b'), own('#2')],
  ]);

  test('as long as their neighbour is there, wherever it stands now', () => {
    expect(weave(['x', 'b', 'y'])).toEqual(['x', '#1', 'b', '#2', 'y']);
    expect(weave(['a'])).toEqual(['a']);
    expect(weave(['a', 'c'])).toEqual(['a', 'c']);
  });

  test('one that the history holds itself stays where it is there', () => {
    expect(weave(['#1', 'a', 'b'])).toEqual(['#1', 'a', 'b', '#2']);
    expect(weave(['a', 'b', '#2'])).toEqual(['a', '#1', 'b', '#2']);
  });

  test('a neighbour is known by all that it says', () => {
    const two = after([['a&b'], [given('a&b'), own('#1')]]);
    expect(two(['a&b'])).toEqual(['a&b', '#1']);
    expect(two(['ab'])).toEqual(['ab']);
    expect(two(['b'])).toEqual(['b']);
  });
});

describe('a person’s message in other words (S6)', () => {
  const spliced = splicedHistory(texts);
  spliced.remember(['a', 'b'], stepOf(reworded('A'), own('#1'), given('b')));

  test('is shown in those words, with ours beside it', () => {
    expect(spliced.weave(['a', 'b'])).toEqual(['A', '#1', 'b']);
  });

  test('is the same message where the host has stored it in those words, and is left as it is there', () => {
    expect(spliced.weave(['A', 'b'])).toEqual(['A', '#1', 'b']);
    spliced.remember(['A', 'b', 'c'], stepOf(given('c'), own('#2')));
    expect(spliced.weave(['a', 'b', 'c'])).toEqual(['A', '#1', 'b', 'c', '#2']);
    expect(spliced.weave(['A', 'b', 'c'])).toEqual(['A', '#1', 'b', 'c', '#2']);
  });

  test('others are shown as they are', () => {
    expect(spliced.weave(['x', 'B'])).toEqual(['x', 'B']);
  });
});
