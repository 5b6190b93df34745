// Owns: the door of the memory adapters. Hashing and decoding need no double: tests take the real ones.
export type { MemoryClock } from './clock.js';
export { memoryClock } from './clock.js';
export type { MemoryCounts, MemoryFault, MemoryFileSystem, MemoryFileSystemOptions } from './file-system.js';
export { memoryFileSystem } from './file-system.js';
export { memorySessionStore } from './session-store.js';
export type { MemoryShell, ShellAnswer } from './shell.js';
export { memoryShell } from './shell.js';
export type { MemoryFile } from './tree.js';
