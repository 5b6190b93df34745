// Owns: the branded numbers of the log. A `Seq` is an index, a `Count` is not; mixing them is a compile error.

/**
 * A 0-based index into the events of one session log (the header line has none).
 *
 * Source: SPEC L1
 */
export type Seq = number & { readonly Seq: unique symbol };

/**
 * How many of something there are.
 *
 * Source: DESIGN 3
 */
export type Count = number & { readonly Count: unique symbol };

/** Brands an index. */
export const seqOf = (index: number): Seq => index as Seq;

/** Brands an amount. */
export const countOf = (amount: number): Count => amount as Count;
