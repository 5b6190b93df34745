// Owns: what a conversation of another tool consists of, as values: the messages that a model can see, in order. How
// they become events of a log is conversation.ts's work.
import { isFields } from '../domain/codec/decode.js';
import { describeJson } from '../domain/error.js';
import type { Content, ContentBlock, SourceTag } from '../domain/message.js';

interface Told {
  readonly id: string;
  readonly content: Content;
  readonly time?: number;
  /** Told again or put in by a compaction: it opens no turn and makes no call. */
  readonly quiet?: true;
}

/**
 * One message.
 *
 * Shape:  `response` names the model's answer that an assistant message is a part of, where a tool writes one answer as
 *         several messages; `call` is the id of the call that a result settles.
 */
export type Item =
  | (Told & { readonly kind: 'user'; readonly source: SourceTag })
  | (Told & { readonly kind: 'assistant'; readonly response?: string; readonly model?: string })
  | (Told & { readonly kind: 'result'; readonly call: string; readonly failed: boolean });

/**
 * The messages that are visible at some point, newest first; older histories stay valid and are shared.
 *
 * Cost:   one more message is O(1).
 */
export interface History {
  readonly item: Item;
  readonly before: History | undefined;
  readonly length: number;
}

/** A history with one more message. */
export const withItem = (before: History | undefined, item: Item): History => ({
  item,
  before,
  length: (before?.length ?? 0) + 1,
});

/** A history of given messages on top of another. */
export const withItems = (before: History | undefined, items: Iterable<Item>): History | undefined => {
  let history = before;
  for (const item of items) history = withItem(history, item);
  return history;
};

/** The messages of a history above an older one that it grew from, oldest first. */
export const itemsAbove = (history: History | undefined, older: History | undefined): readonly Item[] => {
  const items: Item[] = [];
  for (let at = history; at !== undefined && at !== older; at = at.before) items.push(at.item);
  return items.reverse();
};

/** The youngest history that both grew from. Cost: O(what differs). */
export const commonHistory = (one: History | undefined, other: History | undefined): History | undefined => {
  let [a, b] = [one, other];
  while (a !== b) {
    const [left, right] = [a?.length ?? 0, b?.length ?? 0];
    if (left >= right) a = a?.before;
    if (right >= left) b = b?.before;
  }
  return a;
};

/** A person's own message. Source: SPEC S3 */
export const TYPED: SourceTag = { kind: 'user' };

/** A checkpoint that a compaction left. Source: SPEC S4 */
export const CHECKPOINT: SourceTag = { kind: 'plugin', plugin: 'compact' };

/** What a tool itself put before the model. */
export const insertedBy = (plugin: string, form: string): SourceTag => ({ kind: 'plugin', plugin, form });

/** A text block. */
export const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

/** What a model thought, as a block. */
export const reasoningBlock = (text: string): ContentBlock => ({ type: 'reasoning', text });

/** A call that a model made, as a block of its message. Arguments that are no object become their JSON text. */
export const callBlock = (id: string, name: string, args: unknown): ContentBlock => ({
  type: 'tool-call',
  id,
  name,
  arguments: typeof args === 'string' || isFields(args) || args === undefined ? args : describeJson(args),
});
