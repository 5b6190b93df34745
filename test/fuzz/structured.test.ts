// Owns: the targets under a second engine: inputs that fast-check builds from the shapes of each boundary, instead of
// changing samples. What a target holds is its own business.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { targets } from '../../fuzz/targets/index.js';
import type { Target } from '../../fuzz/target.js';
import { seed } from '../seed.js';

/** JSON out of the words of a boundary. */
const anyJson = (tokens: readonly string[]): fc.Arbitrary<unknown> => {
  const word = fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 12 }));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.constantFrom(null, true, false, 0, 1, -1, 0.5, 1e15, 1e300),
      fc.double({ noNaN: true }),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.array(fc.tuple(word, tie('tree')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  return tree;
};

const anyInput = ({ grammar, tokens }: Target): fc.Arbitrary<string> => {
  const json = anyJson(tokens).map((value) => JSON.stringify(value));
  const pieces = fc
    .array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 24 })
    .map((parts) => parts.join(''));
  switch (grammar) {
    case 'json':
      return json;
    case 'lines':
      return fc.array(fc.oneof(json, pieces), { maxLength: 8 }).map((lines) => lines.join('\n'));
    case 'text':
      return pieces;
    case 'bytes':
      return pieces.map((text) => Buffer.from(text, 'utf8').toString('latin1'));
  }
};

test.each(targets)('$name holds its laws for whatever is built, seed ' + seed, async (target) => {
  await fc.assert(
    fc.asyncProperty(anyInput(target), async (input) => {
      await target.run(input);
      await target.live?.(input);
    }),
    { numRuns: 40 },
  );
  expect.assertions(0);
});
