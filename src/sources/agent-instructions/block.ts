// Owns: the two blocks a message can be made of, a complete baseline and a batch of transitions: each one survey, one
// rendering, one account. When they are due is consider.ts's business.
import * as E from 'fp-ts/lib/Either.js';
import type { Allocation, Fate, Section } from '../../core/allocate.js';
import type { Inquiry } from '../../core/inquiry.js';
import { map } from '../../core/inquiry.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { BlockReport, Manifest } from '../../domain/manifest.js';
import { deferredManifest } from '../../domain/manifest.js';
import type { ScopeKey } from '../../domain/scope.js';
import { directoryOf, scopeOfKey } from '../../domain/scope.js';
import type { Transition } from '../../domain/transition.js';
import type { Outcome } from './account.js';
import { diagnosticsOf, nearMissesIn, reportHoldings } from './account.js';
import type { Entries } from './entries.js';
import { entryFor } from './entries.js';
import type { Settings } from './model.js';
import type { KnownFiles, Observations } from './observation.js';
import type { Change } from './reconcile.js';
import { reconcileGroup } from './reconcile.js';
import type { RenderedChanges } from './render.js';
import { baselineSection, isRepresented, renderBaseline, renderChanges } from './render.js';
import type { SlotHolding } from './select.js';
import { selectHoldings, standingPaths } from './select.js';
import type { Survey } from './survey.js';
import { surveyGroups } from './survey.js';
import type { Group, Workspace } from './workspace.js';

/**
 * One text block, or why there is none.
 *
 * Shape:  `changes` are what the text represents and nothing else. `observations` are kept for the fast path.
 * Source: SPEC A8, A14
 */
export interface Block {
  readonly text: string | undefined;
  readonly changes: readonly Transition[];
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
  readonly observations: Observations;
}

/** What a block is made from. */
export interface BlockPlan {
  readonly settings: Settings;
  readonly workspace: Workspace;
  /** From broad to specific. */
  readonly groups: readonly Group[];
  readonly entries: Entries;
  readonly known: KnownFiles;
  readonly list: readonly Group[];
}

const NOTHING_READ: Observations = new Map();

interface Surveyed {
  readonly plan: BlockPlan;
  readonly survey: Survey;
  readonly observations: Observations;
  /** One list for each group. */
  readonly holdings: readonly (readonly SlotHolding[])[];
  /** All of them. */
  readonly held: readonly SlotHolding[];
}

const judged = (plan: BlockPlan, survey: Survey): Surveyed => {
  const observations = survey.observations();
  const holdings = plan.groups.map((group) => selectHoldings(group, observations));
  return { plan, survey, observations, holdings, held: holdings.flat() };
};

/** What a rendering did with each scope, for whoever looks. */
type Outcomes = () => ReadonlyMap<ScopeKey, Outcome>;

const NO_OUTCOMES: Outcomes = () => new Map();

const manifestFor = (found: () => Surveyed, blocks: readonly BlockReport[], outcomes: Outcomes): Manifest =>
  deferredManifest(undefined, () => {
    const { plan, survey, observations, held } = found();
    return {
      candidates: reportHoldings(held, observations, plan.entries, outcomes()),
      nearMisses: plan.groups.flatMap((group) => nearMissesIn(group, observations, survey.listings.get(group.at))),
      blocks,
    };
  });

const blockFrom = (
  found: Surveyed,
  kind: BlockReport['kind'],
  allocation: Allocation | undefined,
  changes: readonly Transition[],
  outcomes: Outcomes,
): Block => {
  const { plan, observations } = found;
  const { maxBytes } = plan.settings;
  const blocks = allocation === undefined ? [] : [{ kind, bytes: allocation.bytes, maxBytes }];
  return {
    text: allocation?.text,
    changes,
    manifest: manifestFor(() => found, blocks, outcomes),
    diagnostics: diagnosticsOf(plan.groups, observations),
    observations,
  };
};

const UNSAID = {
  'budget-too-small': 'not even the budget notice fits',
  'nothing-fits': 'nothing of what is due fits',
} as const;

const unsaid = (code: keyof typeof UNSAID, maxBytes: number): Diagnostic => ({
  code,
  detail: `${UNSAID[code]} into maxBytes (${maxBytes}); it stays due`,
});

interface BaselineFile {
  readonly content: string;
  readonly transition: Transition;
}

