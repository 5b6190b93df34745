// Owns: walking a conversation that branches: in what order its entries become visible, and which earlier ones an entry
// takes back. What an entry does to what is visible is its reader's to say.

/** An entry of a tree that hangs below an earlier one, or is a root. */
export interface Branching {
  readonly parent: number | undefined;
}

/** One entry that becomes the end of the visible branch; `depth` entries of the branch before it stay. */
export interface Visit {
  readonly entry: number;
  readonly depth: number;
}

/**
 * Walks a tree along its file.
 *
 * Shape:  `leaf` is the end of the branch that is visible in the end; every entry above it is visited, in order. An
 *         entry of another branch is visited where it took back nothing that stays: the first way is seen before the
 *         rewind, what was written into an abandoned branch later is not.
 * Cost:   linear.
 * Why:    showing everything at its moment would mean taking back entries that come back, as often as two processes
 *         write to one file in turns.
 * Source: docs/READERS.md
 */
export const visitsOf = (entries: readonly Branching[], leaf: number): readonly Visit[] => {
  const final = new Set<number>();
  for (let at: number | undefined = leaf; at !== undefined; at = entries[at]?.parent) final.add(at);
  const depths = new Map<number, number>();
  const branch: number[] = [];
  let settled = 0;
  return entries.flatMap(({ parent }, entry) => {
    const depth = parent === undefined ? 0 : depths.get(parent);
    if (depth === undefined || depth < settled) return [];
    for (const left of branch.splice(depth)) depths.delete(left);
    branch.push(entry);
    depths.set(entry, branch.length);
    if (final.has(entry)) settled = branch.length;
    return [{ entry, depth }];
  });
};
