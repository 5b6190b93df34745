// Owns: calls of one process that must run one after the other, by what they are about.

/** Runs work on one key in the order of the calls, whatever becomes of the work before. */
export type InTurn = <A>(key: string, work: () => Promise<A>) => Promise<A>;

/**
 * Makes an order of turns.
 *
 * Cost:   holds nothing of a key with no work left.
 */
export const turns = (): InTurn => {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === over) last.delete(key);
      });
    last.set(key, over);
    return turn;
  };
};
