// Owns: the steps of a timeline: when each was entered, what led to it, and how much the model saw in it.
import type { LogEvent } from '../domain/log-event.js';
import { turnStepOf } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import { seqOf } from '../domain/units.js';
import type { Timeline, TimelineStep, Totals } from './timeline-model.js';

/** Follows the steps of a log. */
export interface StepTrack {
  /** Before an event is folded. */
  readonly before: (event: LogEvent, seq: Seq) => void;
  /** After it was; `touches` are those that the event settles. */
  readonly after: (event: LogEvent, seq: Seq, touches: readonly string[]) => void;
  readonly entered: () => number;
  readonly end: (nextSeq: number) => Pick<Timeline, 'steps' | 'totals'>;
}

/** Whatever is visible before the first of these was seen by the model in this step. */
const SEALING: ReadonlySet<string> = new Set([
  'assistant/message',
  'assistant/chunk',
  'step/end',
  'step/start',
  'turn/end',
  'turn/start',
  'session/start',
]);

/** Begins before the first step. `totals` tells what is visible at the moment. */
export const trackSteps = (totals: () => Totals): StepTrack => {
  const steps: TimelineStep[] = [];
  const seen: Totals[] = [];
  let open: Omit<TimelineStep, 'seenAt'> | undefined;
  return {
    before: (event, seq) => {
      if (open === undefined || !SEALING.has(event.type)) return;
      steps.push({ ...open, seenAt: seqOf(seq - 1) });
      seen.push(totals());
      open = undefined;
    },
    after: (event, seq, touches) => {
      const at = event.type === 'step/start' ? turnStepOf(event) : undefined;
      if (at === undefined) return;
      open = { turn: at.turn, step: at.step, seq, touches, ...(event.time === undefined ? {} : { time: event.time }) };
    },
    entered: () => steps.length + (open === undefined ? 0 : 1),
    end: (nextSeq) => {
      const last = open === undefined ? [] : [{ ...open, seenAt: seqOf(nextSeq - 1) }];
      return { steps: [...steps, ...last], totals: [...seen, ...last.map(totals), totals()] };
    },
  };
};
