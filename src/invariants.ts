// Owns: the `./invariants` entry: the checks of durable messages, for hosts that want to judge an event before they log
// it and for readers that judge a whole log.
export type { AnyInvariant, Finding, Invariant } from './core/invariant.js';
export { checkEvents, validate } from './core/invariant.js';
export type { Violation } from './domain/violation.js';
export { checkLog, invariants } from './programs/check.js';
export { promptInvariant } from './prompt/invariant.js';
export { agentInstructionsInvariant } from './sources/agent-instructions/invariant.js';
export { sessionReferenceInvariant } from './sources/session-reference/invariant.js';
export { timeContextInvariant } from './sources/time-context/invariant.js';
export { tmuxContextInvariant } from './sources/tmux-context/invariant.js';
