// Owns: how many things run at once. What they are, and whether they still matter, is theirs to know.

/** Runs work as soon as there is room for it, first come, first served. */
export type Limit = <A>(work: () => Promise<A>) => Promise<A>;

/**
 * Makes room for a number of things at once.
 *
 * Errors: as the work's own; its room is free again whether it succeeds or fails.
 */
export const limitTo = (maxParallel: number): Limit => {
  const waiting: (() => void)[] = [];
  let free = maxParallel;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
};
