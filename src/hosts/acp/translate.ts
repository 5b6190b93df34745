// Owns: how what passes over an ACP connection reads as items of a conversation, and how ours are written as blocks of
// a prompt. Pure; it knows nothing of what is said when.
import { isFields } from '../../domain/codec/decode.js';
import type { Fields } from '../../domain/codec/decode.js';
import type { Content, ContentBlock } from '../../domain/message.js';
import { textBlocks } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import type { Provenance } from '../../programs/provenance.js';
import { PROVENANCE, ownIdIn, provenanceFor, provenanceIn, resultItem, userItem } from '../../programs/provenance.js';
import type { Item } from '../../readers/history.js';
import { CHECKPOINT, callBlock } from '../../readers/history.js';
import type { BlockLike } from './messages.js';
import { metaOf } from './messages.js';

/**
 * One thing that was said or done in a session, as far as it matters here. JSON, to be stored where an agent does not
 * tell a session again when it is loaded.
 *
 * Shape:  `said`: blocks of a prompt, a person's or ours. `answered`: the model spoke. `called`: a tool ran; `paths`
 *         are what it named, without `failed` it has not ended. `compacted`: what was said before is gone.
 * Units:  `time` in ms since the epoch.
 */
export type AcpRecord = { readonly id: string; readonly time?: number } & (
  | { readonly kind: 'said'; readonly blocks: readonly BlockLike[] }
  | { readonly kind: 'answered' }
  | { readonly kind: 'called'; readonly tool: string; readonly paths: readonly string[]; readonly failed?: boolean }
  | { readonly kind: 'compacted' }
);

/** The records of a tool call. */
export type Called = Extract<AcpRecord, { readonly kind: 'called' }>;

const provenanceOf = (blocks: readonly BlockLike[]): Provenance | undefined =>
  blocks.flatMap((block) => provenanceIn(metaOf(block)) ?? [])[0];

/** A text block; what is no text counts by its type. */
const asContent = (block: BlockLike): ContentBlock => {
  const { text } = block as BlockLike & Fields;
  if (block.type === 'text') return typeof text === 'string' ? { type: 'text', text } : { type: 'unknown' };
  return { type: block.type };
};

/**
 * All that a model says in a turn counts as one answer.
 *
 * Why:    nothing can be said between two steps of an agent that is seen from outside. With one step a turn, what its
 *         calls touched is due at the next prompt.
 */
const ONE_ANSWER = { response: 'turn' };

/** A call that runs has not settled; one that is over has its result behind it. */
const calledItems = ({ id, tool, paths, failed, time }: Called): readonly Item[] => {
  const at = time === undefined ? {} : { time };
  const content = [callBlock(id, tool, { file_path: paths })];
  const call: Item = { kind: 'assistant', id: JSON.stringify(['call', id, paths]), content, ...ONE_ANSWER, ...at };
  return failed === undefined ? [call] : [call, { ...resultItem(id, failed, ''), ...at }];
};

const itemsOf = (record: AcpRecord): readonly Item[] => {
  const { id, time } = record;
  const at = time === undefined ? {} : { time };
  switch (record.kind) {
    case 'said':
      return [{ ...at, ...userItem(id, record.blocks.map(asContent), provenanceOf(record.blocks)) }];
    case 'answered':
      return [{ kind: 'assistant', id, content: [], ...ONE_ANSWER, ...at }];
    case 'called':
      return calledItems(record);
    case 'compacted':
      return [{ kind: 'user', id, source: CHECKPOINT, content: [], quiet: true, ...at }];
  }
};

const ownBlocks = (content: Content, meta: Provenance): readonly BlockLike[] =>
  textBlocks(content).map((text) => ({ type: 'text', text, _meta: { [PROVENANCE]: meta } }) as BlockLike);

/** A prompt whose texts were put into other words. */
const rewordedBlocks = (blocks: readonly BlockLike[], content: Content): readonly BlockLike[] => {
  const said = textBlocks(content);
  let place = 0;
  return blocks.map((block) => {
    if (asContent(block).type !== 'text') return block;
    place += 1;
    return { ...block, text: said[place - 1] } as BlockLike;
  });
};

