// Owns: the stamp of a reading: what a zone's clock shows at an instant, and which instant a stamp names.
// Civil dates are counted here, since nothing below programs may own a clock.
import { invariant } from '../../core/assert.js';
import { clockOfZone } from './zone.js';

/** The largest distance from the epoch that a zone's clock is defined for. */
const MAX_INSTANT_MS = 8.64e15;

/** Tells whether a number of ms since the epoch is an instant at all. */
export const isInstant = (epochMs: number): boolean => Math.abs(epochMs) <= MAX_INSTANT_MS;

interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Days from 1970-01-01, Gregorian at all times. Years begin in March here, so that a leap day is a year's last day. */
const epochDay = (year: number, month: number, day: number): number => {
  const marchYear = month > 2 ? year : year - 1;
  const sinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((sinceMarch * 153 + 2) / 5) + day - 719_469;
};

/** The seconds from the epoch at which a clock without offset shows this. */
const epochSecond = ({ year, month, day, hour, minute, second }: Civil): number =>
  ((epochDay(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;

const isOnCalendar = ({ year, month, day, hour, minute, second }: Civil): boolean => {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false;
  const nextMonth = month === 12 ? epochDay(year + 1, 1, 1) : epochDay(year, month + 1, 1);
  return day >= 1 && day <= nextMonth - epochDay(year, month, 1);
};

/** What the zone's clock shows. */
const civilAt = (zone: string, epochMs: number): Civil => {
  const clock = clockOfZone(zone);
  invariant(clock !== undefined, `a stamp was wanted for ${zone}, which the runtime does not know`);
  const shown = new Map(clock.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const read = (part: Intl.DateTimeFormatPartTypes): number => Number(shown.get(part));
  return {
    year: shown.get('era') === 'B' ? 1 - read('year') : read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
};

/** A stamp shows whole minutes; the seconds of an old local mean time are rounded away. */
const offsetBetween = (civil: Civil, epochMs: number): number =>
  Math.round((epochSecond(civil) - Math.floor(epochMs / 1000)) / 60);

/**
 * The offset of a zone from UTC at an instant.
 *
 * Units:  minutes, positive east of Greenwich.
 * Errors: the zone must be known and the instant one.
 */
export const offsetMinutesAt = (zone: string, epochMs: number): number =>
  offsetBetween(civilAt(zone, epochMs), epochMs);

const pad = (number: number, digits = 2): string => String(number).padStart(digits, '0');

const write = (civil: Civil, offsetMinutes: number, zone: string): string => {
  const year = `${civil.year < 0 ? '-' : ''}${pad(Math.abs(civil.year), 4)}`;
  const date = `${year}-${pad(civil.month)}-${pad(civil.day)}`;
  const time = `${pad(civil.hour)}:${pad(civil.minute)}:${pad(civil.second)}`;
  const distance = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
  return `${date}T${time}${offset}[${zone}]`;
};

/**
 * An instant as a zone's clock shows it: `2026-03-29T03:00:00+02:00[Europe/Berlin]`.
 *
 * Units:  `epochMs` in ms since the epoch; a fraction of a second is dropped.
 * Errors: the zone must be known and the instant one. A year before 0 has a sign, one after 9999 more digits.
 * Source: SPEC T3; property-tests/time-stamp.laws.test.ts
 */
export const formatStamp = (epochMs: number, zone: string): string => {
  const wholeSecondsMs = Math.floor(epochMs / 1000) * 1000;
  const civil = civilAt(zone, wholeSecondsMs);
  return write(civil, offsetBetween(civil, wholeSecondsMs), zone);
};

/** What a stamp says, taken at its word. */
export interface Stamp {
  readonly epochMs: number;
  readonly offsetMinutes: number;
  readonly zone: string;
}

const STAMP = /^(-?\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-])(\d\d):(\d\d)\[([^\s[\]]+)\]$/u;

/**
 * Reads a stamp.
 *
 * Errors: `undefined` for anything that is not written so or that no calendar has. Whether the zone has that offset
 *         then is not looked at.
 */
export const parseStamp = (text: string): Stamp | undefined => {
  const [, ...fields] = STAMP.exec(text) ?? [];
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = fields.slice(0, 6).map(Number);
  const civil: Civil = { year, month, day, hour, minute, second };
  const [sign, hours, minutes, zone] = fields.slice(6);
  if (zone === undefined || !isOnCalendar(civil)) return undefined;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const epochMs = (epochSecond(civil) - offsetMinutes * 60) * 1000;
  const isWrittenSo = write(civil, offsetMinutes, zone) === text;
  return isWrittenSo && isInstant(epochMs) ? { epochMs, offsetMinutes, zone } : undefined;
};
