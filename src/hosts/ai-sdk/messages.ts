// Owns: the shapes of the AI SDK's messages as far as they matter here. Nothing of the SDK is imported, so that one
// binding serves several majors.
import { isFields } from '../../domain/codec/decode.js';

/** One part of a message's content. */
export interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A `ModelMessage` of the AI SDK 5, 6 or 7. */
export interface ModelMessageLike {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: unknown;
}

/** A `UIMessage` of the AI SDK 5, 6 or 7. */
export interface UIMessageLike {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string }[];
}

/** The parts of a content; a text is one part. What is no part is left out. */
export const partsOf = (content: unknown): readonly Part[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return (content as readonly unknown[]).flatMap((part) =>
    isFields(part) && typeof part['type'] === 'string' ? [part as Part] : [],
  );
};
