// Owns: what aligning two lists comes to when they are too long to be compared pair by pair. That as many items as
// possible are found in shorter ones is a law (property-tests/derived-session.laws.test.ts).
import { describe, expect, test } from 'vitest';
import { align } from '../../src/core/align.js';

/** Too long for pairs: beyond 2 048 items on both sides. */
const names = (prefix: string, count = 3000): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const isAscending = (places: readonly number[]): boolean => {
  const found = places.filter((place) => place >= 0);
  return found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0));
};

describe('align, in long lists', () => {
  test('what was inserted and what left on both ends is told apart from what stays', () => {
    const same = names('same');
    const old = ['gone', ...same, 'end'];
    const places = align(old, ['new', ...same, 'other end']);
    expect(places).toEqual([-1, ...same.map((_, index) => index + 1), -1]);
  });

  test('the first of the older items is found as well as any other, and a repeated one at its first place', () => {
    const old = ['first', ...names('a'), 'twice', 'twice', ...names('b')];
    const places = align(old, ['new', 'first', ...names('c'), 'twice', ...names('d'), 'twice', 'twice', ...names('e')]);
    const found = places.flatMap((place, index) => (place === -1 ? [] : [[index, old[place], place]]));
    expect(found).toEqual([
      [1, 'first', 0],
      [3002, 'twice', 3001],
      [6003, 'twice', 3002],
    ]);
  });

  test('nothing in common is nothing found', () => {
    expect(new Set(align(names('a'), names('b')))).toEqual(new Set([-1]));
  });

  test('repeated and reversed keys: places ascend, and each is of the same key', () => {
    const old = names('x').flatMap((name, index) => [name, `again ${index % 7}`]);
    const next = ['first', ...[...old].reverse(), 'last'];
    const places = align(old, next);
    expect(isAscending(places)).toBe(true);
    places.forEach((place, index) => {
      if (place >= 0) expect(old[place]).toBe(next[index]);
    });
  });

  test('lists of 200 000 items take no room for their pairs', () => {
    const before = process.memoryUsage().arrayBuffers;
    const places = align(names('a', 200_000), ['new', ...names('a', 200_000).slice(1), 'newer']);
    expect(places.filter((place) => place >= 0)).toHaveLength(199_999);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 24);
  });
});