/**
 * What passes over an ACP connection.
 *
 * Shape:  ours are text blocks of a prompt, their provenance under `_meta`.
 * Errors: total.
 * Source: SPEC F8; test/hosts/acp/translate.test.ts
 */
export const acpRecords: HostMessages<AcpRecord> = {
  itemsOf,
  ownId: (record) => (record.kind === 'said' ? ownIdIn(provenanceOf(record.blocks)) : undefined),
  write: (message, time) => ({
    kind: 'said',
    id: message.id,
    blocks: ownBlocks(message.content, provenanceFor(message, time)),
  }),
  reword: (record, content) =>
    record.kind === 'said' ? { ...record, blocks: rewordedBlocks(record.blocks, content) } : record,
};

/** Pieces of one prompt that an agent tells again: each of ours stands for itself. */
const pieceOf = (block: BlockLike): string => ownIdIn(provenanceOf([block])) ?? '';

const withPiece = (records: readonly AcpRecord[], block: BlockLike, id: string): readonly AcpRecord[] => {
  const last = records.at(-1);
  const goesOn = last?.kind === 'said' && pieceOf(last.blocks[0] ?? block) === pieceOf(block);
  if (goesOn) return [...records.slice(0, -1), { ...last, blocks: [...last.blocks, block] }];
  return [...records, { kind: 'said', id, blocks: [block] }];
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** What a call named: its locations, and the files that it shows to have changed. */
const pathsIn = (update: Fields): readonly string[] => {
  const named = [...listOf(update['locations']), ...listOf(update['content'])];
  return named.flatMap((value) => (isFields(value) && typeof value['path'] === 'string' ? [value['path']] : []));
};

const FAILED: ReadonlyMap<unknown, boolean> = new Map([
  ['completed', false],
  ['failed', true],
]);

/** A call as it is after a further update; what an update leaves out stays. */
const updated = (before: Called, update: Fields): Called => {
  const { kind, status } = update;
  const paths = pathsIn(update);
  const failed = FAILED.get(status) ?? before.failed;
  return {
    ...before,
    ...(typeof kind === 'string' ? { tool: kind } : {}),
    paths: [...new Set([...(Array.isArray(update['locations']) ? [] : before.paths), ...paths])],
    ...(failed === undefined ? {} : { failed }),
  };
};

const withCall = (records: readonly AcpRecord[], update: Fields, time: number | undefined): readonly AcpRecord[] => {
  const { toolCallId: id } = update;
  if (typeof id !== 'string') return records;
  const at = records.findIndex((record) => record.kind === 'called' && record.id === id);
  const fresh: Called = { kind: 'called', id, tool: 'other', paths: [], ...(time === undefined ? {} : { time }) };
  if (at < 0) return [...records, updated(fresh, update)];
  return records.map((record, index) => (index === at ? updated(record as Called, update) : record));
};

/** Where a session stands when an update comes in. */
export interface Observing {
  /** The next id that no record has. */
  readonly id: string;
  readonly time: number | undefined;
  /** A prompt is on its way, so that what a user said is known already. */
  readonly isPrompting: boolean;
}

/**
 * The records of a session after a `session/update`.
 *
 * Shape:  the same list for an update that says nothing here. A compaction that is over leaves nothing but itself: the
 *         protocol does not tell what the agent kept.
 * Errors: total: a malformed update says nothing.
 * Source: SPEC A9, A12, F8
 */
export const observed = (
  records: readonly AcpRecord[],
  update: unknown,
  { id, time, isPrompting }: Observing,
): readonly AcpRecord[] => {
  if (!isFields(update)) return records;
  const { content } = update;
  switch (update['sessionUpdate']) {
    case 'user_message_chunk':
      if (isPrompting || !isFields(content) || typeof content['type'] !== 'string') return records;
      return withPiece(records, content as Fields & BlockLike, id);
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return records.at(-1)?.kind === 'answered'
        ? records
        : [...records, { kind: 'answered', id, ...(time === undefined ? {} : { time }) }];
    case 'tool_call':
    case 'tool_call_update':
      return withCall(records, update, time);
    case 'compaction_update':
      return update['status'] === 'completed' ? [{ kind: 'compacted', id }] : records;
    default:
      return records;
  }
};
