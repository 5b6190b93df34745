// Owns: examples of answering questions from ports: ports that are missing, fail, hang or are given up on.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Inquiry } from '../../src/core/inquiry.js';
import { ask, settled } from '../../src/core/inquiry.js';
import type { Digest } from '../../src/domain/digest.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { Answer, Question } from '../../src/domain/question.js';
import type { Env } from '../../src/ports/env.js';
import type { FileSystem, RawRead } from '../../src/ports/file-system.js';
import { answer } from '../../src/programs/answer.js';

const path = '/repo/AGENTS.md' as AbsolutePath;
const probe: Question = { kind: 'probe', path };
const QUESTIONS: readonly Question[] = [
  probe,
  { kind: 'read', path, maxBytes: 10 },
  { kind: 'list', path },
  { kind: 'shell', command: 'true' },
  { kind: 'read-surface', sessionId: 's' },
  { kind: 'list-sessions' },
  { kind: 'now' },
  { kind: 'zone' },
];

const sha1 = (text: string): Digest => createHash('sha1').update(text, 'utf8').digest('hex') as Digest;
const bare: Env = {
  hash: { sha1 },
  decoder: { decode: (bytes) => ({ text: Buffer.from(bytes).toString('utf8'), lossy: false }) },
};

/** What stands in for any method of any port. */
type Port = (...args: readonly unknown[]) => never;

const throwing =
  (reason: unknown): Port =>
  () => {
    throw reason as Error;
  };

/** A method that gives back a task. */
const returning = (task: () => Promise<unknown>): Port => (() => task) as unknown as Port;

/** An environment of which every port does the same. */
const everywhere = (port: Port): Env => ({
  ...bare,
  fileSystem: { probe: port, read: port, list: port },
  clock: { now: port, zone: port },
  shell: { run: port },
  sessions: { list: port, readSurface: port },
});

const reading = (raw: RawRead): Env => ({
  ...bare,
  fileSystem: { probe: () => () => Promise.resolve({ _tag: 'present' }), read: () => () => Promise.resolve(raw) },
});

const answers = (questions: readonly Question[]): Inquiry<readonly Answer[]> =>
  ask(questions, (found) => settled(found as readonly Answer[]));

const never = (): Promise<never> => new Promise(() => undefined);
const hanging = everywhere(returning(never));

describe('ports', () => {
  test('A7 what is not lent is not there, and nothing else is tried', async () => {
    expect(await answer(bare)(answers(QUESTIONS))()).toEqual(
      E.right([
        { _tag: 'no-provider' },
        { _tag: 'unavailable', reason: 'no file system is lent' },
        { _tag: 'unavailable', reason: 'the file system does not list' },
        { _tag: 'no-provider' },
        { _tag: 'unavailable', reason: 'no session store is lent' },
        { _tag: 'unavailable', reason: 'no session store is lent' },
        undefined,
        undefined,
      ]),
    );
  });

  const unavailable = { _tag: 'unavailable', reason: 'broken' };
  const failed = E.right([...Array.from({ length: 6 }, () => unavailable), NaN, undefined]);

  test.each<[string, Port]>([
    ['throw', throwing(new Error('broken'))],
    ['throw no error', throwing('broken')],
    ['reject', returning(() => Promise.reject(new Error('broken')))],
  ])('F7 ports that %s are unavailable, and a clock shows no instant', async (_, port) => {
    const throws = throwing(new Error('broken'));
    const env: Env = { ...everywhere(port), clock: { now: throws, zone: throws } };
    expect(await answer(env)(answers(QUESTIONS))()).toEqual(failed);
  });

  test('F7 a port that throws what has no text is unavailable all the same', async () => {
    const env = everywhere(throwing(Object.create(null)));
    expect(await answer(env)(answers([probe]))()).toMatchObject(E.right([{ _tag: 'unavailable' }]));
  });

  test('F7 a port that gives no answer has failed, but a clock may have nothing to say', async () => {
    const nothing = { _tag: 'unavailable', reason: 'the port gave no answer' };
    const clock = { now: (): never => undefined as never, zone: () => undefined };
    const sessions = { list: throwing(''), readSurface: returning(() => Promise.resolve(E.right(undefined))) };
    const env = { ...everywhere(returning(() => Promise.resolve(undefined))), clock, sessions };
    const asked = [...QUESTIONS.slice(0, 1), ...QUESTIONS.slice(2, 5), ...QUESTIONS.slice(6)];
    expect(await answer(env)(answers(asked))()).toEqual(
      E.right([nothing, nothing, nothing, nothing, undefined, undefined]),
    );
  });

  test('F7 a file system that does not list is asked for everything else', async () => {
    const question: Question = { kind: 'list', path };
    expect(await answer(reading({ _tag: 'too-large' }))(answers([question, probe]))()).toEqual(
      E.right([{ _tag: 'unavailable', reason: 'the file system does not list' }, { _tag: 'present' }]),
    );
  });

  test('S4, S8 sessions are what the store says, and its failure is told in its words', async () => {
    const surface = { _tag: 'surface', header: { id: 's' }, events: [], lastSeq: null };
    const asked = QUESTIONS.slice(4, 6);
    const given = (value: E.Either<unknown, unknown>, list: E.Either<unknown, unknown>): Env => ({
      ...bare,
      sessions: { readSurface: returning(() => Promise.resolve(value)), list: returning(() => Promise.resolve(list)) },
    });
    expect(await answer(given(E.right(surface), E.right(['one'])))(answers(asked))()).toEqual(
      E.right([surface, { _tag: 'sessions', sessions: ['one'] }]),
    );
    const gone = E.left({ _tag: 'StoreFailure', detail: 'gone' });
    const failed = { _tag: 'unavailable', reason: 'gone' };
    expect(await answer(given(gone, gone))(answers(asked))()).toEqual(E.right([failed, failed]));
  });

  test('C2 the questions of a batch are asked side by side', async () => {
    const asked: string[] = [];
    const meeting: FileSystem['probe'] = (at) => async () => {
      asked.push(at);
      while (asked.length < 2) await Promise.resolve();
      return { _tag: 'present' };
    };
    const env: Env = { ...bare, fileSystem: { probe: meeting, read: () => never } };
    const other: Question = { kind: 'probe', path: '/other' as AbsolutePath };
    expect(await answer(env)(answers([probe, other]))()).toEqual(E.right([{ _tag: 'present' }, { _tag: 'present' }]));
  });
});

