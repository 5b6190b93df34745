// Owns: how entries and messages of pi read as items of a conversation and how ours are written. What an entry says is
// known to the reader of pi's session files; what is said when is decided elsewhere.
import { isFields } from '../../domain/codec/decode.js';
import type { Content, SourceTag, UserMessage } from '../../domain/message.js';
import { textBlocks } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import { PROVENANCE, resultItem } from '../../programs/provenance.js';
import type { Item } from '../../readers/history.js';
import { readEntry } from '../../readers/pi/entry.js';
import type { Row } from '../../readers/tally.js';
import { tally } from '../../readers/tally.js';
import type { AgentMessageLike, EntryLike, TextLike } from './messages.js';

/** What we say: as an entry of pi's it is a custom message, as a message of the agent core a user's. */
export interface Said {
  readonly content: TextLike[];
  readonly details: object;
}

/** One of ours among several that were said as one. */
interface Part {
  readonly id: string;
  readonly source: SourceTag;
  readonly blocks: number;
}

const textsOf = (content: Content): TextLike[] => textBlocks(content).map((text) => ({ type: 'text', text }));

const partOf = ({ id, source, content }: UserMessage): Part => ({ id, source, blocks: textBlocks(content).length });

const detailsOf = (parts: readonly Part[]): object => {
  const [only, ...others] = parts;
  return only === undefined || others.length > 0 ? { [PROVENANCE]: parts } : { [PROVENANCE]: only.source, id: only.id };
};

const said = (message: UserMessage): Said => ({
  content: textsOf(message.content),
  details: detailsOf([partOf(message)]),
});

const partsOf = ({ content, details }: Said): readonly Part[] => {
  const { [PROVENANCE]: kept, id } = details as { readonly [PROVENANCE]: SourceTag | readonly Part[]; id: string };
  return Array.isArray(kept) ? (kept as readonly Part[]) : [{ id, source: kept as SourceTag, blocks: content.length }];
};

/**
 * Several of ours as one: pi lets the messages of its queue in one at a time.
 *
 * Shape:  `undefined` where there are none.
 */
export const asOne = (several: readonly Said[]): Said | undefined => {
  const [only, ...others] = several;
  if (only === undefined || others.length === 0) return only;
  return { content: several.flatMap(({ content }) => content), details: detailsOf(several.flatMap(partsOf)) };
};

/** The ids under which ours were written; nothing in the place of one that has none. */
const ownIds = (details: unknown): readonly unknown[] => {
  if (!isFields(details)) return [];
  const { id, [PROVENANCE]: kept } = details;
  if (!Array.isArray(kept)) return isFields(kept) ? [id] : [];
  return (kept as readonly unknown[]).map((part) => (isFields(part) ? part['id'] : undefined));
};

/** pi gives an entry its id when it is stored; ours and results are known before that. */
const identified = (item: Item, own: unknown): Item => {
  if (item.kind === 'result') return { ...item, id: resultItem(item.call, item.failed, '').id };
  return item.kind === 'user' && typeof own === 'string' ? { ...item, id: own } : item;
};

const itemsOf = (entry: EntryLike): readonly Item[] => {
  const ids = ownIds((entry as Row)['details']);
  return (readEntry(entry as Row, 0, tally())?.items ?? []).map((item, index) => identified(item, ids[index]));
};

const firstId = (details: unknown): string | undefined => {
  const [id] = ownIds(details);
  return typeof id === 'string' ? id : undefined;
};

/** A person's prompt before pi stores it. */
export const promptEntry = (text: string): EntryLike => {
  const message = { role: 'user', content: [{ type: 'text', text }] };
  return { type: 'message', id: 'prompt', message } as EntryLike;
};

/** What came of a call, before pi stores it. Units: `timestamp` as pi writes it. */
export const resultEntry = (toolCallId: string, isError: boolean, timestamp: string): EntryLike => {
  const message = { role: 'toolResult', toolCallId, content: [], isError };
  return { type: 'message', id: `result ${toolCallId}`, timestamp, message } as EntryLike;
};

