// Owns: sessions over a store: what opening reads, what an append does first, and which snapshots are ignored.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../src/adapters/memory/session-store.js';
import type { ContextSource, MountedSource } from '../../src/core/context-source.js';
import { snapshotOf } from '../../src/core/fold.js';
import { settled } from '../../src/core/inquiry.js';
import type { ContextError } from '../../src/domain/error.js';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';
import type { SessionStore, SnapshotReading } from '../../src/ports/session-store.js';
import type { Context } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';
import type { StoredSession } from '../../src/programs/open-stored.js';
import { openStored } from '../../src/programs/open-stored.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';

const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

const said = (text: string): LogEvent => ({
  type: 'user/message',
  data: { id: text, role: 'user', content: text, source: { kind: 'user' } },
  surfaceOp: 'append',
});

const right = <A>(result: E.Either<ContextError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(describeError(result.left));
};

/** A source that counts every event; its state says how it counts. */
const counter = (by: number): ContextSource<{ readonly by: number; readonly count: number }> => ({
  kind: 'counter',
  initial: () => ({ by, count: 0 }),
  evolve: (state) => ({ by, count: state.count + by }),
  consider: () => settled({}),
  examine: ({ type }) => (type === 'odd' ? [{ code: 'odd', detail: 'odd' }] : []),
  snapshot: {
    encode: (state) => state,
    decode: (state) => ((state as { by: number }).by === by ? (state as { by: number; count: number }) : undefined),
  },
});

const contextOf = (...sources: readonly MountedSource[]): Context => right(createContext({ sources }));

const CONTEXT = contextOf(counter(1));

const storeOf = async (...texts: readonly string[]): Promise<SessionStore> => {
  const store = memorySessionStore();
  right(await store.create(HEADER)());
  right(await store.append('s', seqOf(0), texts.map(said))());
  return store;
};

/** The store, and how many events it gave out. */
const counted = (store: SessionStore): { readonly store: SessionStore; readonly read: () => number } => {
  let count = 0;
  return {
    read: () => count,
    store: {
      ...store,
      async *read(id, from, signal) {
        for await (const page of store.read(id, from, signal)) {
          if (E.isRight(page)) count += page.right.events.length;
          yield page;
        }
      },
    },
  };
};

const open = async (store: SessionStore, context = CONTEXT): Promise<StoredSession> =>
  right(await openStored(context, store, 's')());

const stateOf = ({ session }: StoredSession, { sources }: Context = CONTEXT): unknown =>
  structuredClone(snapshotOf(sources, session.live().state));

describe('F3 L6 a session over a store', () => {
  test('is opened by folding its log', async () => {
    const opened = await open(await storeOf('one', 'two'));
    expect(opened.openedFrom).toBe(0);
    expect(opened.diagnostics).toEqual([]);
    expect(opened.session.live().state).toMatchObject({ header: HEADER, nextSeq: 2, parts: [{ count: 2 }] });
  });

  test('grows in the log and in memory', async () => {
    const store = await storeOf('one');
    const opened = await open(store);
    expect(right(await opened.append([said('two'), { type: 'odd' }])())).toEqual([{ code: 'odd', detail: 'odd' }]);
    expect(stateOf(opened)).toEqual(stateOf(await open(store)));
    expect(opened.session.live().state.nextSeq).toBe(3);
  });

  test('appends and snapshots in the order of the calls, without waiting for each other', async () => {
    const store = await storeOf();
    const opened = await open(store);
    const done = await Promise.all([
      opened.append([said('one')])(),
      opened.saveSnapshot()(),
      opened.append([said('two')])(),
    ]);
    expect(done.map(({ _tag }) => _tag)).toEqual(['Right', 'Right', 'Right']);
    const again = await open(store);
    expect([again.openedFrom, again.session.live().state.nextSeq]).toEqual([1, 2]);
  });

  test('is as it was after an append that another writer beat, and after one that breaks the rules', async () => {
    const store = await storeOf('one');
    const [opened, other] = [await open(store), await open(store)];
    right(await other.append([said('other')])());
    const before = stateOf(opened);
    expect(await opened.append([said('late')])()).toMatchObject(E.left({ _tag: 'Conflict', expected: 1, found: 2 }));
    expect(stateOf(opened)).toEqual(before);

    const wrong: LogEvent = { ...said('wrong'), surfaceOp: { op: 'replace', start: 0, end: 7 } };
    expect(await other.append([said('fine'), wrong])()).toMatchObject(E.left({ _tag: 'SurfaceRangeError', end: 7 }));
    expect(stateOf(await open(store))).toEqual(stateOf(other));
    expect(other.session.live().state.nextSeq).toBe(2);
    const compaction: LogEvent = { ...said('all'), surfaceOp: { op: 'replace', start: 0, end: 1 } };
    right(await other.append([compaction])());
    expect(stateOf(await open(store))).toEqual(stateOf(other));
  });

  test('that does not exist, or that cannot be read to its end, is an error', async () => {
    const store = await storeOf('one');
    expect(await openStored(CONTEXT, store, 'none')()).toMatchObject(E.left({ code: 'no-session' }));
    const wrong: LogEvent = { ...said('wrong'), surfaceOp: { op: 'replace', start: 5, end: 5 } };
    right(await store.append('s', seqOf(1), [wrong])());
    expect(await openStored(CONTEXT, store, 's')()).toMatchObject(E.left({ _tag: 'SurfaceRangeError' }));
    expect(await openStored(CONTEXT, store, 's', AbortSignal.abort())()).toMatchObject(E.left({ code: 'aborted' }));
  });
});

