// Owns: the `./hosts/langchain` entry.
export { RefusedStep } from '../../programs/bind-context.js';
export { contextfold } from './binding.js';
export type { LangChainContext, LangChainOptions } from './binding.js';
export type { MessageLike, RuntimeLike } from './messages.js';
