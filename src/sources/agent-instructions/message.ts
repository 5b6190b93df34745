// Owns: what a decision hands out: one message of at most two blocks, its account, and what the process remembers.
import type { Manifest, RootReport } from '../../domain/manifest.js';
import { deferredManifest } from '../../domain/manifest.js';
import type { MessageDraft, SourceTag } from '../../domain/message.js';
import { textContent } from '../../domain/message.js';
import type { Transition } from '../../domain/transition.js';
import type { Block } from './block.js';
import { KIND } from './codec.js';
import type { Discovery } from './discovery.js';
import { filesBelow } from './memory.js';
import type { Settings } from './model.js';
import { baselineIdentity } from './model.js';
import type { Observation, Observations } from './observation.js';
import type { InstructionsContribution, Remember } from './situation.js';
import type { Group, Workspace } from './workspace.js';
import { groupKey } from './workspace.js';

const tagFor = (workspace: Workspace, changes: readonly Transition[], identity?: string): SourceTag => ({
  kind: KIND,
  version: 1,
  root: workspace.rootTag,
  ...(identity === undefined ? {} : { baseline: true, baselineIdentity: identity }),
  changes,
});

/** One message of at most two blocks, the baseline first. Source: SPEC A8 */
export const messageFrom = (
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
    source: tagFor(
      workspace,
      blocks.flatMap(({ changes }) => changes),
      identity,
    ),
  };
};

/** The account of some blocks. Source: SPEC A19 */
export const manifestOf = (root: RootReport, blocks: readonly Block[]): Manifest =>
  deferredManifest(root, () => ({
    candidates: blocks.flatMap(({ manifest }) => manifest.candidates),
    nearMisses: blocks.flatMap(({ manifest }) => manifest.nearMisses),
    blocks: blocks.flatMap(({ manifest }) => manifest.blocks),
  }));

type Read = Extract<Observation, { readonly kind: 'read' }>;

const readIn = (observations: Observations): readonly (readonly [string, Read])[] => {
  const read: (readonly [string, Read])[] = [];
  for (const [key, seen] of observations) if (seen.kind === 'read') read.push([key, seen]);
  return read;
};

/** Facts about files outlive the decision; they never suppress anything (SPEC F4, A11). */
export const rememberFiles =
  ({ rootTag }: Workspace, observations: readonly Observations[], searched: readonly Group[]): Remember =>
  (memory) => {
    const read = observations.flatMap(readIn);
    if (read.length === 0 && searched.length === 0) return memory;
    const before = filesBelow(memory, rootTag);
    const known = new Map(before.known);
    for (const [key, { version, digest, trimmedDigest }] of read) {
      if (version === undefined) known.delete(key);
      else known.set(key, { version, digest, trimmedDigest });
    }
    return { ...memory, files: { rootTag, known, listed: new Set([...before.listed, ...searched.map(groupKey)]) } };
  };

/**
 * The root cannot be found just now: nothing is decided, and what was due stays due.
 *
 * Source: SPEC A2
 */
export const rootUnavailable = (
  discovery: Extract<Discovery, { readonly kind: 'unavailable' }>,
  touches: readonly string[],
  resumed: boolean,
): InstructionsContribution => ({
  diagnostics: [
    {
      code: 'root-unavailable',
      path: discovery.path,
      detail: `the project root cannot be found just now: ${discovery.reason}`,
    },
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
