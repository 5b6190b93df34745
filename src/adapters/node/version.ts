// Owns: the freshness token of a file, and when one may be believed.
import type { Stats } from 'node:fs';

/**
 * The part of the metadata that changes when the content may have, of a file as of a directory.
 *
 * Units:  times in ms since the epoch, to a quarter of a microsecond: no clock of a file system is finer.
 */
export type Stamp = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** A time in two small integers, which are written ten times as fast as the number with its fraction. */
const HIGH_MS = 65_536;
const LOW_PER_MS = 4_096;

/** The token of a file in a given state. */
export const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stamp): string => {
  const [mHigh, cHigh] = [Math.floor(mtimeMs / HIGH_MS), Math.floor(ctimeMs / HIGH_MS)];
  const mLow = (mtimeMs - mHigh * HIGH_MS) * LOW_PER_MS;
  // Joined, for a template would be kept in the pieces that it was made of.
  if (ctimeMs === mtimeMs) return [dev, ino, size, mHigh, mLow].join('-');
  return [dev, ino, size, mHigh, mLow, cHigh, (ctimeMs - cHigh * HIGH_MS) * LOW_PER_MS].join('-');
};

/** Tells whether two looks found one state. */
export const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs &&
  one.ino === other.ino &&
  one.size === other.size &&
  one.dev === other.dev;

/** Two changes closer than this may get the same time: a tick of the kernel, or the seconds of an old file system. */
const FINE_MS = 20;
const COARSE_MS = 2_000;
const SECOND_MS = 1_000;

/**
 * Tells whether one more change would have left a trace in the times.
 *
 * Units:  `nowMs` in ms since the epoch, taken before what the stamp is to stand for was read.
 */
export const isSettled = ({ mtimeMs, ctimeMs }: Stamp, nowMs: number): boolean => {
  const changedMs = Math.max(mtimeMs, ctimeMs);
  return changedMs + (changedMs % SECOND_MS === 0 ? COARSE_MS : FINE_MS) < nowMs;
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
  before.size === bytesRead && isSettled(before, startedMs) ? versionOf(before) : undefined;
