// Owns: what a host keeps beside a message so that it is recognised as ours, and how a user message reads with it.
// Where in a host's message it stands is the binding's to say.
import { isFields } from '../domain/codec/decode.js';
import type { Content, ContentBlock, SourceTag, UserMessage } from '../domain/message.js';
import type { Item } from '../readers/history.js';

/** The name under which provenance stands among a host's own metadata. */
export const PROVENANCE = 'contextfold';

/**
 * What is kept beside a message of ours, or beside a person's by a host that knows more about it.
 *
 * Shape:  JSON. `id` only beside ours.
 * Units:  `time` in ms since the epoch.
 */
export interface Provenance {
  readonly id?: string;
  readonly source: SourceTag;
  readonly time?: number;
}

/** The provenance of a message of ours that is written now. */
export const provenanceFor = ({ id, source }: UserMessage, time: number | undefined): Provenance =>
  time === undefined ? { id, source } : { id, source, time };

/** Provenance among a host's metadata. Errors: anything that is not well formed counts as none (SPEC F8). */
export const provenanceIn = (metadata: unknown): Provenance | undefined => {
  const kept = isFields(metadata) ? metadata[PROVENANCE] : undefined;
  if (!isFields(kept)) return undefined;
  const { id, source, time } = kept;
  if (!isFields(source) || typeof source['kind'] !== 'string') return undefined;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    source: source as SourceTag,
    ...(typeof time === 'number' ? { time } : {}),
  };
};

/** The id of a message of ours. */
export const ownIdIn = (provenance: Provenance | undefined): string | undefined =>
  provenance?.source.kind === 'user' ? undefined : provenance?.id;

const TYPED: SourceTag = { kind: 'user' };

/** A checkpoint opens no turn: it stands for what was said before. Source: SPEC S4 */
const isCheckpoint = ({ kind, plugin }: SourceTag): boolean =>
  kind === 'plugin' && (plugin === 'compact' || plugin === 'dsh-compaction');

/**
 * A user message of a host as an item: a person's own unless its provenance says otherwise.
 *
 * Shape:  ours is recognised by its own id; any other by `key`, the host's id or what it says.
 */
export const userItem = (key: unknown, content: Content, provenance: Provenance | undefined): Item => {
  const { id, source = TYPED, time } = provenance ?? {};
  return {
    kind: 'user',
    id: id ?? `user:${JSON.stringify(key)}`,
    source,
    content,
    ...(time === undefined ? {} : { time }),
    ...(isCheckpoint(source) ? { quiet: true } : {}),
  };
};

/** What an answer is recognised by beside a host's id: its words and its calls, whatever else it holds. */
export const assistantItem = (key: unknown, content: readonly ContentBlock[]): Item => {
  const told = content.map(({ text, id }) => text ?? { id });
  return { kind: 'assistant', id: `assistant:${JSON.stringify([key, told])}`, content };
};

/** A result is recognised by its call and by how that went, so that a host may prune what it says. */
export const resultItem = (call: string, failed: boolean, content: Content): Item => ({
  kind: 'result',
  id: `result:${JSON.stringify([call, failed])}`,
  call,
  failed,
  content,
});
