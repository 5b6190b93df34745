// Owns: what is due on which occasion: a baseline, a comparison after an attach, touches, a call to hold back.
// What each of them says is block.ts's work.
import type { Contribution, Occasion, View } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { all, chain, map, settled } from '../../core/inquiry.js';
import { findLast } from '../../core/append-list.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { Manifest, RootReport } from '../../domain/manifest.js';
import type { MessageDraft, SourceTag } from '../../domain/message.js';
import { textContent } from '../../domain/message.js';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, depthOf, resolvePath } from '../../domain/path.js';
import type { Transition } from '../../domain/transition.js';
import { directoryOf, scopeOfKey } from '../../domain/scope.js';
import type { Block, BlockPlan, TransitionsBlock } from './block.js';
import { composeBaseline, composeTransitions } from './block.js';
import { KIND } from './codec.js';
import type { Discovery } from './discovery.js';
import { discoverRoot } from './discovery.js';
import type { Entries } from './entries.js';
import { entriesOf, overlay } from './entries.js';
import type { InstructionsMemory } from './memory.js';
import { changesInFlight, launch } from './memory.js';
import type { Settings } from './model.js';
import { baselineIdentity } from './model.js';
import type { Known, Observations } from './observation.js';
import type { AgentInstructionsState } from './state.js';
import { pathsNamed } from './touches.js';
import type { Group, Workspace } from './workspace.js';
import { directoriesReached, directoryGroup, userGlobalGroup, workspaceAt } from './workspace.js';

type InstructionsView = View<AgentInstructionsState, InstructionsMemory>;
type InstructionsContribution = Contribution<InstructionsMemory>;
type Remember = (memory: InstructionsMemory) => InstructionsMemory;

/** Everything that a decision starts from. */
interface Situation {
  readonly settings: Settings;
  readonly view: InstructionsView;
  readonly cwd: AbsolutePath;
}

const NOTHING: Inquiry<InstructionsContribution> = settled({});

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Directories outside the baseline's chain, by depth and then by code units. Source: SPEC A10 */
const nestedDirectories = (workspace: Workspace, entries: Entries, reached: readonly string[]): readonly string[] => {
  const known = [...entries.keys()].flatMap((key) => {
    const scope = scopeOfKey(key);
    const directory = scope === undefined ? undefined : directoryOf(scope);
    return directory === undefined ? [] : [directory];
  });
  return [...new Set([...known, ...reached])]
    .filter((directory) => !workspace.baselineDirectories.includes(directory))
    .sort((a, b) => depthOf(a) - depthOf(b) || byCodeUnits(a, b));
};

const baselineGroups = (settings: Settings, workspace: Workspace): readonly Group[] => [
  ...userGlobalGroup(workspace),
  ...workspace.baselineDirectories.map((directory) => directoryGroup(settings, workspace, directory)),
];

const nestedGroups = (
  settings: Settings,
  workspace: Workspace,
  entries: Entries,
  reached: readonly string[],
): readonly Group[] =>
  nestedDirectories(workspace, entries, reached).map((directory) => directoryGroup(settings, workspace, directory));

const entriesFor = ({ view }: Situation, workspace: Workspace): Entries =>
  overlay(entriesOf(view.state.marks, workspace), changesInFlight(view.memory, workspace.rootTag));

const unlisted = ({ view }: Situation, groups: readonly Group[]): readonly AbsolutePath[] =>
  groups.map(({ at }) => at).filter((at) => !view.memory.listed.has(at));

const NO_FILES: ReadonlyMap<AbsolutePath, Known> = new Map();

/** Facts about files outlive the decision; they never suppress anything (SPEC F4, A11). */
const rememberFiles =
  (observations: readonly Observations[], listed: readonly AbsolutePath[]): Remember =>
  (memory) => {
    const known = new Map(memory.known);
    for (const [path, seen] of observations.flatMap((each) => [...each])) {
      if (seen.kind !== 'read') continue;
      const { version, digest, trimmedDigest } = seen;
      if (version === undefined) known.delete(path);
      else known.set(path, { version, digest, trimmedDigest });
    }
    return { ...memory, known, listed: new Set([...memory.listed, ...listed]) };
  };

