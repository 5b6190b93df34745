// Owns: what a port law is, and the two ways in which one can fail. Which test runner drives it is the reader's choice.

/**
 * One thing that every implementation of a port does.
 *
 * Shape:  `run` makes what it needs, and may be run any number of times.
 * Errors: `run` rejects with a sentence that says what was expected and what was found.
 */
export interface Law {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Fails unless something holds. */
export function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem);
}

/** As JSON, so that the order of an object's keys is no difference. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? 'undefined';

/**
 * Fails unless two plain values are equal as JSON.
 *
 * Shape:  `what` begins the sentence: "the probe of a link".
 */
export const checkEqual = (what: string, found: unknown, expected: unknown): void =>
  check(shown(found) === shown(expected), `${what}: expected ${shown(expected)}, found ${shown(found)}`);

/** Long enough for a slow machine, short enough for a person. */
const PATIENCE_MS = 5_000;

/** Fails when work is not over in time, because a port that blocks stops a whole turn. */
export const promptly = async <A>(what: string, work: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Waits, and lets everybody else get on. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
