// Owns: how a Codex history is taken back: by compactions, and by turns that were rolled back.
import { utf8Length } from '../../core/utf8.js';
import { textOf } from '../../domain/message.js';
import type { History, Item } from '../history.js';
import { CHECKPOINT, itemsAbove, textBlock, withItems } from '../history.js';
import type { Place } from './item.js';
import { itemIn } from './item.js';

/** What a compaction without a history of its own keeps of what was typed: Codex counts 20 000 tokens of 4 bytes. */
const MAX_KEPT_BYTES = 80_000;

const isUser = (item: Item): item is Extract<Item, { readonly kind: 'user' }> => item.kind === 'user';
const isTyped = (item: Item): boolean => isUser(item) && item.source.kind === 'user';
const isCheckpoint = (item: Item): boolean => isUser(item) && item.source === CHECKPOINT;

/** The newest typed messages that fit; the one that fits only in part is kept whole. */
const keptOf = (items: readonly Item[]): readonly Item[] => {
  let left = MAX_KEPT_BYTES;
  const kept = items
    .filter(isTyped)
    .reverse()
    .filter(({ content }) => {
      const fits = left > 0;
      left -= utf8Length(textOf(content));
      return fits;
    });
  return kept.reverse();
};

/**
 * The history after a compaction.
 *
 * Shape:  the one that the row holds, in which messages that were visible are the same ones; without one, what Codex
 *         makes of the old: what stood before the first typed message, the newest typed messages, and the summary.
 */
export const compactedHistory = (
  history: History | undefined,
  message: string,
  replacement: readonly unknown[] | null | undefined,
  place: Place,
): History | undefined => {
  const old = itemsAbove(history, undefined);
  if (replacement === null || replacement === undefined) {
    const first = old.findIndex((item) => isTyped(item) || !isUser(item));
    const content = [textBlock(message)];
    const summary: Item = { kind: 'user', content, source: CHECKPOINT, ...place, quiet: true };
    return withItems(undefined, [...old.slice(0, Math.max(0, first)), ...keptOf(old), summary]);
  }
  const known = new Map(old.filter(isUser).map((item) => [textOf(item.content), item]));
  const items = replacement.flatMap((payload, index): readonly Item[] => {
    const item = itemIn(payload, { ...place, id: `${place.id}:${index}`, quiet: true });
    if (item === undefined || !isUser(item)) return item === undefined ? [] : [item];
    const text = textOf(item.content);
    if (text !== '' && text === message) return [{ ...item, source: CHECKPOINT }];
    const same = known.get(text);
    known.delete(text);
    return [same ?? item];
  });
  return withItems(undefined, items);
};

/**
 * The history without its last turns.
 *
 * Shape:  what Codex put before the first of them goes with it; what stands before the very first turn always stays.
 */
export const rolledBack = (history: History | undefined, turnCount: number): History | undefined => {
  const items = itemsAbove(history, undefined);
  const begins = items.flatMap((item, index) => (isTyped(item) || isCheckpoint(item) ? [index] : []));
  const [first] = begins;
  if (first === undefined || turnCount === 0) return history;
  let cut = begins[Math.max(0, begins.length - turnCount)] ?? first;
  for (let before = items[cut - 1]; cut > first && before !== undefined; before = items[cut - 1]) {
    if (!isUser(before) || isTyped(before) || isCheckpoint(before)) break;
    cut -= 1;
  }
  let past = history;
  while (past !== undefined && past.length > cut) past = past.before;
  return past;
};
