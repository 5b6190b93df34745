// Owns: the file beside a log that holds a folded state: how it is kept, and when it may be believed.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { decodeValue } from '../../domain/codec/decode.js';
import { parseJson } from '../../domain/codec/session-log.js';
import { natural, oneOf, open, text } from '../../domain/codec/shape.js';
import { seqOf } from '../../domain/units.js';
import type { LogMark, SnapshotReading } from '../../ports/session-store.js';
import { StoreProblem, isMissing } from './failure.js';
import { putWhole } from './files.js';
import type { Head } from './head.js';
import { openFile } from './head.js';
import { placeOf } from './mark.js';

const label = open('a label', { contextfold: oneOf(1), nextSeq: natural, token: text, sha256: text }, {});

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/**
 * Keeps a snapshot.
 *
 * Shape:  two lines: the place it was folded to with the digest of the other line, and the snapshot itself.
 */
export const writeSnapshot = (path: string, { nextSeq, token }: LogMark, body: string): Promise<void> =>
  putWhole(path, `${JSON.stringify({ contextfold: 1, nextSeq, token, sha256: digestOf(body) })}\n${body}\n`);

const unfit = (reason: string): SnapshotReading => ({ _tag: 'unfit', reason });

/** What is no regular file is no snapshot either, and reads as an empty one. */
const readFileIfAny = async (path: string): Promise<string | undefined> => {
  try {
    const file = await openFile(path, 'read');
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof StoreProblem) return '';
    throw error;
  }
};

/**
 * Reads a snapshot back.
 *
 * Shape:  `unfit` when the file is damaged, or when the log does not stand at the place as it did.
 * Cost:   the snapshot, and one short read of the log.
 */
export const readSnapshot = async (path: string, log: FileHandle, head: Head): Promise<SnapshotReading> => {
  const written = await readFileIfAny(path);
  if (written === undefined) return { _tag: 'none' };
  const [first = '', body = ''] = written.split('\n', 2);
  const decoded = decodeValue(label, parseJson(first)?.value);
  if (E.isLeft(decoded)) return unfit('its first line is no label');
  const { nextSeq, token, sha256 } = decoded.right;
  if (digestOf(body) !== sha256) return unfit('it is damaged');
  const mark: LogMark = { nextSeq: seqOf(nextSeq), token };
  if ((await placeOf(log, head, mark)) === undefined) return unfit('the log before its place is another');
  return { _tag: 'snapshot', mark, snapshot: parseJson(body)?.value };
};
