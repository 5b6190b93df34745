// Owns: what the PostgreSQL store does with its database; what every store does is in test/contracts.
import * as E from 'fp-ts/lib/Either.js';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresClient, PostgresStore } from '../../../src/adapters/postgres/index.js';
import { migrate, postgresStore } from '../../../src/adapters/postgres/index.js';
import type { ContextError } from '../../../src/domain/error.js';
import { describeError } from '../../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import { seqOf } from '../../../src/domain/units.js';
import type { IndexedSession } from '../../../src/ports/session-index.js';
import type { SessionStore } from '../../../src/ports/session-store.js';
import { queryIndex } from '../../../src/programs/query-index.js';
import type { Cluster } from './cluster.js';
import { missingServer, startCluster } from './cluster.js';

const right = <A>(result: E.Either<ContextError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(describeError(result.left));
};

const headerOf = (id: string, createdAt = 0): SessionHeader => ({
  type: 'session',
  version: 1,
  id,
  createdAt,
  cwd: '/',
});

const said = (text: string, surfaceOp: NonNullable<LogEvent['surfaceOp']> = 'append'): LogEvent => ({
  type: 'user/message',
  data: { id: text, role: 'user', content: text, source: { kind: 'user' } },
  surfaceOp,
});

const titled = (title: unknown): LogEvent => ({ type: 'session/title', data: { title } });

const noise = (count: number): readonly LogEvent[] =>
  Array.from({ length: count }, (_, index) => ({ type: 'text-chunk', data: { text: `${index} ${'x'.repeat(200)}` } }));

/** A table, for a statement of a test's own. */
const table = (schema: string, name: 'sessions' | 'events'): string =>
  `"${schema.replace(/"/gu, '""')}".contextfold_${name}`;

/** A client that writes down its statements. */
const recording = (client: PostgresClient) => {
  const queries: { readonly text: string; readonly values: readonly unknown[]; rows: readonly unknown[] }[] = [];
  return {
    queries,
    client: {
      query: async (text: string, values: unknown[] = []) => {
        const result = await client.query(text, values);
        queries.push({ text, values, rows: result.rows });
        return result;
      },
    },
  };
};