const filesIn = (held: readonly SlotHolding[]): readonly BaselineFile[] => {
  const files: BaselineFile[] = [];
  for (const { slot, holding } of held) {
    if (holding.kind !== 'file' || holding.seen.kind !== 'read') continue;
    const { content, digest } = holding.seen;
    files.push({ content, transition: { action: 'set', scope: slot.scope, path: holding.candidate.path, digest } });
  }
  return files;
};

/** Files that are there but did not fit into `maxTotalSourceBytes`. Source: SPEC A6 */
const unreadIn = (held: readonly SlotHolding[]): readonly string[] => {
  const paths: string[] = [];
  for (const { holding } of held) if (holding.kind === 'unread') paths.push(holding.candidate.path);
  return paths;
};

const sectionsOf = (files: readonly BaselineFile[]): readonly Section[] =>
  files.map(({ content, transition }) => baselineSection(transition.path, content));

const OMITTED: Fate = { kind: 'omitted' };

const baselineOutcomes = (
  held: readonly SlotHolding[],
  files: readonly BaselineFile[],
  allocation: Allocation | undefined,
): ReadonlyMap<ScopeKey, Outcome> => {
  const outcomes = new Map<ScopeKey, Outcome>();
  for (const { slot, holding } of held) {
    if (holding.kind === 'file') outcomes.set(slot.scope, { action: 'baseline', fate: OMITTED });
  }
  files.forEach(({ transition: { scope } }, index) => {
    outcomes.set(scope, { action: 'baseline', fate: allocation?.fates[index] ?? OMITTED });
  });
  return outcomes;
};

/** Visible entries of baseline scopes whose file is gone: those the new baseline has to take back. */
const goneFrom = ({ plan, held }: Surveyed): readonly Transition[] => {
  if (plan.entries.size === 0) return [];
  const standing = new Map(held.map(({ slot, holding }) => [slot.scope, holding] as const));
  const paths = standingPaths(held);
  return [...plan.entries].flatMap(([scope, entry]): readonly Transition[] => {
    if (entry.state === 'removed' || !plan.workspace.isBaselineScope(scope) || paths.has(entry.path)) return [];
    const holding = standing.get(scope);
    return holding !== undefined && holding.kind !== 'none' ? [] : [{ action: 'remove', scope, path: entry.path }];
  });
};

/** Something that the model can see cannot be observed: to say that nothing is left would take it back unseen. */
const hidesVisible = ({ plan, held }: Surveyed): boolean =>
  held.some(
    ({ slot, holding }) =>
      (holding.kind === 'unavailable' || holding.kind === 'unread') &&
      slot.candidates.some(({ path }) => entryFor(plan.entries, slot.scope, path)?.state === 'loaded'),
  );

/**
 * Composes a complete baseline.
 *
 * Shape:  removals of what is gone first, without sections of their own, then a `set` for every file that is
 *         represented. `supersedes`: an earlier baseline is visible. No text when there is nothing to say, or when
 *         everything there is cannot be observed just now.
 * Errors: `undefined` when no file system is lent.
 * Source: SPEC A8, A13, A14
 */
export const composeBaseline = (plan: BlockPlan, supersedes: boolean): Inquiry<Block | undefined> =>
  map(surveyGroups(plan), (survey) => {
    if (survey === undefined) return undefined;
    const found = judged(plan, survey);
    const { held } = found;
    const files = filesIn(held);
    const gone = goneFrom(found);
    const unread = unreadIn(held);
    const nothingNew = files.length === 0 && unread.length === 0 && !supersedes && gone.length === 0;
    const tellsNothing = nothingNew || (files.length === 0 && hidesVisible(found));
    if (tellsNothing) return blockFrom(found, 'baseline', undefined, [], NO_OUTCOMES);
    const replaces = supersedes || [...plan.entries.keys()].some(plan.workspace.isBaselineScope);
    const allocation = renderBaseline(sectionsOf(files), replaces, plan.settings.maxBytes, unread);
    const says = allocation?.prose !== undefined && allocation.prose !== '';
    const changes = says ? [...gone] : [];
    files.forEach(({ transition }, index) => {
      if (isRepresented(allocation, index)) changes.push(transition);
    });
    const block = blockFrom(found, 'baseline', allocation, changes, () => baselineOutcomes(held, files, allocation));
    if (allocation !== undefined) return block;
    return { ...block, diagnostics: [...block.diagnostics, unsaid('budget-too-small', plan.settings.maxBytes)] };
  });

