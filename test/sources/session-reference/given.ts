// Owns: what the tests of session-reference begin with: a session, other sessions to refer to, and a way to settle an
// inquiry over them while counting what was asked.
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import type { Contribution } from '../../../src/core/context-source.js';
import type { Inquiry } from '../../../src/core/inquiry.js';
import { START } from '../../../src/core/position.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import type { Content, SourceTag, UserMessage } from '../../../src/domain/message.js';
import type { Answer, Question, SurfaceReading } from '../../../src/domain/question.js';
import { seqOf } from '../../../src/domain/units.js';
import type { SessionReferenceConfig } from '../../../src/sources/session-reference/index.js';
import { sessionReference } from '../../../src/sources/session-reference/index.js';

/** The session that refers to others. */
export const self: SessionHeader = { type: 'session', version: 1, id: 'self', createdAt: 0, cwd: '/repo' };

/** The header of another session. */
export const headerOf = (id: string, cwd = `/work/${id}`): SessionHeader => ({ ...self, id, cwd });

/** A message as a batch holds it. */
export const message = (content: Content, source: SourceTag = { kind: 'user' }, id = 'm'): UserMessage => ({
  id,
  role: 'user',
  content,
  source,
});

/** A logged user message on the surface. */
export const userSaid = (content: Content, source: SourceTag = { kind: 'user' }): LogEvent => ({
  type: 'user/message',
  data: message(content, source),
  surfaceOp: 'append',
});

/** A logged assistant message on the surface. */
export const assistantSaid = (content: Content): LogEvent => ({
  type: 'assistant/message',
  data: { turn: 1, step: 1, message: { role: 'assistant', content } },
  surfaceOp: 'append',
});

/** What a store reads of a session whose log is all visible. */
export const surface = (id: string, events: readonly LogEvent[], cwd?: string): SurfaceReading => ({
  _tag: 'surface',
  header: headerOf(id, cwd),
  events,
  lastSeq: events.length === 0 ? null : events.length - 1,
});

/** The sessions that can be read; any other one is unavailable. */
export type Sessions = Readonly<Record<string, SurfaceReading>>;

/** What came of an inquiry, and the batches it took. */
export interface Settled<A> {
  readonly value: A;
  readonly batches: readonly (readonly Question[])[];
}

/** Answers every batch until the inquiry is settled. */
export const settle = <A>(inquiry: Inquiry<A>, answer: (question: Question) => Answer): Settled<A> => {
  const batches: (readonly Question[])[] = [];
  let current = inquiry;
  while (current.kind === 'asking') {
    batches.push(current.questions);
    current = current.resume(current.questions.map(answer));
  }
  return { value: current.value, batches };
};

/** Answers from given sessions. */
export const readingFrom =
  (sessions: Sessions) =>
  (question: Question): Answer => {
    expect(question.kind).toBe('read-surface');
    const id = question.kind === 'read-surface' ? question.sessionId : '';
    return Object.hasOwn(sessions, id) ? sessions[id] : { _tag: 'unavailable', reason: 'no such session' };
  };

/** Lets the source consider a batch at a pre-step of the session `self`. */
export const considered = (
  messages: readonly UserMessage[],
  sessions: Sessions = {},
  config: SessionReferenceConfig = {},
): Settled<Contribution> => {
  const source = sessionReference(config);
  if (E.isLeft(source)) throw new Error(`a wrong setting: ${source.left.key}`);
  const view = { state: null, memory: null, header: self, position: START, nextSeq: seqOf(0) };
  const occasion = { kind: 'pre-step', turn: 1, step: 1, messages } as const;
  return settle(source.right.consider(view, occasion), readingFrom(sessions));
};
