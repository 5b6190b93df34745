// Owns: what is due before a model step: a baseline, the comparison that an attach owes, the touches since the last
// step.
import type { Inquiry } from '../../core/inquiry.js';
import { all, chain, map, settled } from '../../core/inquiry.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { RootReport } from '../../domain/manifest.js';
import type { Block, BlockPlan } from './block.js';
import { composeBaseline, composeTransitions } from './block.js';
import { discoverRoot } from './discovery.js';
import { filesBelow } from './memory.js';
import { manifestOf, messageFrom, rememberFiles, rootUnavailable } from './message.js';
import type { InstructionsContribution, Remember, Situation } from './situation.js';
import {
  NO_FILES,
  baselineGroups,
  entriesFor,
  frozenRoot,
  isCompatible,
  nestedGroups,
  planReconciliation,
  spokenWorkspace,
  unlisted,
} from './situation.js';
import type { Workspace } from './workspace.js';
import { directoriesReached, workspaceAt } from './workspace.js';

const NOTHING: Inquiry<InstructionsContribution> = settled({});

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
    const remember = rememberFiles(workspace, [block.observations], plan.list);
    return {
      messages: message === undefined ? [] : [message],
      manifest: manifestOf(root, [block]),
      diagnostics: [...(comparing ? situation.settings.diagnostics : []), ...block.diagnostics],
      remember: (memory) => ({ ...decidedPreStep(remember(memory)), root: workspace.root }),
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
  const baselinePlan: BlockPlan = {
    ...shared,
    groups: own,
    known: NO_FILES,
    list: unlisted(situation, workspace, own),
  };
  const known = attaching ? NO_FILES : filesBelow(view.memory, workspace.rootTag).known;
  const nestedPlan: BlockPlan = { ...shared, groups: nested, known, list: unlisted(situation, workspace, nested) };
  const blocks = all<Block | undefined>([
    composeBaseline(baselinePlan, view.state.baseline !== undefined),
    composeTransitions(nestedPlan, false),
  ]);
  return map(blocks, ([baseline, transitions]): InstructionsContribution => {
    if (baseline === undefined || transitions === undefined) return {};
    const message = messageFrom(settings, workspace, baseline, transitions);
    const listed = [...baselinePlan.list, ...nestedPlan.list];
    const remember = rememberFiles(workspace, [baseline.observations, transitions.observations], listed);
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
export const considerPreStep = (situation: Situation): Inquiry<InstructionsContribution> => {
  const { settings, view, cwd } = situation;
  const { state, memory, position } = view;
  const attaching = !memory.attached;
  const resumed = attaching && (memory.resumed || position.starting === 'resume');
  const logged = settings.delivery === 'pre-step' || attaching ? state.touches : [];
  const touches = [...new Set([...memory.owedTouches, ...logged])];
  const spoken = attaching ? undefined : spokenWorkspace(situation);
  if (spoken !== undefined && isCompatible(situation, spoken)) {
    return touches.length === 0 ? NOTHING : reconcileAtPreStep(situation, spoken, frozenRoot(spoken), touches, false);
  }
  if (spoken !== undefined) return composeAtPreStep(situation, spoken, frozenRoot(spoken), touches, false);
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
