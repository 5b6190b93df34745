// Owns: how what was read of a session becomes its place in a snapshot, and the record of what was left out.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Refused } from '../../domain/error.js';
import type { SurfaceReading } from '../../domain/question.js';
import { refused } from './cite.js';
import type { ProjectedItem, Reference, ReferenceRecord, ReferencedSession } from './model.js';
import { knownCwd } from './model.js';
import { project } from './project.js';
import { fixedBytes } from './render.js';
import { retain } from './retain.js';

/** What was read of one session, whoever refers to it. */
export interface Capture {
  readonly cwd: string | null;
  readonly capturedThroughSeq: number | null;
  readonly items: readonly ProjectedItem[];
}

/**
 * Takes in what was read of a session.
 *
 * Errors: `READ_FAILED`.
 * Source: SPEC S4, S6
 */
export const capture = (sessionId: string, reading: SurfaceReading): Either<Refused, Capture> => {
  if (reading._tag === 'unavailable') {
    return refused('READ_FAILED', `session ${JSON.stringify(sessionId)} cannot be read: ${reading.reason}`);
  }
  return E.right({
    cwd: knownCwd(reading.header),
    capturedThroughSeq: reading.lastSeq,
    items: project(reading.events),
  });
};

/** One session of a snapshot, and the record of it. */
export interface Entry {
  readonly session: ReferencedSession;
  readonly record: ReferenceRecord;
}

/**
 * Fits a captured session into its budget.
 *
 * Units:  `maxReferenceBytes` in UTF-8 bytes of the session's tag-safe JSON.
 * Errors: `BUDGET_EXCEEDED` when it does not fit however much is left out.
 * Source: SPEC S5, S6
 */
export const fit = (
  { cwd, capturedThroughSeq, items }: Capture,
  reference: Reference,
  inputIndex: number,
  maxReferenceBytes: number,
): Either<Refused, Entry> => {
  const known = { ...reference, cwd, capturedThroughSeq };
  const retained = retain(items, maxReferenceBytes - fixedBytes(known));
  if (retained === undefined) {
    const session = `session ${JSON.stringify(reference.sessionId)}`;
    return refused('BUDGET_EXCEEDED', `${session} does not fit into ${maxReferenceBytes} bytes, whatever is left out`);
  }
  const { conversation, omittedMessages, omittedBytes } = retained;
  return E.right({
    session: { ...known, conversation },
    record: {
      ...reference,
      capturedThroughSeq,
      compacted: items.some((item) => item.checkpoint),
      originalMessages: items.length,
      retainedMessages: conversation.length,
      omittedMessages,
      omittedBytes,
      truncated: omittedBytes > 0,
      inputIndex,
    },
  });
};
