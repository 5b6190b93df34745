// Owns: the `./invariants` entry: the checks of durable messages, for hosts that want to judge an event before they log
// it and for readers that judge a whole log.
import type { AnyInvariant } from './core/invariant.js';
import { promptInvariant } from './prompt/invariant.js';
import { agentInstructionsInvariant } from './sources/agent-instructions/invariant.js';
import { sessionReferenceInvariant } from './sources/session-reference/invariant.js';
import { timeContextInvariant } from './sources/time-context/invariant.js';
import { tmuxContextInvariant } from './sources/tmux-context/invariant.js';

export type { AnyInvariant, Finding, Invariant } from './core/invariant.js';
export { checkEvents, validate } from './core/invariant.js';
export type { Violation } from './domain/violation.js';
export {
  agentInstructionsInvariant,
  promptInvariant,
  sessionReferenceInvariant,
  timeContextInvariant,
  tmuxContextInvariant,
};

/** Every check of this library, one for each kind of message that it writes. Source: SPEC I1 */
export const invariants: readonly AnyInvariant[] = [
  agentInstructionsInvariant,
  sessionReferenceInvariant,
  timeContextInvariant,
  tmuxContextInvariant,
  promptInvariant,
];
