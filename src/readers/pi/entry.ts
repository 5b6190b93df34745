// Owns: what one entry of a pi session is to the model.
import type { Content, ContentBlock, SourceTag } from '../../domain/message.js';
import type { Item } from '../history.js';
import { CHECKPOINT, TYPED, callBlock, insertedBy, reasoningBlock, textBlock } from '../history.js';
import { timeOf } from '../instant.js';
import type { Row, Tally } from '../tally.js';
import type { Block, Custom } from './codec.js';
import {
  bashCodec,
  branchSummaryCodec,
  compactionCodec,
  customCodec,
  entryCodec,
  infoCodec,
  isThinking,
  isToolCall,
  ourDetails,
  resultCodec,
  spokenCodec,
} from './codec.js';

/**
 * An entry of the tree.
 *
 * Shape:  `number` counts entries from 0; `firstKept` of a compaction names an entry by its id, or by its line in the
 *         first version, where the header is line 0; `title` of an entry that names the session.
 */
export interface Entry {
  readonly number: number;
  readonly id?: string;
  readonly parentId?: string | null;
  readonly type: string;
  readonly item?: Item;
  readonly compaction?: { readonly firstKept: string | number | undefined };
  readonly title?: string;
  readonly time?: number;
}

const blockOf = (block: Block): ContentBlock => {
  if (isThinking(block)) return reasoningBlock(block.thinking);
  return isToolCall(block) ? callBlock(block.id, block.name, block.arguments ?? {}) : block;
};

const contentOf = (content: string | readonly Block[]): Content =>
  typeof content === 'string' ? content : content.map(blockOf);

/** A message of ours says so in its details, which the model never sees. */
const sourceOf = (customType: string, details: unknown): SourceTag =>
  ourDetails.is(details) ? details.contextfold : insertedBy('pi', customType);

interface Told {
  readonly id: string;
  readonly time?: number;
}

const messageIn = (message: unknown, told: Told): Item | undefined => {
  if (spokenCodec.is(message)) {
    const { role, model } = message;
    const content = contentOf(message.content);
    if (role === 'user') return { kind: 'user', content, source: TYPED, ...told };
    return { kind: 'assistant', content, ...(model === undefined ? {} : { model }), response: told.id, ...told };
  }
  if (resultCodec.is(message)) {
    const { toolCallId: call, isError: failed = false } = message;
    return { kind: 'result', call, failed, content: contentOf(message.content), ...told };
  }
  if (bashCodec.is(message)) {
    const content = [textBlock(`$ ${message.command}\n${message.output ?? ''}`)];
    return { kind: 'user', content, source: insertedBy('pi', 'bash'), ...told };
  }
  return customCodec.is(message) ? customItem(message, told) : undefined;
};

const customItem = ({ customType, content, details }: Custom, told: Told): Item => ({
  kind: 'user',
  content: contentOf(content),
  source: sourceOf(customType, details),
  ...told,
});

const itemIn = (row: Row, told: Told): Item | undefined => {
  if (row.type === 'message') return messageIn(row['message'], told);
  if (row.type === 'custom_message') return customCodec.is(row) ? customItem(row, told) : undefined;
  if (branchSummaryCodec.is(row)) {
    return { kind: 'user', content: [textBlock(row.summary)], source: insertedBy('pi', 'branch-summary'), ...told };
  }
  return compactionCodec.is(row)
    ? { kind: 'user', content: [textBlock(row.summary)], source: CHECKPOINT, ...told, quiet: true }
    : undefined;
};

const SPOKEN: readonly string[] = ['message', 'custom_message', 'branch_summary', 'compaction'];

/** A command that its author kept from the model. */
const isKeptBack = (row: Row): boolean => bashCodec.is(row['message']) && row['message'].excludeFromContext === true;

/**
 * What an entry is.
 *
 * Shape:  an entry that says nothing to the model is one too, since others hang below it, and is counted.
 * Errors: nothing, and counted, for what is no entry at all.
 */
export const readEntry = (row: Row, number: number, { skip }: Tally): Entry | undefined => {
  if (!entryCodec.is(row)) return void skip(`${row.type}: malformed`);
  const { type, id, parentId, timestamp } = row;
  const time = timeOf(timestamp);
  const ids = { ...(id === undefined ? {} : { id }), ...(parentId === undefined ? {} : { parentId }) };
  const place = { number, type, ...ids, ...time };
  if (infoCodec.is(row)) return { ...place, title: row.name ?? '' };
  if (isKeptBack(row)) {
    skip('message: kept from the model');
    return place;
  }
  const item = itemIn(row, { id: id ?? `entry-${number}`, ...time });
  if (item === undefined) {
    skip(SPOKEN.includes(type) ? `${type}: malformed` : type);
    return place;
  }
  if (!compactionCodec.is(row)) return { ...place, item };
  return { ...place, item, compaction: { firstKept: row.firstKeptEntryId ?? row.firstKeptEntryIndex } };
};
