// Owns: user messages, their content and the source tag that says where they came from.

/**
 * Typed provenance of a user message; the model never sees it.
 *
 * Source: SPEC, word table
 */
export interface SourceTag {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** One block of content; only `text` blocks mean something here, others are carried through. */
export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** A text, or a list of blocks. */
export type Content = string | readonly ContentBlock[];

/** A message before the log gave it an id. */
export interface MessageDraft {
  readonly content: Content;
  readonly source: SourceTag;
}

/** A `user/message` as the log holds it in `data`. */
export interface UserMessage extends MessageDraft {
  readonly id: string;
  readonly role: 'user';
}

/** Tells whether a person wrote it: its source has `kind: "user"`. Source: SPEC S3, C1 */
export const isDirect = (message: MessageDraft): boolean => message.source.kind === 'user';

/** The text blocks of a content, in order. */
export const textBlocks = (content: Content): readonly string[] => {
  if (typeof content === 'string') return [content];
  const texts: string[] = [];
  for (const block of content) if (block.type === 'text' && typeof block.text === 'string') texts.push(block.text);
  return texts;
};

/** All text of a content; several blocks are joined by a line feed. */
export const textOf = (content: Content): string => textBlocks(content).join('\n');

/** Content of text blocks. */
export const textContent = (texts: readonly string[]): readonly ContentBlock[] =>
  texts.map((text) => ({ type: 'text', text }));
