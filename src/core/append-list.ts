// Owns: an append-only list whose older versions stay valid while newer ones share their storage.

/**
 * A persistent list that only grows.
 *
 * Cost:   `append` is amortised O(1); an append to a version that is no longer the newest copies once.
 * Source: DESIGN 4; SPEC F3
 */
export interface AppendList<A> {
  readonly length: number;
  /** Shared with newer versions: only the first `length` items belong to this one. */
  readonly backing: readonly A[];
}

/** The list without items. Every call has storage of its own. */
export const emptyList = <A>(): AppendList<A> => ({ length: 0, backing: [] });

/** A list of given items; takes them over, so the caller must not change the array afterwards. */
export const listOf = <A>(items: readonly A[]): AppendList<A> => ({ length: items.length, backing: items });

/** Adds one item at the end. */
export const append = <A>(list: AppendList<A>, item: A): AppendList<A> => {
  const shared = list.backing.length === list.length;
  const backing = (shared ? list.backing : list.backing.slice(0, list.length)) as A[];
  backing.push(item);
  return { length: list.length + 1, backing };
};

/**
 * The items of this version, to be read at once: the next append may grow the array. Copy what is kept or given away.
 *
 * Cost:   O(n) when a newer version exists, else free.
 */
export const itemsOf = <A>(list: AppendList<A>): readonly A[] =>
  list.backing.length === list.length ? list.backing : list.backing.slice(0, list.length);

/** The last item. */
export const lastOf = <A>(list: AppendList<A>): A | undefined => list.backing[list.length - 1];

/** The last item for which a condition holds. Cost: O(distance from the end). */
export const findLast = <A>(list: AppendList<A>, holds: (item: A) => boolean): A | undefined => {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list.backing[index] as A;
    if (holds(item)) return item;
  }
  return undefined;
};
