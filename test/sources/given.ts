// Owns: given, when and then for tests of one context source: a log as events, a pre-step with the facts it is told,
// and the log that taking the decision leaves. Ports and promises play no part.
import * as E from 'fp-ts/lib/Either.js';
import type { Decision } from '../../src/core/combine.js';
import { consider } from '../../src/core/combine.js';
import type { MountedSource, Occasion } from '../../src/core/context-source.js';
import type { SessionState } from '../../src/core/fold.js';
import { attach, foldEvents, initialState } from '../../src/core/fold.js';
import type { AnyInvariant } from '../../src/core/invariant.js';
import { checkEvents } from '../../src/core/invariant.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { SourceTag, UserMessage } from '../../src/domain/message.js';
import { textOf } from '../../src/domain/message.js';
import type { Answer, Question, ShellResult } from '../../src/domain/question.js';
import type { Violation } from '../../src/domain/violation.js';

/** The right side, or a failed test. */
export const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(`expected a right, found ${JSON.stringify(either.left)}`);
  return either.right;
};

/** The left side, or a failed test. */
export const left = <L>(either: E.Either<L, unknown>): L => {
  if (E.isRight(either)) throw new Error('expected a left, found a right');
  return either.left;
};

export const header: SessionHeader = { type: 'session', version: 1, id: 's1', createdAt: 0, cwd: '/repo' };

export const turnStart = (turn: number): LogEvent => ({ type: 'turn/start', data: { turn } });
export const turnEnd = (turn: number): LogEvent => ({ type: 'turn/end', data: { turn } });
export const stepStart = (turn: number, step: number): LogEvent => ({ type: 'step/start', data: { turn, step } });
export const stepEnd = (turn: number, step: number): LogEvent => ({ type: 'step/end', data: { turn, step } });

/** A direct message, as it would be proposed. */
export const direct = (fields: Record<string, unknown> = {}, id = 'u1'): UserMessage => ({
  id,
  role: 'user',
  content: 'hi',
  source: { kind: 'user', ...fields },
});

/** A direct message whose host has checked the browser's zone. */
export const from = (clientTimeZone: unknown, id?: string): UserMessage => direct({ rpcId: 'r1', clientTimeZone }, id);

/** A message in the log. */
export const logged = (data: UserMessage, time?: number): LogEvent => ({
  type: 'user/message',
  data,
  surfaceOp: 'append',
  ...(time === undefined ? {} : { time }),
});

/** The snapshot of a plugin's one section, in the log. */
export const snapshot = (plugin: string, text: string, time?: number): LogEvent => {
  const source: SourceTag = { kind: 'plugin', plugin, form: 'snapshot', sections: [{ name: plugin, text }] };
  return logged({ id: 'p1', role: 'user', content: [{ type: 'text', text }], source }, time);
};

/** An answer of the model. */
export const answered = (turn: number, step: number, time?: number): LogEvent => ({
  type: 'assistant/message',
  data: { turn, step, message: { role: 'assistant', content: 'yes' } },
  surfaceOp: 'append',
  ...(time === undefined ? {} : { time }),
});

/** What a host knows; a fact that is left out is one that it does not lend. */
export interface Facts {
  readonly now?: number;
  readonly zone?: string;
  readonly shell?: ShellResult;
}

const answerFrom = (facts: Facts, question: Question): Answer => {
  if (question.kind === 'now') return facts.now;
  if (question.kind === 'zone') return facts.zone;
  if (question.kind === 'shell') return facts.shell ?? { _tag: 'no-provider' };
  throw new Error(`nobody here answers ${question.kind}`);
};

/** The folded log of one source. */
export const folded = (source: MountedSource, events: readonly LogEvent[]): SessionState =>
  right(foldEvents([source], initialState([source], header), events));

/** What a source decides on any occasion. */
export const decide = (source: MountedSource, state: SessionState, occasion: Occasion, facts: Facts): Decision => {
  let inquiry = consider([source], attach([source], state), occasion);
  while (inquiry.kind === 'asking') {
    inquiry = inquiry.resume(inquiry.questions.map((question) => answerFrom(facts, question)));
  }
  return inquiry.value;
};

/** A pre-step: turn, step and the batch that would enter. */
export interface When {
  readonly turn: number;
  readonly step: number;
  readonly messages?: readonly UserMessage[];
}

/** What a source decides at a pre-step after these events. */
export const preStep = (
  source: MountedSource,
  events: readonly LogEvent[],
  { turn, step, messages = step === 1 ? [direct()] : [] }: When,
  facts: Facts,
): Decision => decide(source, folded(source, events), { kind: 'pre-step', turn, step, messages }, facts);

/** The text a decision adds, or `undefined` where it adds nothing. */
export const told = ({ added }: Decision): string | undefined => {
  const [message] = added;
  return message === undefined ? undefined : textOf(message.content);
};

/** The log after a step was entered with a decision's batch. */
export const entered = (
  events: readonly LogEvent[],
  { turn, step }: When,
  decision: Decision,
  time?: number,
): readonly LogEvent[] => [
  ...events,
  stepStart(turn, step),
  ...decision.messages.map((message) => logged(message, time)),
];

/** Everything that an invariant finds in a log. */
export const violations = (invariant: AnyInvariant, events: readonly LogEvent[]): readonly Violation[] => {
  const found: Violation[] = [];
  checkEvents([invariant], header, events, (violation) => found.push(violation));
  return found;
};
