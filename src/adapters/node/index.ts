// Owns: the door of the Node adapters.
export { nodeClock } from './clock.js';
export type { NodeFileSystemOptions } from './file-system.js';
export { nodeFileSystem } from './file-system.js';
export { nodeHash } from './hash.js';
export { surroundings } from './home.js';
export type { LogInput } from './log-text.js';
export { logText } from './log-text.js';
export { stderrLogger } from './logger.js';
export type { NodeShellOptions } from './shell.js';
export { nodeShell } from './shell.js';