const tagFor = (workspace: Workspace, changes: readonly Transition[], identity?: string): SourceTag => ({
  kind: KIND,
  version: 1,
  root: workspace.rootTag,
  ...(identity === undefined ? {} : { baseline: true, baselineIdentity: identity }),
  changes,
});

/** One message of at most two blocks, the baseline first. Source: SPEC A8 */
const messageFrom = (
  settings: Settings,
  workspace: Workspace,
  baseline: Block | undefined,
  transitions: Block | undefined,
): MessageDraft | undefined => {
  const blocks = [baseline, transitions].filter((block) => block?.text !== undefined) as readonly Block[];
  if (blocks.length === 0) return undefined;
  const isBaseline = baseline?.text !== undefined;
  const identity = isBaseline ? baselineIdentity(settings, workspace.rootTag, workspace.home) : undefined;
  return {
    content: textContent(blocks.map(({ text }) => text ?? '')),
    source: tagFor(workspace, blocks.flatMap(({ changes }) => changes), identity),
  };
};

const manifestOf = (root: RootReport, blocks: readonly Block[]): Manifest => ({
  root,
  candidates: blocks.flatMap(({ manifest }) => manifest.candidates),
  nearMisses: blocks.flatMap(({ manifest }) => manifest.nearMisses),
  blocks: blocks.flatMap(({ manifest }) => manifest.blocks),
});

const frozenRoot = (workspace: Workspace): RootReport => ({ path: workspace.root, how: 'frozen' });

/** The workspace that visible messages speak about, where there are any. */
const spokenWorkspace = ({ settings, view, cwd }: Situation): Workspace | undefined => {
  const { marks, baseline } = view.state;
  const tag = baseline?.root ?? findLast(marks, ({ root }) => root !== undefined)?.root;
  const root = tag === undefined ? view.memory.root : resolvePath(cwd, tag);
  return root === undefined ? undefined : workspaceAt(settings, cwd, root);
};

/** Tells whether the visible baseline is one that this configuration would write for this root. Source: SPEC A13 */
const isCompatible = ({ settings, view }: Situation, workspace: Workspace): boolean => {
  const { baseline } = view.state;
  return (
    baseline?.root === workspace.rootTag &&
    baseline.identity === baselineIdentity(settings, workspace.rootTag, workspace.home)
  );
};

const rootUnavailable = (
  discovery: Extract<Discovery, { readonly kind: 'unavailable' }>,
  touches: readonly string[],
  resumed: boolean,
): InstructionsContribution => ({
  diagnostics: [
    { code: 'root-unavailable', path: discovery.path, detail: `the project root cannot be found just now: ${discovery.reason}` },
  ],
  manifest: {
    root: { path: discovery.path, how: 'unavailable' },
    candidates: [],
    nearMisses: [],
    blocks: [],
  },
  remember: (memory) => ({
    ...memory,
    resumed: memory.resumed || resumed,
    decided: false,
    owedTouches: [...new Set([...memory.owedTouches, ...touches])],
  }),
});

interface Reconciliation {
  readonly plan: BlockPlan;
  readonly reached: readonly string[];
}

/** What a reconciliation looks at. While no compatible baseline is visible, its scopes are left to A8. */
const planReconciliation = (
  situation: Situation,
  workspace: Workspace,
  touches: readonly string[],
  comparing: boolean,
): Reconciliation => {
  const { settings, view } = situation;
  const reached = touches.flatMap((named) => directoriesReached(settings, workspace, named));
  const entries = entriesFor(situation, workspace);
  const groups = [
    ...(isCompatible(situation, workspace) ? baselineGroups(settings, workspace) : []),
    ...nestedGroups(settings, workspace, entries, reached),
  ];
  const known = comparing ? NO_FILES : view.memory.known;
  return { plan: { settings, workspace, groups, entries, known, list: unlisted(situation, groups) }, reached };
};

const decidedPreStep: Remember = (memory) => ({ ...memory, decided: true });

