// Owns: the `./hosts/openai-agents` entry.
export { RefusedStep } from '../../programs/bind-context.js';
export type { BindingOptions } from '../../programs/bind-context.js';
export { contextfold } from './binding.js';
export type { OpenAIAgentsContext } from './binding.js';
export type { ItemLike, ModelDataLike, SessionLike } from './messages.js';
