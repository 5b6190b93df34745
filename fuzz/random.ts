// Owns: the numbers of a run, which its seed repeats.

/** A source of numbers. */
export interface Random {
  /** An integer from 0 up to, and without, `bound`. */
  readonly below: (bound: number) => number;
  readonly pick: <A>(list: readonly A[]) => A;
}

/** Marsaglia's xorshift of 128 bits, mixed from one seed. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const mixed = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let [x, y, z, w] = [mixed(), mixed(), mixed(), mixed() | 1];
  const below = (bound: number): number => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return Math.floor(((w >>> 0) / 0x1_0000_0000) * bound);
  };
  return {
    below,
    pick: <A>(list: readonly A[]): A => {
      if (list.length === 0) throw new RangeError('there is nothing to pick from');
      return list[below(list.length)] as A;
    },
  };
};
