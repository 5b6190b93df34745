// Owns: the `./stores` entry: sessions that live in a store, what a store has to be, and how other sessions are looked
// up in one. Stores themselves are adapters: ./node, ./testing, ./stores/postgres.
export type { GrowError, OpenError, StoredSession } from './programs/open-stored.js';
export { openStored } from './programs/open-stored.js';
export { queryIndex } from './programs/query-index.js';
export { queryLogs } from './programs/query-logs.js';
export type { LogFiles } from './ports/log-files.js';
export type { IndexedSession, SessionIndex, SurfaceRow, SurfaceRows } from './ports/session-index.js';
export type {
  AppendError,
  Appended,
  CreateError,
  LogMark,
  LogPage,
  ReadError,
  SessionStore,
  SnapshotReading,
} from './ports/session-store.js';
