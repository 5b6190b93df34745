// Owns: the `./stores/postgres` entry: session logs in PostgreSQL, over a client that the host brings.
export type { PostgresClient } from './database.js';
export type { PostgresStoreOptions } from './schema.js';
export { migrate } from './schema.js';
export type { PostgresStore } from './store.js';
export { postgresStore } from './store.js';
