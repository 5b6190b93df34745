// Owns: which checks there are of durable messages, and running all of them over a log.
import type { AnyInvariant } from '../core/invariant.js';
import { eventChecker } from '../core/invariant.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import { sourceOf } from '../domain/log-event.js';
import type { Violation } from '../domain/violation.js';
import { promptInvariant } from '../prompt/invariant.js';
import { claimsKind } from '../sources/agent-instructions/codec.js';
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

/** A log that is checked while it is read. */
export interface Checking {
  readonly visit: (event: LogEvent) => void;
  /** How many messages so far claim to be of this library, well formed or not. */
  readonly claimed: () => number;
}

const KINDS: ReadonlySet<unknown> = new Set(invariants.map(({ kind }) => kind));

const isClaimed = (event: LogEvent): boolean => {
  const source = sourceOf(event);
  if (source === undefined) return false;
  return KINDS.has(source.kind) || claimsKind(source) || (source.kind === 'plugin' && KINDS.has(source['plugin']));
};

/**
 * Begins to run every check over a log.
 *
 * Shape:  violations are reported in the order of their events.
 * Cost:   one pass; what is kept grows with what is visible, not with the log.
 * Source: SPEC I2
 */
export const checking = (header: SessionHeader, report: (violation: Violation) => void): Checking => {
  const check = eventChecker(invariants, header, report);
  let claimed = 0;
  return {
    visit: (event) => {
      check(event);
      if (isClaimed(event)) claimed += 1;
    },
    claimed: () => claimed,
  };
};

/**
 * Runs every check over a log.
 *
 * Shape:  violations in the order of their events.
 * Source: SPEC I2
 *
 * @example
 * ```ts
 * import { checkLog } from 'contextfold/invariants';
 *
 * const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' } as const;
 * const source = { kind: 'agent-instructions', version: 1 };
 * const data = { id: 'm', role: 'user', content: 'Obey.', source } as const;
 * const violations = checkLog(header, [{ type: 'user/message', data, surfaceOp: 'append' }]);
 * violations.map(({ seq, rule }) => [seq, rule]); // => [[0, 'agent-instructions/source']]
 * ```
 */
export const checkLog = (header: SessionHeader, events: Iterable<LogEvent>): readonly Violation[] => {
  const violations: Violation[] = [];
  const { visit } = checking(header, (violation) => violations.push(violation));
  for (const event of events) visit(event);
  return violations;
};
