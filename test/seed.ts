// Owns: the seed of every property test, so that a run can be repeated and a title can name it.

const given = process.env['CONTEXTFOLD_SEED'];

if (given !== undefined && !Number.isInteger(Number(given))) {
  throw new Error(`CONTEXTFOLD_SEED must be an integer, found "${given}"`);
}

/** From CONTEXTFOLD_SEED, or a fixed default: an unnamed random seed would make a red run impossible to repeat. */
export const seed: number = given === undefined || given === '' ? 20_260_101 : Number(given);
