// Owns: the `./hosts/pi` entry: the coding agent's extension and the agent core's helper. What it exports is what a
// host can use; it decides nothing.
export { RefusedStep } from '../../programs/bind-context.js';
export type { BindingOptions } from '../../programs/bind-context.js';
export { bindAgent } from './agent-core.js';
export type { AgentContext } from './agent-core.js';
export { contextfold } from './extension.js';
export type { PiExtension, PiOptions } from './extension.js';
export type { AgentLike, AgentMessageLike, EntryLike, ExtensionLike } from './messages.js';
