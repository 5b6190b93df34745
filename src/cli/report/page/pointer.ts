// Owns: what a mouse does over the bars: it tells what it points at, chooses, moves and zooms.
import { h } from './dom.js';
import type { Session } from './session.js';
import type { View } from './view.js';
import { barFacts } from './words.js';

/** Where a pointer is in the lanes. */
interface Pointed {
  readonly lane: number;
  readonly step: number;
  readonly bar: number;
}

/** A few lines at the pointer. */
const tooltip = (): {
  readonly element: HTMLElement;
  readonly show: (lines: readonly string[] | undefined, event: MouseEvent) => void;
} => {
  const element = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  return {
    element,
    show: (lines, event) => {
      element.hidden = lines === undefined;
      if (lines === undefined) return;
      element.replaceChildren(...lines.map((line, index) => h(index === 0 ? 'b' : 'span', {}, line)));
      const { width, height } = element.getBoundingClientRect();
      element.style.left = `${Math.max(8, Math.min(event.clientX + 14, window.innerWidth - width - 8))}px`;
      const below = event.clientY + 18;
      element.style.top = `${below + height > window.innerHeight ? event.clientY - height - 12 : below}px`;
    },
  };
};

/** Listens over the bars; what comes back is where it tells what it points at. `laneAt` counts pixels from the top. */
export const pointOn = (
  session: Session,
  view: View,
  canvas: HTMLCanvasElement,
  laneAt: (y: number) => number,
): HTMLElement => {
  const tip = tooltip();
  const pointed = ({ clientX, clientY }: MouseEvent): Pointed => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const { from, to } = view.now();
    const lane = laneAt(clientY - top);
    const step = Math.floor(from + ((clientX - left) / width) * (to - from));
    return { lane, step, bar: lane < session.lanes ? session.barAt(lane, step) : -1 };
  };
  canvas.addEventListener('mousemove', (event) => {
    const { bar } = pointed(event);
    tip.show(bar < 0 ? undefined : barFacts(session, bar), event);
  });
  canvas.addEventListener('mouseleave', (event) => tip.show(undefined, event));
  canvas.addEventListener('click', (event) => {
    const { lane, step } = pointed(event);
    view.choose(step, lane);
  });
  const wheel = (event: WheelEvent): void => {
    const { from, to } = view.now();
    const { left, width } = canvas.getBoundingClientRect();
    const perPixel = (to - from) / width;
    const aside = event.shiftKey ? event.deltaY : event.deltaX;
    if (event.ctrlKey) view.zoom(Math.exp(event.deltaY / 300), from + (event.clientX - left) * perPixel);
    else if (aside !== 0) view.show(from + aside * perPixel, to + aside * perPixel);
    else return;
    event.preventDefault();
  };
  canvas.addEventListener('wheel', wheel, { passive: false });
  return tip.element;
};
