// Owns: what is due around one outermost tool call: the touches it settled, and whether a write has to wait.
import type { Occasion } from '../../core/context-source.js';
import type { Inquiry } from '../../core/inquiry.js';
import { chain, map, settled } from '../../core/inquiry.js';
import type { TransitionsBlock } from './block.js';
import { composeTransitions } from './block.js';
import { discoverRoot } from './discovery.js';
import { awaitProposals, launch } from './memory.js';
import { manifestOf, messageFrom, rememberFiles, rootUnavailable } from './message.js';
import type { InstructionsContribution, Remember, Situation } from './situation.js';
import { frozenRoot, planReconciliation, spokenWorkspace } from './situation.js';
import { pathsNamed } from './touches.js';
import type { Workspace } from './workspace.js';
import { workspaceAt } from './workspace.js';

const NOTHING: Inquiry<InstructionsContribution> = settled({});

/** Reconciles touches outside a batch, below the root that is spoken of or, for want of one, discovered. */
const reconcileTouches = (
  situation: Situation,
  touches: readonly string[],
  then: (
    block: TransitionsBlock,
    workspace: Workspace,
    reached: readonly string[],
    remember: Remember,
  ) => InstructionsContribution,
): Inquiry<InstructionsContribution> => {
  const { settings, cwd } = situation;
  if (touches.length === 0) return NOTHING;
  const below = (workspace: Workspace): Inquiry<InstructionsContribution> => {
    const { plan, reached } = planReconciliation(situation, workspace, touches, false);
    if (reached.length === 0) return NOTHING;
    return map(composeTransitions(plan, false), (block) =>
      block === undefined
        ? {}
        : then(block, workspace, reached, rememberFiles(workspace, [block.observations], plan.list)),
    );
  };
  const found = situation.view.memory.root;
  const spoken = spokenWorkspace(situation) ?? (found === undefined ? undefined : workspaceAt(settings, cwd, found));
  if (spoken !== undefined) return below(spoken);
  return chain(discoverRoot(cwd, settings.markers), (discovery) => {
    if (discovery.kind === 'silent') return NOTHING;
    if (discovery.kind === 'unavailable') return settled(rootUnavailable(discovery, touches, false));
    return below(workspaceAt(settings, cwd, discovery.root));
  });
};

/**
 * What a settled call's touches make due, handed back beside its result.
 *
 * Source: SPEC A9 (`delivery: "tool-result"`)
 */
export const considerSettledTool = (
  situation: Situation,
  occasion: Extract<Occasion, { readonly kind: 'tool-settled' }>,
): Inquiry<InstructionsContribution> => {
  const { settings } = situation;
  if (settings.delivery !== 'tool-result') return NOTHING;
  const { call } = occasion;
  const own = call.failed === true || call.aborted === true ? [] : pathsNamed(settings.touchTools, call);
  const touches = [...occasion.touched, ...own];
  return reconcileTouches(situation, touches, (block, workspace, _, remember) => {
    const message = messageFrom(settings, workspace, undefined, block);
    const seen = [...block.observations.keys()];
    return {
      messages: message === undefined ? [] : [message],
      manifest: manifestOf(frozenRoot(workspace), [block]),
      diagnostics: block.diagnostics,
      remember: (memory) => {
        const next = awaitProposals(remember(memory), touches);
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
export const considerCall = (
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
