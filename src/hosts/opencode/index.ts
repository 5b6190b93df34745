// Owns: the `./hosts/opencode` entry, a plugin.
export { RefusedStep } from '../../programs/bind-context.js';
export { contextfold } from './binding.js';
export type { OpencodeHooks, OpencodeOptions, OpencodePlugin } from './binding.js';
export type { MessageLike, PartLike, PluginInputLike } from './messages.js';
