// Owns: how messages of the AI SDK read as items of a conversation and how ours are written. Pure; it knows nothing of
// what is said when.
import { isFields } from '../../domain/codec/decode.js';
import type { ContentBlock } from '../../domain/message.js';
import { textBlocks, textContent } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import { blocksOf, contentKey, reworded } from '../../programs/host-content.js';
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
import { callBlock } from '../../readers/history.js';
import type { ModelMessageLike, Part } from './messages.js';
import { partsOf } from './messages.js';

/** What the model was told was wrong, was not run, or says nothing of how it went. */
const hasFailed = (output: unknown): boolean => {
  const type = isFields(output) ? output['type'] : undefined;
  return typeof type !== 'string' || type.startsWith('error') || type === 'execution-denied';
};

/** On the message itself, or on the text parts of one that was a UI message. */
export const provenanceOf = ({ role, content, providerOptions }: ModelMessageLike): Provenance | undefined => {
  if (role !== 'user') return undefined;
  const inParts = partsOf(content).flatMap((part) => provenanceIn(part['providerOptions']) ?? []);
  return provenanceIn(providerOptions) ?? inParts[0];
};

const resultItems = (parts: readonly Part[]): readonly Item[] =>
  parts.flatMap((part): readonly Item[] => {
    const { type, toolCallId, output } = part;
    if (type !== 'tool-result' || typeof toolCallId !== 'string') return [];
    const value = isFields(output) ? output['value'] : undefined;
    return [resultItem(toolCallId, hasFailed(output), typeof value === 'string' ? value : '')];
  });

/** The SDK's messages have no ids; an answer is recognised by what it says. */
const assistantItems = (parts: readonly Part[]): readonly Item[] => {
  const content = parts.flatMap((part): readonly ContentBlock[] => {
    const { type, text, toolCallId: id, toolName: name, input } = part;
    if (type === 'text' && typeof text === 'string') return [{ type, text }];
    const isCall = type === 'tool-call' && typeof id === 'string' && typeof name === 'string';
    return isCall ? [callBlock(id, name, input)] : [];
  });
  return [assistantItem(null, content), ...resultItems(parts)];
};

/**
 * The messages of the AI SDK.
 *
 * Shape:  `user` messages are a person's own unless their provenance says otherwise; `system` ones say nothing here.
 *         Ours are user messages of text parts, with their provenance where no provider looks.
 * Errors: total: a part that is not understood says nothing, a result without a known good outcome is a failed one.
 * Source: SPEC F8; test/hosts/ai-sdk/translate.test.ts
 */
export const modelMessages: HostMessages<ModelMessageLike> = {
  itemsOf: (message) => {
    const { role, content } = message;
    switch (role) {
      case 'user':
        return [userItem(contentKey(content), blocksOf(content), provenanceOf(message))];
      case 'assistant':
        return assistantItems(partsOf(content));
      case 'tool':
        return resultItems(partsOf(content));
      default:
        return [];
    }
  },
  ownId: (message) => ownIdIn(provenanceOf(message)),
  write: (message, time) => ({
    role: 'user',
    content: textContent(textBlocks(message.content)),
    providerOptions: { [PROVENANCE]: provenanceFor(message, time) },
  }),
  reword: (message, words) => ({ ...message, content: reworded(message.content, words) }),
};
