// Owns: the family "world": random lives of a session, judged after every decision by an oracle that was written from
// the contract. CONTEXTFOLD_WORLD_LIVES asks for more lives, CONTEXTFOLD_SEED for other ones.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../src/testing/arbitraries/scenario.js';
import { seed } from '../test/seed.js';
import { live } from './world/life.js';
import { report, shrink } from './world/shrink.js';

const BATCH = 100;
const lives = Number(process.env['CONTEXTFOLD_WORLD_LIVES'] ?? 2000);
const batches = Math.ceil(lives / BATCH);

/** Lives a batch; what comes back is the first failing life as a scenario file, or nothing. */
const liveAll = async (batchSeed: number): Promise<string | undefined> => {
  for (const scenario of fc.sample(anyScenario(), { seed: batchSeed, numRuns: BATCH })) {
    const failure = await live(scenario);
    if (failure !== undefined) return report(await shrink(scenario, failure, live));
  }
  return undefined;
};

describe('DESIGN 5 (world): every life keeps SPEC A2–A14, F3–F5', () => {
  it.each(Array.from({ length: batches }, (_, index) => seed + index))(
    `${BATCH} lives of 60 steps and more from seed %i`,
    async (batchSeed) => {
      expect(await liveAll(batchSeed)).toBeUndefined();
    },
    600_000,
  );
});
