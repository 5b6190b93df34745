// Owns: what a store with indexes can tell of its sessions without reading their logs.
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../domain/error.js';
import type { LogEvent, SessionHeader, SurfaceOp } from '../domain/log-event.js';
import type { SessionSummary } from '../domain/question.js';
import type { Count, Seq } from '../domain/units.js';
import type { CancelSignal } from './cancel-signal.js';
import type { ReadError } from './session-store.js';

/** A session as an index knows it. Units: `lastTime` in ms since the epoch, of the newest event that carries a time. */
export interface IndexedSession extends SessionSummary {
  readonly events: Count;
  readonly lastTime?: number;
}

/** An event that may be on the surface, without what it says. Source: SPEC L3 */
export interface SurfaceRow {
  readonly seq: Seq;
  readonly type: string;
  readonly surfaceOp: SurfaceOp;
}

/** The rows of a log that matter to its surface, in order, up to an end. */
export interface SurfaceRows {
  readonly header: SessionHeader;
  readonly nextSeq: Seq;
  readonly rows: readonly SurfaceRow[];
}

/**
 * Finds sessions and what is visible of them.
 *
 * Shape:  `summaries` gives the newest session first (`createdAt`, then the one that was added last); `titled` only
 *         those whose latest title holds a text, in any letter case. `surfaceRows` leaves out every event that cannot
 *         be on the surface; `eventsAt` gives the events at some seqs, in the order of their seqs.
 * Errors: as those of `SessionStore`.
 * Source: SPEC S4, S8
 */
export interface SessionIndex {
  readonly summaries: (signal?: CancelSignal) => AsyncIterable<Either<StoreFailure, IndexedSession>>;
  readonly titled: (
    text: string,
    maxSessions: number,
    signal?: CancelSignal,
  ) => TaskEither<StoreFailure, readonly IndexedSession[]>;
  readonly surfaceRows: (sessionId: string, signal?: CancelSignal) => TaskEither<StoreFailure, SurfaceRows>;
  readonly eventsAt: (
    sessionId: string,
    seqs: readonly Seq[],
    signal?: CancelSignal,
  ) => TaskEither<ReadError, readonly LogEvent[]>;
}
