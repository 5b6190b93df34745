// Owns: how a generator is judged: what it promises of each value, and what has to be among enough of them. A generator
// that no longer reaches what a law is about makes the law say nothing.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** What a generator makes of a seed, always the same: whether something rare comes is no matter of luck. */
export const valuesOf = <A>(arbitrary: fc.Arbitrary<A>, count: number): readonly A[] =>
  fc.sample(arbitrary, { seed: 1, numRuns: count });

/** A generator, how many of its values have to do, what holds of each of them, and what is among them. */
export interface Reach<A> {
  readonly make: () => fc.Arbitrary<A>;
  readonly count: number;
  readonly always: (value: A) => boolean;
  readonly reaches: Readonly<Record<string, (value: A) => boolean>>;
}

/** One test of a generator. */
export const testReach = <A>(name: string, { make, count, always, reaches }: Reach<A>): void => {
  test(`${name}: every value is what it says, and all that it is for is among them`, () => {
    const values = valuesOf(make(), count);
    expect(values.filter((value) => !always(value))).toEqual([]);
    expect(Object.keys(reaches).filter((kind) => !values.some(reaches[kind] ?? (() => false)))).toEqual([]);
  });
};
