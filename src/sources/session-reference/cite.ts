// Owns: what a batch refers to: its direct messages made readable, and what is wrong with their references before
// anything is read.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Refused } from '../../domain/error.js';
import type { Content, ContentBlock, UserMessage } from '../../domain/message.js';
import { isDirect } from '../../domain/message.js';
import type { MalformedUri } from './mention.js';
import { distinctReferences, readMentions } from './mention.js';
import type { Reference, SessionReferenceCode, Settings } from './model.js';
import { KIND } from './model.js';

/** Refuses the whole batch. Source: SPEC S6 */
export const refused = (code: SessionReferenceCode, detail: string): Either<Refused, never> =>
  E.left({ _tag: 'Refused', source: KIND, code, detail });

/** A direct message that refers to sessions, made readable; `index` is its place in the batch. */
export interface Citation {
  readonly index: number;
  readonly message: UserMessage;
  readonly references: readonly Reference[];
}

interface ReadableContent {
  readonly content: Content;
  readonly references: readonly Reference[];
}

/** Text blocks become readable and keep their other fields; other blocks stay as they are. */
const readContent = (scheme: string, content: Content): Either<MalformedUri, ReadableContent> => {
  const references: Reference[] = [];
  const blocks: ContentBlock[] = [];
  for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
    if (block.type !== 'text' || typeof block.text !== 'string') {
      blocks.push(block);
      continue;
    }
    const readable = readMentions(scheme, block.text);
    if (E.isLeft(readable)) return readable;
    blocks.push({ ...block, text: readable.right.text });
    for (const reference of readable.right.references) references.push(reference);
  }
  return E.right({ content: typeof content === 'string' ? (blocks[0]?.text ?? '') : blocks, references });
};

const cite = (
  settings: Settings,
  self: string,
  message: UserMessage,
  index: number,
): Either<Refused, Citation | undefined> => {
  const readable = readContent(settings.scheme, message.content);
  if (E.isLeft(readable)) {
    return refused('INVALID_REFERENCE', `${JSON.stringify(readable.left.uri)} is no canonical session URI`);
  }
  const references = distinctReferences(readable.right.references);
  if (references.length === 0) return E.right(undefined);
  if (references.some(({ sessionId }) => sessionId === self)) {
    return refused('SELF_REFERENCE', `session ${JSON.stringify(self)} cannot refer to itself`);
  }
  if (references.length > settings.maxReferences) {
    const found = `found ${references.length}`;
    return refused('TOO_MANY', `a message may refer to at most ${settings.maxReferences} sessions, ${found}`);
  }
  return E.right({ index, message: { ...message, content: readable.right.content }, references });
};

/** The messages to prepare, and why there are no more of them. */
export interface Claim {
  readonly citations: readonly Citation[];
  /** What is wrong with the message after them; reading for those before it may find something that comes first. */
  readonly refusal?: Refused;
}

/**
 * Finds what the direct messages of a batch refer to.
 *
 * Shape:  messages without a reference are left out; nothing after a faulty message is looked at.
 * Errors: as `refusal`: malformed URIs first, then a reference to oneself, then too many.
 * Source: SPEC S2, S3, S6
 */
export const claim = (settings: Settings, self: string, messages: readonly UserMessage[]): Claim => {
  const citations: Citation[] = [];
  for (const [index, message] of messages.entries()) {
    if (!isDirect(message)) continue;
    const citation = cite(settings, self, message, index);
    if (E.isLeft(citation)) return { citations, refusal: citation.left };
    if (citation.right !== undefined) citations.push(citation.right);
  }
  return { citations };
};
