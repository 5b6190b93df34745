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
  ourParts,
  resultCodec,
  spokenCodec,
} from './codec.js';

/**
 * An entry of the tree.
 *
 * Shape:  `number` counts entries from 0; `items` is what it says to the model, mostly one message or none; `firstKept`
 *         of a compaction names an entry by its id, or by its line in the first version, where the header is line 0;
 *         `title` of an entry that names the session.
 */
export interface Entry {
  readonly number: number;
  readonly id?: string;
  readonly parentId?: string | null;
  readonly type: string;
  readonly items: readonly Item[];
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

const customItem = ({ customType, content, details }: Custom, told: Told): Item => ({
  kind: 'user',
  content: contentOf(content),
  source: sourceOf(customType, details),
  ...told,
});

/** A custom message; several messages of ours may have come as one. */
const customItems = (message: Custom, told: Told): readonly Item[] => {
  const { content, details } = message;
  if (!ourParts.is(details) || typeof content === 'string') return [customItem(message, told)];
  let from = 0;
  return details.contextfold.map(({ source, blocks }, index): Item => {
    const said = contentOf(content.slice(from, from + blocks));
    from += blocks;
    return { kind: 'user', content: said, source, ...told, id: index === 0 ? told.id : `${told.id}/${index}` };
  });
};

const messageIn = (message: unknown, told: Told): readonly Item[] => {
  if (spokenCodec.is(message)) {
    const { role, model } = message;
    const content = contentOf(message.content);
    if (role === 'user') return [{ kind: 'user', content, source: TYPED, ...told }];
    return [{ kind: 'assistant', content, ...(model === undefined ? {} : { model }), response: told.id, ...told }];
  }
  if (resultCodec.is(message)) {
    const { toolCallId: call, isError: failed = false } = message;
    return [{ kind: 'result', call, failed, content: contentOf(message.content), ...told }];
  }
  if (bashCodec.is(message)) {
    const content = [textBlock(`$ ${message.command}\n${message.output ?? ''}`)];
    return [{ kind: 'user', content, source: insertedBy('pi', 'bash'), ...told }];
  }
  return customCodec.is(message) ? customItems(message, told) : [];
};

const itemsIn = (row: Row, told: Told): readonly Item[] => {
  if (row.type === 'message') return messageIn(row['message'], told);
  if (row.type === 'custom_message') return customCodec.is(row) ? customItems(row, told) : [];
  if (branchSummaryCodec.is(row)) {
    return [{ kind: 'user', content: [textBlock(row.summary)], source: insertedBy('pi', 'branch-summary'), ...told }];
  }
  return compactionCodec.is(row)
    ? [{ kind: 'user', content: [textBlock(row.summary)], source: CHECKPOINT, ...told, quiet: true }]
    : [];
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
  const place = { number, type, ...ids, ...time, items: [] };
  if (infoCodec.is(row)) return { ...place, title: row.name ?? '' };
  if (isKeptBack(row)) {
    skip('message: kept from the model');
    return place;
  }
  const items = itemsIn(row, { id: id ?? `entry-${number}`, ...time });
  if (items.length === 0) {
    skip(SPOKEN.includes(type) ? `${type}: malformed` : type);
    return place;
  }
  if (!compactionCodec.is(row)) return { ...place, items };
  return { ...place, items, compaction: { firstKept: row.firstKeptEntryId ?? row.firstKeptEntryIndex } };
};
