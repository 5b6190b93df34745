// Owns: a few lives of the simulated world, each a test of its own: what goes wrong in all of them goes wrong quickly.
// Many more, and the smallest one that fails, are property-tests/world.laws.test.ts's work.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { live } from '../../../property-tests/world/life.js';
import { anyScenario } from '../../../src/testing/arbitraries/scenario.js';
import { seed } from '../../seed.js';

const LIVES = 16;

describe(`A2–A14, F3–F5: a life (seed ${seed})`, () => {
  const lives = fc.sample(anyScenario({ minSteps: 40, maxSteps: 60 }), { seed, numRuns: LIVES });
  test.each(lives.map((scenario, index) => ({ index, scenario })))('$index', async ({ scenario }) => {
    expect(await live(scenario)).toBeUndefined();
  });
});
