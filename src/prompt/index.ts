// Owns: what the prompt floor shows to others.
export * from './model.js';
export type { PromptLayer, PromptRegistry } from './registry.js';
export { emptyRegistry, register, scoped } from './registry.js';
export { assemble } from './assemble.js';
export type { RenderedText } from './render.js';
export { render, renderContexts } from './render.js';
export type { StepFacts } from './consider.js';
export { promptContext } from './consider.js';
export type { PromptState, VisibleSnapshot } from './state.js';
