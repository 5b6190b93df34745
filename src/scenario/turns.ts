// Owns: turns and steps of the simulated loop: what is proposed, what enters, and how a turn is closed.
import { openStep } from '../core/position.js';
import type { LogEvent, TurnStep } from '../domain/log-event.js';
import { turnOf } from '../domain/log-event.js';
import type { SourceTag, UserMessage } from '../domain/message.js';
import { textContent } from '../domain/message.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { Host } from './host.js';
import type { Prompt, Proposal, StepOf } from './model.js';

const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };

/** The signal of a step or tool execution: aborted from the beginning, or never. */
export const signalOf = (abort: boolean | undefined): CancelSignal => ({
  aborted: abort === true,
  reason: abort === true ? 'the scenario aborted it' : undefined,
  ...listening,
});

/** Where the log stands. */
export const openStepOf = (host: Host): TurnStep | undefined => openStep(host.session().live().state.position);

/** Reports that a step of the scenario needs an open step of the loop. */
export const reportNoOpenStep = (host: Host, name: string): void =>
  host.report({ code: 'no-open-step', detail: `"${name}" does nothing: no step is open` });

/** Appends a user message to log and surface. */
export const appendMessage = (host: Host, message: UserMessage): void =>
  host.append({ type: 'user/message', data: message, surfaceOp: 'append' });

/**
 * Closes whatever is open: first the step, then the turn.
 *
 * Source: SPEC R (scenario files, `end`)
 */
export const closeTurn = (host: Host): void => {
  const { turn, step } = host.session().live().state.position;
  if (turn === undefined) return;
  if (step !== undefined) host.append({ type: 'step/end', data: { turn, step } });
  host.append({ type: 'turn/end', data: { turn } });
};

const TURN_TYPES: ReadonlySet<string> = new Set([
  'turn/start',
  'turn/end',
  'step/start',
  'step/end',
  'assistant/message',
  'tool/call',
  'tool/result',
]);

/** One more than the largest turn in the log; a turn that is no whole number counts for nothing. */
const nextTurn = (log: readonly LogEvent[]): number => {
  let largest = 0;
  for (const event of log) {
    const turn = TURN_TYPES.has(event.type) ? turnOf(event) : undefined;
    if (Number.isSafeInteger(turn)) largest = Math.max(largest, turn ?? 0);
  }
  return largest + 1;
};

const proposed = (host: Host, prompt: Prompt, fallback: SourceTag = { kind: 'user' }): readonly UserMessage[] => {
  const items = prompt === null ? [] : typeof prompt === 'string' ? [prompt] : prompt;
  return items.map((item) => {
    const { text, source = fallback } = typeof item === 'string' ? { text: item } : item;
    return { id: host.nextId('message'), role: 'user', content: textContent([text]), source };
  });
};

/** The pre-step of a step: logs it and its batch if it enters, else the end of the turn. */
const enter = async (host: Host, at: TurnStep, { prompt, source, reject, abort }: Proposal): Promise<void> => {
  const messages = proposed(host, prompt ?? null, source);
  const decision =
    reject === true
      ? undefined
      : await host.decide('pre-step', host.session().preStep({ ...at, messages }, signalOf(abort)));
  if (decision?.enters !== true) return closeTurn(host);
  host.append({ type: 'step/start', data: at });
  for (const message of decision.messages) appendMessage(host, message);
};

/** Closes an open turn and begins the next one. Source: SPEC R (scenario files, `turn`) */
export const runTurn = async (host: Host, step: StepOf<'turn'>): Promise<void> => {
  closeTurn(host);
  const turn = nextTurn(host.log());
  host.append({ type: 'turn/start', data: { turn } });
  await enter(host, { turn, step: 1 }, step);
};

/** Ends the open step with the model's words and goes on to the next. Source: SPEC R (scenario files, `step`) */
export const runStep = async (host: Host, step: StepOf<'step'>): Promise<void> => {
  const at = openStepOf(host);
  if (at === undefined) return reportNoOpenStep(host, 'step');
  const content = textContent([`Turn ${at.turn}, step ${at.step} is done.`]);
  const message = { id: host.nextId('message'), role: 'assistant', content };
  host.append({ type: 'assistant/message', data: { ...at, message }, surfaceOp: 'append' });
  host.append({ type: 'step/end', data: at });
  await enter(host, { turn: at.turn, step: at.step + 1 }, step);
};
