// Owns: the words of the context snapshot, and how one is recognised in a log. They follow from the sections alone.
import { joinBlocks } from '../core/frame.js';
import type { SnapshotSection, SnapshotTag } from '../core/snapshot-message.js';
import { hasExactly, isOfPlugin } from '../core/snapshot-message.js';
import type { LogEvent } from '../domain/log-event.js';
import { userMessageOf } from '../domain/log-event.js';
import type { UserMessage } from '../domain/message.js';

/** The kind of the source, and the name under which its messages are logged. */
export const SYSTEM_PROMPT = 'system-prompt';

const OPENING = 'Context snapshot. It supersedes every earlier one in this conversation.';
const WITHDRAWAL = 'Context snapshot: nothing applies. It supersedes every earlier one in this conversation.';

/**
 * What a snapshot of given sections says.
 *
 * Shape:  an opening that supersedes earlier snapshots, then the texts, separated by blank lines; without sections the
 *         news is that nothing applies.
 * Source: SPEC P1
 */
export const snapshotText = (sections: readonly SnapshotSection[]): string =>
  sections.length === 0 ? WITHDRAWAL : joinBlocks([OPENING, ...sections.map(({ text }) => text)]);

const isSection = (value: unknown): value is SnapshotSection =>
  hasExactly(value, ['name', 'text']) && typeof value['name'] === 'string' && typeof value['text'] === 'string';

/** A logged context snapshot. */
export interface SnapshotMessage extends UserMessage {
  readonly source: SnapshotTag;
}

/** The context snapshot that an event logs; `undefined` for anything else, a malformed one too. Source: SPEC F8 */
export const snapshotMessageOf = (event: LogEvent): SnapshotMessage | undefined => {
  const message = isOfPlugin(event, SYSTEM_PROMPT) ? userMessageOf(event) : undefined;
  const source: unknown = message?.source;
  return hasExactly(source, ['kind', 'plugin', 'form', 'sections']) &&
    source['form'] === 'snapshot' &&
    Array.isArray(source['sections']) &&
    source['sections'].every(isSection)
    ? (message as SnapshotMessage)
    : undefined;
};
