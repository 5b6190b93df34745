// Owns: the clock port over the system's clock and zone.
import type { Clock } from '../../ports/clock.js';

/** What the runtime says when `TZ` names no zone that it knows. */
const UNKNOWN_ZONE = 'Etc/Unknown';

/** The real time. Units: ms since the epoch. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  zone: () => {
    const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return zone === UNKNOWN_ZONE ? undefined : zone;
  },
};
