// Owns: the laws of the session-store port; those of sessions, readings and snapshots stand here, those of appends
// beside it. The stores they are tried on come from a fixture, so a host can run them on its own.
import type { LogMark } from '../../ports/session-store.js';
import type { Law } from './law.js';
import { check, checkEqual } from './law.js';
import { appending } from './session-store-appends.js';
import type { SessionStoreFixture, StoreClause } from './session-store-fixture.js';
import {
  append,
  appendOutcome,
  create,
  endOf,
  eventsOf,
  granted,
  headerOf,
  listed,
  outcomeOf,
  pagesOf,
  readingOutcome,
  saying,
  sayings,
} from './session-store-fixture.js';

export type { SessionStoreFixture } from './session-store-fixture.js';

/** Ids that a file name, a table key or a URL is known to trip over; those that look alike must stay apart. */
const ODD_IDS: readonly string[] = [
  ...['', ' ', '.', '..', '../up', '/', 'a/b', 'a\\b', 'a:b', 'con', 'nul.jsonl', '-rf', '%61', "it's", '"', '*'],
  ...['a', 'A', 'é', 'e\u0301', '\u0000', 'a\u0000', '\ud800', '\udc00', '😀', 'a\nb', 'x'.repeat(1000)],
  ...[`${'x'.repeat(1000)}y`, '漢'.repeat(300), '.hidden', 'trailing.', 'trailing '],
];

const ABORTED = AbortSignal.abort();

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);

const sessions: readonly StoreClause[] = [
  {
    name: 'a session is known by its header, every field of it, to every store over the same logs',
    holds: async ({ store, another }) => {
      const header = { ...headerOf('s'), version: 0, cwd: 'C:\\repo', more: { nul: '\u0000', lone: '\ud800' } };
      granted('creating', await store.create(header)());
      for (const one of [store, another]) {
        checkEqual('the header', granted('the header', await one.header('s')()), header);
        checkEqual('the list', await listed(one), [header]);
      }
    },
  },
  {
    name: 'a list gives every session once',
    holds: async ({ store }) => {
      checkEqual('the list of nothing', await listed(store), []);
      for (const id of ['b', 'c', 'a']) await create(store, id);
      await append(store, 'b', 0, sayings(3));
      checkEqual('the list', [...(await listed(store))].sort(byId), ['a', 'b', 'c'].map(headerOf));
    },
  },
  {
    name: 'a session that exists is not created again, by nobody and not at the same time',
    holds: async ({ store, another }) => {
      const tries = [store, another, store].map((one) => one.create(headerOf('s'))());
      const outcomes = (await Promise.all(tries)).map(outcomeOf);
      checkEqual('creating at once', outcomes.sort(), ['done', 'session-exists', 'session-exists']);
      await append(store, 's', 0, sayings(1));
      checkEqual('creating again', outcomeOf(await another.create({ ...headerOf('s'), cwd: '/' })()), 'session-exists');
      checkEqual('the log', await eventsOf(store, 's'), sayings(1));
      checkEqual('the list', await listed(store), [headerOf('s')]);
    },
  },
  {
    name: 'a session that nobody created is told as such by every call',
    holds: async ({ store }) => {
      const mark = await create(store, 'other');
      const outcomes = {
        header: outcomeOf(await store.header('s')()),
        read: await readingOutcome(store, 's'),
        append: await appendOutcome(store, 's', 0, sayings(1)),
        loadSnapshot: outcomeOf(await store.loadSnapshot('s')()),
        saveSnapshot: outcomeOf(await store.saveSnapshot('s', mark, {})()),
      };
      const expected = Object.fromEntries(Object.keys(outcomes).map((call) => [call, 'no-session']));
      checkEqual('the calls', outcomes, expected);
      checkEqual('the list', await listed(store), [headerOf('other')]);
    },
  },
  {
    name: 'any string is the id of a session, and no two share a log',
    holds: async ({ store, another }) => {
      for (const id of ODD_IDS) await create(store, id);
      for (const [index, id] of ODD_IDS.entries()) await append(store, id, 0, [saying(`in ${index}`)]);
      for (const [index, id] of ODD_IDS.entries()) {
        checkEqual(`the log of ${JSON.stringify(id)}`, await eventsOf(another, id), [saying(`in ${index}`)]);
      }
      checkEqual('the list', [...(await listed(another))].sort(byId), ODD_IDS.map(headerOf).sort(byId));
    },
  },
];

