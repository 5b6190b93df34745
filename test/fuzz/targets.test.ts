// Owns: a short run of every fuzz target, without coverage. Long runs are `npm run fuzz`; docs/FUZZING.md.
import { expect, test } from 'vitest';
import { fuzz } from '../../fuzz/engine.js';
import { targets } from '../../fuzz/targets/index.js';
import { seed } from '../seed.js';

test.each(targets)('$name holds its laws, seed ' + seed, async (target) => {
  const { findings, runs } = await fuzz(target, { runs: 250, seed });
  expect(findings).toEqual([]);
  expect(runs).toBeGreaterThan(20);
});

test('no two targets have one name', () => {
  expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
});
