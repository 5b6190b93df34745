// Owns: the lanes: their names as buttons, their bars as a picture beside them, and what hovering, clicking and keys do
// there. Only the rows in sight are painted.
import { paintLanes, tonesOf } from './bars.js';
import { fitted, h } from './dom.js';
import { pointOn } from './pointer.js';
import type { Session } from './session.js';
import type { Theme } from './theme.js';
import { hueOf } from './theme.js';
import type { View } from './view.js';
import { barFacts, counted, stepName } from './words.js';

/** A part of the page that is painted when something changed. */
export interface Painted {
  readonly element: HTMLElement;
  readonly paint: (theme: Theme) => void;
}

/** A name with its directories apart, so that the name itself is never cut off. */
export const nameParts = (name: string): readonly [directory: string, name: string] => {
  const cut = name.lastIndexOf('/') + 1;
  return [name.slice(0, cut), name.slice(cut)];
};

const labelOf = ({ data }: Session, lane: number, row: number): HTMLButtonElement => {
  const { kind, name, scope } = data.lanes[lane] ?? { kind: 'source', name: '', scope: '' };
  const [directory, file] = kind === 'scope' ? nameParts(name) : ['', name];
  const hue = kind === 'scope' ? 0 : hueOf(Math.max(0, data.sources.indexOf(name)));
  const label = h(
    'button',
    { type: 'button', class: 'lane', tabindex: -1, title: kind === 'scope' ? `${name} · scope ${scope}` : name },
    h('i', { class: `dot hue-${hue}`, 'aria-hidden': 'true' }),
    // The end of a long way says more than its beginning: it is cut off at the left.
    h('span', { class: 'directory' }, h('bdi', { dir: 'ltr' }, directory)),
    h('span', { class: 'file' }, file),
  );
  label.style.height = `${row}px`;
  return label;
};

/** The bar to go to from a step: the next or the one before, of a lane. */
const neighbour = (session: Session, lane: number, step: number, towards: 1 | -1): number | undefined => {
  const [first, last] = session.barsOf(lane);
  let found: number | undefined;
  for (let bar = first; bar < last; bar += 1) {
    const from = session.seenFrom[bar] ?? 0;
    if (from === session.seenTo[bar] || from >= session.steps) continue;
    if (towards === 1 && from > step) return bar;
    if (towards === -1 && from < step) found = bar;
  }
  return found;
};

/** What a lane holds at a step, to be read out. */
const laneText = (session: Session, lane: number, step: number): string => {
  const bar = session.barAt(lane, step);
  const [first, last] = session.barsOf(lane);
  const name = session.data.lanes[lane]?.name ?? '';
  const state = bar < 0 ? `nothing in force at ${stepName(session, step)}` : barFacts(session, bar).slice(1).join('; ');
  return `${name}: ${state}. ${counted(last - first, 'text')} in this lane.`;
};

/** Keys on a lane: up and down the lanes, left and right from text to text, Enter to what the step saw. */
const laneKeys =
  (session: Session, view: View, focusLane: (lane: number) => void, enter: () => void) =>
  (event: KeyboardEvent): void => {
    const { lane, step } = view.now();
    const jump = (towards: 1 | -1): void => {
      const bar = neighbour(session, lane, step, towards);
      if (bar !== undefined) view.choose(session.seenFrom[bar] ?? 0);
    };
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusLane(lane + 1),
      ArrowUp: () => focusLane(lane - 1),
      PageDown: () => focusLane(lane + 10),
      PageUp: () => focusLane(lane - 10),
      Home: () => focusLane(0),
      End: () => focusLane(session.lanes - 1),
      ArrowRight: () => jump(1),
      ArrowLeft: () => jump(-1),
      Enter: enter,
    };
    if (event.altKey || event.ctrlKey || event.metaKey || act[event.key] === undefined) return;
    event.preventDefault();
    act[event.key]?.();
  };

/** The names are one stop for the Tab key; to have one in focus is to choose its lane. */
const walkLanes = (
  session: Session,
  view: View,
  list: HTMLElement,
  labels: readonly HTMLButtonElement[],
  enter: () => void,
): void => {
  let reachable = 0;
  const focusLane = (wanted: number): void => {
    const lane = Math.min(Math.max(0, wanted), session.lanes - 1);
    labels[reachable]?.setAttribute('tabindex', '-1');
    labels[lane]?.setAttribute('tabindex', '0');
    reachable = lane;
    labels[lane]?.focus();
  };
  labels[0]?.setAttribute('tabindex', '0');
  list.addEventListener('focusin', ({ target }) => {
    const lane = labels.indexOf(target as HTMLButtonElement);
    if (lane >= 0) view.choose(view.now().step, lane);
  });
  list.addEventListener('keydown', laneKeys(session, view, focusLane, enter));
  list.addEventListener('click', ({ target }) => {
    const lane = labels.indexOf((target as HTMLElement).closest('button') as HTMLButtonElement);
    if (lane >= 0) focusLane(lane);
  });
};

/** The lanes of a session. `enter` takes the reader to what the chosen step saw. */
export const createLanes = (session: Session, view: View, plotWidth: () => number, enter: () => void): Painted => {
  const row = session.lanes <= 14 ? 30 : 22;
  const tones = tonesOf(session);
  const canvas = h('canvas', { class: 'plot', 'aria-hidden': 'true' });
  const said = h('p', { class: 'said', role: 'status' });
  const labels = session.data.lanes.map((_, lane) => labelOf(session, lane, row));
  const list = h('ul', { class: 'labels' }, ...labels.map((label) => h('li', {}, label)));
  const rows = h('div', { class: 'rows' }, list, canvas);
  const box = h('div', { class: 'lanes' }, rows);
  let [height, top] = [0, 0];
  rows.style.height = `${Math.max(1, session.lanes) * row}px`;
  walkLanes(session, view, list, labels, enter);
  const tip = pointOn(session, view, canvas, (y) => Math.floor((y + top) / row));

  const tell = (): void => {
    const { lane, step } = view.now();
    said.textContent = lane < 0 ? '' : laneText(session, lane, step);
  };
  view.onChange(({ lane }, before) => {
    labels[before.lane]?.classList.remove('chosen');
    labels[lane]?.classList.add('chosen');
    tell();
  });
  const paint = (theme: Theme): void => {
    const width = plotWidth();
    if (width <= 0 || height <= 0) return;
    const context = fitted(canvas, width, height);
    paintLanes(session, { context, width, height, top, row }, theme, view.now(), tones);
  };
  let scrolled: Theme | undefined;
  box.addEventListener('scroll', () => {
    top = box.scrollTop;
    if (scrolled !== undefined) paint(scrolled);
  });
  new ResizeObserver(() => {
    height = box.clientHeight;
    if (scrolled !== undefined) paint(scrolled);
  }).observe(box);
  return {
    element: h('section', { class: 'lanes-part', 'aria-label': 'Lanes' }, box, said, tip),
    paint: (theme) => {
      scrolled = theme;
      paint(theme);
    },
  };
};
