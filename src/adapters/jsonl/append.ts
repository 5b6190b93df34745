// Owns: one append to an opened log, done by whoever holds its lock: the end is found and put right, then the lines are
// on the disk or not there at all.
import type { promises } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Conflict } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import type { Seq } from '../../domain/units.js';
import { seqOf } from '../../domain/units.js';
import type { Appended, LogMark } from '../../ports/session-store.js';
import { StoreProblem } from './failure.js';
import { writeRange } from './files.js';
import type { Place } from './head.js';
import { markAt, placeOf } from './mark.js';
import type { Page } from './pages.js';
import { MORE_FOLLOWS, pagesOf } from './pages.js';
import { repair } from './repair.js';
import type { OpenLog } from './session.js';
import { readSnapshot } from './snapshot.js';

/** The nearest place from which the end can be found: the last one that was seen, a snapshot's, or the beginning. */
const nearest = async ({ file, head, paths }: OpenLog, seen: LogMark | undefined): Promise<Place> => {
  const known = seen === undefined ? undefined : await placeOf(file, head, seen);
  if (known !== undefined) return known;
  const kept = await readSnapshot(paths.snapshot, file, head);
  const place = kept._tag === 'snapshot' ? await placeOf(file, head, kept.mark) : undefined;
  return place ?? head.end;
};

const lastPage = async (file: promises.FileHandle, from: Place): Promise<Page> => {
  let last: Page = { events: [], end: from };
  for await (const page of pagesOf(file, from)) {
    if (E.isLeft(page)) throw new StoreProblem(undefined, describeError(page.left));
    last = page.right;
  }
  return last;
};

/** Lines as they are appended, made before the lock is taken. */
export interface Batch {
  readonly bytes: Buffer;
  readonly count: number;
}

/** The last line alone does not begin with the sign that more follows: without it nothing of the append counts. */
export const batchOf = (lines: readonly string[]): Batch => {
  const count = lines.length;
  const marked = lines.map((line, index) => `${index === count - 1 ? '' : MORE_FOLLOWS}${line}\n`);
  return { bytes: Buffer.from(marked.join(''), 'utf8'), count };
};

/** Bytes that are not all on the disk are taken back; should that fail too, the next writer finds a cut append. */
const write = async (file: promises.FileHandle, bytes: Buffer, offset: number): Promise<void> => {
  try {
    await writeRange(file, bytes, offset);
    await file.sync();
  } catch (error) {
    await file.truncate(offset).catch(() => undefined);
    throw error;
  }
};

/**
 * Appends a batch of lines at the end of a log.
 *
 * Shape:  `seen` is the last place known of this log; what others wrote since is read.
 * Errors: `Conflict`; thrown are a log that cannot be read to its end, and what the file system throws.
 * Cost:   one write and one `fsync`, besides reading what is new.
 * Source: SPEC L6
 */
export const appendLines = async (
  log: OpenLog,
  expected: Seq,
  { bytes, count }: Batch,
  seen: LogMark | undefined,
): Promise<Either<Conflict, Appended>> => {
  const { file, head, paths } = log;
  const { end, diagnostics } = await repair(file, paths, await lastPage(file, await nearest(log, seen)));
  if (end.seq !== expected) {
    return E.left({ _tag: 'Conflict', sessionId: head.header.id, expected, found: end.seq });
  }
  if (bytes.length > 0) await write(file, bytes, end.offset);
  const { offset, line, seq } = end;
  const next = { offset: offset + bytes.length, line: line + count, seq: seqOf(seq + count) };
  return E.right({ end: await markAt(file, head, next), diagnostics });
};
