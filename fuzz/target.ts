// Owns: what a fuzz target is, and how one says that a law of its boundary does not hold.
// Which inputs a target gets is the business of mutate.ts and engine.ts.

/** How inputs are shaped, and so how they are mutated; `bytes` are texts of units from 0 to 255. */
export type Grammar = 'json' | 'lines' | 'text' | 'bytes';

/**
 * One boundary of the library.
 *
 * Shape:  `tokens` are words that mean something there. `run` gives the input to the boundary and holds its laws;
 *         `live` goes on with what came in, which takes longer: it is run for whatever reaches something new, and for
 *         some of the rest.
 * Errors: whatever `run` throws is a finding: a law that does not hold, or a throw of the library.
 */
export interface Target {
  readonly name: string;
  readonly about: string;
  readonly grammar: Grammar;
  readonly seeds: () => readonly string[];
  readonly tokens: readonly string[];
  readonly run: (input: string) => void | Promise<void>;
  readonly live?: (input: string) => void | Promise<void>;
}

/** A law of a boundary that an input breaks. */
export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

/** Holds a law; `detail` is only made when it is broken. */
export function hold(isHeld: boolean, law: string, detail?: () => unknown): asserts isHeld {
  if (isHeld) return;
  throw new BrokenLaw(detail === undefined ? law : `${law}\n${String(detail()).slice(0, 2_000)}`);
}
