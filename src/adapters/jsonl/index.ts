// Owns: the door of the JSON Lines adapters: a directory of logs, lent as text or kept as a store.
export { fileNameOf as logFileName } from './file-name.js';
export { jsonlDirectory } from './log-files.js';
export type { JsonlStoreOptions } from './store.js';
export { jsonlStore } from './store.js';
