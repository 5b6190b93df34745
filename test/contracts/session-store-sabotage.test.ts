// Owns: the proof that every law of session stores can fail: for each a wrong store that breaks it.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../src/adapters/memory/session-store.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';
import type { LogPage, SessionStore } from '../../src/ports/session-store.js';
import { storeLaws } from '../../src/testing/contracts/session-store.js';

type Spoil = (right: SessionStore) => Partial<SessionStore>;

/** Changes the events on their way in. */
const storing =
  (change: (events: readonly LogEvent[]) => readonly LogEvent[]): Spoil =>
  (right) => ({
    append: (id, expected, events, signal) => right.append(id, expected, change(events), signal),
  });

/** Changes the pages of a reading. */
const paging =
  (change: (pages: readonly LogPage[]) => readonly LogPage[]): Spoil =>
  (right) => ({
    async *read(id, from, signal) {
      const pages: LogPage[] = [];
      for await (const page of right.read(id, from, signal)) {
        if (E.isLeft(page)) yield page;
        if (E.isLeft(page)) return;
        pages.push(page.right);
      }
      for (const page of change(pages)) yield E.right(page);
    },
  });

/** Appends wherever the log ends. */
const wherever: Spoil = (right) => ({
  append: (id, expected, events, signal) => async () => {
    const done = await right.append(id, expected, events, signal)();
    return E.isLeft(done) && done.left._tag === 'Conflict' ? right.append(id, done.left.found, events)() : done;
  },
});

const sabotage: Readonly<Record<string, Spoil>> = {
  'a session is known by its header, every field of it, to every store over the same logs': (right) => ({
    header: (id, signal) => async () =>
      E.map(({ more: _more, ...header }: SessionHeader) => header)(await right.header(id, signal)()),
  }),
  'a list gives every session once': (right) => ({
    async *list(signal) {
      yield* right.list(signal);
      yield* right.list(signal);
    },
  }),
  'a session that exists is not created again, by nobody and not at the same time': (right) => ({
    create: (header, signal) => async () => {
      const created = await right.create(header, signal)();
      return E.isLeft(created) ? E.right({ nextSeq: seqOf(0), token: '' }) : created;
    },
  }),
  'a session that nobody created is told as such by every call': (right) => ({
    append: (id, expected, events, signal) => async () => {
      await right.create({ type: 'session', version: 1, id, createdAt: 0, cwd: '/' })();
      return right.append(id, expected, events, signal)();
    },
  }),
  'any string is the id of a session, and no two share a log': (right) => ({
    append: (id, expected, events, signal) => right.append(id.normalize(), expected, events, signal),
    read: (id, from, signal) => right.read(id.normalize(), from, signal),
  }),
  'what was appended is read in its order, by every store over the same logs': paging((pages) =>
    pages.map((page) => ({ ...page, events: [...page.events].reverse() })),
  ),
  'an append that expects another seq is a conflict that names the found one, and writes nothing': wherever,
  'of appends that expect the same seq at once exactly one succeeds': wherever,
  'an append is seen as a whole or not at all': (right) => ({
    append: (id, expected, events, signal) => async () => {
      let done = await right.append(id, expected, [], signal)();
      for (const [index, event] of events.entries()) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        done = await right.append(id, seqOf(expected + index), [event], signal)();
      }
      return done;
    },
  }),
  'an event may carry the seq of its place; with another one its whole append is refused': storing((events) =>
    events.map(({ seq: _seq, ...event }) => event as LogEvent),
  ),
  'what is no event, or what JSON cannot hold, is refused with its whole append': storing(
    (events) => JSON.parse(JSON.stringify(events)) as LogEvent[],
  ),
  'any JSON value comes back as it was': storing(
    (events) => JSON.parse(JSON.stringify(events).replace(/\\u0000/gu, '')) as LogEvent[],
  ),
  'an append of nothing checks the seq and writes nothing': (right) => ({
    append: (id, expected, events, signal) => async () => {
      const done = await right.append(id, expected, events, signal)();
      const end = { nextSeq: expected, token: '' };
      return events.length === 0 ? E.right({ end, diagnostics: [] }) : done;
    },
  }),
  'what was stored does not change with what it was given as, nor with what it was given back as': (right) => {
    let kept: readonly LogEvent[] = [];
    return {
      ...storing((events) => (kept = events))(right),
      ...paging((pages) => pages.map((page) => ({ ...page, events: kept })))(right),
    };
  },
  'a log without events is one page that ends where the first one belongs': paging((pages) =>
    pages.filter(({ events }) => events.length > 0),
  ),
  'a long log comes in several pages, each of which says where it ends': paging((pages) =>
    pages.slice(-1).map((last) => ({ ...last, events: pages.flatMap(({ events }) => events) })),
  ),
  'a reading from a mark gives what follows it, to every store over the same logs': (right) => ({
    read: (id, _, signal) => right.read(id, undefined, signal),
  }),
  'a mark of another log, or of one that is longer, is refused': (right) => ({
    read: (id, _, signal) => right.read(id, undefined, signal),
  }),
  'a reading may be left early, and the log still grows and is read': (right) => {
    let open = 0;
    return {
      async *read(id, from, signal) {
        open += 1;
        yield* right.read(id, from, signal);
        open -= 1;
      },
      append: (id, expected, events, signal) => () =>
        open === 0
          ? right.append(id, expected, events, signal)()
          : Promise.resolve(E.left({ _tag: 'StoreFailure', operation: 'append', detail: 'somebody reads' })),
    };
  },
  'an aborted call does not begin': (right) => ({
    append: (id, expected, events) => right.append(id, expected, events),
  }),
  'a snapshot comes back with its mark, to every store over the same logs and however the log grew since': (right) => {
    const stale = new Set<string>();
    return {
      append: (id, expected, events, signal) => {
        if (expected > 0) stale.add(id);
        return right.append(id, expected, events, signal);
      },
      loadSnapshot: (id, signal) => () =>
        stale.has(id) ? Promise.resolve(E.right({ _tag: 'none' })) : right.loadSnapshot(id, signal)(),
    };
  },
  'a snapshot takes the place of an earlier one, and one that JSON cannot hold does not': (right) => {
    const kept = new Set<string>();
    return {
      saveSnapshot: (id, mark, snapshot, signal) => {
        if (kept.has(id)) return () => Promise.resolve(E.right(undefined));
        kept.add(id);
        return right.saveSnapshot(id, mark, snapshot, signal);
      },
    };
  },
};

describe('a wrong session store breaks the law (L6)', () => {
  test('every law has a wrong store', () => {
    const store = memorySessionStore();
    const names = storeLaws(() => ({ store, another: store })).map(({ name }) => name);
    expect(Object.keys(sabotage).sort()).toEqual([...names].sort());
  });

  test.each(Object.entries(sabotage))('%s', async (name, spoil) => {
    const law = storeLaws(() => {
      const right = memorySessionStore();
      const store: SessionStore = { ...right, ...spoil(right) };
      return { store, another: store };
    }).find((one) => one.name === name);
    await expect(law?.run()).rejects.toThrow(/^\w.*: expected .+, found ./su);
  });
});
