// Owns: the text of a log from where it is on this machine: a file, or a stream of text or bytes. Whose log it is, and
// what of a failure or an abort becomes of the reading, is not its business.
import { Buffer, isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { describeFound } from '../../domain/codec/decode.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';

/** Where a log is: the path of a file, a pipe among them, or a stream of its text or bytes. */
export type LogInput = string | AsyncIterable<string | Uint8Array>;

/** The text of more than 128 KiB is no small object to the engine, and each would cost ten times as much. */
const BLOCK_BYTES = 96 * 1024;

/** Bytes that are their own code points need no decoding, which is most of what it takes to read most logs. */
const asciiIn = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const textIn = (piece: unknown, decoder: StringDecoder): string => {
  // Text between bytes ends what of a code point the bytes before it began.
  if (typeof piece === 'string') return decoder.end() + piece;
  if (piece instanceof Uint8Array) {
    // No bytes end nothing.
    return piece.length > 0 && isAscii(piece) ? decoder.end() + asciiIn(piece) : decoder.write(piece);
  }
  throw new TypeError(`the stream gave a piece that is neither text nor bytes but ${typeof piece}`);
};

async function* decoded(pieces: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  // Not a `TextDecoder`: it gives the same, and takes longer for a stream than all the rest of a reading.
  const decoder = new StringDecoder('utf8');
  let isBegun = false;
  for await (const piece of pieces) {
    const text = textIn(piece, decoder);
    yield isBegun ? text : text.replace(/^\uFEFF/u, '');
    isBegun ||= text !== '';
  }
  yield decoder.end();
}

async function* textOf(input: LogInput, signal: CancelSignal | undefined): AsyncGenerator<string, void, undefined> {
  const stream = typeof input === 'string' ? createReadStream(input, { highWaterMark: BLOCK_BYTES }) : input;
  const stop = (): void => {
    if (stream instanceof Readable) stream.destroy();
  };
  signal?.addEventListener('abort', stop);
  try {
    yield* decoded(stream);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** A stream that fails before its first piece. */
const failing = (problem: string): AsyncIterator<string> => ({
  next: () => Promise.reject(new TypeError(problem)),
});

const isStream = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && Symbol.asyncIterator in input;

/**
 * Reads the text of a log, piece by piece.
 *
 * Shape:  a file is opened anew for each iteration, a stream can be read once. UTF-8, wherever the pieces are cut; a
 *         byte order mark is dropped and an invalid sequence becomes U+FFFD. Nothing is opened before the first piece
 *         is asked for.
 * Errors: rejects with what the system says, or the stream; an input that is neither, or a stream that was read.
 * Cost:   one block of 96 KiB at a time.
 * Why:    an abort destroys the stream at once, for a read that hangs would never see that nobody waits for it.
 * Source: SPEC F6
 */
export const logText = (input: LogInput, signal?: CancelSignal): AsyncIterable<string> => {
  let isRead = false;
  return {
    [Symbol.asyncIterator]: () => {
      if (typeof input === 'string') return textOf(input, signal);
      if (!isStream(input))
        return failing(`expected a path or a stream of text or bytes, found ${describeFound(input)}`);
      if (isRead || (input instanceof Readable && input.readableEnded)) {
        return failing('a stream can be read once, and this one has been');
      }
      isRead = true;
      return textOf(input, signal);
    },
  };
};
