// Owns: the laws of the clock port, for a real clock and for one that a test sets.
import type { Clock } from '../../ports/clock.js';
import type { Law } from './law.js';
import { check, pause } from './law.js';

const DAY_MS = 86_400_000;

const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
};

const always = (make: () => PromiseLike<Clock> | Clock): readonly Law[] => [
  {
    name: 'now is a whole number',
    run: async () => {
      const now = (await make()).now();
      check(Number.isSafeInteger(now), `now: expected a whole number of milliseconds, found ${now}`);
    },
  },
  {
    name: 'the zone is one that Intl knows, or left open',
    run: async () => {
      const zone = (await make()).zone();
      check(zone === undefined || isKnownZone(zone), `zone: expected a name that Intl knows, found ${String(zone)}`);
    },
  },
];

const real = (make: () => PromiseLike<Clock> | Clock): readonly Law[] => [
  {
    name: 'now counts milliseconds since the epoch',
    run: async () => {
      const now = (await make()).now();
      const expected = Date.now();
      check(Math.abs(now - expected) < DAY_MS, `now: expected about ${expected}, found ${now}`);
    },
  },
  {
    name: 'now moves on',
    run: async () => {
      const clock = await make();
      const before = clock.now();
      await pause(20);
      const after = clock.now();
      check(after > before, `now: expected more than ${before} after a pause, found ${after}`);
    },
  },
];

/**
 * The laws of a clock.
 *
 * Shape:  `set` is a clock that shows what a test tells it: what time it is, and whether it passes, is the test's.
 * Source: SPEC T1, T2
 *
 * @example
 * ```ts
 * import { nodeClock } from 'contextfold/node';
 * import { clockLaws } from 'contextfold/testing';
 *
 * const broken: string[] = [];
 * for (const { name, run } of clockLaws(() => nodeClock)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const clockLaws = (
  make: () => PromiseLike<Clock> | Clock,
  kind: 'real' | 'set' = 'real',
): readonly Law[] => [...always(make), ...(kind === 'real' ? real(make) : [])];
