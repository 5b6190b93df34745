// Owns: how messages of LangChain read as items of a conversation and how ours are written. Pure; it knows nothing of
// what is said when.
import { isFields } from '../../domain/codec/decode.js';
import type { ContentBlock } from '../../domain/message.js';
import { textBlocks, textContent } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import { blocksOf, contentKey, reworded, textsOf } from '../../programs/host-content.js';
import type { Provenance } from '../../programs/provenance.js';
import {
  PROVENANCE,
  assistantItem,
  ownIdIn,
  provenanceFor,
  provenanceIn,
  resultItem,
  userItem,
} from '../../programs/provenance.js';
import type { Item } from '../../readers/history.js';
import { CHECKPOINT, callBlock } from '../../readers/history.js';
import type { MessageLike } from './messages.js';
import { typeOf } from './messages.js';

/** What stands beside the message; a summary of LangChain's says so in its own way. */
const provenanceOf = (message: MessageLike): Provenance | undefined => {
  if (typeOf(message) !== 'human') return undefined;
  const { additional_kwargs: beside } = message;
  const isSummary = isFields(beside) && beside['lc_source'] === 'summarization';
  return isSummary ? { source: CHECKPOINT } : provenanceIn(beside);
};

/** An id alone would not do: a summary takes over that of the first message it stands for. */
const humanItem = (message: MessageLike): Item => {
  const { id = null, content } = message;
  return userItem([id, ...contentKey(content)], blocksOf(content), provenanceOf(message));
};

const aiItem = (message: MessageLike): Item => {
  const { tool_calls: calls } = message as { readonly tool_calls?: unknown };
  const made = Array.isArray(calls) ? (calls as readonly unknown[]) : [];
  const callBlocks = made.flatMap((call): readonly ContentBlock[] => {
    if (!isFields(call)) return [];
    const { id, name, args } = call;
    return typeof id === 'string' && typeof name === 'string' ? [callBlock(id, name, args)] : [];
  });
  return assistantItem(message.id ?? null, [...textsOf(message.content), ...callBlocks]);
};

const toolItems = (message: MessageLike): readonly Item[] => {
  const { tool_call_id: call, status } = message as { readonly tool_call_id?: unknown; readonly status?: unknown };
  return typeof call === 'string' ? [resultItem(call, status === 'error', textsOf(message.content))] : [];
};

/**
 * The messages of LangChain.
 *
 * Shape:  `human` messages are a person's own unless what stands beside them says otherwise; `system` ones say nothing
 *         here. Ours are human messages with their provenance in `additional_kwargs`, and their id as the message's.
 * Errors: total: what is not understood says nothing. A `ToolMessage` failed when its status says so.
 * Source: SPEC F8; test/hosts/langchain/translate.test.ts
 */
export const langchainMessages: HostMessages<MessageLike> = {
  itemsOf: (message) => {
    switch (typeOf(message)) {
      case 'human':
        return [humanItem(message)];
      case 'ai':
        return [aiItem(message)];
      case 'tool':
        return toolItems(message);
      default:
        return [];
    }
  },
  ownId: (message) => ownIdIn(provenanceOf(message)),
  write: (message, time) => {
    const [only = '', ...more] = textBlocks(message.content);
    return {
      type: 'human',
      id: message.id,
      content: more.length === 0 ? only : textContent([only, ...more]),
      additional_kwargs: { [PROVENANCE]: provenanceFor(message, time) },
    };
  },
  reword: ({ id, content, additional_kwargs: beside = {} }, words) => ({
    type: 'human',
    id,
    content: reworded(content, words),
    additional_kwargs: beside,
  }),
};
