// Owns: examples of taking pieces from a stream that breaks, hangs, is given up or is none.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../../src/programs/pieces.js';

const never = (): Promise<never> => new Promise(() => undefined);

/** A stream of two pieces that then does something else, and how often it was closed. */
const streamOf = (then: () => Promise<IteratorResult<string, undefined>>, close?: () => Promise<never>) => {
  const [pieces, closed] = [['a', 'b'], { times: 0 }];
  const iterator: AsyncIterator<string, undefined> = {
    next: () => {
      const value = pieces.shift();
      return value === undefined ? then() : Promise.resolve({ done: false, value });
    },
    return: () => {
      closed.times += 1;
      return close?.() ?? Promise.resolve({ done: true, value: undefined });
    },
  };
  return { stream: { [Symbol.asyncIterator]: () => iterator } as AsyncIterable<string>, closed };
};

const end = (): Promise<IteratorResult<string, undefined>> => Promise.resolve({ done: true, value: undefined });

const all = async (stream: AsyncIterable<string>, signal?: AbortSignal): Promise<readonly unknown[]> => {
  const pieces: unknown[] = [];
  for await (const piece of piecesOf(stream, signal)) pieces.push(piece);
  return pieces;
};

const [A, B] = [E.right('a'), E.right('b')];
const failure = (detail: string, more: object = {}): unknown => E.left({ _tag: 'InputFailure', detail, ...more });

describe('a stream (F7)', () => {
  test('that ends gives its pieces, and is closed', async () => {
    const { stream, closed } = streamOf(end);
    expect(await all(stream)).toEqual([A, B]);
    expect(closed.times).toBe(1);
  });

  test.each<readonly [string, unknown, unknown]>([
    ['an error', new Error('broken'), failure('broken')],
    [
      'an error of the system',
      Object.assign(new Error('gone'), { code: 'ENOENT' }),
      failure('gone', { code: 'ENOENT' }),
    ],
    ['an error with another code', Object.assign(new Error('gone'), { code: 7 }), failure('gone')],
    ['a text', 'broken', failure('broken')],
    ['nothing', null, failure('null')],
    ['nothing at all', undefined, failure('undefined')],
  ])('that rejects with %s fails as its last piece, and is closed', async (_, reason, left) => {
    const { stream, closed } = streamOf(async () => {
      await Promise.resolve();
      throw reason as Error;
    });
    expect(await all(stream)).toStrictEqual([A, B, left]);
    expect(closed.times).toBe(1);
  });

  test('that throws has failed, too', async () => {
    const { stream } = streamOf(() => {
      throw new Error('thrown');
    });
    expect(await all(stream)).toStrictEqual([A, B, failure('thrown')]);
  });

  test('that cannot be closed, or fails at it, is over all the same', async () => {
    const { stream } = streamOf(end, () => Promise.reject(new Error('stuck')));
    expect(await all(stream)).toEqual([A, B]);
    const next = end;
    expect(await all({ [Symbol.asyncIterator]: () => ({ next }) } as AsyncIterable<string>)).toEqual([]);
  });

  test('is closed by whoever has seen enough', async () => {
    const { stream, closed } = streamOf(never);
    for await (const piece of piecesOf(stream)) {
      expect(piece).toEqual(A);
      break;
    }
    expect(closed.times).toBe(1);
  });

  test.each([[undefined], [null], ['text'], [7], [{}], [['a']]])(
    'that is none is a failure: %j (F8)',
    async (input) => {
      expect(await all(input as never)).toMatchObject([
        { left: { detail: expect.stringContaining('AsyncIterable') as string } },
      ]);
    },
  );
});

describe('an abort (F6)', () => {
  const cancelled = E.left({ _tag: 'Cancelled', reason: 'enough' });

  test('before the first piece: none is taken', async () => {
    const { stream, closed } = streamOf(() => expect.unreachable('a piece was asked for'));
    expect(await all(stream, AbortSignal.abort('enough'))).toEqual([cancelled]);
    await Promise.resolve();
    expect(closed.times).toBe(1);
  });

  test('while a piece is waited for, and the stream cannot be closed either', async () => {
    const controller = new AbortController();
    const { stream, closed } = streamOf(() => {
      controller.abort('enough');
      return never();
    }, never);
    expect(await all(stream, controller.signal)).toEqual([A, B, cancelled]);
    expect(closed.times).toBe(1);
  });

  test('that comes with a piece leaves that piece out', async () => {
    const controller = new AbortController();
    const { stream } = streamOf(() => {
      controller.abort('enough');
      return Promise.resolve({ done: false, value: 'late' });
    });
    expect(await all(stream, controller.signal)).toEqual([A, B, cancelled]);
  });
});
