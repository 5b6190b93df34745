// Owns: the two blocks a message can be made of, a complete baseline and a batch of transitions: each one survey, one
// rendering, one account. When they are due is consider.ts's business.
import * as E from 'fp-ts/lib/Either.js';
import type { Allocation, Fate } from '../../core/allocate.js';
import type { Inquiry } from '../../core/inquiry.js';
import { map } from '../../core/inquiry.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { BlockReport, Manifest } from '../../domain/manifest.js';
import { deferredManifest } from '../../domain/manifest.js';
import type { AbsolutePath } from '../../domain/path.js';
import type { ScopeKey } from '../../domain/scope.js';
import { directoryOf, scopeOfKey } from '../../domain/scope.js';
import type { Transition } from '../../domain/transition.js';
import type { Outcome } from './account.js';
import { diagnosticsOf, nearMissesIn, reportGroup } from './account.js';
import type { Entries } from './entries.js';
import { entryFor } from './entries.js';
import type { Settings } from './model.js';
import type { Known, Observations } from './observation.js';
import type { Change } from './reconcile.js';
import { reconcileGroup } from './reconcile.js';
import { baselineSection, renderBaseline, renderChanges } from './render.js';
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
  readonly known: ReadonlyMap<AbsolutePath, Known>;
  readonly list: readonly AbsolutePath[];
}

const NOTHING_READ: Observations = new Map();

interface Surveyed {
  readonly plan: BlockPlan;
  readonly survey: Survey;
  /** One list for each group. */
  readonly holdings: readonly (readonly SlotHolding[])[];
}

const judged = (plan: BlockPlan, survey: Survey): Surveyed => ({
  plan,
  survey,
  holdings: plan.groups.map((group) => selectHoldings(group, survey.observations)),
});

const manifestFor = (
  found: () => Surveyed,
  blocks: readonly BlockReport[],
  outcomes: ReadonlyMap<ScopeKey, Outcome>,
): Manifest =>
  deferredManifest(undefined, () => {
    const { plan, survey, holdings } = found();
    const { observations, listings } = survey;
    return {
      candidates: holdings.flatMap((held) => reportGroup(held, observations, plan.entries, outcomes)),
      nearMisses: plan.groups.flatMap((group) => nearMissesIn(group, observations, listings.get(group.at))),
      blocks,
    };
  });

