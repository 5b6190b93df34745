// Owns: the door of the port laws: lists that any test runner can drive, for our adapters and a host's own.
export { clockLaws } from './clock.js';
export { decoderLaws } from './decoder.js';
export type { FileSystemFixture, FixtureFile, Lacking } from './file-system.js';
export { fileSystemLaws } from './file-system.js';
export { hashLaws } from './hash.js';
export type { Law } from './law.js';
export type { SessionStoreFixture } from './session-store.js';
export { storeLaws } from './session-store.js';
export type { ShellFixture } from './shell.js';
export { shellLaws } from './shell.js';
