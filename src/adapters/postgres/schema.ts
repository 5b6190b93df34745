// Owns: the tables of the store, and the migration that makes them.
import type { PostgresClient } from './database.js';

/** Where the tables are. */
export interface PostgresStoreOptions {
  /** The schema; the first of the connection's search path unless given. */
  readonly schema?: string;
}

/** The names of the tables, as statements write them. */
export interface Tables {
  readonly sessions: string;
  readonly events: string;
  readonly snapshots: string;
}

const quoted = (name: string): string => `"${name.replace(/"/gu, '""')}"`;

/** The tables of a store. */
export const tablesIn = ({ schema }: PostgresStoreOptions): Tables => {
  const inSchema = schema === undefined ? '' : `${quoted(schema)}.`;
  return {
    sessions: `${inSchema}contextfold_sessions`,
    events: `${inSchema}contextfold_events`,
    snapshots: `${inSchema}contextfold_snapshots`,
  };
};

/** Any number will do that nobody else locks: these are the letters "ctxfold". */
const MIGRATION_LOCK = '27994083157830756';

/**
 * `line` is the JSON text of an event and the only truth; what stands beside it is there to be looked for. It is text
 * and not `jsonb`, which refuses NUL and lone surrogates and gives back other numbers and another order of keys.
 * `surface_op` stands only where an event can be on the surface, so that its index leaves out everything else. The
 * update of every append touches no index of `contextfold_sessions`; the room left in its pages keeps it in place.
 */
const statements = ({ sessions, events, snapshots }: Tables): readonly string[] => [
  `create table if not exists ${sessions} (
     key bigint generated always as identity primary key,
     id text not null,
     id_digest text not null unique,
     header text not null,
     created_at double precision not null,
     next_seq bigint not null default 0,
     last_time double precision,
     title text,
     title_search text,
     title_pieces text[]
   ) with (fillfactor = 70)`,
  `create index if not exists contextfold_sessions_newest on ${sessions} (created_at, key)`,
  `create index if not exists contextfold_sessions_titled on ${sessions} using gin (title_pieces)`,
  `create table if not exists ${events} (
     session bigint not null references ${sessions} (key) on delete cascade,
     seq bigint not null,
     type text not null,
     surface_op text,
     line text not null,
     primary key (session, seq)
   )`,
  `create index if not exists contextfold_events_surface on ${events} (session, seq) where surface_op is not null`,
  `create table if not exists ${snapshots} (
     session bigint primary key references ${sessions} (key) on delete cascade,
     next_seq bigint not null,
     token text not null,
     body text not null
   )`,
];

/**
 * Makes the tables and indexes that are missing.
 *
 * Shape:  may run any number of times, and at the same time from many machines: they wait for each other. All of it is
 *         made or nothing.
 * Errors: rejects with the server's error; the role must be allowed to create tables, and the schema if one is named.
 * Source: docs/adr/0006-stores.md
 */
export const migrate = async (client: PostgresClient, options: PostgresStoreOptions = {}): Promise<void> => {
  const schema = options.schema === undefined ? [] : [`create schema if not exists ${quoted(options.schema)}`];
  const all = [`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, ...schema, ...statements(tablesIn(options))];
  await client.query(all.join(';\n'));
};
