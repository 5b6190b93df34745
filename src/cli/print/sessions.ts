// Owns: how a list of sessions looks to a person.
import { showPath } from '../../core/frame.js';
import { paintFor } from './paint.js';
import type { Column, Row } from './table.js';
import { table } from './table.js';
import { grouped } from './words.js';

/**
 * A session in a list.
 *
 * Shape:  `events` is an estimate unless `exact`: a long log is not counted. No `title` where nobody gave one and
 *         nothing was typed.
 * Units:  `lastActivity` in ms since the epoch.
 */
export interface ListedSession {
  readonly id: string;
  readonly title: string | null;
  readonly cwd: string;
  readonly events: number;
  readonly exact: boolean;
  readonly lastActivity: number;
  readonly format: string;
  readonly path: string;
}

/** How a list is printed; `width` is missing where the output is no terminal. */
export interface ListStyle {
  readonly colours: boolean;
  readonly width?: number;
}

const COLUMNS: readonly Column[] = [
  { head: 'session', long: true },
  { head: 'events', align: 'right' },
  { head: 'last activity (UTC)' },
  { head: 'written by' },
];

/** The largest distance from the epoch that a date has. */
const MAX_INSTANT_MS = 8.64e15;

const minuteOf = (ms: number): string =>
  Math.abs(ms) <= MAX_INSTANT_MS
    ? new Date(ms)
        .toISOString()
        .replace('T', ' ')
        .replace(/:[^:]*$/u, '')
    : 'unknown';

const rowOf = ({ id, title, cwd, events, exact, lastActivity, format }: ListedSession): Row => ({
  cells: [
    title === null ? { text: 'untitled', tone: 'quiet' } : { text: showPath(title), tone: 'strong' },
    { text: `${exact ? '' : '~'}${grouped(events)}` },
    { text: minuteOf(lastActivity) },
    { text: format },
  ],
  note: { text: `${showPath(id)} in ${cwd === '' ? 'an unknown directory' : showPath(cwd)}`, tone: 'quiet' },
});

/** Prints a list of sessions, one row each. */
export const printSessions = (sessions: readonly ListedSession[], { colours, width }: ListStyle): string =>
  table(COLUMNS, sessions.map(rowOf), paintFor(colours), width)
    .map((line) => `${line}\n`)
    .join('');
