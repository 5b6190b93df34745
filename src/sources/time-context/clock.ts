// Owns: what the runtime knows about time zones, which is all that this source knows: one formatter for each.
// It tells no time: an instant is always given to it.

/** More than there are zones under all their names; other letter cases could make it any number. */
const MAX_CLOCKS = 1_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The locale names everything that could otherwise depend on the host's own. */
const makeClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    era: 'narrow',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/**
 * The clock of a zone, which shows an instant in parts: year with era, month, day, hour, minute, second.
 *
 * Errors: `undefined` for a name that the runtime does not know.
 * Cost:   clocks are kept: to make one costs as much as to read it thirty times, and a log asks for the same few.
 */
export const clockOf = (name: string): Intl.DateTimeFormat | undefined => {
  const kept = clocks.get(name);
  if (kept !== undefined) return kept;
  try {
    const clock = makeClock(name);
    if (clocks.size >= MAX_CLOCKS) clocks.clear();
    clocks.set(name, clock);
    return clock;
  } catch {
    return undefined;
  }
};
