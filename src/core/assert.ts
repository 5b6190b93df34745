// Owns: the one place below programs that throws: a broken invariant of this library, never bad input.

/**
 * Stops when something that cannot happen has happened.
 *
 * Errors: throws; nobody is meant to catch it.
 * Why:    going on with a broken invariant would put wrong text into a model's context.
 * Source: DESIGN 4
 */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`contextfold: broken invariant: ${what}`);
}
