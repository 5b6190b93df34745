// Owns: how many sources become one: shared batches, the order of a batch, refusal of a whole batch, and message ids.
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Refused } from '../domain/error.js';
import { describeReason } from '../domain/error.js';
import type { Manifest } from '../domain/manifest.js';
import { EMPTY_MANIFEST, deferredManifest } from '../domain/manifest.js';
import type { MessageDraft, UserMessage } from '../domain/message.js';
import { isDirect } from '../domain/message.js';
import type { Delivery, Execution, MountedContribution, MountedSource, Occasion, Placement } from './context-source.js';
import type { LiveSession } from './fold.js';
import type { Inquiry } from './inquiry.js';
import { all, map, settled } from './inquiry.js';

/**
 * What one occasion came to.
 *
 * Shape:  `messages`: at `pre-step` the whole batch in its order, else what is to be delivered; `added`: those of them
 *         that are ours. `enters` is false for a refused batch and for an empty one at the first step of a turn: the
 *         host logs neither the step nor the batch. `remember` is what taking the decision changes in the session that
 *         lives by then; a decision that is thrown away changes nothing.
 * Source: SPEC A8, A9, C1, S6
 */
export interface Decision {
  readonly enters: boolean;
  readonly messages: readonly UserMessage[];
  readonly added: readonly UserMessage[];
  readonly hold: boolean;
  readonly refusal?: Refused;
  readonly diagnostics: readonly Diagnostic[];
  readonly manifest: Manifest;
  readonly remember: (live: LiveSession) => LiveSession;
}

/** Gives a message its id, from what identifies it: the session, the position in the log and the place in the batch. */
export type IdFor = (place: { readonly session: string; readonly position: string; readonly index: number }) => string;

/** Ids made of nothing but where in the log, and as which decision there, a message was made. Source: SPEC F2 */
export const derivedId: IdFor = ({ session, position, index }) => `${session}:${position}:${index}`;

const NOTHING: Decision = {
  enters: false,
  messages: [],
  added: [],
  hold: false,
  diagnostics: [],
  manifest: EMPTY_MANIFEST,
  remember: (live) => live,
};

interface Part {
  readonly placement: Placement;
  readonly contribution: MountedContribution;
}

/** Direct messages with what follows them, then the rest, as C1 orders them. */
const ordered = (proposed: readonly UserMessage[], parts: readonly Part[]): readonly (MessageDraft | UserMessage)[] => {
  const at = (placement: Placement): readonly MessageDraft[] =>
    parts.flatMap((part) => (part.placement === placement ? (part.contribution.messages ?? []) : []));
  const rewrites = new Map(
    parts.flatMap((part) => (part.contribution.rewrites ?? []).map((rewrite) => [rewrite.index, rewrite] as const)),
  );
  const direct = proposed.flatMap((message, index): readonly (MessageDraft | UserMessage)[] => {
    if (!isDirect(message)) return [];
    const rewrite = rewrites.get(index);
    return rewrite === undefined ? [message] : [rewrite.message, ...rewrite.after];
  });
  const others = proposed.filter((message) => !isDirect(message));
  return [...at('lead'), ...direct, ...at('after-direct'), ...others, ...at('tail'), ...at('last')];
};

const mergeManifests = (manifests: readonly Manifest[]): Manifest => {
  if (manifests.length <= 1) return manifests[0] ?? EMPTY_MANIFEST;
  const root = manifests.find((manifest) => manifest.root !== undefined)?.root;
  return deferredManifest(root, () => ({
    candidates: manifests.flatMap((manifest) => manifest.candidates),
    nearMisses: manifests.flatMap((manifest) => manifest.nearMisses),
    blocks: manifests.flatMap((manifest) => manifest.blocks),
  }));
};

const isLogged = (message: MessageDraft | UserMessage): message is UserMessage => 'id' in message;

