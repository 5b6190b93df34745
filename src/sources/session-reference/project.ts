// Owns: which part of another session's surface is conversation: what people and models said, and what compactions
// left of it.
import type { LogEvent } from '../../domain/log-event.js';
import { assistantContentOf, userMessageOf } from '../../domain/log-event.js';
import type { Content, SourceTag } from '../../domain/message.js';
import { isDirect, textBlocks } from '../../domain/message.js';
import type { ProjectedItem } from './model.js';

/** Tells whether a message is what a compaction left of the history before it. Source: SPEC S4 */
export const isCheckpoint = (source: SourceTag): boolean =>
  source.kind === 'plugin' && (source['plugin'] === 'compact' || source['plugin'] === 'dsh-compaction');

/** A message that says nothing is no item, however many empty blocks it has. */
const itemFrom = (role: ProjectedItem['role'], content: Content, checkpoint: boolean): ProjectedItem | undefined => {
  const texts = textBlocks(content);
  return texts.every((text) => text === '') ? undefined : { role, text: texts.join('\n'), checkpoint };
};

const itemOf = (event: LogEvent): ProjectedItem | undefined => {
  const message = userMessageOf(event);
  if (message !== undefined) {
    const checkpoint = isCheckpoint(message.source);
    return checkpoint || isDirect(message) ? itemFrom('user', message.content, checkpoint) : undefined;
  }
  const content = assistantContentOf(event);
  return content === undefined ? undefined : itemFrom('assistant', content, false);
};

/**
 * Projects the visible events of a session to its conversation.
 *
 * Shape:  direct messages, assistant text and checkpoints, in surface order. Tools, reasoning, injected context and
 *         blocks that are no text are left out, so a snapshot never holds another.
 * Cost:   O(events).
 * Source: SPEC S4
 */
export const project = (visible: readonly LogEvent[]): readonly ProjectedItem[] => {
  const items: ProjectedItem[] = [];
  for (const event of visible) {
    const item = itemOf(event);
    if (item !== undefined) items.push(item);
  }
  return items;
};
