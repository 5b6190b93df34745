// Owns: taking pieces from a stream that may break, hang or be given up, with all of that as values.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { describeFound } from '../domain/codec/decode.js';
import type { Cancelled, InputFailure } from '../domain/error.js';
import { describeReason } from '../domain/error.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import { untilAborted } from './answer.js';

const failureOf = (reason: unknown): InputFailure => {
  const code = typeof reason === 'object' && reason !== null && 'code' in reason ? reason.code : undefined;
  return { _tag: 'InputFailure', detail: describeReason(reason), ...(typeof code === 'string' ? { code } : {}) };
};

const nextOf = <A>(iterator: AsyncIterator<A>): Promise<Either<InputFailure, IteratorResult<A, unknown>>> =>
  Promise.resolve()
    .then(() => iterator.next())
    .then(
      (next) => E.right(next),
      (reason: unknown) => E.left(failureOf(reason)),
    );

/** Lets a stream go. One that hangs does not hold up whoever gave it up, and how it fails now is of no interest. */
const close = async (iterator: AsyncIterator<unknown>, signal: CancelSignal | undefined): Promise<void> => {
  const closed = Promise.resolve()
    .then(() => iterator.return?.())
    .catch(() => undefined);
  if (signal?.aborted !== true) await closed;
};

const isStream = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && Symbol.asyncIterator in input;

/**
 * The pieces of a stream as values.
 *
 * Shape:  a `Left` is the last. The stream is closed when it is left, for whatever reason.
 * Errors: what the stream rejects with, and the abort of the signal, which is noticed while a piece is waited for.
 * Source: SPEC F6, F7
 */
export async function* piecesOf<A>(
  stream: AsyncIterable<A>,
  signal?: CancelSignal,
): AsyncGenerator<Either<InputFailure | Cancelled, A>, void, undefined> {
  if (!isStream(stream)) {
    const detail = `expected a stream (an AsyncIterable), found ${describeFound(stream)}`;
    return yield E.left({ _tag: 'InputFailure', detail });
  }
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = signal?.aborted === true ? undefined : await untilAborted(nextOf(iterator), signal);
      if (next === undefined || signal?.aborted === true) {
        return yield E.left({ _tag: 'Cancelled', reason: signal?.reason });
      }
      if (E.isLeft(next)) return yield next;
      if (next.right.done === true) return;
      yield E.right(next.right.value);
    }
  } finally {
    await close(iterator, signal);
  }
}
