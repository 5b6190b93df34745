// Owns: the axis of steps: turns as a scale, the marks as buttons, and the chosen step as a slider.
import { paintChosen } from './bars.js';
import { fitted, h } from './dom.js';
import type { Painted } from './lanes.js';
import type { Session } from './session.js';
import { markKind } from './session.js';
import type { Theme } from './theme.js';
import type { View } from './view.js';
import { counted, markText, stepName } from './words.js';

const HEIGHT = 26;

/** The least room between the names of two turns. Units: CSS pixels. */
const TICK_WIDTH = 44;

const GLYPHS = { start: '●', resume: '▲', compaction: '◆', rewind: '◀', attach: '✚' } as const;

/** What a step saw, in a few words. */
export const stepText = (session: Session, step: number): string => {
  const inForce = session.data.lanes.filter((_, lane) => session.barAt(lane, step) >= 0).length;
  return `${stepName(session, step)}, ${step + 1} of ${session.steps}; ${counted(inForce, 'text')} in force`;
};

/** The marks as buttons on one line, one stop for the Tab key, arrows between them. */
export const createMarks = (session: Session, view: View, plotWidth: () => number): Painted => {
  const { marks } = session.data;
  const buttons = marks.seq.map((seq, mark) => {
    const kind = markKind(marks.kind[mark] ?? 0);
    const text = markText(session, mark);
    const element = h(
      'button',
      { type: 'button', class: `mark mark-${kind}`, tabindex: mark === 0 ? 0 : -1, 'aria-label': text, title: text },
      GLYPHS[kind],
    );
    element.addEventListener('click', () => view.choose(session.stepSeeing(seq)));
    element.addEventListener('focus', () => {
      buttons.forEach((other) => other.setAttribute('tabindex', other === element ? '0' : '-1'));
      if (element.hidden) view.choose(session.stepSeeing(seq));
    });
    return element;
  });
  const list = h('div', { class: 'marks', role: 'toolbar', 'aria-label': 'Marks' }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    const next = buttons[to ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    const seq = marks.seq[buttons.indexOf(next)] ?? 0;
    view.choose(session.stepSeeing(seq));
    // What the choice brings into sight can be focused once it is there.
    place();
    next.hidden = false;
    next.focus();
  });
  const place = (): void => {
    const { from, to } = view.now();
    const width = plotWidth();
    buttons.forEach((element, mark) => {
      const x = ((session.stepSeeing(marks.seq[mark] ?? 0) - from) / (to - from)) * width;
      element.hidden = x < -1 || x > width + 1;
      element.style.left = `${Math.min(Math.max(x, 0), width)}px`;
    });
  };
  return { element: list, paint: place };
};

const paintScale = (
  context: CanvasRenderingContext2D,
  { data, steps }: Session,
  { from, to }: { readonly from: number; readonly to: number },
  width: number,
  theme: Theme,
): void => {
  const scale = width / (to - from);
  context.font = theme.font;
  context.textBaseline = 'middle';
  let free = -Infinity;
  for (let step = Math.max(0, Math.floor(from)); step < Math.min(steps, to); step += 1) {
    const isTurn = step === 0 || data.steps.turn[step] !== data.steps.turn[step - 1];
    const x = (step - from) * scale;
    if (isTurn && x >= free && x < width - TICK_WIDTH - 16) {
      context.fillStyle = theme.quiet;
      context.fillRect(Math.round(x), 4, 1, HEIGHT - 8);
      context.fillText(`turn ${data.steps.turn[step]}`, x + 5, HEIGHT / 2);
      free = x + TICK_WIDTH + 12;
    } else if (scale >= 7) {
      context.fillStyle = theme.line;
      context.fillRect(Math.round(x), HEIGHT - 6, 1, 4);
    }
  }
};

const sliderKeys =
  (session: Session, view: View, enter: () => void) =>
  (event: KeyboardEvent): void => {
    const { step } = view.now();
    const far = Math.max(10, Math.round(session.steps / 50));
    const after = session.changing.find((change) => change > step);
    const before = session.changing.filter((change) => change < step).at(-1);
    const wanted: Readonly<Record<string, number | undefined>> = event.shiftKey
      ? { ArrowRight: after, ArrowUp: after, ArrowLeft: before, ArrowDown: before }
      : {
          ArrowRight: step + 1,
          ArrowUp: step + 1,
          ArrowLeft: step - 1,
          ArrowDown: step - 1,
          PageUp: step + far,
          PageDown: step - far,
          Home: 0,
          End: session.steps - 1,
        };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') enter();
    else if (!Object.hasOwn(wanted, event.key)) return;
    else view.choose(wanted[event.key] ?? step);
    event.preventDefault();
  };

/** The scale with the slider over it. `enter` takes the reader to what the chosen step saw. */
export const createAxis = (session: Session, view: View, plotWidth: () => number, enter: () => void): Painted => {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const slider = h(
    'div',
    {
      class: 'axis',
      role: 'slider',
      tabindex: 0,
      'aria-label': 'Step',
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(1, session.steps),
      title: 'Arrow keys: step by step; with Shift: from change to change; Enter: what it saw',
    },
    canvas,
  );
  const choose = ({ clientX }: PointerEvent): void => {
    const { left, width } = slider.getBoundingClientRect();
    const { from, to } = view.now();
    view.choose(Math.floor(from + (Math.min(Math.max(0, clientX - left), width - 1) / width) * (to - from)));
  };
  slider.addEventListener('pointerdown', (event) => {
    slider.setPointerCapture(event.pointerId);
    choose(event);
  });
  slider.addEventListener('pointermove', (event) => {
    if (slider.hasPointerCapture(event.pointerId)) choose(event);
  });
  slider.addEventListener('keydown', sliderKeys(session, view, enter));
  return {
    element: slider,
    paint: (theme) => {
      const choice = view.now();
      const width = plotWidth();
      slider.style.width = `${width}px`;
      slider.setAttribute('aria-valuenow', String(choice.step + 1));
      slider.setAttribute('aria-valuetext', session.steps === 0 ? 'no steps' : stepText(session, choice.step));
      const context = fitted(canvas, width, HEIGHT);
      paintChosen({ context, width, height: HEIGHT }, theme, choice);
      paintScale(context, session, choice, width, theme);
    },
  };
};
