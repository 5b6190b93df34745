// Owns: how a point of a log looks to a person: where it is, what the model can see, each scope, and what is due.
// What the log says is programs/replay.ts's to find out.
import { showPath } from '../../core/frame.js';
import type { AnyHead } from '../../programs/read-any-log.js';
import type { Due, Replay, ScopeState } from '../../programs/replay.js';
import { formatText } from './log.js';
import { paintFor } from './paint.js';
import type { Column, Row } from './table.js';
import { table } from './table.js';
import { bytesText, counted, grouped } from './words.js';

/** How a point is printed; `width` is missing where the output is no terminal. */
export interface ReplayStyle {
  readonly colours: boolean;
  readonly width?: number;
  /** How many events the whole log has. */
  readonly events: number;
}

const COLUMNS: readonly Column[] = [
  { head: 'file', long: true },
  { head: 'state' },
  { head: 'digest' },
  { head: 'told at', align: 'right' },
  { head: 'scope' },
];

const DIGEST_CHARS = 12;

const placeText = ({ at, position }: Replay, events: number): string => {
  if (at === null) return 'the log is empty';
  const { turn, step, lastTurn, starting } = position;
  const open =
    turn === undefined
      ? `no turn is open, the last was ${lastTurn}`
      : `turn ${turn} is open, ${step === undefined ? 'no step' : `step ${step}`}`;
  const started = starting === undefined ? '' : `; ${starting} has not reached a step yet`;
  return `${grouped(at)} of 0 to ${grouped(events - 1)}; ${open}${started}`;
};

const baselineText = ({ baseline }: Replay): string => {
  if (baseline === null) return 'none is visible';
  return `told at ${baseline.seq}, root ${baseline.root ?? 'not recorded'}`;
};

const rowOf = (scope: ScopeState): Row => ({
  cells: [
    { text: showPath(scope.path) },
    { text: scope.state, tone: scope.state === 'loaded' ? 'good' : 'notice' },
    { text: scope.state === 'loaded' ? (scope.digest ?? 'not recorded').slice(0, DIGEST_CHARS) : '', tone: 'quiet' },
    { text: String(scope.seq) },
    { text: showPath(scope.scope), tone: 'quiet' },
  ],
  note: { text: '' },
});

const dueLine = ({ what, why, paths }: Due): string =>
  `due: ${what}${paths === undefined ? '' : ` of ${paths.map(showPath).join(', ')}`} (${why})`;

/**
 * Prints one point of a log.
 *
 * Shape:  lines with their line ends.
 * Source: SPEC R3
 */
export const printReplay = (replay: Replay, head: AnyHead, { colours, width, events }: ReplayStyle): string => {
  const paint = paintFor(colours);
  const { session, surface, scopes, due } = replay;
  const facts: readonly (readonly [string, string])[] = [
    ['session', `${showPath(session.id)} in ${showPath(session.cwd)}`],
    ['log', formatText(head)],
    ['event', placeText(replay, events)],
    ['surface', `${counted(surface.messages, 'message')}, ${bytesText(surface.bytes)} of text`],
    ['baseline', baselineText(replay)],
  ];
  const sections: readonly (readonly string[])[] = [
    facts.map(([label, text]) => `${paint('quiet', label.padEnd('baseline'.length))}  ${text}`),
    scopes.length === 0 ? [] : table(COLUMNS, scopes.map(rowOf), paint, width),
    due.length === 0 ? [paint('quiet', 'nothing is due')] : due.map((item) => paint('strong', dueLine(item))),
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`).join('\n');
};
