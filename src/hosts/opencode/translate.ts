// Owns: how messages of opencode read as items of a conversation and how ours are written into them. Pure; it knows
// nothing of what is said when.
import type { Fields } from '../../domain/codec/decode.js';
import { isFields } from '../../domain/codec/decode.js';
import type { ContentBlock, UserMessage } from '../../domain/message.js';
import { textBlocks } from '../../domain/message.js';
import type { HostMessages } from '../../programs/derived-session.js';
import type { Provenance } from '../../programs/provenance.js';
import { PROVENANCE, ownIdIn, provenanceFor, provenanceIn, resultItem, userItem } from '../../programs/provenance.js';
import type { Item } from '../../readers/history.js';
import { CHECKPOINT, callBlock } from '../../readers/history.js';
import type { MessageLike, PartLike } from './messages.js';

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const timeAt = (time: unknown, key: string): { readonly time?: number } => {
  const at = fieldsOf(time)[key];
  return typeof at === 'number' ? { time: at } : {};
};

const provenanceOf = (part: PartLike): Provenance | undefined => provenanceIn(fieldsOf(part)['metadata']);

const isText = (part: PartLike): part is PartLike & { readonly text: string } =>
  part.type === 'text' && typeof fieldsOf(part)['text'] === 'string';

const asBlock = (part: PartLike): ContentBlock =>
  isText(part) ? { type: 'text', text: part.text } : { type: part.type };

/** Blocks of one message of ours that follow each other are one item. */
const ownItems = (parts: readonly PartLike[]): readonly Item[] => {
  const items = new Map<string, Item>();
  for (const part of parts) {
    const provenance = provenanceOf(part);
    const id = ownIdIn(provenance);
    if (id === undefined) continue;
    const before = items.get(id)?.content ?? [];
    const content = [...(typeof before === 'string' ? [] : before), asBlock(part)];
    items.set(id, userItem(id, content, provenance));
  }
  return [...items.values()];
};

const isOwn = (part: PartLike): boolean => ownIdIn(provenanceOf(part)) !== undefined;

/** A person's message with ours around it, as their ids order them. */
const userItems = ({ info, parts }: MessageLike): readonly Item[] => {
  const typed = parts.findIndex((part) => !isOwn(part));
  const said = parts.filter((part) => !isOwn(part));
  // The request for a compaction says nothing: what follows it is the summary.
  if (typed < 0 || said.some(({ type }) => type === 'compaction')) return ownItems(parts);
  const item = userItem(info.id, said.map(asBlock), undefined);
  const at = timeAt(fieldsOf(info)['time'], 'created');
  return [...ownItems(parts.slice(0, typed)), { ...item, ...at }, ...ownItems(parts.slice(typed))];
};

/** What was said behind a call's result. */
const saidBehind = (metadata: unknown): readonly Item[] => {
  const kept = fieldsOf(metadata)[PROVENANCE];
  return (Array.isArray(kept) ? (kept as readonly unknown[]) : []).flatMap((one): readonly Item[] => {
    const provenance = provenanceIn({ [PROVENANCE]: one });
    const id = ownIdIn(provenance);
    return id === undefined ? [] : [userItem(id, [], provenance)];
  });
};

const toolItems = (part: PartLike, response: string): readonly Item[] => {
  const { callID, tool, state } = fieldsOf(part);
  if (typeof callID !== 'string' || typeof tool !== 'string') return [];
  const { status, input, time, metadata } = fieldsOf(state);
  const content = [callBlock(callID, tool, input ?? {})];
  const call: Item = { kind: 'assistant', id: `call:${callID}`, content, response };
  if (status !== 'completed' && status !== 'error') return [call];
  return [call, { ...resultItem(callID, status === 'error', ''), ...timeAt(time, 'end') }, ...saidBehind(metadata)];
};

const assistantItems = ({ info, parts }: MessageLike): readonly Item[] => {
  const at = timeAt(fieldsOf(info)['time'], 'created');
  if (fieldsOf(info)['summary'] === true) {
    return [{ kind: 'user', id: info.id, source: CHECKPOINT, content: parts.filter(isText).map(asBlock), quiet: true }];
  }
  const answer: Item = { kind: 'assistant', id: info.id, content: [], response: info.id, ...at };
  return [answer, ...parts.filter(({ type }) => type === 'tool').flatMap((part) => toolItems(part, info.id))];
};

