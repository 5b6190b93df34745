// Owns: how much of each source was visible over time, as a small area chart over the whole session. It is also where
// the stretch in sight is shown and moved.
import { button, fitted, h } from './dom.js';
import type { Painted } from './lanes.js';
import type { Session } from './session.js';
import type { Theme } from './theme.js';
import { hueOf } from './theme.js';
import type { View } from './view.js';
import { bytesText, shortBytes } from './words.js';

const HEIGHT = 76;

/** Which sources are drawn. The conversation would dwarf all others, so it waits to be asked for. */
type Drawn = readonly boolean[];

/** For each source in its place the bytes at a pixel: the most of the steps that share it. */
const stackAt = ({ data, steps }: Session, drawn: Drawn, width: number): readonly Float64Array[] => {
  const columns = Math.max(1, Math.floor(width));
  let below = new Float64Array(columns);
  return data.totals.map((totals, source) => {
    const level = below.slice();
    if (drawn[source] === true) {
      for (let column = 0; column < columns; column += 1) {
        const from = Math.floor((column / columns) * steps);
        const to = Math.max(from + 1, Math.floor(((column + 1) / columns) * steps));
        let most = 0;
        for (let step = from; step < to && step < steps; step += 1) most = Math.max(most, totals[step] ?? 0);
        level[column] = (level[column] ?? 0) + most;
      }
    }
    below = level;
    return level;
  });
};

const paintAreas = (
  context: CanvasRenderingContext2D,
  levels: readonly Float64Array[],
  drawn: Drawn,
  theme: Theme,
): number => {
  const top = Math.max(1, ...(levels.at(-1) ?? [0]));
  const yOf = (bytes: number): number => HEIGHT - (bytes / top) * (HEIGHT - 14);
  for (let source = levels.length - 1; source >= 0; source -= 1) {
    if (drawn[source] !== true) continue;
    context.fillStyle = theme.sources[hueOf(source)] ?? theme.ink;
    context.beginPath();
    context.moveTo(0, HEIGHT);
    levels[source]?.forEach((bytes, column) => {
      context.lineTo(column, yOf(bytes));
      context.lineTo(column + 1, yOf(bytes));
    });
    context.lineTo(levels[source]?.length ?? 0, HEIGHT);
    context.fill();
  }
  return top;
};

/** The names of the sources, each a switch. */
const createLegend = ({ data }: Session, drawn: boolean[], redraw: () => void): HTMLElement => {
  const switches = data.sources.map((source, index) => {
    const element = button(
      { class: 'source', 'aria-pressed': String(drawn[index] ?? false) },
      () => {
        drawn[index] = drawn[index] !== true;
        element.setAttribute('aria-pressed', String(drawn[index]));
        redraw();
      },
      h('i', { class: `dot hue-${hueOf(index)}`, 'aria-hidden': 'true' }),
      source,
    );
    return element;
  });
  return h('div', { class: 'legend', role: 'group', 'aria-label': 'Sources in the chart' }, ...switches);
};

/** The chart, and its legend to stand elsewhere. */
export const createChart = (
  session: Session,
  view: View,
  plotWidth: () => number,
): Painted & { readonly legend: HTMLElement } => {
  const { data, steps } = session;
  const drawn = data.sources.map((_, source) => source !== 1);
  let highest = 0;
  for (let step = 0; step < steps; step += 1) {
    const all = data.totals.reduce((sum, totals, source) => sum + (source === 1 ? 0 : (totals[step] ?? 0)), 0);
    highest = Math.max(highest, all);
  }
  const canvas = h('canvas', {
    role: 'img',
    'aria-label':
      `Bytes of the context sources over time; at most ${bytesText(highest)} at once. ` +
      'The bytes at the chosen step are listed below.',
  });
  const scale = h('span', { class: 'scale' });
  let theme: Theme | undefined;
  const move = (event: PointerEvent): void => {
    const { left, width } = canvas.getBoundingClientRect();
    const { from, to } = view.now();
    const at = ((event.clientX - left) / width) * Math.max(1, steps);
    if (to - from >= steps) view.choose(Math.floor(at));
    else view.show(at - (to - from) / 2, at + (to - from) / 2);
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) move(event);
  });
  let kept: { readonly key: string; readonly levels: readonly Float64Array[] } | undefined;
  const paint = (): void => {
    if (theme === undefined) return;
    const width = plotWidth();
    const context = fitted(canvas, width, HEIGHT);
    const key = `${width} ${drawn.join()}`;
    if (kept?.key !== key) kept = { key, levels: stackAt(session, drawn, width) };
    const top = paintAreas(context, kept.levels, drawn, theme);
    scale.textContent = drawn.includes(true) && steps > 0 ? `${shortBytes(top)} at most` : '';
    const { step, from, to } = view.now();
    const perStep = width / Math.max(1, steps);
    if (to - from < steps) {
      context.fillStyle = theme.chosen;
      context.fillRect(0, 0, from * perStep, HEIGHT);
      context.fillRect(to * perStep, 0, width - to * perStep, HEIGHT);
      context.strokeStyle = theme.chosenLine;
      context.strokeRect(from * perStep + 0.5, 0.5, Math.max(2, (to - from) * perStep - 1), HEIGHT - 1);
    }
    context.fillStyle = theme.chosenLine;
    context.fillRect(Math.round((step + 0.5) * perStep) - 1, 0, 1.5, HEIGHT);
  };
  return {
    element: h('div', { class: 'chart' }, canvas, scale),
    legend: createLegend(session, drawn, paint),
    paint: (next) => {
      theme = next;
      paint();
    },
  };
};