const decide = (live: LiveSession, occasion: Occasion, parts: readonly Part[], idFor: IdFor): Decision => {
  const refusal = parts.find((part) => part.contribution.refusal !== undefined)?.contribution.refusal;
  const diagnostics = parts.flatMap((part) => part.contribution.diagnostics ?? []);
  const manifest = mergeManifests(parts.flatMap((part) => part.contribution.manifest ?? []));
  if (refusal !== undefined) return { ...NOTHING, refusal, diagnostics, manifest };
  const place = live.taken === 0 ? `${live.state.nextSeq}` : `${live.state.nextSeq}.${live.taken}`;
  const position = `${occasion.turn}.${occasion.step}.${place}.${occasion.kind}`;
  const added: UserMessage[] = [];
  const messages = ordered(occasion.kind === 'pre-step' ? occasion.messages : [], parts).map((message, index) => {
    if (isLogged(message)) return message;
    const id = idFor({ session: live.state.header.id, position, index });
    const ours: UserMessage = { id, role: 'user', content: message.content, source: message.source };
    added.push(ours);
    return ours;
  });
  return {
    enters: true,
    messages,
    added,
    hold: parts.some((part) => part.contribution.hold === true),
    diagnostics,
    manifest,
    remember: ({ state, memories, taken }) => ({
      state,
      taken: taken + 1,
      memories: memories.map((memory, index): unknown => {
        const remember = parts[index]?.contribution.remember;
        return remember === undefined ? memory : remember(memory);
      }),
    }),
  };
};

/**
 * A source that throws says nothing, and is reported.
 *
 * Why:    a source is as often a third party's, and its mistake must neither fail the turn nor silence the others.
 * Source: SPEC C2, F7
 */
const guarded = (kind: string, run: () => Inquiry<MountedContribution>): Inquiry<MountedContribution> => {
  try {
    const inquiry = run();
    if (inquiry.kind === 'settled') return inquiry;
    return { ...inquiry, resume: (answers) => guarded(kind, () => inquiry.resume(answers)) };
  } catch (reason) {
    return settled({ diagnostics: [{ code: 'source-failed', detail: `${kind}: ${describeReason(reason)}` }] });
  }
};

/**
 * Asks every source about one occasion, in shared batches.
 *
 * Shape:  sources do not see each other; the result orders what they say. An empty batch at the first step of a turn
 *         does not enter, so nobody is asked.
 * Source: SPEC C1, C2, A8; property-tests/combine.laws.test.ts
 */
export const consider = (
  sources: readonly MountedSource[],
  live: LiveSession,
  occasion: Occasion,
  idFor: IdFor = derivedId,
): Inquiry<Decision> => {
  if (occasion.kind === 'pre-step' && occasion.step === 1 && occasion.messages.length === 0) return settled(NOTHING);
  const { header, position, nextSeq, parts } = live.state;
  const asked = sources.map((source, index): Inquiry<Part> => {
    const view: unknown = { state: parts[index], memory: live.memories[index], header, position, nextSeq };
    const considered = guarded(source.kind, () => source.consider(view as never, occasion));
    return map(considered, (contribution) => ({ placement: source.placement ?? 'tail', contribution }));
  });
  return map(all(asked), (answers) => decide(live, occasion, answers, idFor));
};

/** The paths, as named, that an execution and those inside it touched, whichever source knows about touches. */
export const touchesOf = (sources: readonly MountedSource[], execution: Execution): readonly string[] => [
  ...new Set(sources.flatMap((source) => source.touches?.(execution) ?? [])),
];

/** Tells every source how the host dealt with messages that were handed to it outside a batch. */
export const deliver = (
  sources: readonly MountedSource[],
  live: LiveSession,
  delivery: Omit<Delivery, 'boundary'>,
): LiveSession => ({
  ...live,
  memories: live.memories.map((memory: unknown, index): unknown => {
    const hear = sources[index]?.memory?.deliver;
    return hear === undefined ? memory : hear(memory, { ...delivery, boundary: live.state.nextSeq });
  }),
});
