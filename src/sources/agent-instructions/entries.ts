// Owns: what the visible messages add up to: for each scope the entry that the model can still see.
import type { AppendList } from '../../core/append-list.js';
import { basename } from '../../domain/path.js';
import type { ScopeKey } from '../../domain/scope.js';
import { directoryOf, scopeKey, scopeOfKey } from '../../domain/scope.js';
import type { LoggedChange } from './codec.js';
import type { Mark } from './state.js';
import type { Workspace } from './workspace.js';

/**
 * What the model was last told about one scope.
 *
 * Shape:  `removed` is a tombstone: the scope is known to be empty. A digest is missing only from older writers.
 * Source: SPEC, word table
 */
export type Entry =
  | { readonly state: 'loaded'; readonly path: string; readonly digest?: string }
  | { readonly state: 'removed'; readonly path: string };

/** Entries by scope; nothing for a scope that was never spoken of. */
export type Entries = ReadonlyMap<ScopeKey, Entry>;

/** The scopes of a directory that could hold a path under one selection or the other. */
const rivalsOf = (key: ScopeKey, path: string): readonly ScopeKey[] => {
  const scope = scopeOfKey(key);
  const directory = scope === undefined ? undefined : directoryOf(scope);
  if (directory === undefined) return [];
  const rivals: readonly ScopeKey[] = [
    scopeKey({ kind: 'named', directory, name: basename(path) }),
    scopeKey({ kind: 'slot', directory, slot: 'base' }),
    scopeKey({ kind: 'slot', directory, slot: 'local' }),
  ];
  return rivals.filter((rival) => rival !== key);
};

/** A path belongs to the scope that spoke of it last: the other slots of its directory give it up. */
const disown = (entries: Map<ScopeKey, Entry>, { scope, path }: LoggedChange): void => {
  for (const rival of rivalsOf(scope, path)) if (entries.get(rival)?.path === path) entries.delete(rival);
};

/**
 * What the model can see of a path in a scope.
 *
 * Shape:  what was said of this path, here or under a scope of another selection; else what the scope holds.
 * Why:    nothing is said twice, and nothing is read twice, because the selection changed.
 * Source: SPEC A3, A11
 */
export const entryFor = (entries: Entries, scope: ScopeKey, path: string): Entry | undefined => {
  if (entries.size === 0) return undefined;
  const own = entries.get(scope);
  if (own?.state === 'loaded' && own.path === path) return own;
  const rival = rivalsOf(scope, path).find((key) => {
    const entry = entries.get(key);
    return entry?.state === 'loaded' && entry.path === path;
  });
  return rival === undefined ? own : entries.get(rival);
};

/** Tells whether the model can see exactly this content of this path. */
export const isVisible = (entries: Entries, scope: ScopeKey, path: string, digest: string): boolean => {
  const entry = entryFor(entries, scope, path);
  return entry?.state === 'loaded' && entry.path === path && entry.digest === digest;
};

const applyChange = (entries: Map<ScopeKey, Entry>, change: LoggedChange): void => {
  disown(entries, change);
  if (change.action === 'remove') {
    entries.set(change.scope, { state: 'removed', path: change.path });
    return;
  }
  const { path, digest } = change;
  entries.set(change.scope, { state: 'loaded', path, ...(digest === undefined ? {} : { digest }) });
};

/** A baseline starts its own scopes anew; a message about another root says nothing about this one. */
const applyMark = (entries: Map<ScopeKey, Entry>, mark: Mark, workspace: Workspace): void => {
  if (mark.root !== undefined && mark.root !== workspace.rootTag) return;
  if (mark.baseline) {
    for (const scope of entries.keys()) if (workspace.isBaselineScope(scope)) entries.delete(scope);
  }
  for (const change of mark.changes) applyChange(entries, change);
};

interface Derived {
  readonly rootTag: string;
  readonly length: number;
  readonly entries: Entries;
}

/** The newest derivation for each list of marks, so that a longer version of the list goes on from it. */
const derived = new WeakMap<readonly Mark[], Derived>();

/**
 * Derives the entries from the visible messages.
 *
 * Shape:  a pure function of its arguments; what it remembers only saves work.
 * Cost:   O(scopes + messages since the last call), O(1) when there are none.
 * Source: SPEC A12, A13, F4; property-tests/reconcile.laws.test.ts
 */
export const entriesOf = (marks: AppendList<Mark>, workspace: Workspace): Entries => {
  const known = derived.get(marks.backing);
  const reusable = known?.rootTag === workspace.rootTag && known.length <= marks.length ? known : undefined;
  if (reusable?.length === marks.length) return reusable.entries;
  const entries = new Map(reusable?.entries);
  for (let index = reusable?.length ?? 0; index < marks.length; index += 1) {
    applyMark(entries, marks.backing[index] as Mark, workspace);
  }
  derived.set(marks.backing, { rootTag: workspace.rootTag, length: marks.length, entries });
  return entries;
};

/** What is known about one directory. */
export type EntriesOfDirectory = readonly (readonly [ScopeKey, Entry])[];

const byDirectory = new WeakMap<Entries, ReadonlyMap<string, EntriesOfDirectory>>();

/**
 * Entries by the directory that they speak for; the user-global one is in none.
 *
 * Cost:   O(1) when nothing was said since the last call.
 */
export const entriesByDirectory = (entries: Entries): ReadonlyMap<string, EntriesOfDirectory> => {
  const known = byDirectory.get(entries);
  if (known !== undefined) return known;
  const directories = new Map<string, (readonly [ScopeKey, Entry])[]>();
  for (const [key, entry] of entries) {
    const scope = scopeOfKey(key);
    const directory = scope === undefined ? undefined : directoryOf(scope);
    if (directory === undefined) continue;
    const others = directories.get(directory);
    if (others === undefined) directories.set(directory, [[key, entry]]);
    else others.push([key, entry]);
  }
  byDirectory.set(entries, directories);
  return directories;
};

/** Entries with further changes on top: messages that are on their way into the log. Source: SPEC A9 */
export const overlay = (entries: Entries, changes: readonly LoggedChange[]): Entries => {
  if (changes.length === 0) return entries;
  const laid = new Map(entries);
  for (const change of changes) applyChange(laid, change);
  return laid;
};
