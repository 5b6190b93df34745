// Owns: what one item of a rollout's history is: something said, thought or called, or what came of a call.
import { parseJson } from '../../domain/codec/session-log.js';
import type { Content, ContentBlock, SourceTag } from '../../domain/message.js';
import { textBlocks } from '../../domain/message.js';
import type { Item } from '../history.js';
import { CHECKPOINT, TYPED, callBlock, insertedBy, reasoningBlock, textBlock } from '../history.js';
import type { Block, Wrapped } from './codec.js';
import {
  callCodec,
  customCallCodec,
  exitCodec,
  messageCodec,
  opaqueCodec,
  outputCodec,
  patchCodec,
  reasoningCodec,
  shellCallCodec,
} from './codec.js';

/** What an item is told with: its place as an id, when, and whether it is told again. */
export interface Place {
  readonly id: string;
  readonly time?: number;
  readonly quiet?: true;
}

/** What Codex itself puts before the model in a user's place. */
const INSERTED = new RegExp(
  '^\\s*(?:# AGENTS\\.md instructions|<(?:environment_context|user_instructions|instructions|skill|turn_aborted' +
    '|user_shell_command|subagent_notification|permissions instructions|collaboration_mode)>)',
  'iu',
);

const FILE_LINE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gmu;

/** The patch and the paths that it names, under names of their own. */
const patchArguments = (input: string): { readonly input: string; readonly paths?: readonly string[] } => {
  const paths = [...input.matchAll(FILE_LINE)].map(([, path = '']) => path.trim());
  return paths.length === 0 ? { input } : { input, paths: [...new Set(paths)] };
};

const isText = ({ type }: Block): boolean => type === 'input_text' || type === 'output_text';

const contentOf = (blocks: readonly Block[]): Content =>
  blocks.map((block) => (isText(block) ? textBlock(block.text ?? '') : (block as ContentBlock)));

const sourceOf = (role: string, content: Content): SourceTag => {
  if (role !== 'user') return insertedBy('codex', role);
  return INSERTED.test(textBlocks(content)[0] ?? '') ? insertedBy('codex', 'context') : TYPED;
};

const textIn = (output: string | readonly Block[] | Wrapped): string => {
  if (typeof output === 'string') return output;
  return 'content' in output ? output.content : output.map(({ text = '' }) => text).join('\n');
};

/** A call says that it failed in more than one way. */
const hasFailed = (output: string | readonly Block[] | Wrapped): boolean => {
  if (typeof output === 'object' && 'success' in output && output.success === false) return true;
  const text = textIn(output);
  const json = text.startsWith('{') ? parseJson(text)?.value : undefined;
  const code = exitCodec.is(json) ? json.metadata.exit_code : Number(/^Exit code: (-?\d+)/u.exec(text)?.[1] ?? 0);
  return code !== 0 || text.startsWith('apply_patch verification failed');
};

const argumentsOf = (name: string, json: string): unknown => {
  const parsed = name === 'apply_patch' ? parseJson(json)?.value : undefined;
  return patchCodec.is(parsed) ? patchArguments(parsed.input) : json;
};

const modelSaid = (content: Content, place: Place): Item => ({ kind: 'assistant', content, ...place });

/**
 * Reads an item.
 *
 * Shape:  a call or a thought is an assistant message of its own, as it is in the history that the model is sent. A
 *         patch names its paths in `paths`.
 * Errors: `undefined` for what is no item, or none that is known.
 */
export const itemIn = (payload: unknown, place: Place): Item | undefined => {
  if (messageCodec.is(payload)) {
    const content = contentOf(payload.content);
    if (payload.role === 'assistant') return modelSaid(content, place);
    return { kind: 'user', content, source: sourceOf(payload.role, content), ...place };
  }
  if (reasoningCodec.is(payload)) {
    const texts = (payload.content ?? payload.summary ?? []).map(({ text = '' }) => text);
    return modelSaid([reasoningBlock(texts.join('\n'))], place);
  }
  if (callCodec.is(payload)) {
    return modelSaid([callBlock(payload.call_id, payload.name, argumentsOf(payload.name, payload.arguments))], place);
  }
  if (customCallCodec.is(payload)) {
    return modelSaid([callBlock(payload.call_id, payload.name, patchArguments(payload.input))], place);
  }
  if (shellCallCodec.is(payload)) {
    return modelSaid([callBlock(payload.call_id, 'local_shell', payload.action)], place);
  }
  if (outputCodec.is(payload)) {
    const { output, call_id: call } = payload;
    const content = Array.isArray(output) ? contentOf(output as readonly Block[]) : textIn(output);
    return { kind: 'result', call, content, failed: hasFailed(output), ...place };
  }
  return opaqueCodec.is(payload)
    ? { kind: 'user', content: [{ type: 'compaction' }], source: CHECKPOINT, ...place, quiet: true }
    : undefined;
};

const KNOWN: readonly unknown[] = [
  'message',
  'reasoning',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'function_call_output',
  'custom_tool_call_output',
];

/** Why a payload is no item. */
export const kindOf = (rowType: string, { type }: { readonly [field: string]: unknown }): string => {
  if (typeof type !== 'string') return rowType;
  return `${rowType}/${type}${KNOWN.includes(type) ? ': malformed' : ''}`;
};
