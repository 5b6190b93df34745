// Owns: the messages of a log, as targets judge them.
import type { LogEvent } from '../src/domain/log-event.js';
import { userMessageOf } from '../src/domain/log-event.js';
import type { UserMessage } from '../src/domain/message.js';

/** The user messages among events. */
export const userMessagesIn = (events: readonly LogEvent[]): readonly UserMessage[] =>
  events.flatMap((event) => userMessageOf(event) ?? []);

/** The text of each block of a message. */
export const textOf = ({ content }: UserMessage): readonly string[] =>
  typeof content === 'string'
    ? [content]
    : content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