/**
 * The messages of opencode.
 *
 * Shape:  ours are parts of a person's message, or stand behind a call's output; their provenance is in the metadata of
 *         the part, or of the call.
 * Errors: total: what is not understood says nothing.
 * Source: SPEC F8; test/hosts/opencode/translate.test.ts
 */
export const opencodeMessages: HostMessages<MessageLike> = {
  itemsOf: (message) => (message.info.role === 'user' ? userItems(message) : assistantItems(message)),
  ownId: ({ parts }) => parts.flatMap((part) => ownIdIn(provenanceOf(part)) ?? [])[0],
  write: (message, time) => ({ info: { id: message.id, role: 'user' }, parts: ownParts(message, time) }),
  reword: (message, content) => ({ ...message, parts: reworded(message.parts, textBlocks(content)) }),
};

const ownParts = (message: UserMessage, time: number | undefined): readonly PartLike[] =>
  textBlocks(message.content).map((text) => {
    const part = { id: '', type: 'text', text, synthetic: true };
    return { ...part, metadata: { [PROVENANCE]: provenanceFor(message, time) } };
  });

const reworded = (parts: readonly PartLike[], said: readonly string[]): readonly PartLike[] => {
  let place = 0;
  return parts.map((part) => {
    if (!isText(part)) return part;
    place += 1;
    return { ...part, text: said[place - 1] ?? part.text };
  });
};

/** The texts of ours, and what has to be kept of them. */
export const toldIn = ({ parts }: MessageLike): { readonly texts: readonly string[]; readonly kept: unknown } => ({
  texts: parts.filter(isText).map(({ text }) => text),
  kept: parts.map(provenanceOf)[0],
});

/** A call that is over but not stored so yet, and what was said behind it. */
export type Settled = ReadonlyMap<string, readonly unknown[]>;

const settledPart = (part: PartLike, settled: Settled): PartLike => {
  const { callID, state } = fieldsOf(part);
  const kept = typeof callID === 'string' ? settled.get(callID) : undefined;
  const { status } = fieldsOf(state);
  if (kept === undefined || status === 'completed' || status === 'error') return part;
  return { ...part, state: { ...fieldsOf(state), status: 'completed', metadata: { [PROVENANCE]: kept } } } as PartLike;
};

/** Messages with the calls as over that are. */
export const withSettled = (messages: readonly MessageLike[], settled: Settled): readonly MessageLike[] =>
  messages.map(({ info, parts }) => ({ info, parts: parts.map((part) => settledPart(part, settled)) }));

/** The calls among messages that are stored as over. */
export const storedCalls = (messages: readonly MessageLike[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap((message) =>
      opencodeMessages.itemsOf(message).flatMap((item) => (item.kind === 'result' ? [item.call] : [])),
    ),
  );

/** The summary of a compaction that has worked. */
const isSummaryOf = ({ info }: MessageLike, request: MessageLike): boolean => {
  const { summary, finish, error, parentID } = fieldsOf(info);
  return summary === true && typeof finish === 'string' && error === undefined && parentID === request.info.id;
};

/** The messages that the model sees: the last compaction leaves its summary and the tail that it kept. */
export const visibleMessages = (messages: readonly MessageLike[]): readonly MessageLike[] => {
  const at = messages.map((one) => messages.some((other) => isSummaryOf(other, one))).lastIndexOf(true);
  const request = messages[at];
  if (request === undefined) return messages;
  const compaction = request.parts.find(({ type }) => type === 'compaction');
  const tail = messages.findIndex(({ info }) => info.id === fieldsOf(compaction)['tail_start_id']);
  const kept = tail < 0 ? [] : messages.slice(tail, at);
  const summaries = messages.filter((one) => isSummaryOf(one, request));
  const rest = messages.slice(at + 1).filter((one) => !summaries.includes(one));
  return [request, ...summaries, ...kept.filter(({ info }) => fieldsOf(info)['summary'] !== true), ...rest];
};

/**
 * What a tool gave back without the instructions that opencode itself put behind a file.
 *
 * Errors: anything that is not exactly what opencode says it has loaded stays.
 */
export const withoutLoaded = (output: string, metadata: unknown): string => {
  const { loaded } = fieldsOf(metadata);
  const first: unknown = Array.isArray(loaded) ? loaded[0] : undefined;
  if (typeof first !== 'string') return output;
  const at = output.lastIndexOf(`\n\n<system-reminder>\nInstructions from: ${first}\n`);
  return at < 0 ? output : output.slice(0, at);
};
