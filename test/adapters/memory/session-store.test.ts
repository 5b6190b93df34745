// Owns: what the memory store says where its laws leave that to a store: which marks fit, and why it refuses.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../../src/adapters/memory/index.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import { seqOf } from '../../../src/domain/units.js';
import type { LogMark, SessionStore } from '../../../src/ports/session-store.js';

const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

const said = (text: string): LogEvent => ({ type: 'note', data: { text } });

const ABORTED = {
  aborted: true,
  reason: 'over',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** A store with two events in a log, and the mark of its end. */
const filled = async (): Promise<{ readonly store: SessionStore; readonly end: LogMark }> => {
  const store = memorySessionStore();
  right(await store.create(HEADER)());
  const { end } = right(await store.append('s', seqOf(0), [said('a'), said('b')])());
  return { store, end };
};

describe('the memory store (L6)', () => {
  test('a mark fits from the beginning of its log to its end, and nowhere else', async () => {
    const { store, end } = await filled();
    const outcomes: string[] = [];
    for (const nextSeq of [-1, 0, 1, 2, 3]) {
      const mark = { ...end, nextSeq: seqOf(nextSeq) };
      const saved = await store.saveSnapshot('s', mark, {})();
      for await (const page of store.read('s', mark)) {
        const read = E.isRight(page) ? String(page.right.events.length) : (page.left as { code?: string }).code;
        outcomes.push(`${nextSeq}: ${read}, ${E.isRight(saved)}`);
      }
    }
    expect(outcomes).toEqual([
      '-1: unfit-mark, false',
      '0: 2, true',
      '1: 1, true',
      '2: 0, true',
      '3: unfit-mark, false',
    ]);
  });

  test('a refusal says what was asked for and why not', async () => {
    const { store, end } = await filled();
    const failure = (operation: string, code: string, detail: string): unknown =>
      E.left({ _tag: 'StoreFailure', operation, code, detail });
    const other = { ...end, token: 'x' };
    expect(await store.create(HEADER)()).toEqual(
      failure('create', 'session-exists', 'there is a session "s" already'),
    );
    expect(await store.saveSnapshot('s', other, 0)()).toEqual(
      failure('snapshot', 'unfit-mark', 'the mark is of another log'),
    );
    const calls = {
      read: (id: string, signal?: typeof ABORTED) => store.header(id, signal),
      append: (id: string, signal?: typeof ABORTED) => store.append(id, seqOf(2), [], signal),
      snapshot: (id: string, signal?: typeof ABORTED) => store.loadSnapshot(id, signal),
    };
    for (const [operation, call] of Object.entries(calls)) {
      expect(await call('t')()).toEqual(failure(operation, 'no-session', 'there is no session "t"'));
      expect(await call('s', ABORTED)()).toEqual(failure(operation, 'aborted', 'aborted'));
    }
    expect(await store.saveSnapshot('t', end, 0)()).toEqual(
      failure('snapshot', 'no-session', 'there is no session "t"'),
    );
    expect(await store.create({ ...HEADER, id: 't' }, ABORTED)()).toEqual(failure('create', 'aborted', 'aborted'));
    for await (const page of store.read('s', other)) {
      expect(page).toEqual(failure('read', 'unfit-mark', 'the mark is of another log'));
    }
  });
});