describe('reading', () => {
  const read = (raw: RawRead): Promise<unknown> =>
    answer(reading(raw))(ask([{ kind: 'read', path, maxBytes: 99 }], ([found]) => settled(found)))();

  test('A6 bytes are decoded and digested, also without the white space around', async () => {
    const bytes = new TextEncoder().encode(' é\n');
    expect(await read({ _tag: 'bytes', bytes, version: 'v1' })).toEqual(
      E.right({
        _tag: 'text',
        content: ' é\n',
        bytes: 4,
        digest: sha1(' é\n'),
        trimmedDigest: sha1('é'),
        lossy: false,
        version: 'v1',
      }),
    );
  });

  test('A6 a text that the host decoded counts in bytes of UTF-8', async () => {
    const found = { _tag: 'text', content: 'é', bytes: 2, digest: sha1('é'), trimmedDigest: sha1('é'), lossy: false };
    expect(await read({ _tag: 'decoded', text: 'é' })).toStrictEqual(E.right(found));
  });

  test('A6 bytes that are no UTF-8 count as they are; a text without white space around is hashed once', async () => {
    const hashed: string[] = [];
    const hash = { sha1: (text: string) => (hashed.push(text), sha1(text)) };
    const env = { ...reading({ _tag: 'bytes', bytes: Uint8Array.of(0xff) }), hash };
    const found = await answer(env)(answers([{ kind: 'read', path, maxBytes: 99 }]))();
    expect(found).toMatchObject(E.right([{ _tag: 'text', content: '\ufffd', bytes: 1 }]));
    expect(hashed).toEqual(['\ufffd']);
  });

  test('A6 what is too large, unreadable or no text is told apart', async () => {
    expect(await read({ _tag: 'too-large' })).toEqual(E.right({ _tag: 'too-large' }));
    const gone: RawRead = { _tag: 'unavailable', reason: 'gone' };
    expect(await read(gone)).toEqual(E.right(gone));
    const env: Env = {
      ...reading({ _tag: 'bytes', bytes: new Uint8Array(1) }),
      decoder: { decode: () => ({ text: undefined, lossy: false }) },
    };
    const inquiry = answers([{ kind: 'read', path, maxBytes: 99 }]);
    expect(await answer(env)(inquiry)()).toEqual(E.right([{ _tag: 'not-text' }]));
  });
});

describe('cancellation', () => {
  const cancelled = E.left({ _tag: 'Cancelled', reason: 'enough' });
  const aborted = (): AbortSignal => AbortSignal.abort('enough');

  test.each(QUESTIONS.slice(0, 6).map((question) => [question.kind, question] as const))(
    'F6 an abort ends a decision although `%s` hangs, and carries the reason',
    async (_, question) => {
      const controller = new AbortController();
      const decision = answer(hanging, controller.signal)(answers([question]))();
      controller.abort('enough');
      expect(await decision).toEqual(cancelled);
    },
  );

  test('F6 an inquiry that asks for nothing is cancelled too', async () => {
    expect(await answer(bare, aborted())(settled('done'))()).toEqual(cancelled);
  });

  test('F6 once aborted, no port is called', async () => {
    const env = everywhere(() => expect.unreachable('a port was called'));
    expect(await answer(env, aborted())(answers(QUESTIONS))()).toEqual(cancelled);
  });

  test('F6 an abort while a port is being called counts', async () => {
    const controller = new AbortController();
    const env = everywhere(
      returning(() => {
        controller.abort('enough');
        return never();
      }),
    );
    expect(await answer(env, controller.signal)(answers([probe]))()).toEqual(cancelled);
  });

  test('F6 an abort between two batches counts', async () => {
    const controller = new AbortController();
    const inquiry = ask([probe], () => {
      controller.abort('enough');
      return answers([probe]);
    });
    expect(await answer(bare, controller.signal)(inquiry)()).toEqual(cancelled);
  });

  test('F6 every port is given the signal of the step', async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const env = everywhere(((...args) => {
      seen.push(args.at(-1));
      return () => Promise.resolve(E.left({ detail: '' }));
    }) as Port);
    await answer(env, signal)(answers(QUESTIONS.slice(0, 6)))();
    expect(seen).toEqual(Array.from({ length: 6 }, () => signal));
  });

  test('F6 nothing stays behind at the signal', async () => {
    const controller = new AbortController();
    const waiting = new Set<unknown>();
    const signal = {
      get aborted(): boolean {
        return controller.signal.aborted;
      },
      reason: 'enough',
      addEventListener: (_: 'abort', listener: () => void): void => {
        waiting.add(listener);
        controller.signal.addEventListener('abort', listener);
      },
      removeEventListener: (_: 'abort', listener: () => void): void => void waiting.delete(listener),
    };
    await answer(bare, signal)(answers([probe]))();
    expect(waiting.size).toBe(0);
    const decision = answer(hanging, signal)(answers([probe]))();
    controller.abort();
    expect(await decision).toEqual(cancelled);
    expect(waiting.size).toBe(0);
  });
});