const blockFrom = (
  found: Surveyed,
  kind: BlockReport['kind'],
  allocation: Allocation | undefined,
  changes: readonly Transition[],
  outcomes: ReadonlyMap<ScopeKey, Outcome>,
): Block => {
  const { plan, survey } = found;
  const { maxBytes } = plan.settings;
  return {
    text: allocation?.text,
    changes,
    manifest: manifestFor(
      () => found,
      allocation === undefined ? [] : [{ kind, bytes: allocation.bytes, maxBytes }],
      outcomes,
    ),
    diagnostics: diagnosticsOf(plan.groups, survey.observations),
    observations: survey.observations,
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
  readonly scope: ScopeKey;
  readonly path: string;
  readonly content: string;
  readonly transition: Transition;
}

const filesIn = (holdings: readonly (readonly SlotHolding[])[]): readonly BaselineFile[] =>
  holdings.flat().flatMap(({ slot, holding }): readonly BaselineFile[] => {
    if (holding.kind !== 'file' || holding.seen.kind !== 'read') return [];
    const { path } = holding.candidate;
    const transition: Transition = { action: 'set', scope: slot.scope, path, digest: holding.seen.digest };
    return [{ scope: slot.scope, path, content: holding.seen.content, transition }];
  });

/** Files that are there but did not fit into `maxTotalSourceBytes`. Source: SPEC A6 */
const unreadIn = (holdings: readonly (readonly SlotHolding[])[]): readonly string[] =>
  holdings.flat().flatMap(({ holding }) => (holding.kind === 'unread' ? [holding.candidate.path] : []));

const OMITTED: Fate = { kind: 'omitted' };

const baselineOutcomes = (
  holdings: readonly (readonly SlotHolding[])[],
  files: readonly BaselineFile[],
  allocation: Allocation | undefined,
): ReadonlyMap<ScopeKey, Outcome> => {
  const fates = new Map(files.map(({ scope }, index) => [scope, allocation?.fates[index] ?? OMITTED] as const));
  return new Map(
    holdings
      .flat()
      .flatMap(({ slot, holding }) =>
        holding.kind === 'file'
          ? [[slot.scope, { action: 'baseline', fate: fates.get(slot.scope) ?? OMITTED } as const] as const]
          : [],
      ),
  );
};

/** Visible entries of baseline scopes whose file is gone: those the new baseline has to take back. */
const goneFrom = ({ plan, holdings }: Surveyed): readonly Transition[] => {
  const standing = new Map(holdings.flat().map(({ slot, holding }) => [slot.scope, holding] as const));
  const paths = standingPaths(holdings.flat());
  return [...plan.entries].flatMap(([scope, entry]): readonly Transition[] => {
    if (entry.state === 'removed' || !plan.workspace.isBaselineScope(scope) || paths.has(entry.path)) return [];
    const holding = standing.get(scope);
    return holding !== undefined && holding.kind !== 'none' ? [] : [{ action: 'remove', scope, path: entry.path }];
  });
};

/** Something that the model can see cannot be observed: to say that nothing is left would take it back unseen. */
const hidesVisible = ({ plan, holdings }: Surveyed): boolean =>
  holdings
    .flat()
    .some(
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
    const { holdings } = found;
    const files = filesIn(holdings);
    const gone = goneFrom(found);
    const unread = unreadIn(holdings);
    const nothingNew = files.length === 0 && unread.length === 0 && !supersedes && gone.length === 0;
    const tellsNothing = nothingNew || (files.length === 0 && hidesVisible(found));
    if (tellsNothing) return blockFrom(found, 'baseline', undefined, [], new Map());
    const sections = files.map(({ path, content }) => baselineSection(path, content));
    const replaces = supersedes || [...plan.entries.keys()].some(plan.workspace.isBaselineScope);
    const allocation = renderBaseline(sections, replaces, plan.settings.maxBytes, unread);
    const outcomes = baselineOutcomes(holdings, files, allocation);
    const represented = files.filter(
      (_, index) => allocation !== undefined && allocation.fates[index]?.kind !== 'omitted',
    );
    const says = allocation?.prose !== undefined && allocation.prose !== '';
    const changes = [...(says ? gone : []), ...represented.map(({ transition }) => transition)];
    const block = blockFrom(found, 'baseline', allocation, changes, outcomes);
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
  const files = filesIn(own);
  const sections = files.map(({ path, content }) => baselineSection(path, content));
  const allocation = renderBaseline(sections, false, plan.settings.maxBytes, unreadIn(own));
  const omitted = files.filter((_, index) => (allocation?.fates[index]?.kind ?? 'omitted') === 'omitted');
  return new Set(omitted.map(({ scope }) => scope).filter((scope) => plan.entries.get(scope)?.state !== 'loaded'));
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

/** What nothing has to be said about, and nothing remembered. */
const nothingChanged = (plan: BlockPlan, survey: Survey): TransitionsBlock => ({
  text: undefined,
  changes: [],
  manifest: manifestFor(() => judged(plan, survey), [], new Map()),
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
    const { holdings } = found;
    const decided = plan.groups.flatMap(
      (group, index) => reconcileGroup(group, holdings[index] ?? [], plan.entries).changes,
    );
    const due = comparing ? withoutSets(decided, omittedByBaseline(found)) : decided;
    if (due.length === 0) return { ...blockFrom(found, 'transitions', undefined, [], new Map()), news: [] };
    const attempt = renderChanges(due, plan.settings.maxBytes, comparing ? [] : unreadIn(holdings));
    const rendered = E.isRight(attempt) ? attempt.right : undefined;
    const fates = new Map(
      rendered?.changes.map(({ transition }, index) => [transition.scope, rendered.allocation.fates[index]] as const),
    );
    const outcomes = new Map(
      due.map(({ transition: { scope, action } }) => [scope, { action, fate: fates.get(scope) ?? OMITTED }] as const),
    );
    const changes = rendered?.represented.map(({ transition }) => transition) ?? [];
    const block = blockFrom(found, 'transitions', rendered?.allocation, changes, outcomes);
    const silence = E.isLeft(attempt) ? [unsaid(attempt.left, plan.settings.maxBytes)] : [];
    return { ...block, news: newsIn(changes), diagnostics: [...block.diagnostics, ...silence] };
  });
