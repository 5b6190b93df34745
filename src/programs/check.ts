// Owns: which checks there are of durable messages, and running all of them over a log.
import type { AnyInvariant } from '../core/invariant.js';
import { checkEvents } from '../core/invariant.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Violation } from '../domain/violation.js';
import { promptInvariant } from '../prompt/invariant.js';
import { agentInstructionsInvariant } from '../sources/agent-instructions/invariant.js';
import { sessionReferenceInvariant } from '../sources/session-reference/invariant.js';
import { timeContextInvariant } from '../sources/time-context/invariant.js';
import { tmuxContextInvariant } from '../sources/tmux-context/invariant.js';

/** Every check of this library, one for each kind of message that it writes. Source: SPEC I1 */
export const invariants: readonly AnyInvariant[] = [
  agentInstructionsInvariant,
  sessionReferenceInvariant,
  timeContextInvariant,
  tmuxContextInvariant,
  promptInvariant,
];

/**
 * Runs every check over a log.
 *
 * Shape:  violations in the order of their events.
 * Source: SPEC I2
 */
export const checkLog = (header: SessionHeader, events: Iterable<LogEvent>): readonly Violation[] => {
  const violations: Violation[] = [];
  checkEvents(invariants, header, events, (violation) => violations.push(violation));
  return violations;
};
