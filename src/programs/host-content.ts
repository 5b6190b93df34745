// Owns: what the content of a host's message says, where hosts agree: a text, or a list of typed parts of which some
// are texts. Where a content stands in a message is the binding's to say.
import { isFields } from '../domain/codec/decode.js';
import type { Content, ContentBlock } from '../domain/message.js';
import { textBlocks } from '../domain/message.js';

/** What hosts call a part that is a text. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text']);

type TextPart = Readonly<Record<string, unknown>> & { readonly text: string };

const isTextPart = (part: unknown): part is TextPart =>
  isFields(part) && TEXT_TYPES.has(part['type']) && typeof part['text'] === 'string';

/**
 * A content as blocks of a log.
 *
 * Shape:  text parts with their text, of all others the type alone. What is no part is left out.
 * Errors: total.
 */
export const blocksOf = (content: unknown): readonly ContentBlock[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return (content as readonly unknown[]).flatMap((part): readonly ContentBlock[] => {
    if (isTextPart(part)) return [{ type: 'text', text: part.text }];
    const type = isFields(part) ? part['type'] : undefined;
    return typeof type === 'string' ? [{ type: TEXT_TYPES.has(type) ? 'unknown' : type }] : [];
  });
};

/** The text blocks alone. */
export const textsOf = (content: unknown): readonly ContentBlock[] =>
  blocksOf(content).filter(({ type }) => type === 'text');

/** What a content is recognised by. */
export const contentKey = (content: unknown): readonly unknown[] =>
  blocksOf(content).map(({ type, text }) => text ?? { type });

/**
 * A content in other words.
 *
 * Shape:  text parts take the new texts in order and keep all else; other parts stay what they are.
 */
export const reworded = (content: unknown, words: Content): unknown => {
  const said = textBlocks(words);
  if (!Array.isArray(content)) return said.join('\n');
  let place = 0;
  return (content as readonly unknown[]).map((part) => {
    if (!isTextPart(part)) return part;
    place += 1;
    return { ...part, text: said[place - 1] ?? part.text };
  });
};
