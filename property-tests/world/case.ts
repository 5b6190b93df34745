// Owns: the words between the oracle and its checks: what a decision has to look at, and everything that is known about
// it.
import type { Decision } from '../../src/core/combine.js';
import type { Group } from './due.js';
import type { Parts } from './message-checks.js';
import type { Rules } from './settings.js';
import type { Place, Spoken, View } from './spoken.js';

/**
 * What a decision has to look at.
 *
 * Shape:  `silent`: nothing may be said; `dark`: the root cannot be found; `compare` is cold, `compose` owes a
 *         baseline.
 */
export type Plan =
  { readonly mode: 'silent' | 'dark'; readonly touches: readonly string[]; readonly place?: never } | Look;

/** A plan that looks at files. */
export interface Look {
  readonly mode: 'reconcile' | 'compare' | 'compose';
  readonly place: Place;
  readonly touches: readonly string[];
  readonly reached: readonly string[];
  readonly directories: readonly string[];
}

/** Everything the checks of one decision look at. */
export interface Case {
  readonly rules: Rules;
  readonly plan: Look;
  readonly groups: readonly Group[];
  readonly before: View;
  readonly after: View;
  readonly parts: Parts | undefined;
  readonly decision: Decision;
  readonly lastBaseline: Spoken | undefined;
  /** Directories where a process that knows files and one that does not may differ: an unreadable file is known. */
  readonly unsure: ReadonlySet<string>;
  readonly complain: (problem: string) => void;
}
