// Owns: reading the timestamps of other tools' logs. Civil dates are counted here, since nothing below programs may own
// a clock.

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?(\d\d))$/u;

/** Days from 1970-01-01. Years begin in March here, so that a leap day is a year's last day. */
const epochDay = (year: number, month: number, day: number): number => {
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) + day - 719_469;
};

/**
 * The instant that an RFC 3339 timestamp names.
 *
 * Units:  ms since the epoch, finer digits cut.
 * Errors: `undefined` for anything else. A day that its month does not have runs on into the next.
 */
export const instantOf = (timestamp: unknown): number | undefined => {
  const found = typeof timestamp === 'string' ? TIMESTAMP.exec(timestamp) : null;
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const ms = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = (found[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10));
  const minutes = (epochDay(part(1), part(2), part(3)) * 24 + part(4)) * 60 + part(5) - offset;
  return (minutes * 60 + part(6)) * 1000 + ms;
};

/** The instant as the field of an event or item, left out where there is none. */
export const timeOf = (timestamp: unknown): { readonly time?: number } => {
  const time = instantOf(timestamp);
  return time === undefined ? {} : { time };
};
