// Owns: how the adapter talks to PostgreSQL: what it needs of a client, and how what went wrong is told.
// The client is the host's: this library loads no driver.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { StoreFailure, StoreFailureCode } from '../../domain/error.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';

/**
 * What the store needs of a `Pool` or a `Client` of the package `pg`, or of anything that is like one.
 *
 * Shape:  one query is one round trip; several statements without values run as one transaction. A client should not be
 *         inside a transaction of the host's.
 */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** A row as the driver gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A failure that the store itself found, and what kind it is. */
export class StoreProblem extends Error {
  constructor(
    readonly code: StoreFailureCode | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Ends a call whose signal was aborted. */
export const stopIfAborted = (signal: CancelSignal | undefined): void => {
  if (signal?.aborted === true) throw new StoreProblem('aborted', 'aborted');
};

/** There is no session of this id. */
export const noSession = (sessionId: string): StoreProblem =>
  new StoreProblem('no-session', `there is no session ${JSON.stringify(sessionId)}`);

/** A mark was given for a log that is not, or no longer, the one it is of. */
export const unfitMark = (): StoreProblem => new StoreProblem('unfit-mark', 'the log at the mark is not what it was');

/** The five characters by which PostgreSQL names an error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const DISK_FULL = '53100';
const UNDEFINED_TABLE = '42P01';

const failureOf = (operation: StoreFailure['operation'], error: unknown): StoreFailure => {
  const message = error instanceof Error ? error.message : String(error);
  const state = sqlState(error);
  const detail = state === UNDEFINED_TABLE ? `${message}; run \`migrate\` first` : message;
  const code = error instanceof StoreProblem ? error.code : state === DISK_FULL ? 'no-space' : undefined;
  return { _tag: 'StoreFailure', operation, detail, ...(code === undefined ? {} : { code }) };
};

/** Whatever a step throws is told as a failure; an aborted call does not begin. */
export const attempt = async <Failed, A>(
  operation: StoreFailure['operation'],
  signal: CancelSignal | undefined,
  work: () => Promise<Either<Failed, A>>,
): Promise<Either<Failed | StoreFailure, A>> => {
  try {
    stopIfAborted(signal);
    return await work();
  } catch (error) {
    return E.left(failureOf(operation, error));
  }
};

/** The same for work that yields one after the other; a failure is the last. */
export async function* attemptEach<Failed, A>(
  operation: StoreFailure['operation'],
  signal: CancelSignal | undefined,
  work: () => AsyncIterable<Either<Failed, A>>,
): AsyncGenerator<Either<Failed | StoreFailure, A>, void, undefined> {
  try {
    stopIfAborted(signal);
    for await (const one of work()) {
      yield one;
      stopIfAborted(signal);
    }
  } catch (error) {
    yield E.left(failureOf(operation, error));
  }
}
