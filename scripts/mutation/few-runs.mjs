// Owns: what stands for `fast-check` where tests judge mutants: few runs a property whatever it asks for, since every
// mutant pays for every run, always from the same seed, and no search for the smallest failing case.
import * as fc from 'fast-check';
import { runsIn } from './rooms.mjs';
import { fileNow } from './suite.mjs';

export * from 'fast-check';

export const assert = (property, parameters = {}) =>
  fc.assert(property, {
    ...parameters,
    numRuns: Math.min(parameters.numRuns ?? 100, runsIn(process.env.CONTEXTFOLD_MUTATED, fileNow())),
    endOnFailure: true,
  });

export default { ...fc, assert };