const reconcileAtPreStep = (
  situation: Situation,
  workspace: Workspace,
  root: RootReport,
  touches: readonly string[],
  comparing: boolean,
): Inquiry<InstructionsContribution> => {
  const { plan, reached } = planReconciliation(situation, workspace, touches, comparing);
  if (!comparing && reached.length === 0) return settled({ remember: decidedPreStep });
  return map(composeTransitions(plan, comparing && reached.length === 0), (block): InstructionsContribution => {
    if (block === undefined) return {};
    const message = messageFrom(situation.settings, workspace, undefined, block);
    const remember = rememberFiles([block.observations], plan.list);
    return {
      messages: message === undefined ? [] : [message],
      manifest: manifestOf(root, [block]),
      diagnostics: [...(comparing ? situation.settings.diagnostics : []), ...block.diagnostics],
      remember: (memory) => decidedPreStep(remember(memory)),
    };
  });
};

const homeDiagnostics = (workspace: Workspace): readonly Diagnostic[] =>
  workspace.home === undefined
    ? [{ code: 'home-unknown', detail: 'home begins with ~ but the OS home is not known; no user-global file is read' }]
    : [];

const composeAtPreStep = (
  situation: Situation,
  workspace: Workspace,
  root: RootReport,
  touches: readonly string[],
  attaching: boolean,
): Inquiry<InstructionsContribution> => {
  const { settings, view } = situation;
  const entries = entriesFor(situation, workspace);
  const reached = touches.flatMap((named) => directoriesReached(settings, workspace, named));
  const own = baselineGroups(settings, workspace);
  const nested = attaching || reached.length > 0 ? nestedGroups(settings, workspace, entries, reached) : [];
  const shared = { settings, workspace, entries };
  const baselinePlan: BlockPlan = { ...shared, groups: own, known: NO_FILES, list: unlisted(situation, own) };
  const known = attaching ? NO_FILES : view.memory.known;
  const nestedPlan: BlockPlan = { ...shared, groups: nested, known, list: unlisted(situation, nested) };
  const blocks = all<Block | undefined>([
    composeBaseline(baselinePlan, view.state.baseline !== undefined),
    composeTransitions(nestedPlan, false),
  ]);
  return map(blocks, ([baseline, transitions]): InstructionsContribution => {
    if (baseline === undefined || transitions === undefined) return {};
    const message = messageFrom(settings, workspace, baseline, transitions);
    const listed = [...baselinePlan.list, ...nestedPlan.list];
    const remember = rememberFiles([baseline.observations, transitions.observations], listed);
    return {
      messages: message === undefined ? [] : [message],
      manifest: manifestOf(root, [baseline, transitions]),
      diagnostics: [
        ...settings.diagnostics,
        ...homeDiagnostics(workspace),
        ...baseline.diagnostics,
        ...transitions.diagnostics,
      ],
      remember: (memory) => ({ ...decidedPreStep(remember(memory)), root: workspace.root }),
    };
  });
};

/**
 * The pre-step: a baseline that is due, the comparison that an attach owes, and the touches since the last step.
 *
 * Source: SPEC A8, A9, A13
 */
const considerPreStep = (situation: Situation): Inquiry<InstructionsContribution> => {
  const { settings, view, cwd } = situation;
  const { state, memory, position } = view;
  const attaching = !memory.attached;
  const resumed = attaching && (memory.resumed || position.starting === 'resume');
  const logged = settings.delivery === 'pre-step' || attaching ? state.touches : [];
  const touches = [...new Set([...memory.owedTouches, ...logged])];
  const spoken = state.baseline === undefined ? undefined : spokenWorkspace(situation);
  if (!attaching && spoken !== undefined && isCompatible(situation, spoken)) {
    return touches.length === 0 ? NOTHING : reconcileAtPreStep(situation, spoken, frozenRoot(spoken), touches, false);
  }
  return chain(discoverRoot(cwd, settings.markers), (discovery) => {
    if (discovery.kind === 'silent') return NOTHING;
    if (discovery.kind === 'unavailable') return settled(rootUnavailable(discovery, touches, resumed));
    const workspace = workspaceAt(settings, cwd, discovery.root);
    const recompose = resumed && settings.resume === 'recompose';
    return isCompatible(situation, workspace) && !recompose
      ? reconcileAtPreStep(situation, workspace, discovery.report, touches, true)
      : composeAtPreStep(situation, workspace, discovery.report, touches, attaching);
  });
};

