// Owns: what the calls of the file system have in common, whether they wait for the system or not: how files are
// opened, what is found at a path, and what a read comes to.
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath } from '../../domain/path.js';
import type { Probe } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { RawRead } from '../../ports/file-system.js';
import { versionOf, versionOfRead } from './version.js';

/** What a probe finds. */
export type Found = Exclude<Probe, { readonly _tag: 'no-provider' }>;

/** Opening a FIFO or a terminal must neither wait nor take control; Windows knows neither flag. */
export const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Most candidates are missing, and an error that is thrown looks for its stack first. */
export const PLAIN = { throwIfNoEntry: false } as const;

/** The most that is read from a file at once. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/** Ends a call whose answer nobody waits for any more. */
export const stopIfAborted = (signal: CancelSignal | undefined): void => {
  if (signal?.aborted === true) throw new Error('aborted');
};

const IS_POSIX = process.platform !== 'win32';

/** `C:/repo` or `//host/share` on a POSIX system would be looked up somewhere else, without an error. */
export const refuseForeign = (path: AbsolutePath): void => {
  if (IS_POSIX && (!path.startsWith('/') || path.startsWith('//')))
    throw new Error(`${path} is no path of this system`);
};

/** What metadata says about a path. */
export const foundAt = (stats: Stats): Found => {
  if (stats.isFile()) return { _tag: 'present', size: stats.size, version: versionOf(stats) };
  return stats.isDirectory() ? { _tag: 'absent', directory: true } : { _tag: 'absent' };
};

/** Why a file that was opened is not read; nothing when it may be. */
export const refusalOf = (stats: Stats, maxBytes: number): RawRead | undefined => {
  if (!stats.isFile()) return { _tag: 'unavailable', reason: 'what was opened is no regular file' };
  return stats.size > maxBytes ? { _tag: 'too-large' } : undefined;
};

/** Bytes with the version that is theirs, if one is. */
export const readOf = (before: Stats, bytes: Uint8Array, startedMs: number): RawRead => {
  const version = versionOfRead(before, bytes.length, startedMs);
  return version === undefined ? { _tag: 'bytes', bytes } : { _tag: 'bytes', bytes, version };
};

/** Where Linux tells the path of an open file; what has been deleted meanwhile has a word behind it. */
export const linkOfOpen = (file: number): string => `/proc/self/fd/${file}`;

/** Bytes with the place that they are from, as far as the system tells it. */
export const located = (read: RawRead, place: string | undefined): RawRead => {
  const real = place === undefined ? undefined : absolutePath(place);
  return read._tag === 'bytes' && real !== undefined ? { ...read, real } : read;
};
