// Owns: the decision table: what must be said about each scope of a group, given what the log says and what was seen.
// How much of it fits is render.ts's business; nothing is asked here.
import type { ScopeKey } from '../../domain/scope.js';
import type { Transition } from '../../domain/transition.js';
import type { Entries, EntriesOfDirectory, Entry } from './entries.js';
import { entriesByDirectory, entryFor } from './entries.js';
import type { Holding, SlotHolding } from './select.js';
import { standingPaths } from './select.js';
import type { Group } from './workspace.js';

/**
 * One transition with what its text needs.
 *
 * Shape:  `content` is missing for a removal and for a file that was not read because nothing needs to be said about
 *         it. `previousPath` when the winner of a slot changed. `inFavourOf`: the removal of a near-duplicate only
 *         makes sense while the model can see the file that says the same.
 */
export interface Change {
  readonly transition: Transition;
  readonly content?: string;
  readonly previousPath?: string;
  readonly inFavourOf?: ScopeKey;
}

/** One cell of the table. */
export type Verdict = 'set' | 'replace' | 'remove' | 'silence';

/**
 * Decides about one scope.
 *
 * Shape:  (entry or none, what the scope should hold) → verdict; one cell of the table in docs/LAWS.md.
 * Errors: total. What could not be observed or was not read never yields `remove`.
 * Cost:   O(1).
 * Why:    a failed read is no evidence of deletion.
 * Source: SPEC A10; test/sources/agent-instructions/reconcile.test.ts
 */
export const verdict = (entry: Entry | undefined, holding: Holding): Verdict => {
  if (holding.kind === 'unavailable' || holding.kind === 'unread') return 'silence';
  const loaded = entry?.state === 'loaded' ? entry : undefined;
  if (holding.kind === 'none') return loaded === undefined ? 'silence' : 'remove';
  if (loaded === undefined) return 'set';
  return loaded.path === holding.candidate.path && loaded.digest === holding.seen.digest ? 'silence' : 'replace';
};

/** Loaded scopes of the group's directory that the configuration does not name (any more). */
const strayEntries = (group: Group, entries: Entries): EntriesOfDirectory => {
  if (group.directory === undefined) return [];
  const named = new Set(group.slots.map(({ scope }) => scope));
  const known = entriesByDirectory(entries).get(group.directory) ?? [];
  return known.filter(([key, entry]) => entry.state === 'loaded' && !named.has(key));
};

/** What the scope was said to hold before this path; a file that holds another scope by now was not given up. */
const givenUp = (own: Entry | undefined, path: string, standing: ReadonlySet<string>): string | undefined =>
  own?.state === 'loaded' && own.path !== path && !standing.has(own.path) ? own.path : undefined;

const removal = (scope: ScopeKey, path: string): Change => ({ transition: { action: 'remove', scope, path } });

const changeFor = (
  { slot: { scope }, holding }: SlotHolding,
  entries: Entries,
  standing: ReadonlySet<string>,
): readonly Change[] => {
  if (holding.kind === 'unavailable' || holding.kind === 'unread') return [];
  const path = holding.kind === 'file' ? holding.candidate.path : '';
  const previousPath = givenUp(entries.get(scope), path, standing);
  const action = verdict(entryFor(entries, scope, path), holding);
  if (holding.kind === 'none' || action === 'silence') {
    const owner = holding.kind === 'none' ? holding.duplicateOf?.scope : undefined;
    if (previousPath === undefined) return [];
    return [{ ...removal(scope, previousPath), ...(owner === undefined ? {} : { inFavourOf: owner }) }];
  }
  const { seen } = holding;
  return [
    {
      transition: { action: action === 'replace' ? 'replace' : 'set', scope, path, digest: seen.digest },
      ...(seen.kind === 'read' ? { content: seen.content } : {}),
      ...(previousPath === undefined ? {} : { previousPath }),
    },
  ];
};

/** A group with a loaded scope that cannot be observed, or that competes for one, keeps its last good state. */
const isFrozen = (holdings: readonly SlotHolding[], entries: Entries, strays: EntriesOfDirectory): boolean =>
  holdings.some(({ slot, holding }) => {
    if (holding.kind !== 'unavailable') return false;
    const names = new Set(slot.candidates.map(({ path }) => path));
    return entries.get(slot.scope)?.state === 'loaded' || strays.some(([, { path }]) => names.has(path));
  });

/** What the table says about one group, and whether it was frozen. */
export interface GroupChanges {
  readonly changes: readonly Change[];
  readonly frozen: boolean;
}

/**
 * Decides about all scopes of a group.
 *
 * Shape:  changes in the group's order; scopes that are configured no longer come last, as removals.
 * Source: SPEC A3, A10; property-tests/reconcile.laws.test.ts
 */
export const reconcileGroup = (group: Group, holdings: readonly SlotHolding[], entries: Entries): GroupChanges => {
  const strays = strayEntries(group, entries);
  if (isFrozen(holdings, entries, strays)) return { changes: [], frozen: true };
  const standing = standingPaths(holdings);
  const changes = holdings.flatMap((held) => changeFor(held, entries, standing));
  const gone = strays.filter(([, { path }]) => !standing.has(path)).map(([scope, { path }]) => removal(scope, path));
  return { changes: [...changes, ...gone], frozen: false };
};