/** An answer of the model: the calls that it made, and those of them that are settled by what stands behind it. */
export interface LastAnswer {
  readonly id: string;
  readonly calls: readonly string[];
  readonly settled: ReadonlySet<string>;
}

/** The last answer among entries. */
export const lastAnswer = (entries: readonly EntryLike[]): LastAnswer | undefined => {
  const items = entries.flatMap(itemsOf);
  const at = items.map(({ kind }) => kind).lastIndexOf('assistant');
  const answer = items[at];
  if (answer === undefined) return undefined;
  const blocks = typeof answer.content === 'string' ? [] : answer.content;
  return {
    id: answer.id,
    calls: blocks.flatMap(({ type, id }) => (type === 'tool-call' && typeof id === 'string' ? [id] : [])),
    settled: new Set(items.slice(at + 1).flatMap((item) => (item.kind === 'result' ? [item.call] : []))),
  };
};

/** The entries of a branch that the model sees: the last compaction leaves its summary and what it kept. */
export const visibleEntries = (branch: readonly EntryLike[]): readonly EntryLike[] => {
  const at = branch.map(({ type }) => type).lastIndexOf('compaction');
  const compaction = branch[at];
  if (compaction === undefined) return branch;
  const { firstKeptEntryId } = compaction as Row;
  const before = branch.slice(0, at);
  const kept = before.findIndex(({ id }) => id === firstKeptEntryId);
  const rest = kept < 0 ? [] : before.slice(kept).filter(({ type }) => type !== 'compaction');
  return [compaction, ...rest, ...branch.slice(at + 1)];
};

/**
 * The entries of a pi session.
 *
 * Shape:  ours are `custom_message` entries whose `details.contextfold` is their source.
 * Errors: total: what is no entry says nothing.
 * Source: SPEC F8; docs/READERS.md; test/hosts/pi/translate.test.ts
 */
export const piEntries: HostMessages<EntryLike> = {
  itemsOf,
  ownId: (entry) => firstId((entry as Row)['details']),
  write: (message) => ({ type: 'custom_message', customType: PROVENANCE, ...said(message) }) as EntryLike,
  reword: (_, content) => promptEntry(textBlocks(content).join('\n')),
};

/** A message as the entry that it would be stored as; it is recognised by when it was said and by what it says. */
const entryOf = (message: AgentMessageLike): EntryLike => {
  const { role, timestamp, content, summary, toolCallId, details } = message as Row & AgentMessageLike;
  const id = JSON.stringify([role, timestamp, toolCallId ?? content ?? summary]);
  if (role === 'user' && ownIds(details).length > 0) {
    return { type: 'custom_message', id, customType: PROVENANCE, content, details } as EntryLike;
  }
  if (role === 'compactionSummary') return { type: 'compaction', id, summary } as EntryLike;
  if (role === 'branchSummary') return { type: 'branch_summary', id, summary } as EntryLike;
  return { type: 'message', id, message, details } as EntryLike;
};

/**
 * The messages of pi's agent core.
 *
 * Shape:  ours are user messages, which every `convertToLlm` lets through, with their source in `details`.
 * Errors: total: what is no message says nothing.
 * Source: SPEC F8; test/hosts/pi/translate.test.ts
 */
export const agentMessages: HostMessages<AgentMessageLike> = {
  itemsOf: (message) => {
    const { timestamp } = message as Row & AgentMessageLike;
    const time = typeof timestamp === 'number' && Number.isFinite(timestamp) ? { time: timestamp } : {};
    return itemsOf(entryOf(message)).map((item) => ({ ...item, ...time }));
  },
  ownId: (message) => firstId((message as Row & AgentMessageLike)['details']),
  write: (message, time = 0) => ({ role: 'user', timestamp: time, ...said(message) }) as AgentMessageLike,
  reword: (message, content) => ({ ...message, content: textsOf(content) }) as AgentMessageLike,
};
