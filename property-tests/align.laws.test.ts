// Owns: the laws of aligning two lists: what is found stands in order, and no more could have been found.
// What very long lists come to instead is in test/core/align.test.ts.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '../src/core/align.js';
import { seed } from '../test/seed.js';

/** Few keys, so that they repeat and stand in many orders. */
const anyList = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 });

/** The most items that two lists have in common, in order, by the definition. */
const mostInCommon = ([one, ...ones]: readonly string[], others: readonly string[]): number => {
  if (one === undefined || others.length === 0) return 0;
  const at = others.indexOf(one);
  const without = mostInCommon(ones, others);
  return at < 0 ? without : Math.max(without, 1 + mostInCommon(ones, others.slice(at + 1)));
};

const found = (places: readonly number[]): readonly number[] => places.filter((place) => place !== -1);

describe(`align (seed ${seed})`, () => {
  test('each item has one place, of the same key, and places ascend', () => {
    fc.assert(
      fc.property(anyList, anyList, (old, next) => {
        const places = align(old, next);
        expect(places).toHaveLength(next.length);
        places.forEach((place, index) => {
          if (place !== -1) expect(old[place]).toBe(next[index]);
        });
        expect(found(places)).toEqual([...new Set(found(places))].sort((one, other) => one - other));
      }),
    );
  });

  test('as many are found as there can be', () => {
    fc.assert(
      fc.property(anyList, anyList, (old, next) => {
        expect(found(align(old, next))).toHaveLength(mostInCommon(old, next));
      }),
      { numRuns: 500 },
    );
  });

  test('what stands before and behind a change keeps its place, counted from its own end', () => {
    const anyLeft = fc.array(fc.constantFrom('p', 'q'), { maxLength: 3 });
    const anyCame = fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 });
    fc.assert(
      fc.property(anyList, anyLeft, anyCame, anyList, (head, left, came, tail) => {
        expect(align([...head, ...left, ...tail], [...head, ...came, ...tail])).toEqual([
          ...head.map((_, index) => index),
          ...came.map(() => -1),
          ...tail.map((_, index) => head.length + left.length + index),
        ]);
      }),
    );
  });

  test('a list that only grew keeps every place; one that only shrank, too', () => {
    fc.assert(
      fc.property(anyList, anyList, (list, more) => {
        const stays = list.map((_, index) => index);
        expect(align(list, [...list, ...more])).toEqual([...stays, ...more.map(() => -1)]);
        expect(align([...list, ...more], list)).toEqual(stays);
      }),
    );
  });

  test('of two ways that find as many, the older items that come first leave', () => {
    expect(align(['a', 'b'], ['b', 'a'])).toEqual([1, -1]);
    expect(align(['x', 'a', 'y', 'a', 'z'], ['u', 'a', 'v'])).toEqual([-1, 3, -1]);
  });
});
