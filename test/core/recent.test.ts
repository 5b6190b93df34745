// Owns: what is remembered of what was made, and for how long.
import { describe, expect, test } from 'vitest';
import { recently } from '../../src/core/recent.js';

const always = (): boolean => true;

describe('recently', () => {
  test('gives back what was made of the same value while it fits', () => {
    const remember = recently<object, string>();
    const key = {};
    expect(remember(key, always, () => 'first')).toBe('first');
    expect(remember(key, always, () => 'second')).toBe('first');
    expect(remember({}, always, () => 'of another value')).toBe('of another value');
    expect(remember(key, () => false, () => 'third')).toBe('third');
    expect(remember(key, always, () => 'fourth')).toBe('third');
  });

  test('forgets the oldest, so that idle sessions keep nothing', () => {
    const remember = recently<object, number>();
    const keys = Array.from({ length: 17 }, () => ({}));
    keys.forEach((key, index) => remember(key, always, () => index));
    expect(keys.slice(1).map((key) => remember(key, always, () => -1))).toEqual(keys.slice(1).map((_, at) => at + 1));
    expect(remember(keys[0] as object, always, () => -1)).toBe(-1);
  });
});
