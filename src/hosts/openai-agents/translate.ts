// Owns: how items of the Agents SDK read as items of a conversation. Pure; what is known of ours is own-items.ts's.
import { isFields } from '../../domain/codec/decode.js';
import type { ContentBlock } from '../../domain/message.js';
import { textOf } from '../../domain/message.js';
import { blocksOf, contentKey, textsOf } from '../../programs/host-content.js';
import type { Provenance } from '../../programs/provenance.js';
import { assistantItem, resultItem, userItem } from '../../programs/provenance.js';
import type { Item } from '../../readers/history.js';
import { CHECKPOINT, callBlock } from '../../readers/history.js';
import type { ItemLike } from './messages.js';

/** How the SDK begins what it tells the model in place of the result of a tool that threw. */
const SDK_ERROR = 'An error occurred while running the tool.';

/** The content of a user message; `undefined` for every other item. */
export const userContentOf = (item: ItemLike): unknown => {
  const { type = 'message', role, content } = item as { type?: unknown; role?: unknown; content?: unknown };
  return type === 'message' && role === 'user' ? (content ?? []) : undefined;
};

const callItems = (id: unknown, name: unknown, args: unknown): readonly Item[] =>
  typeof id === 'string' && typeof name === 'string' ? [assistantItem(null, [callBlock(id, name, args)])] : [];

/** A result's output is a text, one part, or a list of parts. */
const outputOf = (output: unknown): readonly ContentBlock[] => textsOf(isFields(output) ? [output] : output);

/**
 * What an item says.
 *
 * Shape:  `provenance` is that of a user message; `failed` are calls whose tool was seen to throw. A compaction is a
 *         checkpoint, a patch a call of `apply_patch`. A call failed when its tool threw, or when its result is what
 *         the SDK says then.
 * Errors: total: what is not understood says nothing.
 * Source: SPEC F8; test/hosts/openai-agents/translate.test.ts
 */
export const itemsIn = (
  item: ItemLike,
  provenance: Provenance | undefined,
  failed: ReadonlySet<string>,
): readonly Item[] => {
  const {
    role,
    content,
    callId,
    name,
    arguments: args,
    operation,
    output,
    status,
    id,
  } = item as Readonly<Record<string, unknown>>;
  switch (item.type ?? 'message') {
    case 'message':
      if (role === 'user') return [userItem(contentKey(content), blocksOf(content), provenance)];
      return role === 'assistant' ? [assistantItem(null, textsOf(content))] : [];
    case 'function_call':
      return callItems(callId, name, args);
    case 'apply_patch_call':
      return callItems(callId, 'apply_patch', operation);
    case 'function_call_result': {
      if (typeof callId !== 'string') return [];
      const said = outputOf(output);
      return [resultItem(callId, failed.has(callId) || textOf(said).startsWith(SDK_ERROR), said)];
    }
    case 'apply_patch_call_output':
      return typeof callId === 'string' ? [resultItem(callId, status === 'failed', outputOf(output))] : [];
    case 'compaction':
      return [userItem(['compaction', id ?? null], [], { source: CHECKPOINT })];
    default:
      return [];
  }
};
