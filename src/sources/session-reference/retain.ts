// Owns: what of a conversation is kept when it does not fit: which items go, and how deep the others are cut.
// How an item is written is render.ts's work; here it is only measured.
import { utf8Length, utf8Prefix, utf8Suffix } from '../../core/utf8.js';
import { escapedLength, tagSafeJson } from './json.js';
import type { ConversationItem, ProjectedItem } from './model.js';

/** A conversation that fits, and what it cost. `omittedBytes` in UTF-8 bytes of the texts, unescaped. */
export interface Retained {
  readonly conversation: readonly ConversationItem[];
  readonly omittedMessages: number;
  readonly omittedBytes: number;
}

/** What stands where a text was cut. Source: SPEC S5 */
export const cutNotice = (omittedBytes: number): string => `\n[… ${omittedBytes} bytes omitted …]\n`;

const NOTICE = /\n\[… ([1-9]\d*) bytes omitted …\](?=\n)/gu;

const MAX_SUMS = 4096;

/**
 * Every number of bytes that the notices in some texts can account for: a text was cut once or not at all, and may have
 * held what looks like a notice before.
 *
 * Errors: `undefined` where there are too many to tell.
 * Source: SPEC I1
 */
export const omissionSums = (texts: readonly string[]): ReadonlySet<number> | undefined => {
  let sums: ReadonlySet<number> = new Set([0]);
  for (const text of texts) {
    const noted = [0, ...Array.from(text.matchAll(NOTICE), ([, bytes]) => Number(bytes))];
    if (noted.length > 1) sums = new Set([...sums].flatMap((sum) => noted.map((bytes) => sum + bytes)));
    if (sums.size > MAX_SUMS) return undefined;
  }
  return sums;
};

const ITEM_BYTES: Readonly<Record<ConversationItem['role'], number>> = {
  user: tagSafeJson({ role: 'user', text: '' }).length,
  assistant: tagSafeJson({ role: 'assistant', text: '' }).length,
};

/** An item with the comma before it. */
const itemBytes = (item: ConversationItem): number => 1 + ITEM_BYTES[item.role] + escapedLength(item.text);

/**
 * Drops the oldest items that may be dropped, as few as will do.
 *
 * Shape:  checkpoints and the newest item stay; they may still be too much.
 * Cost:   O(content), and what is dropped is not measured.
 */
const dropOldest = (items: readonly ProjectedItem[], room: number): readonly ProjectedItem[] => {
  const newest = items.length - 1;
  let bytes = 0;
  items.forEach((item, index) => {
    if (item.checkpoint || index === newest) bytes += itemBytes(item);
  });
  let oldest = newest;
  for (let index = newest - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item === undefined || item.checkpoint) continue;
    bytes += itemBytes(item);
    if (bytes > room) break;
    oldest = index;
  }
  return items.filter((item, index) => item.checkpoint || index >= oldest);
};

interface Measured extends ConversationItem {
  readonly bytes: number;
  readonly escaped: number;
}

const measure = ({ role, text }: ProjectedItem): Measured => ({
  role,
  text,
  bytes: utf8Length(text),
  escaped: escapedLength(text),
});

interface Cut {
  readonly head: string;
  readonly notice: string;
  readonly tail: string;
  readonly omittedBytes: number;
  readonly escaped: number;
}

/** A text cut to a limit; `undefined` where it is short enough, or would not get shorter. */
const cutIfShorter = (item: Measured, limit: number): Cut | undefined => {
  if (item.bytes <= limit) return undefined;
  const prefix = utf8Prefix(item.text, Math.ceil(limit / 2));
  const suffix = utf8Suffix(item.text, Math.floor(limit / 2));
  const omittedBytes = item.bytes - prefix.bytes - suffix.bytes;
  const head = item.text.slice(0, prefix.end);
  const notice = cutNotice(omittedBytes);
  const tail = item.text.slice(suffix.start);
  const escaped = escapedLength(head) + escapedLength(notice) + escapedLength(tail);
  return escaped < item.escaped ? { head, notice, tail, omittedBytes, escaped } : undefined;
};

const fits = (items: readonly Measured[], room: number, limit: number): boolean => {
  let bytes = 0;
  for (const item of items) {
    bytes += 1 + ITEM_BYTES[item.role] + (cutIfShorter(item, limit)?.escaped ?? item.escaped);
    if (bytes > room) return false;
  }
  return true;
};

/**
 * The largest common length that fits.
 *
 * Shape:  no text gets shorter when the limit grows: what is kept grows by at least as many bytes as the notice loses
 *         digits. So the limits that fit are those up to a largest one, and halving finds it. Above `room` none fits:
 *         a text of more bytes than that, cut or not, is too long.
 * Cost:   O(log room) rounds, each of O(room).
 */
const largestLimit = (items: readonly Measured[], room: number): number | undefined => {
  if (!fits(items, room, 0)) return undefined;
  let low = 0;
  let high = room;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(items, room, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Fits a conversation into a number of bytes.
 *
 * Shape:  the oldest items that are no checkpoints go first, never the newest; then every text longer than a common
 *         length is cut to it, head and tail around a notice, at the largest length that fits.
 * Units:  `room` in UTF-8 bytes of the items as tag-safe JSON, with the commas between them.
 * Errors: `undefined` when it cannot fit.
 * Cost:   O(content), whatever is dropped or cut.
 * Source: SPEC S5; property-tests/session-reference-retention.laws.test.ts
 */
export const retain = (items: readonly ProjectedItem[], room: number): Retained | undefined => {
  if (room < 0) return undefined;
  // Every item is measured with a comma before it, and the first has none.
  const roomWithComma = room + 1;
  const kept = dropOldest(items, roomWithComma).map(measure);
  const longest = kept.reduce((bytes, item) => Math.max(bytes, item.bytes), 0);
  const limit = fits(kept, roomWithComma, longest) ? longest : largestLimit(kept, roomWithComma);
  if (limit === undefined) return undefined;
  let omittedBytes = items.reduce((bytes, item) => bytes + utf8Length(item.text), 0);
  const conversation = kept.map((item): ConversationItem => {
    const cut = cutIfShorter(item, limit);
    omittedBytes -= item.bytes - (cut?.omittedBytes ?? 0);
    return { role: item.role, text: cut === undefined ? item.text : cut.head + cut.notice + cut.tail };
  });
  return { conversation, omittedMessages: items.length - kept.length, omittedBytes };
};
