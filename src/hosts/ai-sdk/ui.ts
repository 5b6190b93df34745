// Owns: how our messages live among UI messages, which have no place for a user message inside an answer: as data parts
// that a client does not show. Converting UI messages to model messages stays the SDK's work.
import { isFields } from '../../domain/codec/decode.js';
import type { Provenance } from '../../programs/provenance.js';
import { PROVENANCE, ownIdIn, provenanceIn } from '../../programs/provenance.js';
import type { ModelMessageLike, UIMessageLike } from './messages.js';
import { partsOf } from './messages.js';
import { provenanceOf } from './translate.js';

/** The type of a UI part that holds one of our messages. */
export const UI_PART = `data-${PROVENANCE}`;

type UIPart = UIMessageLike['parts'][number];

interface OwnPart extends UIPart {
  readonly id: string;
  readonly data: Provenance & { readonly texts: readonly string[] };
}

const isOwnPart = ({ type }: UIPart): boolean => type === UI_PART;

const ownPart = (message: ModelMessageLike): OwnPart | undefined => {
  const provenance = provenanceOf(message);
  const id = ownIdIn(provenance);
  if (id === undefined || provenance === undefined) return undefined;
  const texts = partsOf(message.content).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return { type: UI_PART, id, data: { ...provenance, texts } };
};

/** Our part as a user message of its own; one that is malformed is none. */
const ownUIMessage = (part: UIPart): readonly UIMessageLike[] => {
  const data: unknown = (part as Partial<OwnPart>).data;
  const provenance = provenanceIn({ [PROVENANCE]: data });
  const texts = isFields(data) ? data['texts'] : undefined;
  if (provenance?.id === undefined || !Array.isArray(texts)) return [];
  const parts = texts.flatMap((text: unknown) =>
    typeof text === 'string' ? [{ type: 'text', text, providerMetadata: { [PROVENANCE]: provenance } }] : [],
  );
  return [{ id: provenance.id, role: 'user', parts }];
};

/** A message cut at our parts, each of them a message between the pieces. */
const cut = (message: UIMessageLike): readonly UIMessageLike[] => {
  const pieces: UIMessageLike[] = [];
  let piece: UIPart[] = [];
  const close = (): void => {
    if (piece.length > 0) pieces.push({ ...message, parts: piece });
    piece = [];
  };
  for (const part of message.parts) {
    if (!isOwnPart(part)) piece.push(part);
    else {
      close();
      pieces.push(...ownUIMessage(part));
    }
  }
  close();
  return pieces;
};

/**
 * UI messages with our parts as messages of their own, to be given to `convertToModelMessages`.
 *
 * Shape:  messages without our parts come back as they are.
 * Errors: total; a malformed part of ours is left out.
 */
export const fromUI = <U extends UIMessageLike>(messages: readonly U[]): U[] =>
  messages.flatMap((message) => (message.parts.some(isOwnPart) ? (cut(message) as U[]) : [message]));

/** Where the block of a step ends that holds the call. */
const endOfBlock = (parts: readonly UIPart[], callId: string): number => {
  const call = parts.findIndex((part) => (part as { readonly toolCallId?: unknown }).toolCallId === callId);
  if (call < 0) return -1;
  const next = parts.findIndex((part, index) => index > call && part.type === 'step-start');
  return next < 0 ? parts.length : next;
};

interface Draft {
  readonly message: UIMessageLike;
  parts: UIPart[];
}

const insertAfterCall = (drafts: readonly Draft[], callId: string, part: OwnPart): void => {
  for (const draft of drafts) {
    const at = endOfBlock(draft.parts, callId);
    if (at < 0) continue;
    draft.parts.splice(at, 0, part);
    return;
  }
};

const lastCallIn = ({ content }: ModelMessageLike): string | undefined =>
  partsOf(content).reduce<string | undefined>(
    (last, { toolCallId }) => (typeof toolCallId === 'string' ? toolCallId : last),
    undefined,
  );

/**
 * UI messages with our messages as parts of them, to be stored.
 *
 * Shape:  `history` are the same messages as model messages, ours among them: `history()` of the binding. One that
 *         stands before a person's message becomes its first part, one behind it its last, one behind results the last
 *         of that step's.
 */
export const intoUI = <U extends UIMessageLike>(messages: readonly U[], history: readonly ModelMessageLike[]): U[] => {
  const drafts = messages.map((message): Draft => {
    return { message, parts: message.parts.filter((part) => !isOwnPart(part)) };
  });
  const people = drafts.filter(({ message }) => message.role === 'user');
  let leading: OwnPart[] = [];
  let told = 0;
  let before: ModelMessageLike | undefined;
  for (const message of history) {
    const part = ownPart(message);
    if (part === undefined) {
      if (message.role === 'user') {
        people[told]?.parts.unshift(...leading);
        told += 1;
      }
      leading = [];
      before = message;
    } else if (before?.role === 'tool') insertAfterCall(drafts, lastCallIn(before) ?? '', part);
    else if (before?.role === 'user') people[told - 1]?.parts.push(part);
    else leading.push(part);
  }
  return drafts.map(({ message, parts }) => ({ ...(message as U), parts }));
};
