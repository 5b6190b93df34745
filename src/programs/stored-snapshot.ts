// Owns: when a snapshot that a store kept may stand for the events before its place. What a log says is told by its
// fold alone: whatever does not fit is no error, it is ignored.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { MountedSource } from '../core/context-source.js';
import type { SessionState, Snapshot } from '../core/fold.js';
import { restoreSnapshot } from '../core/fold.js';
import { decodeValue } from '../domain/codec/decode.js';
import { fields, integer, natural, oneOf, open, that } from '../domain/codec/shape.js';
import { describeError } from '../domain/error.js';
import type { SessionHeader } from '../domain/log-event.js';
import type { LogMark, SnapshotReading } from '../ports/session-store.js';

/** A state, and the place in its log that it was folded to. */
export interface Restored {
  readonly state: SessionState;
  readonly mark: LogMark;
}

/** Not item by item: a long log has many seqs, and a store gives back only what was saved. */
const seqs = that(
  'a list of seqs',
  (value): value is readonly number[] => Array.isArray(value) && value.every((item) => Number.isSafeInteger(item)),
);

const snapshotCodec = open(
  'a snapshot',
  {
    contextfold: oneOf(1),
    header: fields,
    nextSeq: natural,
    surface: seqs,
    position: open(
      'a position',
      { lastTurn: natural },
      { turn: integer, step: integer, starting: oneOf('startup', 'resume') },
    ),
    parts: fields,
  },
  {},
);

/**
 * The state that a snapshot holds.
 *
 * Errors: in words, why it does not fit: the store says so, it has another shape, it is of another log or another
 *         place, or a mounted source has no part in it that it recognises (one that throws does not).
 * Source: SPEC F3
 */
export const restoreStored = (
  sources: readonly MountedSource[],
  header: SessionHeader,
  reading: Exclude<SnapshotReading, { readonly _tag: 'none' }>,
): Either<string, Restored> => {
  if (reading._tag === 'unfit') return E.left(reading.reason);
  const decoded = decodeValue(snapshotCodec, reading.snapshot);
  if (E.isLeft(decoded)) return E.left(describeError(decoded.left));
  const snapshot = decoded.right as unknown as Snapshot;
  const { mark } = reading;
  if (snapshot.nextSeq !== mark.nextSeq) return E.left('it was folded to another place than it is kept for');
  if (snapshot.surface.some((seq) => seq < 0 || seq >= snapshot.nextSeq))
    return E.left('it shows what is not before it');
  if (JSON.stringify(snapshot.header) !== JSON.stringify(header)) return E.left('the log has another header');
  const state = E.tryCatch(
    () => restoreSnapshot(sources, snapshot),
    () => 'a mounted source failed at it',
  );
  if (E.isLeft(state)) return state;
  return state.right === undefined
    ? E.left('a mounted source has no part in it that it recognises')
    : E.right({ state: state.right, mark });
};
