// Owns: the words of a reading: its three lines, which of them a log holds, and when two readings mean the same place.
import type { TmuxReading } from './model.js';

const escapeControls = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The first line of a reading. */
export const headline = (turn: number): string => `tmux location (turn ${turn}):`;

/**
 * The text of a reading.
 *
 * Source: SPEC M3
 */
export const renderReading = (turn: number, reading: TmuxReading): string => {
  const { session, windowIndex, windowName, paneIndex, paneId, windowActive, paneActive, layout } = reading;
  const window = `window ${windowIndex} ${JSON.stringify(windowName)}`;
  return [
    headline(turn),
    `session ${escapeControls(session)}, ${window}, pane ${paneIndex} ${paneId}`,
    `window active=${windowActive}, pane active=${paneActive}, layout ${layout}`,
  ].join('\n');
};

/** What `JSON.stringify` makes of a text; it leaves no control character and no lone surrogate as it is. */
const JSON_STRING = String.raw`"(?:[^"\\\p{Cs}\0-\x1f]|\\["\\bfnrt]|\\u00[01][\da-f]|\\ud[89a-f][\da-f]{2})*"`;
const SECOND = new RegExp(String.raw`^session \P{Cc}+, window \d+ ${JSON_STRING}, pane \d+ %\d+$`, 'u');
const THIRD = /^(window active=[01], pane active=[01], layout )([^\t]+)$/u;

/** Tells whether a line is the second one of some reading. */
export const isSecondLine = (line: string): boolean => SECOND.test(line);

/** Tells whether a line is the third one of some reading. */
export const isThirdLine = (line: string): boolean => THIRD.test(line);

/**
 * The place that the text of a reading names, as places are compared: a resize does not change it.
 *
 * Shape:  lines two and three; of the layout `c8f1,80x24,0,0{40x24,0,0,1,39x24,41,0,2}` checksum, sizes and offsets are
 *         gone.
 * Errors: `undefined` for a text that is no reading's.
 * Source: SPEC M1
 */
export const locationOf = (text: string): string | undefined => {
  const [, second = '', third = '', ...rest] = text.split('\n');
  const [, flags, layout] = THIRD.exec(third) ?? [];
  if (rest.length > 0 || !isSecondLine(second) || flags === undefined || layout === undefined) return undefined;
  return `${second}\n${flags}${layout.replace(/^[\da-f]{4},/u, '').replace(/\d+x\d+,\d+,\d+/gu, '')}`;
};
