// Owns: the `./hosts/acp` entry: an agent's file system over its client, a client's binding of its agent's sessions.
export { RefusedStep } from '../../programs/bind-context.js';
export { contextfold } from './binding.js';
export type { AcpContext, AcpOptions } from './binding.js';
export { acpFileSystem } from './file-system.js';
export type { AcpFileSystemOptions } from './file-system.js';
export type { BlockLike, NotificationLike, PromptLike, ReadTextFile } from './messages.js';
export type { AcpRecord } from './translate.js';
