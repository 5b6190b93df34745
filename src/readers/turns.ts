// Owns: the turn structure of a conversation whose tool logs none: where turns and steps begin and end.
// A step is one answer of the model with the messages that led to it before and the results of its calls behind it.
import type { LogEvent, TurnStep } from '../domain/log-event.js';

/**
 * Follows a conversation and emits the turn structure around it.
 *
 * Shape:  each is called before the event that it is about is emitted. A step ends when the last thing in it happened.
 * Source: SPEC L2, L4
 */
export interface Turns {
  /** A user message enters. A person's own, `isTyped`, opens a turn unless the open step has no answer yet. */
  readonly enter: (isTyped: boolean, time?: number) => void;
  /** The model answers; parts of one answer share their `response`. */
  readonly answer: (response: string | undefined, time?: number) => void;
  readonly call: (id: string) => void;
  readonly settle: (id: string, time?: number) => void;
  /** Something outside all steps happens, or nothing more: a turn whose last answer made no call is over. */
  readonly pass: (time?: number) => void;
  /** The open step, or the last one. */
  readonly at: () => TurnStep;
}

type Mark = (type: string, data: object, time: number | undefined) => void;

const markWith =
  (emit: (event: LogEvent) => void): Mark =>
  (type, data, time) =>
    emit({ type, ...(time === undefined ? {} : { time }), data });

/** The turns of a conversation that begins. */
export const turns = (emit: (event: LogEvent) => void): Turns => {
  const mark = markWith(emit);
  const unsettled = new Set<string>();
  let turn = 0;
  let step = 0;
  let answered: { readonly response: string | undefined } | undefined;
  let hasCalled = false;
  let hasSettled = false;
  let lastTime: number | undefined;

  const openStep = (number: number, time?: number): void => {
    step = number;
    mark('step/start', { turn, step }, time);
    unsettled.clear();
    answered = undefined;
    hasCalled = false;
    hasSettled = false;
  };
  const closeStep = (): void => mark('step/end', { turn, step }, lastTime);
  const closeTurn = (): void => {
    closeStep();
    mark('turn/end', { turn }, lastTime);
    step = 0;
  };
  const nextStep = (time?: number): void => {
    closeStep();
    openStep(step + 1, time);
  };
  const nextTurn = (time?: number): void => {
    if (step > 0) closeTurn();
    turn += 1;
    mark('turn/start', { turn }, time);
    openStep(1, time);
  };
  const isNews = (response: string | undefined): boolean =>
    answered !== undefined && (response === undefined ? hasSettled : response !== answered.response);

  return {
    enter: (isTyped, time) => {
      if (step === 0) nextTurn(time);
      else if (answered !== undefined) {
        if (isTyped || !hasCalled) nextTurn(time);
        // Results that are still on their way belong to the open step, and so does what stands among them.
        else if (unsettled.size === 0) nextStep(time);
      }
      lastTime = time;
    },
    answer: (response, time) => {
      if (step === 0) nextTurn(time);
      else if (isNews(response)) nextStep(time);
      answered = { response };
      hasSettled = false;
      lastTime = time;
    },
    call: (id) => {
      hasCalled = true;
      unsettled.add(id);
    },
    settle: (id, time) => {
      unsettled.delete(id);
      hasSettled = true;
      lastTime = time;
    },
    pass: (time) => {
      if (step > 0 && answered !== undefined && !hasCalled) closeTurn();
      else lastTime = time ?? lastTime;
    },
    at: () => ({ turn: Math.max(1, turn), step: Math.max(1, step) }),
  };
};