describe('F3 a session that is opened from a snapshot', () => {
  const saved = async (): Promise<SessionStore> => {
    const store = await storeOf('one', 'two');
    const opened = await open(store);
    right(await opened.saveSnapshot()());
    right(await opened.append([said('three')])());
    return store;
  };

  test('reads only what followed it, and is the same', async () => {
    const { store, read } = counted(await saved());
    const opened = await open(store);
    expect([opened.openedFrom, read()]).toEqual([2, 1]);
    const afresh = await open({ ...store, loadSnapshot: () => () => Promise.resolve(E.right({ _tag: 'none' })) });
    expect(stateOf(opened)).toEqual(stateOf(afresh));
    right(await opened.append([said('four')])());
  });

  const changing =
    (change: (snapshot: Record<string, unknown>) => unknown) =>
    (store: SessionStore): SessionStore => ({
      ...store,
      loadSnapshot: (id) => async () =>
        E.map((found: SnapshotReading): SnapshotReading =>
          found._tag === 'snapshot'
            ? { ...found, snapshot: change(found.snapshot as Record<string, unknown>) }
            : found,
        )(await store.loadSnapshot(id)()),
    });

  const same = (store: SessionStore): SessionStore => store;
  const thrower: MountedSource = {
    ...counter(1),
    snapshot: {
      encode: String,
      decode: () => {
        throw new Error('no');
      },
    },
  };

  test.each<[what: string, spoil: (store: SessionStore) => SessionStore, context: Context, reason: string]>([
    ['another source is mounted', same, contextOf(counter(1), { ...counter(1), kind: 'more' }), 'no part in it'],
    ['a source is set in another way', same, contextOf(counter(2)), 'no part in it'],
    ['a source fails at it', same, contextOf(thrower), 'failed at it'],
    ['it has another header', changing((one) => ({ ...one, header: { ...HEADER, cwd: '/' } })), CONTEXT, 'header'],
    ['it is of another place', changing((one) => ({ ...one, nextSeq: 1 })), CONTEXT, 'another place'],
    ['it is of another format', changing((one) => ({ ...one, contextfold: 2 })), CONTEXT, '$.contextfold'],
    ['its surface is none', changing((one) => ({ ...one, surface: ['0'] })), CONTEXT, '$.surface'],
    ['it is nothing', changing(() => null), CONTEXT, 'expected a snapshot, found null'],
  ])('folds the whole log when %s', async (_, spoil, context, reason) => {
    const { store, read } = counted(spoil(await saved()));
    const opened = await open(store, context);
    expect([opened.openedFrom, read()]).toEqual([0, 3]);
    expect(opened.diagnostics).toMatchObject([{ code: 'snapshot-ignored' }]);
    expect(opened.diagnostics[0]?.detail).toContain(reason);
    const afresh = await open(await storeOf('one', 'two', 'three'), context);
    expect(opened.session.live().state.parts).toEqual(afresh.session.live().state.parts);
  });

  test('L4 folds the whole log when other tools touch', async () => {
    const touching = (name: string): Context =>
      right(createContext({ sources: [agentInstructions({ maxBytes: 1000, touchTools: { [name]: 'path' } })] }));
    const store = await storeOf('one');
    right(await (await open(store, touching('read'))).saveSnapshot()());
    expect((await open(store, touching('read'))).openedFrom).toBe(1);
    expect((await open(store, touching('look'))).openedFrom).toBe(0);
  });
});
