// Owns: opening a log file and reading its first line, and nothing of the rest.
import { constants, promises } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { readHeaderLine } from '../../domain/codec/stored-lines.js';
import { describeError } from '../../domain/error.js';
import type { SessionHeader } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import { seqOf } from '../../domain/units.js';
import { StoreProblem } from './failure.js';

/**
 * A place behind a line.
 *
 * Units:  `offset` in bytes from the beginning of the file; `line` counts the lines before it.
 */
export interface Place {
  readonly offset: number;
  readonly line: number;
  readonly seq: Seq;
}

/** The header of a log: its value, its bytes, and the place behind its line. */
export interface Head {
  readonly header: SessionHeader;
  readonly bytes: Buffer;
  readonly end: Place;
}

/** Opening a FIFO that is called like a log must not wait for a writer; Windows does not know the flag. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

const FLAGS = { read: constants.O_RDONLY | NON_BLOCKING, write: constants.O_RDWR | NON_BLOCKING } as const;

/**
 * Opens a file that should be a log.
 *
 * Errors: what is no regular file is refused, without waiting for it.
 */
export const openFile = async (path: string, access: keyof typeof FLAGS): Promise<promises.FileHandle> => {
  const file = await promises.open(path, FLAGS[access]);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new StoreProblem(undefined, `${path} is no regular file`);
  } catch (error) {
    await file.close();
    throw error;
  }
};

const FIRST_READ_BYTES = 4 * 1024;

/** A file that has no line end for so long is no log. */
const MAX_HEADER_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

const startOf = async (file: promises.FileHandle, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < length; filled += read) {
    read = (await file.read(bytes, filled, length - filled, filled)).bytesRead;
  }
  return bytes.subarray(0, filled);
};

interface FirstLine {
  readonly text: Buffer;
  readonly line: number;
  readonly end: number;
}

/** The first line that is not blank; `undefined` where there is none within the bytes. */
const firstLine = (bytes: Buffer, isAll: boolean): FirstLine | undefined => {
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    if (found < 0 && !isAll) return undefined;
    const end = found < 0 ? bytes.length : found;
    const text = bytes.subarray(start, end);
    if (text.toString('utf8').trim() !== '') return { text, line, end: Math.min(end + 1, bytes.length) };
    start = end + 1;
  }
  return undefined;
};

/**
 * Reads the header of a log.
 *
 * Errors: a first line that is no header.
 * Cost:   one short read, more for a long header; never the whole file.
 * Source: SPEC L1, L6
 */
export const readHead = async (file: promises.FileHandle): Promise<Head> => {
  for (let length = FIRST_READ_BYTES; length <= MAX_HEADER_BYTES; length *= 4) {
    const bytes = await startOf(file, length);
    const isAll = bytes.length < length;
    const first = firstLine(bytes, isAll);
    if (first !== undefined) {
      const read = readHeaderLine(first.text.toString('utf8'));
      if (E.isLeft(read)) throw new StoreProblem(undefined, describeError({ ...read.left, line: first.line }));
      return {
        header: read.right,
        bytes: Buffer.from(first.text),
        end: { offset: first.end, line: first.line, seq: seqOf(0) },
      };
    }
    if (isAll) break;
  }
  throw new StoreProblem(undefined, 'line 1: expected a session header, found nothing');
};
