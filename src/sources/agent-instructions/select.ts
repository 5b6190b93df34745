// Owns: which of a group's candidates hold its scopes: near-duplicates with "all", the winner of a slot with "first".
// Purely a matter of what was seen; what was said before plays no part here.
import type { ScopeKey } from '../../domain/scope.js';
import type { Entries } from './entries.js';
import { isVisible } from './entries.js';
import type { Observation, Observations } from './observation.js';
import type { Candidate, Group, SlotCandidates } from './workspace.js';

/** An observation of a file whose content is known, read or not. */
export type Seen = Extract<Observation, { readonly kind: 'known' | 'read' }>;

/**
 * What a scope should hold.
 *
 * Shape:  `none` has the other file that makes it so when the candidate is a near-duplicate.
 * Source: SPEC A4, A5
 */
export type Holding =
  | { readonly kind: 'file'; readonly candidate: Candidate; readonly seen: Seen }
  | { readonly kind: 'none'; readonly duplicateOf?: { readonly scope: ScopeKey; readonly path: string } }
  | { readonly kind: 'unavailable'; readonly candidate: Candidate }
  | { readonly kind: 'unread'; readonly candidate: Candidate };

/** A slot with what it should hold. */
export interface SlotHolding {
  readonly slot: SlotCandidates;
  readonly holding: Holding;
}

const NONE: Holding = { kind: 'none' };

/** The first candidate that is not plainly absent decides, even when it cannot be observed. */
const holdingOf = ({ candidates }: SlotCandidates, observations: Observations): Holding => {
  for (const candidate of candidates) {
    const seen = observations.get(candidate.key);
    if (seen === undefined || seen.kind === 'absent') continue;
    if (seen.kind === 'unavailable' || seen.kind === 'unread') return { kind: seen.kind, candidate };
    return { kind: 'file', candidate, seen };
  }
  return NONE;
};

/**
 * Decides what each scope of a group should hold.
 *
 * Shape:  where the group collapses near-duplicates, files equal after trimming collapse to the earliest.
 * Source: SPEC A4; property-tests/reconcile.laws.test.ts
 */
export const selectHoldings = (group: Group, observations: Observations): readonly SlotHolding[] => {
  const owners = new Map<string, { readonly scope: ScopeKey; readonly path: string }>();
  return group.slots.map((slot) => {
    const holding = holdingOf(slot, observations);
    if (holding.kind !== 'file' || !group.collapses) return { slot, holding };
    const owner = owners.get(holding.seen.trimmedDigest);
    if (owner !== undefined) return { slot, holding: { kind: 'none', duplicateOf: owner } };
    owners.set(holding.seen.trimmedDigest, { scope: slot.scope, path: holding.candidate.path });
    return { slot, holding };
  });
};

/**
 * The paths that selected scopes stand for, so that nobody takes them back.
 *
 * Shape:  the file that holds a scope; every candidate of a scope that could not be decided.
 */
export const standingPaths = (holdings: readonly SlotHolding[]): ReadonlySet<string> =>
  new Set(
    holdings.flatMap(({ slot, holding }) => {
      if (holding.kind === 'none') return [];
      return holding.kind === 'file' ? [holding.candidate.path] : slot.candidates.map(({ path }) => path);
    }),
  );

/**
 * Tells whether everything in a group is known without reading and as it was said, so that no content is needed.
 *
 * Source: SPEC A11
 */
export const isSettledByKnowledge = (group: Group, observations: Observations, entries: Entries): boolean => {
  const decided = group.slots.every(({ candidates }) => {
    const decider = candidates.find(({ key }) => observations.get(key)?.kind !== 'absent');
    return decider === undefined || observations.has(decider.key);
  });
  if (!decided) return false;
  return selectHoldings(group, observations).every(
    ({ slot, holding }) =>
      holding.kind !== 'file' || isVisible(entries, slot.scope, holding.candidate.path, holding.seen.digest),
  );
};
