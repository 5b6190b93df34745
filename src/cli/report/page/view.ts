// Owns: what is chosen and which stretch of the session is shown. Everything that draws listens here.
import type { Session } from './session.js';

/** What is chosen: a step, and a lane or -1; `from` and `to` is the stretch of steps in sight. */
export interface Choice {
  readonly step: number;
  readonly lane: number;
  readonly from: number;
  readonly to: number;
}

/** The choice of a page, and who wants to know when it changes. */
export interface View {
  readonly now: () => Choice;
  readonly onChange: (listen: (now: Choice, before: Choice) => void) => void;
  /** Chooses a step and brings it into sight. */
  readonly choose: (step: number, lane?: number) => void;
  /** Shows a stretch; it is moved and widened to what there is. */
  readonly show: (from: number, to: number) => void;
  readonly zoom: (factor: number, around: number) => void;
}

/** The narrowest stretch: fewer steps than this say nothing more. */
const MIN_STRETCH = 8;

/** A view of the whole session. */
export const createView = (session: Session, first: number): View => {
  const last = Math.max(session.steps - 1, 0);
  const whole = Math.max(session.steps, 1);
  const listeners: ((now: Choice, before: Choice) => void)[] = [];
  let choice: Choice = { step: first, lane: -1, from: 0, to: whole };
  const change = (next: Choice): void => {
    const before = choice;
    if (Object.entries(next).every(([key, value]) => before[key as keyof Choice] === value)) return;
    choice = next;
    for (const listen of listeners) listen(next, before);
  };
  const stretch = (from: number, to: number): Pick<Choice, 'from' | 'to'> => {
    const width = Math.min(whole, Math.max(MIN_STRETCH, to - from));
    const start = Math.min(Math.max(0, from), whole - width);
    return { from: start, to: start + width };
  };
  const inSight = (step: number): Pick<Choice, 'from' | 'to'> => {
    const { from, to } = choice;
    if (step >= from && step + 1 <= to) return { from, to };
    return stretch(step + 0.5 - (to - from) / 2, step + 0.5 + (to - from) / 2);
  };
  return {
    now: () => choice,
    onChange: (listen) => void listeners.push(listen),
    choose: (wanted, lane = choice.lane) => {
      const step = Math.min(Math.max(0, wanted), last);
      change({ step, lane, ...inSight(step) });
    },
    show: (from, to) => change({ ...choice, ...stretch(from, to) }),
    zoom: (factor, around) => {
      const { from, to } = choice;
      change({ ...choice, ...stretch(around - (around - from) * factor, around + (to - around) * factor) });
    },
  };
};
