// Owns: the check that a session-reference message is one this source could have written where it stands.
// How much of a session there was room for is a setting that nobody logged, so it is not judged.
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'fp-ts/lib/Json.js';
import type { EventPlace } from '../../core/context-source.js';
import type { Finding, Invariant } from '../../core/invariant.js';
import { openStep } from '../../core/position.js';
import { describeFound } from '../../domain/codec/decode.js';
import { describeError, describeJson } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { sourceOf, userMessageOf } from '../../domain/log-event.js';
import type { Content } from '../../domain/message.js';
import { isDirect, textOf } from '../../domain/message.js';
import { decodeSessions, decodeTag } from './codec.js';
import type { ReferencedSession, ReferenceRecord } from './model.js';
import { KIND, MAX_REFERENCES } from './model.js';
import { jsonInside, render } from './render.js';
import { omissionSums } from './retain.js';

/** What a message is judged by: the session it is in, and the text of the direct message right before it. */
export interface SessionReferenceHistory {
  readonly self: string;
  readonly cited?: string;
}

const error = (what: string, expected: string, found: string): Finding => ({
  rule: `${KIND}/${what}`,
  severity: 'error',
  expected,
  found,
});

/** A statement that must hold, and what is said when it does not. */
type Check = readonly [holds: boolean, expected: string, found: () => string];

const findings = (what: string, checks: readonly Check[]): readonly Finding[] =>
  checks.flatMap(([holds, expected, found]) => (holds ? [] : [error(what, expected, found())]));

const judgeRecord = (record: ReferenceRecord, index: number): readonly Finding[] => {
  const { capturedThroughSeq, originalMessages, retainedMessages, omittedMessages, omittedBytes } = record;
  const found = (): string => `${describeJson(record)} at index ${index}`;
  const isCutOnly = omittedBytes > 0 && omittedMessages === 0;
  return findings('record', [
    [record.inputIndex === index, 'an inputIndex that is the place of the reference', found],
    [originalMessages === retainedMessages + omittedMessages, 'every message to be retained or omitted', found],
    [omittedBytes >= omittedMessages, 'an omitted message to have at least one byte', found],
    [record.truncated === omittedBytes > 0, 'truncated to tell whether anything was left out', found],
    [retainedMessages > 0 || (originalMessages === 0 && !record.compacted), 'the newest message to be retained', found],
    [originalMessages <= (capturedThroughSeq ?? -1) + 1, 'no more messages than events were captured', found],
    // Only checkpoints and the newest message are ever cut; all others are dropped before that.
    [!isCutOnly || record.compacted || originalMessages === 1, 'messages to be dropped before any is cut', found],
  ]);
};

const judgeRecords = (records: readonly ReferenceRecord[], self: string): readonly Finding[] => {
  const ids = records.map(({ sessionId }) => sessionId);
  return [
    ...findings('references', [
      [ids.length >= 1 && ids.length <= MAX_REFERENCES, `1 to ${MAX_REFERENCES} references`, () => String(ids.length)],
      [new Set(ids).size === ids.length, 'distinct sessions', () => JSON.stringify(ids)],
      [!ids.includes(self), 'other sessions than this one', () => JSON.stringify(ids)],
    ]),
    ...records.flatMap(judgeRecord),
  ];
};

/** Cut bytes stand in the texts; only those of dropped messages do not. */
const isAccounted = (record: ReferenceRecord, { conversation }: ReferencedSession): boolean =>
  record.omittedMessages > 0 ||
  omissionSums(conversation.map(({ text }) => text))?.has(record.omittedBytes) !== false;

const judgeAgreement = (record: ReferenceRecord, session: ReferencedSession): readonly Finding[] => {
  const { conversation } = session;
  const told = describeJson(record);
  const found = (): string => `${describeJson({ ...session, conversation: conversation.length })} for ${told}`;
  return findings('agreement', [
    [session.sessionId === record.sessionId, 'the session of the source', found],
    [session.label === record.label, 'the label of the source', found],
    [session.capturedThroughSeq === record.capturedThroughSeq, 'the capturedThroughSeq of the source', found],
    [conversation.length === record.retainedMessages, 'as many messages as were retained', found],
    [conversation.every(({ text }) => text !== ''), 'no message without text', found],
    [!record.compacted || conversation.some(({ role }) => role === 'user'), 'a checkpoint, told by the user', found],
    [isAccounted(record, session), 'notices that account for the omitted bytes', found],
  ]);
};

