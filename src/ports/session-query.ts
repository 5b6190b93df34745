// Owns: the reading half of a session store, all that session-reference needs.
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../domain/error.js';
import type { SessionSummary, SurfaceReading } from '../domain/question.js';
import type { CancelSignal } from './cancel-signal.js';

/**
 * Reads other sessions.
 *
 * Shape:  `readSurface` gives the visible events in surface order.
 * Errors: an unknown session or a malformed log is a `StoreFailure`.
 * Source: SPEC S3, S4, S8
 */
export interface SessionQuery {
  readonly list: (signal?: CancelSignal) => TaskEither<StoreFailure, readonly SessionSummary[]>;
  readonly readSurface: (
    sessionId: string,
    signal?: CancelSignal,
  ) => TaskEither<StoreFailure, Extract<SurfaceReading, { readonly _tag: 'surface' }>>;
}