const readings: readonly StoreClause[] = [
  {
    name: 'a log without events is one page that ends where the first one belongs',
    holds: async ({ store }) => {
      const created = await create(store, 's');
      checkEqual('the pages', await pagesOf(store, 's'), [{ events: [], end: created, diagnostics: [] }]);
      checkEqual('the seq', created.nextSeq, 0);
    },
  },
  {
    name: 'a long log comes in several pages, each of which says where it ends',
    holds: async ({ store, another }) => {
      await create(store, 's');
      const events = Array.from({ length: 1_200 }, (_, index) => saying(`${index} ${'long '.repeat(60)}`));
      const { end } = await append(store, 's', 0, events);
      const pages = await pagesOf(another, 's');
      check(pages.length > 1, `the number of pages: expected more than 1, found ${pages.length}`);
      checkEqual('the events', pages.flatMap((page) => page.events), events);
      let seen = 0;
      for (const page of pages) {
        seen += page.events.length;
        checkEqual('the end of a page', page.end.nextSeq, seen);
      }
      checkEqual('the end of the last page', pages.at(-1)?.end, end);
    },
  },
  {
    name: 'a reading from a mark gives what follows it, to every store over the same logs',
    holds: async ({ store, another }) => {
      const marks = [await create(store, 's')];
      for (let seq = 0; seq < 4; seq += 2) marks.push((await append(store, 's', seq, sayings(2, `at ${seq}`))).end);
      marks.push(await endOf(another, 's'));
      const all = await eventsOf(store, 's');
      for (const mark of marks) {
        const kept = JSON.parse(JSON.stringify(mark)) as LogMark;
        checkEqual(`what follows ${mark.nextSeq}`, await eventsOf(another, 's', kept), all.slice(mark.nextSeq));
      }
    },
  },
  {
    name: 'a mark of another log, or of one that is longer, is refused',
    holds: async ({ store }) => {
      await create(store, 's');
      await create(store, 'other');
      await append(store, 's', 0, sayings(2));
      const { end: near } = await append(store, 'other', 0, sayings(2));
      const { end: far } = await append(store, 'other', 2, sayings(1));
      const made = { ...(await endOf(store, 's')), nextSeq: far.nextSeq, token: '' };
      const marks = [['of another log', near], ['of a longer log', far], ['beyond the end', made]] as const;
      for (const [what, mark] of marks) {
        checkEqual(`reading from a mark ${what}`, await readingOutcome(store, 's', mark), 'unfit-mark');
        checkEqual(`a snapshot at a mark ${what}`, outcomeOf(await store.saveSnapshot('s', mark, {})()), 'unfit-mark');
      }
      checkEqual('the snapshot', (granted('it', await store.loadSnapshot('s')()))._tag, 'none');
    },
  },
  {
    name: 'a reading may be left early, and the log still grows and is read',
    holds: async ({ store }) => {
      await create(store, 's');
      await append(store, 's', 0, sayings(1_200));
      for (let round = 0; round < 20; round += 1) {
        for await (const page of store.read('s')) {
          checkEqual('the beginning', granted('a page', page).events[0], saying('event 0'));
          break;
        }
      }
      await append(store, 's', 1_200, sayings(1));
      checkEqual('the number of events', (await eventsOf(store, 's')).length, 1_201);
    },
  },
  {
    name: 'an aborted call does not begin',
    holds: async ({ store }) => {
      const mark = await create(store, 's');
      const outcomes: Record<string, string> = {
        create: outcomeOf(await store.create(headerOf('new'), ABORTED)()),
        header: outcomeOf(await store.header('s', ABORTED)()),
        append: outcomeOf(await store.append('s', mark.nextSeq, sayings(1), ABORTED)()),
        loadSnapshot: outcomeOf(await store.loadSnapshot('s', ABORTED)()),
        saveSnapshot: outcomeOf(await store.saveSnapshot('s', mark, {}, ABORTED)()),
      };
      for await (const header of store.list(ABORTED)) outcomes['list'] = outcomeOf(header);
      for await (const page of store.read('s', undefined, ABORTED)) outcomes['read'] = outcomeOf(page);
      const calls = ['create', 'header', 'append', 'loadSnapshot', 'saveSnapshot', 'list', 'read'];
      checkEqual('the calls', outcomes, Object.fromEntries(calls.map((call) => [call, 'aborted'])));
      checkEqual('the list', await listed(store), [headerOf('s')]);
      checkEqual('the log', await eventsOf(store, 's'), []);
      checkEqual('the snapshot', granted('it', await store.loadSnapshot('s')())._tag, 'none');
    },
  },
];

const snapshots: readonly StoreClause[] = [
  {
    name: 'a snapshot comes back with its mark, to every store over the same logs and however the log grew since',
    holds: async ({ store, another }) => {
      await create(store, 's');
      checkEqual('the snapshot of a new log', granted('it', await store.loadSnapshot('s')()), { _tag: 'none' });
      const { end: mark } = await append(store, 's', 0, sayings(2));
      const snapshot = { any: ['JSON', '\u0000', '\ud800', null] };
      granted('saving', await store.saveSnapshot('s', mark, snapshot)());
      await append(store, 's', 2, sayings(2));
      const found = granted('it', await another.loadSnapshot('s')());
      checkEqual('the snapshot', found, { _tag: 'snapshot', mark, snapshot });
      checkEqual('what follows it', await eventsOf(another, 's', mark), sayings(2));
    },
  },
  {
    name: 'a snapshot takes the place of an earlier one, and one that JSON cannot hold does not',
    holds: async ({ store, another }) => {
      const early = await create(store, 's');
      const { end: mark } = await append(store, 's', 0, sayings(2));
      granted('saving', await store.saveSnapshot('s', early, 'early')());
      granted('saving', await another.saveSnapshot('s', mark, 'late')());
      checkEqual('saving NaN', outcomeOf(await store.saveSnapshot('s', mark, Number.NaN)()), 'InvalidValue');
      const found = granted('it', await store.loadSnapshot('s')());
      checkEqual('the snapshot', found, { _tag: 'snapshot', mark, snapshot: 'late' });
    },
  },
];

/**
 * The laws of a session store.
 *
 * Shape:  `make` gives a new fixture, without sessions, for each law. What survives a crash is for a store's own tests.
 * Source: SPEC L6, F6, C3; DESIGN 5
 *
 * @example
 * ```ts
 * import { memorySessionStore, storeLaws } from 'contextfold/testing';
 *
 * const make = () => {
 *   const store = memorySessionStore();
 *   return { store, another: store };
 * };
 * const broken: string[] = [];
 * for (const { name, run } of storeLaws(make)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const storeLaws = (make: () => PromiseLike<SessionStoreFixture> | SessionStoreFixture): readonly Law[] =>
  [...sessions, ...appending, ...readings, ...snapshots].map(({ name, holds }) => ({
    name,
    run: async () => {
      const fixture = await make();
      try {
        await holds(fixture);
      } finally {
        await fixture.dispose?.();
      }
    },
  }));