describe.skipIf(missingServer !== undefined)(`the PostgreSQL store ${missingServer ?? ''}`, () => {
  let cluster: Cluster;
  let pool: Pool;
  let schemas = 0;

  beforeAll(() => {
    cluster = startCluster();
    pool = new Pool({ ...cluster.connection, max: 8 });
  });
  afterAll(async () => {
    await pool.end();
    cluster.stop();
  });

  const fresh = async (): Promise<{ readonly schema: string; readonly store: PostgresStore }> => {
    const schema = `a "schema" ${(schemas += 1)}`;
    await migrate(pool, { schema });
    return { schema, store: postgresStore(pool, { schema }) };
  };
  const create = async (store: SessionStore, id: string, events: readonly LogEvent[] = [], createdAt = 0) => {
    right(await store.create(headerOf(id, createdAt))());
    right(await store.append(id, seqOf(0), events)());
  };
  const titles = async (store: PostgresStore, text: string, max = 10): Promise<readonly string[]> =>
    right(await store.titled(text, max)()).map(({ header }) => header.id);

  describe('L6 its migration', () => {
    test('runs twice, and many times at once, without touching what is there', async () => {
      const schema = 'at once';
      await Promise.all(Array.from({ length: 8 }, () => migrate(pool, { schema })));
      await create(postgresStore(pool, { schema }), 's', [said('kept')]);
      await migrate(pool, { schema });
      expect(right(await postgresStore(pool, { schema }).eventsAt('s', [seqOf(0)])())).toEqual([said('kept')]);
    });

    test('uses the first schema of the search path unless one is named', async () => {
      await migrate(pool);
      await create(postgresStore(pool), 's');
      const found = await pool.query('select id from public.contextfold_sessions');
      expect(found.rows).toEqual([{ id: 's' }]);
    });

    test('is asked for where it has not run', async () => {
      const failed = await postgresStore(pool, { schema: 'nowhere' }).header('s')();
      expect(E.isLeft(failed) ? describeError(failed.left) : '').toContain('run `migrate` first');
    });
  });

  describe('L6 an append', () => {
    test('is one statement, and a conflict writes nothing', async () => {
      const { schema } = await fresh();
      const { client, queries } = recording(pool);
      const store = postgresStore(client, { schema });
      await create(store, 's');
      queries.length = 0;
      right(await store.append('s', seqOf(0), [said('one'), said('two')])());
      expect(queries).toHaveLength(1);
      const late = await store.append('s', seqOf(1), [said('late')])();
      expect(late).toMatchObject(E.left({ _tag: 'Conflict', found: 2 }));
      const { rows } = await pool.query(`select seq::int, type, surface_op from ${table(schema, 'events')}`);
      expect(rows).toEqual([0, 1].map((seq) => ({ seq, type: 'user/message', surface_op: '"append"' })));
    });

    test('conflicts under stricter isolation too', async () => {
      const { schema } = await fresh();
      const options = '-c default_transaction_isolation=serializable';
      const strict = new Pool({ ...cluster.connection, max: 8, options });
      const store = postgresStore(strict, { schema });
      await create(store, 's');
      for (let seq = 0; seq < 20; seq += 1) {
        const tries = Array.from({ length: 8 }, (_, index) => store.append('s', seqOf(seq), [said(`${index}`)])());
        const outcomes = (await Promise.all(tries)).map((one) => (E.isRight(one) ? 'done' : one.left._tag));
        expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'Conflict'), 'done']);
      }
      await strict.end();
    });

    test('takes a `Client` as well as a `Pool`, and many events', async () => {
      const { schema } = await fresh();
      const client = new Client(cluster.connection);
      await client.connect();
      const store = postgresStore(client, { schema });
      await create(store, 's', noise(20_000));
      const { nextSeq } = right(await store.surfaceRows('s')());
      await client.end();
      expect(nextSeq).toBe(20_000);
    });

    test('keeps the JSON text itself, which a `jsonb` would refuse or change', async () => {
      const { schema, store } = await fresh();
      const odd = { type: 'x', data: { z: '\u0000', a: ['\ud800', 1e21, -0.5, '\u2028'] } };
      await create(store, 's', [odd]);
      const { rows } = await pool.query<{ line: string }>(`select line from ${table(schema, 'events')}`);
      expect(rows[0]?.line).toBe(JSON.stringify(odd).replace('\u2028', '\\u2028'));
      await expect(pool.query('select $1::jsonb', [rows[0]?.line])).rejects.toThrow(/unsupported Unicode|surrogate/u);
    });
  });

  describe('L6 a reading', () => {
    test('comes in pages that are bounded in rows and in bytes', async () => {
      const { schema } = await fresh();
      const { client, queries } = recording(pool);
      const store = postgresStore(client, { schema });
      const long = 'x'.repeat(300_000);
      const events = [...noise(600), ...Array.from({ length: 9 }, (_, index) => said(`${index}${long}`))];
      await create(store, 's', events);
      queries.length = 0;
      const pages: number[] = [];
      const read: LogEvent[] = [];
      for await (const page of store.read('s')) {
        pages.push(right(page).events.length);
        read.push(...right(page).events);
      }
      expect(read).toEqual(events);
      expect(pages).toEqual([500, 102, 2, 2, 2, 1]);
    });

    test('tells a gap, a bad line, and does not read over it', async () => {
      const { schema, store } = await fresh();
      await create(store, 's', [said('one'), said('two'), said('three')]);
      await pool.query(`update ${table(schema, 'events')} set line = 'nonsense' where seq = 1`);
      const malformed = { _tag: 'MalformedLine', line: 3, problem: 'not JSON' };
      for await (const page of store.read('s')) expect(page).toEqual(E.left(malformed));
      await pool.query(`delete from ${table(schema, 'events')} where seq = 1`);
      for await (const page of store.read('s')) expect(page).toMatchObject(E.left({ detail: 'event 1 is missing' }));
    });

    test('F6 stops between pages when it is aborted', async () => {
      const { store } = await fresh();
      await create(store, 's', noise(1_200));
      const stopping = new AbortController();
      const tags: string[] = [];
      for await (const page of store.read('s', undefined, stopping.signal)) {
        tags.push(E.isRight(page) ? 'page' : (page.left as { code?: string }).code ?? '');
        stopping.abort();
      }
      expect(tags).toEqual(['page', 'aborted']);
    });
  });

  describe('F3 a snapshot', () => {
    test('does not count for a log that is another before its place', async () => {
      const { schema, store } = await fresh();
      await create(store, 's', [said('one'), said('two')]);
      const { end } = right(await store.append('s', seqOf(2), [])());
      right(await store.saveSnapshot('s', end, {})());
      expect(right(await store.loadSnapshot('s')())._tag).toBe('snapshot');
      await pool.query(`update ${table(schema, 'events')} set line = '{"type":"y"}' where seq = 1`);
      expect(right(await store.loadSnapshot('s')())._tag).toBe('unfit');
      await pool.query(`delete from ${table(schema, 'sessions')}`);
      await create(store, 's', [said('one'), said('two')]);
      expect(await store.saveSnapshot('s', end, {})()).toMatchObject(E.left({ code: 'unfit-mark' }));
      expect(right(await store.loadSnapshot('s')())._tag).toBe('none');
    });
  });

  describe('S8 its index of sessions', () => {
    test('gives the newest first, with title, events and last activity, however many there are', async () => {
      const { store } = await fresh();
      await create(store, 'old', [], 1);
      await create(store, 'new', [{ type: 'x', time: 5 }, { type: 'x', time: 7 }, titled('First'), titled('Last')], 3);
      await create(store, 'tie', [titled(5)], 3);
      right(await store.append('new', seqOf(4), [{ type: 'x' }])());
      const found: IndexedSession[] = [];
      for await (const one of store.summaries()) found.push(right(one));
      expect(found).toEqual([
        { header: headerOf('tie', 3), events: 1 },
        { header: headerOf('new', 3), title: 'Last', events: 5, lastTime: 7 },
        { header: headerOf('old', 1), events: 0 },
      ]);
      for (let index = 0; index < 1_100; index += 1) await store.create(headerOf(`more ${index}`, index % 7))();
      const ids = new Set<string>();
      for await (const one of store.list()) ids.add(right(one).id);
      expect(ids.size).toBe(1_103);
    });

    test('finds titles by any part of them, in any letter case and script, the newest first', async () => {
      const { store } = await fresh();
      await create(store, 'a', [titled('Fix the Parser (%_\\)')], 1);
      await create(store, 'b', [titled('parse 漢字とかな')], 2);
      await create(store, 'c', [titled('ÜBER \u0000\ud800 alles')], 3);
      await create(store, 'd', [titled('gone'), titled('q')], 4);
      await create(store, 'e');
      expect(await titles(store, 'PARSE')).toEqual(['b', 'a']);
      expect(await titles(store, 'PARSE', 1)).toEqual(['b']);
      expect(await titles(store, '字と')).toEqual(['b']);
      expect(await titles(store, 'über \u0000')).toEqual(['c']);
      expect(await titles(store, '%_\\')).toEqual(['a']);
      expect(await titles(store, 'Q')).toEqual(['d']);
      expect(await titles(store, 'arp')).toEqual([]);
      expect(await titles(store, 'gone')).toEqual([]);
      expect(await titles(store, '')).toEqual(['d', 'c', 'b', 'a']);
      const summary = right(await store.titled('alles', 1)());
      expect(summary[0]?.title).toBe('ÜBER \u0000\ud800 alles');
    });

    test('finds both by an index', async () => {
      const { schema } = await fresh();
      const { client, queries } = recording(pool);
      const store = postgresStore(client, { schema });
      const sessions = table(schema, 'sessions');
      await pool.query(
        `insert into ${sessions} (id, id_digest, header, created_at, title, title_search, title_pieces)
         select n, n, '{}', n, n, n, array[n::text] from generate_series(1, 20000) n`,
      );
      await pool.query(`analyze ${sessions}`);
      await store.titled('parser', 10)();
      for await (const one of store.list()) if (E.isRight(one)) break;
      const plans = await Promise.all(
        queries.map(({ text, values }) => pool.query<object>(`explain ${text}`, [...values])),
      );
      expect(JSON.stringify(plans[0]?.rows)).toContain('contextfold_sessions_titled');
      expect(JSON.stringify(plans[1]?.rows)).toContain('contextfold_sessions_newest');
    });
  });

  describe('S4 a surface', () => {
    const unseen: LogEvent = { type: 'user/message', data: said('unseen').data };
    const compacted = said('compacted', { op: 'replace', start: 0, end: 701 });
    const log: readonly LogEvent[] = [
      said('one'),
      ...noise(700),
      said('two'),
      unseen,
      { type: 'text-chunk', surfaceOp: 'append' },
      said('three'),
      compacted,
      ...noise(700),
      said('four'),
    ];

    test('is read without fetching anything else of the log', async () => {
      const { schema } = await fresh();
      const { client, queries } = recording(pool);
      const store = postgresStore(client, { schema });
      await create(store, 's', log);
      queries.length = 0;
      const surface = right(await queryIndex(store).readSurface('s')());
      expect(surface.events).toEqual([compacted, said('three'), said('four')]);
      expect([surface.header, surface.lastSeq]).toEqual([headerOf('s'), log.length - 1]);
      const fetched = queries.flatMap(({ rows }) => rows as readonly { readonly line?: string | null }[]);
      expect(fetched.filter(({ line }) => typeof line === 'string')).toHaveLength(3);
      expect(fetched.length).toBeLessThan(15);
    });

    test('of an empty log is empty, of a broken one or an unknown session a failure', async () => {
      const { store } = await fresh();
      await create(store, 's');
      expect(right(await queryIndex(store).readSurface('s')())).toMatchObject({ events: [], lastSeq: null });
      await create(store, 'broken', [said('x', { op: 'replace', start: 4, end: 4 })]);
      expect(await queryIndex(store).readSurface('broken')()).toMatchObject(E.left({ operation: 'read' }));
      expect(await queryIndex(store).readSurface('none')()).toMatchObject(E.left({ code: 'no-session' }));
    });

    test('and a list come as `queryLogs` gives them', async () => {
      const { store } = await fresh();
      await create(store, 'a', [titled('A title')], 1);
      await create(store, 'b', [], 2);
      expect(await queryIndex(store).list()()).toEqual(
        E.right([{ header: headerOf('b', 2) }, { header: headerOf('a', 1), title: 'A title' }]),
      );
    });
  });
});