const judgeText = (text: string, records: readonly ReferenceRecord[]): readonly Finding[] => {
  const json = jsonInside(text);
  if (json === undefined) return [error('frame', 'heading, warning and tagged JSON', describeFound(text))];
  const parsed = parse(json);
  if (E.isLeft(parsed)) return [error('json', 'JSON inside the tags', describeFound(json))];
  const decoded = decodeSessions(parsed.right);
  if (E.isLeft(decoded)) return [error('json', 'one object for each session', describeError(decoded.left))];
  const sessions = decoded.right;
  if (render(sessions) !== text) {
    return [error('json', 'compact JSON with its keys in order and no `<` in it', describeFound(json))];
  }
  if (sessions.length !== records.length) {
    return [error('agreement', `${records.length} sessions, as in the source`, String(sessions.length))];
  }
  return records.flatMap((record, index) => judgeAgreement(record, sessions[index] as ReferencedSession));
};

/** A text may be logged as a string or as one block. Source: SPEC L2 */
const soleText = (content: Content): string | undefined => {
  if (typeof content === 'string') return content;
  return content.length === 1 && content[0]?.type === 'text' ? content[0].text : undefined;
};

const judgeMessage = (event: LogEvent, records: readonly ReferenceRecord[]): readonly Finding[] => {
  const message = userMessageOf(event);
  const text = message === undefined ? undefined : soleText(message.content);
  return text === undefined
    ? [error('message', 'an id, the role user and one text', describeFound(event.data))]
    : judgeText(text, records);
};

/** Each mention left its label behind, in the order of the references. */
const mentionsInOrder = (text: string, records: readonly ReferenceRecord[]): boolean => {
  let from = 0;
  return records.every(({ label }) => {
    const at = text.indexOf(`@${label}`, from);
    from = at + label.length + 1;
    return at >= 0;
  });
};

const judgePlace = (
  { cited }: SessionReferenceHistory,
  { change, position }: EventPlace,
  records: readonly ReferenceRecord[],
): readonly Finding[] => {
  const labels = JSON.stringify(records.map(({ label }) => label));
  return findings('place', [
    [change.kind === 'appended', 'an append to the surface', () => change.kind],
    [openStep(position) !== undefined, 'an open step around the message', () => 'none'],
    [cited !== undefined, 'a direct message of the same batch right before it', () => 'none'],
    [cited === undefined || mentionsInOrder(cited, records), `mentions of ${labels}`, () => describeFound(cited)],
  ]);
};

const judge = (history: SessionReferenceHistory, event: LogEvent, place: EventPlace): readonly Finding[] => {
  const source = sourceOf(event);
  if (source?.kind !== KIND) return [];
  const version = source['version'];
  if (typeof version === 'number' && version !== 1) {
    return [{ rule: `${KIND}/version`, severity: 'warning', expected: 'version 1', found: String(version) }];
  }
  const tag = decodeTag(source);
  if (E.isLeft(tag)) return [error('source', `at ${tag.left.path} ${tag.left.expected}`, tag.left.found)];
  const { references } = tag.right;
  return [
    ...judgeRecords(references, history.self),
    ...judgeMessage(event, references),
    ...judgePlace(history, place, references),
  ];
};

const BATCH_ENDS = new Set(['session/start', 'turn/start', 'turn/end', 'step/start', 'step/end']);

const evolve = (history: SessionReferenceHistory, event: LogEvent, { change }: EventPlace): SessionReferenceHistory => {
  if (change.kind === 'none' && !BATCH_ENDS.has(event.type)) return history;
  const message = change.kind === 'appended' ? userMessageOf(event) : undefined;
  if (message !== undefined && isDirect(message)) return { self: history.self, cited: textOf(message.content) };
  return history.cited === undefined ? history : { self: history.self };
};

/**
 * Judges the messages of session-reference.
 *
 * Shape:  rules `source`, `version` (a warning), `references`, `record`, `message`, `frame`, `json`, `agreement` and
 *         `place`, each behind `session-reference/`. What a host logs beside the surface does not part a direct message
 *         from its snapshot.
 * Errors: total over any event.
 * Source: SPEC I1
 */
export const sessionReferenceInvariant: Invariant<SessionReferenceHistory> = {
  kind: KIND,
  initial: (header) => ({ self: header.id }),
  judge,
  evolve,
};
