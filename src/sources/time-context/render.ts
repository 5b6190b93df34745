// Owns: the words of a reading: its three lines, and how a duration is written.
import type { TurnStep } from '../../domain/log-event.js';

/** How a reading's first line begins. */
export const sampledAt = ({ turn, step }: TurnStep): string =>
  `Time sampled while preparing turn ${turn}, step ${step}: `;

/**
 * What a reading says about the zone of the request, up to the full stop: all of it that is derived.
 *
 * Shape:  none is unavailable, several are mixed, in ascending order of their UTF-16 code units.
 * Source: SPEC T3, I1
 */
export const zoneClaim = (zones: readonly string[]): string => {
  const [first = 'unavailable', ...others] = zones;
  const named = others.length === 0 ? first : `mixed ${JSON.stringify([...zones].sort())}`;
  return `Browser time zone for this request: ${named}.`;
};

const zoneAdvice = (zones: readonly string[]): string => {
  if (zones.length === 0) return 'Ask for the time zone before using a date or time without one.';
  return zones.length === 1
    ? 'Read dates and times without a zone as being in it.'
    : 'Ask which one is meant before using a date or time without a zone.';
};

/** What a reading measures from, and what it is called in its third line. */
export const elapsedSince = (step: number): string =>
  `Elapsed since the preceding ${step === 1 ? 'model-visible message' : 'step context'}: `;

/**
 * A duration in days, hours, minutes and seconds: `0s`, `1m 0s`, `1d 3s`.
 *
 * Shape:  parts that are zero are left out, seconds never; nothing is negative.
 * Units:  ms; a fraction of a second is dropped.
 * Source: SPEC T3
 */
export const showDuration = (durationMs: number): string => {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const parts: readonly (readonly [number, string])[] = [
    [days, 'd'],
    [hours % 24, 'h'],
    [minutes % 60, 'm'],
  ];
  const shown = parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`]));
  return [...shown, `${seconds % 60}s`].join(' ');
};

/** What one reading is about. */
export interface Reading extends TurnStep {
  readonly stamp: string;
  /** The distinct zones that the turn's direct messages claim, as they are shown. */
  readonly zones: readonly string[];
  /** `undefined` where there is nothing to measure from. */
  readonly elapsedMs: number | undefined;
}

/**
 * The text of a reading.
 *
 * Source: SPEC T3
 */
export const renderReading = ({ turn, step, stamp, zones, elapsedMs }: Reading): string =>
  [
    sampledAt({ turn, step }) + stamp,
    `${zoneClaim(zones)} ${zoneAdvice(zones)}`,
    `${elapsedSince(step)}${elapsedMs === undefined ? 'unavailable' : showDuration(elapsedMs)}.`,
  ].join('\n');