/** Reconciles touches outside a batch, below the root that is spoken of or, for want of one, discovered. */
const reconcileTouches = (
  situation: Situation,
  touches: readonly string[],
  then: (block: TransitionsBlock, workspace: Workspace, reached: readonly string[], remember: Remember) => InstructionsContribution,
): Inquiry<InstructionsContribution> => {
  const { settings, cwd } = situation;
  if (touches.length === 0) return NOTHING;
  const below = (workspace: Workspace): Inquiry<InstructionsContribution> => {
    const { plan, reached } = planReconciliation(situation, workspace, touches, false);
    if (reached.length === 0) return NOTHING;
    return map(composeTransitions(plan, false), (block) =>
      block === undefined ? {} : then(block, workspace, reached, rememberFiles([block.observations], plan.list)),
    );
  };
  const spoken = spokenWorkspace(situation);
  if (spoken !== undefined) return below(spoken);
  return chain(discoverRoot(cwd, settings.markers), (discovery) => {
    if (discovery.kind === 'silent') return NOTHING;
    if (discovery.kind === 'unavailable') return settled(rootUnavailable(discovery, touches, false));
    return below(workspaceAt(settings, cwd, discovery.root));
  });
};

const considerSettledTool = (
  situation: Situation,
  occasion: Extract<Occasion, { readonly kind: 'tool-settled' }>,
): Inquiry<InstructionsContribution> => {
  const { settings } = situation;
  if (settings.delivery !== 'tool-result') return NOTHING;
  const { call } = occasion;
  const own = call.failed === true || call.aborted === true ? [] : pathsNamed(settings.touchTools, call);
  return reconcileTouches(situation, [...occasion.touched, ...own], (block, workspace, _, remember) => {
    const message = messageFrom(settings, workspace, undefined, block);
    const seen = [...block.observations.keys()];
    return {
      messages: message === undefined ? [] : [message],
      manifest: manifestOf(frozenRoot(workspace), [block]),
      diagnostics: block.diagnostics,
      remember: (memory) => {
        const next = remember(memory);
        return message === undefined ? next : launch(next, message, occasion, seen);
      },
    };
  });
};

/**
 * Whether a write has to wait: below its path there are instructions that the model has not seen.
 *
 * Shape:  a content is held back for at most once, whatever becomes of the message.
 * Source: SPEC A9 (holding)
 */
const considerCall = (
  situation: Situation,
  occasion: Extract<Occasion, { readonly kind: 'before-tool' }>,
): Inquiry<InstructionsContribution> => {
  const { settings, view } = situation;
  const { call } = occasion;
  if (!settings.holdWrites || !settings.writeTools.includes(call.name)) return NOTHING;
  return reconcileTouches(situation, pathsNamed(settings.touchTools, call), (block, workspace, reached, remember) => {
    const news = block.news.filter(({ directory }) => reached.includes(directory)).map(({ content }) => content);
    const message = messageFrom(settings, workspace, undefined, block);
    if (message === undefined || news.every((content) => view.memory.held.has(content))) return { remember };
    return {
      messages: [message],
      hold: true,
      manifest: manifestOf(frozenRoot(workspace), [block]),
      diagnostics: block.diagnostics,
      remember: (memory) => {
        const next = launch(remember(memory), message, occasion, [...block.observations.keys()]);
        return { ...next, held: new Set([...next.held, ...news]) };
      },
    };
  });
};

/**
 * Decides what agent-instructions has to say.
 *
 * Shape:  at most one message. Rounds: three for a baseline, two for a touch, one when nothing changed.
 * Errors: total; see the diagnostics.
 * Source: SPEC A8–A14
 */
export const considerInstructions =
  (settings: Settings) =>
  (view: InstructionsView, occasion: Occasion): Inquiry<InstructionsContribution> => {
    const cwd = absolutePath(view.header.cwd);
    if (cwd === undefined) {
      const detail = `the session's cwd is not absolute: ${JSON.stringify(view.header.cwd)}`;
      return settled({ diagnostics: [{ code: 'invalid-cwd', detail }] });
    }
    const situation: Situation = { settings, view, cwd };
    switch (occasion.kind) {
      case 'pre-step':
        return considerPreStep(situation);
      case 'tool-settled':
        return considerSettledTool(situation, occasion);
      case 'before-tool':
        return considerCall(situation, occasion);
    }
  };
