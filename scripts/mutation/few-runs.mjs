// Owns: what stands for `fast-check` where tests judge mutants: few runs a property whatever it asks for, since every
// mutant pays for every run, always from the same seed, and no search for the smallest failing case.
import * as fc from 'fast-check';
import { rooms } from './rooms.mjs';

export * from 'fast-check';

const { runs } = rooms.find(({ folder }) => folder === process.env.CONTEXTFOLD_MUTATED);

export const assert = (property, parameters = {}) =>
  fc.assert(property, {
    ...parameters,
    numRuns: Math.min(parameters.numRuns ?? 100, runs),
    endOnFailure: true,
  });
