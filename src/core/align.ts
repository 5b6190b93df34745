// Owns: which items of a list are still there in a later version of it, told by their keys alone. What follows from an
// item that left or came is its owner's to say.

/** The longest common part of the middles: how long it is from each pair of places on. */
const lengthsOf = (old: readonly string[], next: readonly string[]): readonly Uint32Array[] => {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = rows[i] as Uint32Array;
    const below = rows[i + 1] as Uint32Array;
    for (let j = next.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === next[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
};

/** Units: pairs of places, one number each; beyond that the room is not worth the few more that would be found. */
const MAX_PAIRS = 1 << 22;

/** Each item at the first place of its key that is behind the one before. */
const alignGreedily = (
  old: readonly string[],
  next: readonly string[],
  found: (i: number, j: number) => void,
): void => {
  const placesOf = new Map<string, number[]>();
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const key = old[i] as string;
    const places = placesOf.get(key);
    if (places === undefined) placesOf.set(key, [i]);
    else places.push(i);
  }
  let from = 0;
  next.forEach((key, j) => {
    const places = placesOf.get(key) ?? [];
    while (places.length > 0 && (places.at(-1) as number) < from) places.pop();
    const place = places.pop();
    if (place === undefined) return;
    found(place, j);
    from = place + 1;
  });
};

const alignMiddles = (old: readonly string[], next: readonly string[], found: (i: number, j: number) => void): void => {
  if (old.length === 0 || next.length === 0) return;
  if (old.length * next.length > MAX_PAIRS) return alignGreedily(old, next, found);
  const lengths = lengthsOf(old, next);
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  let [i, j] = [0, 0];
  while (i < old.length && j < next.length) {
    if (old[i] === next[j]) {
      found(i, j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
};

/**
 * Finds for each item of the newer list where it stood in the older one.
 *
 * Shape:  one place for each newer item, ascending among those that were found, −1 for an item that is new; as many as
 *         possible are found, unless what differs is very long on both sides. Keys may repeat.
 * Cost:   linear for a list that only grew; else the product of the lengths of what differs, up to a bound: beyond it
 *         linear again.
 * Source: property-tests/derived-session.laws.test.ts; test/core/align.test.ts
 */
export const align = (old: readonly string[], next: readonly string[]): readonly number[] => {
  const places = next.map(() => -1);
  const most = Math.min(old.length, next.length);
  let head = 0;
  while (head < most && old[head] === next[head]) {
    places[head] = head;
    head += 1;
  }
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) {
    places[next.length - 1 - tail] = old.length - 1 - tail;
    tail += 1;
  }
  alignMiddles(old.slice(head, old.length - tail), next.slice(head, next.length - tail), (i, j) => {
    places[head + j] = head + i;
  });
  return places;
};