/**
 * Scopes of files that were never loaded and that the complete baseline would omit: a resume does not bring them up.
 *
 * Source: SPEC A13
 */
const omittedByBaseline = ({ plan, holdings }: Surveyed): ReadonlySet<ScopeKey> => {
  const own = holdings.filter((_, index) => {
    const directory = plan.groups[index]?.directory;
    return directory === undefined || plan.workspace.baselineDirectories.includes(directory);
  });
  const held = own.flat();
  const files = filesIn(held);
  const allocation = renderBaseline(sectionsOf(files), false, plan.settings.maxBytes, unreadIn(held));
  const omitted = files.filter((_, index) => !isRepresented(allocation, index));
  return new Set(
    omitted.map(({ transition: { scope } }) => scope).filter((scope) => plan.entries.get(scope)?.state !== 'loaded'),
  );
};

const withoutSets = (changes: readonly Change[], silenced: ReadonlySet<ScopeKey>): readonly Change[] =>
  changes.filter(
    ({ transition, inFavourOf }) =>
      !(transition.action === 'set' && silenced.has(transition.scope)) &&
      (inFavourOf === undefined || !silenced.has(inFavourOf)),
  );

/** What a batch of transitions came to, beside its block. */
export interface TransitionsBlock extends Block {
  /** Directories in which something is set or replaced, relative to the root. */
  readonly news: readonly { readonly directory: string; readonly content: string }[];
}

const newsIn = (changes: readonly Transition[]): TransitionsBlock['news'] =>
  changes.flatMap((transition) => {
    const scope = scopeOfKey(transition.scope);
    const directory = scope === undefined ? undefined : directoryOf(scope);
    if (directory === undefined || transition.action === 'remove') return [];
    return [{ directory, content: `${transition.scope} ${transition.digest}` }];
  });

const outcomesOf = (due: readonly Change[], rendered: RenderedChanges | undefined): ReadonlyMap<ScopeKey, Outcome> => {
  const fates = new Map(
    rendered?.changes.map(({ transition }, index) => [transition.scope, rendered.allocation.fates[index]] as const),
  );
  return new Map(
    due.map(({ transition: { scope, action } }) => [scope, { action, fate: fates.get(scope) ?? OMITTED }] as const),
  );
};

/** What nothing has to be said about, and nothing remembered. */
const nothingChanged = (plan: BlockPlan, survey: Survey): TransitionsBlock => ({
  text: undefined,
  changes: [],
  manifest: manifestFor(() => judged(plan, survey), [], NO_OUTCOMES),
  diagnostics: [],
  observations: NOTHING_READ,
  news: [],
});

/**
 * Reconciles groups with what was said about them.
 *
 * Shape:  `comparing`: nothing was touched, the files are compared after a resume or attach.
 * Errors: `undefined` when no file system is lent.
 * Source: SPEC A10, A13, A14
 */
export const composeTransitions = (plan: BlockPlan, comparing: boolean): Inquiry<TransitionsBlock | undefined> =>
  map(surveyGroups(plan), (survey) => {
    if (survey === undefined) return undefined;
    if (survey.asSaid) return nothingChanged(plan, survey);
    const found = judged(plan, survey);
    const { holdings, held } = found;
    const decided = plan.groups.flatMap(
      (group, index) => reconcileGroup(group, holdings[index] ?? [], plan.entries).changes,
    );
    const due = comparing ? withoutSets(decided, omittedByBaseline(found)) : decided;
    if (due.length === 0) return { ...blockFrom(found, 'transitions', undefined, [], NO_OUTCOMES), news: [] };
    const attempt = renderChanges(due, plan.settings.maxBytes, comparing ? [] : unreadIn(held));
    const rendered = E.isRight(attempt) ? attempt.right : undefined;
    const changes = rendered?.represented.map(({ transition }) => transition) ?? [];
    const block = blockFrom(found, 'transitions', rendered?.allocation, changes, () => outcomesOf(due, rendered));
    const silence = E.isLeft(attempt) ? [unsaid(attempt.left, plan.settings.maxBytes)] : [];
    return { ...block, news: newsIn(changes), diagnostics: [...block.diagnostics, ...silence] };
  });
