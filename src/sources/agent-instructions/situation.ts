// Owns: what a decision starts from: which workspace is spoken of, what is visible of it, and which groups to look at.
import { findLast } from '../../core/append-list.js';
import type { Contribution, View } from '../../core/context-source.js';
import { recently } from '../../core/recent.js';
import type { RootReport } from '../../domain/manifest.js';
import type { AbsolutePath } from '../../domain/path.js';
import { depthOf, resolvePath } from '../../domain/path.js';
import type { BlockPlan } from './block.js';
import type { Entries } from './entries.js';
import { entriesByDirectory, entriesOf, overlay } from './entries.js';
import type { InstructionsMemory } from './memory.js';
import { changesInFlight, filesBelow } from './memory.js';
import type { Settings } from './model.js';
import { baselineIdentity } from './model.js';
import type { KnownFiles } from './observation.js';
import type { AgentInstructionsState } from './state.js';
import type { Group, Workspace } from './workspace.js';
import { directoriesReached, directoryGroup, groupKey, userGlobalGroup, workspaceAt } from './workspace.js';

/** What this source is shown. */
export type InstructionsView = View<AgentInstructionsState, InstructionsMemory>;
/** What it gives back. */
export type InstructionsContribution = Contribution<InstructionsMemory>;
/** A change of the process memory. */
export type Remember = (memory: InstructionsMemory) => InstructionsMemory;

/** Everything that a decision starts from. */
export interface Situation {
  readonly settings: Settings;
  readonly view: InstructionsView;
  readonly cwd: AbsolutePath;
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Directories outside the baseline's chain, by depth and then by code units. Source: SPEC A10 */
const nestedDirectories = (workspace: Workspace, entries: Entries, reached: readonly string[]): readonly string[] => {
  return [...new Set([...entriesByDirectory(entries).keys(), ...reached])]
    .filter((directory) => !workspace.baselineDirectories.includes(directory))
    .sort((a, b) => depthOf(a) - depthOf(b) || byCodeUnits(a, b));
};

/** The groups of a baseline, from broad to specific. Source: SPEC A4 */
export const baselineGroups = (settings: Settings, workspace: Workspace): readonly Group[] => [
  ...userGlobalGroup(workspace),
  ...workspace.baselineDirectories.map((directory) => directoryGroup(settings, workspace, directory)),
];

/** The groups beside the baseline that are known or were reached. Source: SPEC A10 */
export const nestedGroups = (
  settings: Settings,
  workspace: Workspace,
  entries: Entries,
  reached: readonly string[],
): readonly Group[] =>
  nestedDirectories(workspace, entries, reached).map((directory) => directoryGroup(settings, workspace, directory));

/** What the model can see, what is on its way included. Source: SPEC A9 */
export const entriesFor = ({ view }: Situation, workspace: Workspace): Entries =>
  overlay(entriesOf(view.state.marks, workspace), changesInFlight(view.memory, workspace.rootTag));

/** Groups whose directories were not searched for near misses yet. */
export const unlisted = ({ view }: Situation, { rootTag }: Workspace, groups: readonly Group[]): readonly Group[] => {
  const { listed } = filesBelow(view.memory, rootTag);
  return groups.filter((group) => !listed.has(groupKey(group)));
};

/** Nothing is known of any file: everything is read. */
export const NO_FILES: KnownFiles = new Map();

/** The report of a root that a visible message or this process has settled. Source: SPEC A2 */
export const frozenRoot = (workspace: Workspace): RootReport => ({ path: workspace.root, how: 'frozen' });

/**
 * The workspace that messages speak about which are visible or on their way, where there are any.
 *
 * Shape:  without a baseline only messages since the last resume count: it discovered the root anew, and there may have
 *         been nothing to say about that.
 * Why:    in an attached process a marker that comes or goes must not give known scopes another meaning.
 * Source: SPEC A2
 */
export const spokenWorkspace = ({ settings, view, cwd }: Situation): Workspace | undefined => {
  const { marks, baseline, resumedAt = -1 } = view.state;
  const last = findLast(marks, ({ root, seq }) => root !== undefined && seq > resumedAt)?.root;
  const tag = baseline?.root ?? last ?? view.memory.flights.at(-1)?.rootTag;
  return tag === undefined ? undefined : workspaceAt(settings, cwd, resolvePath(cwd, tag));
};

/** Tells whether the visible baseline is one that this configuration would write for this root. Source: SPEC A13 */
export const isCompatible = ({ settings, view }: Situation, workspace: Workspace): boolean => {
  const { baseline } = view.state;
  return (
    baseline?.root === workspace.rootTag &&
    baseline.identity === baselineIdentity(settings, workspace.rootTag, workspace.home)
  );
};

/** What a reconciliation looks at, and the directories that its touches reached. */
export interface Reconciliation {
  readonly plan: BlockPlan;
  readonly reached: readonly string[];
}

interface KnownGroups {
  readonly settings: Settings;
  readonly cwd: AbsolutePath;
  readonly rootTag: string;
  readonly complete: boolean;
  readonly groups: readonly Group[];
}

const knownGroups = recently<Entries, KnownGroups>();

/** The groups of a reconciliation: the same list again while nothing was said and nothing new was reached. */
const groupsOf = (
  { settings }: Situation,
  workspace: Workspace,
  entries: Entries,
  reached: readonly string[],
  complete: boolean,
): readonly Group[] => {
  const made = (directories: readonly string[]): readonly Group[] => [
    ...(complete ? baselineGroups(settings, workspace) : []),
    ...nestedGroups(settings, workspace, entries, directories),
  ];
  const { cwd, rootTag, baselineDirectories } = workspace;
  const known = entriesByDirectory(entries);
  if (!reached.every((each) => known.has(each) || baselineDirectories.includes(each))) return made(reached);
  return knownGroups(
    entries,
    (found) =>
      found.settings === settings && found.cwd === cwd && found.rootTag === rootTag && found.complete === complete,
    () => ({ settings, cwd, rootTag, complete, groups: made([]) }),
  ).groups;
};

/** What a reconciliation looks at. While no compatible baseline is visible, its scopes are left to A8. */
export const planReconciliation = (
  situation: Situation,
  workspace: Workspace,
  touches: readonly string[],
  comparing: boolean,
): Reconciliation => {
  const { settings, view } = situation;
  const reached = touches.flatMap((named) => directoriesReached(settings, workspace, named));
  const entries = entriesFor(situation, workspace);
  const groups = groupsOf(situation, workspace, entries, reached, isCompatible(situation, workspace));
  const known = comparing ? NO_FILES : filesBelow(view.memory, workspace.rootTag).known;
  return {
    plan: { settings, workspace, groups, entries, known, list: unlisted(situation, workspace, groups) },
    reached,
  };
};
