// Owns: the first line of a side log, read without opening the log as a session.
import { readSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { readHeaderLine } from '../../domain/codec/stored-lines.js';
import type { SessionHeader } from '../../domain/log-event.js';
import { withRegularFile } from './guarded-files.js';

/** A header of ours is short: an id and a directory. */
const HEADER_BYTES = 64 * 1024;

/**
 * The header of a side log.
 *
 * Shape:  `undefined` for a first line that is none, an empty file too.
 * Errors: throws for what is no regular file, and what the file system throws.
 */
export const headOf = (log: string): SessionHeader | undefined => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const read = withRegularFile(log, (file) => readSync(file, bytes, 0, HEADER_BYTES, 0));
  const [line = ''] = bytes.toString('utf8', 0, read).split('\n', 1);
  const header = readHeaderLine(line);
  return E.isRight(header) ? header.right : undefined;
};
