// Owns: the session-store port: where session logs live, how they grow and how far a fold of one got.
// What a log means is the fold's business; finding sessions by their titles is session-index.ts's.
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Conflict, InvalidValue, MalformedLine, SeqMismatch, StoreFailure } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import type { CancelSignal } from './cancel-signal.js';

/**
 * A place between two events of one log, as its store found it.
 *
 * Shape:  `nextSeq` is the seq of the event behind it; `token` is the store's own and says how to find the place again
 *         and to tell that the log before it is still the same. Plain data, worth keeping across processes.
 */
export interface LogMark {
  readonly nextSeq: Seq;
  readonly token: string;
}

/** Some events of a log, in order, and the place behind them. */
export interface LogPage {
  readonly events: readonly LogEvent[];
  readonly end: LogMark;
  readonly diagnostics: readonly Diagnostic[];
}

/** The place behind what was appended, and what was tolerated or put right on the way. */
export interface Appended {
  readonly end: LogMark;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The folded state that was kept beside a log.
 *
 * Shape:  `unfit`: there is one, but not of this log as it is now; it counts as none.
 */
export type SnapshotReading =
  | { readonly _tag: 'snapshot'; readonly mark: LogMark; readonly snapshot: unknown }
  | { readonly _tag: 'none' }
  | { readonly _tag: 'unfit'; readonly reason: string };

/** Why nothing was appended. Source: SPEC L6 */
export type AppendError = Conflict | SeqMismatch | InvalidValue | StoreFailure;

/** Why nothing was created. */
export type CreateError = InvalidValue | StoreFailure;

/** Why no more can be read. Source: SPEC L5 */
export type ReadError = MalformedLine | StoreFailure;

/**
 * Keeps session logs.
 *
 * Shape:  an append is there as a whole and for good when it succeeds; readers and later writers see all of it or
 *         nothing. Of writers who expect one next seq exactly one succeeds. An event is given back as the JSON value
 *         that was given in; one that carries a seq must carry that of its place.
 *         `list` and `read` begin when they are iterated and close what they opened when they are left. A `Left` in
 *         a list is one log that could not be told; of a reading it is the end. A reading goes to the end that the
 *         log had when it began or further, in pages that fit into memory, at least one; its last page ends where the
 *         next append belongs.
 *         `append` with no events only checks. A snapshot is any JSON value, kept with the place it was folded to.
 * Errors: an unknown session is a `StoreFailure` with the code `no-session`, in all but `list`. A signal that is
 *         aborted before the work begins is one with the code `aborted`; an append that has begun is not given up.
 * Source: SPEC L6, L5, F3; testing/contracts/session-store
 */
export interface SessionStore {
  readonly list: (signal?: CancelSignal) => AsyncIterable<Either<StoreFailure, SessionHeader>>;
  readonly create: (header: SessionHeader, signal?: CancelSignal) => TaskEither<CreateError, LogMark>;
  readonly header: (sessionId: string, signal?: CancelSignal) => TaskEither<StoreFailure, SessionHeader>;
  /** From the beginning, or from a place that this store gave out for this log. */
  readonly read: (
    sessionId: string,
    from?: LogMark,
    signal?: CancelSignal,
  ) => AsyncIterable<Either<ReadError, LogPage>>;
  readonly append: (
    sessionId: string,
    expected: Seq,
    events: readonly LogEvent[],
    signal?: CancelSignal,
  ) => TaskEither<AppendError, Appended>;
  readonly loadSnapshot: (sessionId: string, signal?: CancelSignal) => TaskEither<StoreFailure, SnapshotReading>;
  /** Takes the place of an earlier one. */
  readonly saveSnapshot: (
    sessionId: string,
    mark: LogMark,
    snapshot: unknown,
    signal?: CancelSignal,
  ) => TaskEither<CreateError, void>;
}
