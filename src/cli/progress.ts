// Owns: a line on the terminal that shows how far a long reading has come. What is read is not its business.
import { basename } from 'node:path';
import { showPath } from '../core/frame.js';
import { paintFor } from './print/paint.js';
import { columnsOf } from './print/width.js';
import type { Screen, Terminal } from './terminal.js';

/** A reading that goes on. */
export interface Progress {
  readonly advance: (bytes: number) => void;
  /** Leaves nothing of the line behind. */
  readonly end: () => void;
}

/** What is over before that needs no line. */
const PATIENCE_MS = 1000;
const REDRAW_MS = 100;

const MAX_BAR_COLUMNS = 40;
const MIN_BAR_COLUMNS = 8;
const CLEAR = '\r\u001b[K';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

const barOf = (share: number, columns: number, { colours }: Screen): string => {
  const done = Math.floor(share * columns);
  const paint = paintFor(colours);
  const rest = columns - done;
  return paint('good', '━'.repeat(done)) + (colours ? paint('quiet', '━'.repeat(rest)) : ' '.repeat(rest));
};

/** One line that fits: what does not is left out, the name first and the bar then. */
const lineOf = (name: string, bytes: number, total: number | undefined, screen: Screen): string => {
  const amount = total === undefined ? `${megabytes(bytes)} MB` : `${megabytes(bytes)} of ${megabytes(total)} MB`;
  const share = total === undefined || total === 0 ? undefined : Math.min(1, bytes / total);
  const told = share === undefined ? amount : `${String(Math.floor(share * 100)).padStart(3)} %  ${amount}`;
  // The last column stays free: some terminals go to the next line there.
  const room = screen.width - 1 - told.length;
  const label = columnsOf(name) + 2 + (share === undefined ? 0 : MIN_BAR_COLUMNS + 2) <= room ? `${name}  ` : '';
  const columns = Math.min(MAX_BAR_COLUMNS, room - columnsOf(label) - 2);
  const bar = share === undefined || columns < MIN_BAR_COLUMNS ? '' : `${barOf(share, columns, screen)}  `;
  return room < 0 ? '' : `${label}${bar}${told}`;
};

/**
 * Shows how far a reading has come.
 *
 * Shape:  a line on `err` from the first second on, redrawn at most ten times a second; none where the terminal has no
 *         screen. Without a total the bytes alone are told.
 * Units:  bytes; `now` in ms.
 * Cost:   next to nothing; no timer, so a reading that hangs shows no movement.
 * Source: SPEC R
 */
export const progressOf = (
  path: string,
  totalBytes: number | undefined,
  { err, screen }: Terminal,
  now: () => number = () => performance.now(),
): Progress => {
  if (screen === undefined) return { advance: () => undefined, end: () => undefined };
  const name = path === '-' ? 'standard input' : showPath(basename(path));
  let nextDraw = now() + PATIENCE_MS;
  let bytes = 0;
  let isDrawn = false;
  return {
    advance: (more) => {
      bytes += more;
      const at = now();
      if (at < nextDraw) return;
      nextDraw = at + REDRAW_MS;
      isDrawn = true;
      err(`${CLEAR}${lineOf(name, bytes, totalBytes, screen)}`);
    },
    end: () => {
      if (isDrawn) err(CLEAR);
    },
  };
};
