// Owns: the freshness token of a file, and when one may be believed.
import type { BigIntStats } from 'node:fs';

/** The part of a file's metadata that changes when its content may have. */
export type Stamp = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

/** The token of a file in a given state. */
export const versionOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Stamp): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join('-');

/** Two writes closer than this may get the same time: a tick of the kernel, or the seconds of an old file system. */
const FINE_NS = 20_000_000n;
const COARSE_NS = 2_000_000_000n;
const SECOND_NS = 1_000_000_000n;

const isSettled = ({ mtimeNs, ctimeNs }: Stamp, nowMs: number): boolean => {
  const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return changed + (changed % SECOND_NS === 0n ? COARSE_NS : FINE_NS) < BigInt(Math.floor(nowMs)) * 1_000_000n;
};

/**
 * The token that belongs to exactly the bytes that were read.
 *
 * Shape:  `undefined` when the size is not what was read (`/proc`, a file that grew), or when the file was changed so
 *         shortly before that one more change could have left no trace in its times.
 * Units:  `startedMs` in ms since the epoch, taken before the first byte was read.
 * Why:    metadata is only looked at before the read. A change in the middle of it gives the file a later time, so this
 *         token never fits it again and the file is read anew.
 * Source: SPEC A11
 */
export const versionOfRead = (before: Stamp, bytesRead: number, startedMs: number): string | undefined =>
  before.size === BigInt(bytesRead) && isSettled(before, startedMs) ? versionOf(before) : undefined;
