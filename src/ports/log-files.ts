// Owns: the port that lends the session logs of a store as text. What a log says is read by programs/query-logs.ts.
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../domain/error.js';
import type { CancelSignal } from './cancel-signal.js';

/**
 * Reads logs that are kept as JSON Lines.
 *
 * Shape:  `names` gives all logs in no order, each named `<something>.jsonl`, preferably by its session's id: `nameOf`
 *         says how, where it is not `<id>.jsonl`. `read` gives the text of one in pieces that may end anywhere; nothing
 *         is opened before the first is asked for, and everything is closed when no more are.
 * Errors: a store that does not exist yet holds no logs. The iteration rejects when a log cannot be read or the call
 *         was aborted.
 * Source: SPEC L6
 */
export interface LogFiles {
  readonly names: (signal?: CancelSignal) => TaskEither<StoreFailure, readonly string[]>;
  readonly nameOf?: (sessionId: string) => string;
  readonly read: (name: string, signal?: CancelSignal) => AsyncIterable<string>;
}
