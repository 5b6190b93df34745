// Owns: the marks of places in a log file: the token that finds a place again, in another process too, and tells
// whether the log before it is still the same.
import { createHash } from 'node:crypto';
import type { promises } from 'node:fs';
import type { LogMark } from '../../ports/session-store.js';
import type { Head, Place } from './head.js';

/** How much of what stands before a place says that it is still the same log. */
const WITNESS_BYTES = 4096;

const DIGEST_CHARS = 32;

/** Reads exactly a range; `undefined` where the file is too short for it. */
export const readRange = async (
  file: promises.FileHandle,
  start: number,
  length: number,
): Promise<Buffer | undefined> => {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return bytes;
};

const witness = async (file: promises.FileHandle, head: Head, offset: number): Promise<string | undefined> => {
  const start = Math.max(0, offset - WITNESS_BYTES);
  const before = await readRange(file, start, offset - start);
  if (before === undefined) return undefined;
  return createHash('sha256').update(head.bytes).update(before).digest('hex').slice(0, DIGEST_CHARS);
};

/** The mark of a place. */
export const markAt = async (file: promises.FileHandle, head: Head, place: Place): Promise<LogMark> => {
  const seen = await witness(file, head, place.offset);
  return { nextSeq: place.seq, token: `${place.offset}.${place.line}.${seen ?? ''}` };
};

const TOKEN = /^(\d{1,15})\.(\d{1,15})\.([0-9a-f]{32})$/u;

/**
 * The place of a mark.
 *
 * Shape:  `undefined` when the mark is not of this log: its header is another, or what stands right before the place.
 * Cost:   one short read; nothing before it is looked at.
 */
export const placeOf = async (
  file: promises.FileHandle,
  head: Head,
  { nextSeq, token }: LogMark,
): Promise<Place | undefined> => {
  const [, offset, line, digest] = TOKEN.exec(token) ?? [];
  const place = { offset: Number(offset), line: Number(line), seq: nextSeq };
  if (digest === undefined || place.offset < head.end.offset) return undefined;
  return (await witness(file, head, place.offset)) === digest ? place : undefined;
};
