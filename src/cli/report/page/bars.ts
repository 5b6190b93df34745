// Owns: painting the bars of lanes. Which rows are in sight, and what is chosen, it is told.
import type { Session } from './session.js';
import { markKind, turningAt } from './session.js';
import type { Theme } from './theme.js';
import { hueOf } from './theme.js';
import type { Choice } from './view.js';
import { shortBytes } from './words.js';

/** Where the lanes are painted. Units: CSS pixels. */
export interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** How far the lanes are scrolled, and how high one is. */
  readonly top: number;
  readonly row: number;
}

const PAD = 3;
const RADIUS = 3;

/** Wide enough to hold its size as a text. */
const LABEL_WIDTH = 56;

/** Wide enough to show how it ended. */
const CAP_WIDTH = 7;

/** The tone of each bar: texts of a lane that differ look different, a text that comes back looks as it did. */
export const tonesOf = ({ data, lanes, barsOf }: Session): Int8Array => {
  const tones = new Int8Array(data.bars.lane.length);
  for (let lane = 0; lane < lanes; lane += 1) {
    const known = new Map<number, number>();
    const [first, last] = barsOf(lane);
    for (let bar = first; bar < last; bar += 1) {
      const digest = data.bars.digest[bar] ?? -1;
      const tone = digest < 0 ? known.size : (known.get(digest) ?? known.size);
      known.set(digest < 0 ? -2 - bar : digest, tone);
      tones[bar] = tone % 3;
    }
  }
  return tones;
};

const paintCap = ({ context, row }: Plot, x: number, y: number, turning: string | undefined, theme: Theme): void => {
  const height = row - 2 * PAD;
  if (turning === 'remove') {
    context.fillStyle = theme.removed;
    context.fillRect(x - 3, y + PAD - 1, 3, height + 2);
  } else if (turning === 'shadow' || turning === 'supersede') {
    context.fillStyle = theme.shadowed;
    for (let at = 0; at < height; at += 4) context.fillRect(x - 3, y + PAD + at, 3, 2);
  }
};

/** What one lane is painted with. */
interface LanePaint {
  readonly lane: number;
  readonly y: number;
  readonly hue: number;
  readonly plot: Plot;
  readonly theme: Theme;
  readonly choice: Choice;
  readonly tones: Int8Array;
}

const paintLane = (session: Session, { lane, y, hue, plot, theme, choice, tones }: LanePaint): void => {
  const { data, seenFrom, seenTo, barsOf } = session;
  const { context, width, row } = plot;
  const scale = width / (choice.to - choice.from);
  const isScope = data.lanes[lane]?.kind === 'scope';
  const [first, last] = barsOf(lane);
  let painted = -1;
  for (let bar = first; bar < last; bar += 1) {
    const [from, to] = [seenFrom[bar] ?? 0, seenTo[bar] ?? 0];
    if (to < choice.from) continue;
    if (from > choice.to) break;
    const left = Math.max(-4, (from - choice.from) * scale);
    const right = Math.min(width + 4, (to - choice.from) * scale);
    // In a crowd only what has a pixel of its own is painted.
    if (right - left < 1 && Math.floor(left) <= painted) continue;
    painted = Math.floor(Math.max(left, right - 1));
    const tone = tones[bar] ?? 0;
    const gap = right - left > 4 ? 1 : 0;
    const size = Math.max(from === to ? 2 : 1, right - left - gap);
    context.fillStyle = (isScope ? theme.tones[tone] : theme.sources[hue]) ?? theme.ink;
    context.globalAlpha = isScope || tone % 2 === 0 ? 1 : 0.72;
    context.beginPath();
    context.roundRect(left, y + PAD, size, row - 2 * PAD, size > 2 * RADIUS ? RADIUS : 0);
    context.fill();
    context.globalAlpha = 1;
    if (right - left > CAP_WIDTH) paintCap(plot, left + size, y, turningAt(data.bars.ended[bar] ?? -1), theme);
    if (right - left > LABEL_WIDTH && row >= 20) {
      context.fillStyle = (isScope ? theme.onTones[tone] : theme.onBar) ?? theme.ink;
      context.fillText(shortBytes(data.bars.bytes[bar] ?? 0), Math.max(left, 0) + 7, y + row / 2 + 0.5);
    }
  }
};

const paintMarks = (
  { data, stepSeeing }: Session,
  { context, width, height }: Plot,
  theme: Theme,
  choice: Choice,
): void => {
  const scale = width / (choice.to - choice.from);
  context.setLineDash([3, 3]);
  data.marks.seq.forEach((seq, mark) => {
    const x = Math.round((stepSeeing(seq) - choice.from) * scale) + 0.5;
    if (x < 0 || x > width) return;
    context.strokeStyle = theme.marks[markKind(data.marks.kind[mark] ?? 0)] ?? theme.ink;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
  });
  context.setLineDash([]);
};

/** Paints the chosen step as a band over the whole height. */
export const paintChosen = (plot: Pick<Plot, 'context' | 'width' | 'height'>, theme: Theme, choice: Choice): void => {
  const scale = plot.width / (choice.to - choice.from);
  const left = (choice.step - choice.from) * scale;
  const { context } = plot;
  context.fillStyle = theme.chosen;
  context.fillRect(left, 0, Math.max(1, scale), plot.height);
  context.fillStyle = theme.chosenLine;
  context.fillRect(Math.round(left), 0, scale < 3 ? 2 : 1.5, plot.height);
  if (scale >= 3) context.fillRect(Math.round(left + scale) - 1.5, 0, 1.5, plot.height);
};

/** Paints the lanes in sight. Cost: bars of those lanes, whatever the session holds besides. */
export const paintLanes = (session: Session, plot: Plot, theme: Theme, choice: Choice, tones: Int8Array): void => {
  const { context, width, height, top, row } = plot;
  const first = Math.floor(top / row);
  const last = Math.min(session.lanes, Math.ceil((top + height) / row));
  context.font = theme.font;
  context.textBaseline = 'middle';
  for (let lane = first; lane < last; lane += 1) {
    const y = lane * row - top;
    if (lane === choice.lane) {
      context.fillStyle = theme.chosen;
      context.fillRect(0, y, width, row);
    } else if (lane % 2 === 1) {
      context.fillStyle = theme.stripe;
      context.fillRect(0, y, width, row);
    }
    const source = session.data.sources.indexOf(session.data.lanes[lane]?.name ?? '');
    paintLane(session, { lane, y, hue: hueOf(Math.max(source, 0)), plot, theme, choice, tones });
    // Scopes and other sources are two kinds of lanes.
    if (lane > 0 && session.data.lanes[lane]?.kind === 'source' && session.data.lanes[lane - 1]?.kind === 'scope') {
      context.fillStyle = theme.line;
      context.fillRect(0, y - 0.5, width, 1);
    }
  }
  paintMarks(session, plot, theme, choice);
  paintChosen(plot, theme, choice);
};
