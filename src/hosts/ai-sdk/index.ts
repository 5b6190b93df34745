// Owns: the `./hosts/ai-sdk` entry.
export { RefusedStep } from '../../programs/bind-context.js';
export type { BindingOptions } from '../../programs/bind-context.js';
export { contextfold } from './binding.js';
export type { AiSdkContext } from './binding.js';
export type { ModelMessageLike, UIMessageLike } from './messages.js';
export { UI_PART, fromUI, intoUI } from './ui.js';
