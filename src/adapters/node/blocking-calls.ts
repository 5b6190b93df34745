// Owns: the same calls without waiting: several times quicker on a local disk, and nothing else runs meanwhile. When
// that is right is pace.ts's business.
import { closeSync, fstatSync, openSync, readSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import type { AbsolutePath } from '../../domain/path.js';
import type { Listing } from '../../domain/probe.js';
import type { RawRead } from '../../ports/file-system.js';
import type { Listed } from './absence.js';
import type { Found } from './file-call.js';
import { MAX_CHUNK_BYTES, PLAIN, READ_ONLY, foundAt, linkOfOpen, located, readOf, refusalOf } from './file-call.js';

/** What is at a path; throws the system's error. */
export const probeNow = (path: AbsolutePath): Found => {
  const stats = statSync(path, PLAIN);
  return stats === undefined ? { _tag: 'absent' } : foundAt(stats);
};

/** The first bytes of a file: all of them, as a rule, which are not copied then. */
const readFirst = (file: number, expected: number): Uint8Array => {
  const room = Buffer.allocUnsafe(Math.min(MAX_CHUNK_BYTES, expected + 1));
  return new Uint8Array(room.buffer, room.byteOffset, readSync(file, room, 0, room.length, null));
};

/** Only ever filled and copied from within one call, which nothing can interrupt. */
const scratch = Buffer.allocUnsafeSlow(MAX_CHUNK_BYTES);

/**
 * The rest of a file; `undefined` over the bound.
 *
 * Why:    a read of less than there was room for ends a regular file only where its size agrees; `/proc` has no sizes.
 */
const readAll = (file: number, expected: number, maxBytes: number): Uint8Array | undefined => {
  const first = readFirst(file, expected);
  if (first.length === expected && expected < MAX_CHUNK_BYTES) return first;
  const chunks = [first];
  for (let length = first.length; length <= maxBytes;) {
    const room = Math.min(MAX_CHUNK_BYTES, maxBytes + 1 - length);
    const bytesRead = readSync(file, scratch, 0, room, null);
    length += bytesRead;
    if (bytesRead > 0) chunks.push(new Uint8Array(scratch.subarray(0, bytesRead)));
    const ended = bytesRead === 0 || (bytesRead < room && length === expected);
    if (ended) return new Uint8Array(Buffer.concat(chunks, length));
  }
  return undefined;
};

const readOpened = (file: number, maxBytes: number): RawRead => {
  const before = fstatSync(file);
  const refusal = refusalOf(before, maxBytes);
  if (refusal !== undefined) return refusal;
  const startedMs = Date.now();
  const bytes = readAll(file, before.size, maxBytes);
  return bytes === undefined ? { _tag: 'too-large' } : readOf(before, bytes, startedMs);
};

const placeOf = (file: number): string | undefined => {
  try {
    return readlinkSync(linkOfOpen(file));
  } catch {
    return undefined;
  }
};

/** The bytes of a file, and where it lies if that is to be told; throws the system's error. */
export const readNow = (path: AbsolutePath, maxBytes: number, locate: boolean): RawRead => {
  const file = openSync(path, READ_ONLY);
  try {
    const read = readOpened(file, maxBytes);
    return locate ? located(read, placeOf(file)) : read;
  } finally {
    closeSync(file);
  }
};

/** A directory whose own size is above this may hold more names than should be listed while everything else waits. */
const MAX_DIRECTORY_BYTES = 256 * 1024;

/**
 * Lists a directory; `undefined` where there may be too many names for one go. Throws the system's error.
 *
 * Shape:  `listed` is told what the directory was like before its names were read.
 */
export const listNow = (
  path: AbsolutePath,
  maxNames: number,
  listed: (directory: Listed) => void,
): Listing | undefined => {
  const startedMs = Date.now();
  const stamp = statSync(path, PLAIN);
  if (stamp === undefined) return { _tag: 'unavailable', reason: `ENOENT: no such file or directory, ${path}` };
  if (stamp.size > MAX_DIRECTORY_BYTES) return undefined;
  const names = readdirSync(path);
  listed({ stamp, startedMs });
  const partial = names.length > maxNames;
  return { _tag: 'names', names: partial ? names.slice(0, maxNames) : names, partial };
};
