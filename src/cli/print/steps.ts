// Owns: how the life of a session looks to a person as lines: one for each change of what is in force.
// What changed, and why, is programs/timeline.ts's to find out.
import { showPath } from '../../core/frame.js';
import type { TimelineChange, Turning } from '../../programs/timeline-model.js';
import type { Tone } from './paint.js';
import { paintFor } from './paint.js';
import type { Column, Row } from './table.js';
import { table } from './table.js';
import { grouped } from './words.js';

/** How lines are printed; `width` is missing where the output is no terminal. */
export interface StepsStyle {
  readonly colours: boolean;
  readonly width?: number;
}

const COLUMNS: readonly Column[] = [
  { head: 'event', align: 'right' },
  { head: 'step' },
  { head: 'action' },
  { head: 'what', long: true },
  { head: 'digest' },
  { head: 'bytes', align: 'right' },
];

const DIGEST_CHARS = 12;

const TONES: Readonly<Record<Turning, Tone>> = {
  set: 'good',
  replace: 'notice',
  remove: 'bad',
  repeat: 'quiet',
  say: 'quiet',
  shadow: 'bad',
  resurface: 'good',
  supersede: 'bad',
};

const rowOf = ({ seq, at, source, action, path, digest, bytes, why }: TimelineChange): Row => ({
  cells: [
    { text: String(seq) },
    { text: at === null ? '' : `${at.turn}.${at.step}`, tone: 'quiet' },
    { text: action, tone: TONES[action] },
    { text: showPath(path ?? source) },
    { text: (digest ?? '').slice(0, DIGEST_CHARS), tone: 'quiet' },
    { text: bytes === undefined ? '' : grouped(bytes) },
  ],
  note: { text: showPath(why), tone: 'quiet' },
});

/** The lines of a long life are laid out in pieces of this many. */
const PIECE = 5_000;

/**
 * Prints the changes of a session.
 *
 * Shape:  lines with their line ends; a source stands for itself where there is no path.
 * Source: SPEC R3
 */
export const printSteps = (changes: readonly TimelineChange[], { colours, width }: StepsStyle): string => {
  const paint = paintFor(colours);
  if (changes.length === 0) return `${paint('quiet', 'no context source said anything')}\n`;
  const lines: string[] = [];
  for (let at = 0; at < changes.length; at += PIECE) {
    const piece = table(COLUMNS, changes.slice(at, at + PIECE).map(rowOf), paint, width);
    lines.push(...(at === 0 ? piece : piece.slice(1)));
  }
  return `${lines.join('\n')}\n`;
};

/** The changes as JSON, one on each line. */
export const stepLines = (changes: readonly TimelineChange[]): string =>
  changes.map((change) => `${JSON.stringify(change)}\n`).join('');
