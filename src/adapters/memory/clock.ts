// Owns: a clock that stands still until it is set, backwards too.
import type { Clock } from '../../ports/clock.js';

/** A settable clock. Units: ms since the epoch. */
export interface MemoryClock extends Clock {
  readonly set: (now: number) => void;
  readonly advance: (ms: number) => void;
  readonly setZone: (zone: string | undefined) => void;
}

/**
 * Makes a clock that shows what it is told.
 *
 * Units:  `now` in ms since the epoch.
 *
 * @example
 * ```ts
 * import { memoryClock } from 'contextfold/testing';
 *
 * const clock = memoryClock(1_000, 'Europe/Berlin');
 * clock.advance(500);
 * clock.now(); // => 1_500
 * ```
 */
export const memoryClock = (now = 0, zone = 'UTC'): MemoryClock => {
  let shown: { readonly now: number; readonly zone: string | undefined } = { now, zone };
  return {
    now: () => shown.now,
    zone: () => shown.zone,
    set: (next) => {
      shown = { ...shown, now: next };
    },
    advance: (ms) => {
      shown = { ...shown, now: shown.now + ms };
    },
    setZone: (next) => {
      shown = { ...shown, zone: next };
    },
  };
};
