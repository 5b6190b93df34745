// Owns: the laws of stamps: at every edge of daylight saving, and anywhere else, a stamp shows what an independent
// reader of the same clock shows, and names the instant that it was made from.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatStamp, offsetMinutesAt, parseStamp } from '../src/sources/time-context/stamp.js';
import { seed } from '../test/seed.js';

const DAY_MS = 86_400_000;
const readers = new Map<string, Intl.DateTimeFormat>();

/** The offset as the runtime words it (`GMT-03:30`); the source never asks for these words. */
const wordedOffset = (timeZone: string, epochMs: number): number => {
  const reader = readers.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  readers.set(timeZone, reader);
  const worded = reader.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?$/u.exec(worded) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const worded = (timeZone: string, epochMs: number): string => {
  const offset = wordedOffset(timeZone, epochMs);
  const two = (number: number): string => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  const local = new Date(epochMs + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}[${timeZone}]`;
};

const firstAfter = (timeZone: string, before: number, after: number): number => {
  const offset = wordedOffset(timeZone, before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wordedOffset(timeZone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
};

/** The first millisecond of each new offset. */
const edgesOf = (timeZone: string, year: number): readonly number[] => {
  const edges: number[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    if (wordedOffset(timeZone, day) !== wordedOffset(timeZone, day + DAY_MS)) {
      edges.push(firstAfter(timeZone, day, day + DAY_MS));
    }
  }
  return edges;
};

const ZONES: readonly (readonly [timeZone: string, year: number, edges: number])[] = [
  ['Europe/Berlin', 2026, 2],
  ['Europe/Dublin', 2026, 2], // saves in winter, by its law
  ['America/New_York', 2026, 2],
  ['America/St_Johns', 2026, 2], // -03:30
  ['America/Santiago', 2026, 2], // southern
  ['Australia/Lord_Howe', 2026, 2], // southern, by half an hour
  ['Pacific/Chatham', 2026, 2], // southern, +12:45
  ['Africa/Casablanca', 2024, 2], // by the moon; what is to come is another thing in each edition of the zones
  ['Antarctica/Troll', 2026, 2], // by two hours
  ['Asia/Kathmandu', 2026, 0], // +05:45
  ['Asia/Tehran', 2022, 2], // for the last time
  ['Asia/Tehran', 2023, 0], // no more
  ['America/Sao_Paulo', 2019, 1], // back for good
  ['Asia/Pyongyang', 2018, 1], // from +08:30
];

describe(`stamps (T3, I1; seed ${seed})`, () => {
  test.each(ZONES)('every edge of %s in %d (%d of them) is shown as it is on both sides', (timeZone, year, count) => {
    const edges = edgesOf(timeZone, year);
    expect(edges).toHaveLength(count);
    const distances = [-3_600_000, -1_000, -1, 0, 999, 3_600_000];
    const around = [Date.UTC(year, 0, 1), ...edges].flatMap((edge) => distances.map((ms) => edge + ms));
    expect(around.map((instant) => formatStamp(instant, timeZone))).toEqual(
      around.map((instant) => worded(timeZone, instant)),
    );
  });

  const anyZone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));
  const anyRecent = fc.integer({ min: Date.UTC(1973, 0, 1), max: Date.UTC(2100, 0, 1) });

  test('any recent instant in any zone is shown as an independent reader shows it', () => {
    fc.assert(
      fc.property(anyRecent, anyZone, (instant, zone) => {
        expect(formatStamp(instant, zone)).toBe(worded(zone, instant));
      }),
      { numRuns: 400 },
    );
  });

  test('a stamp names the second that it was made from, and its offset is the one that is derived from that', () => {
    fc.assert(
      fc.property(anyRecent, anyZone, (instant, zone) => {
        const stamp = parseStamp(formatStamp(instant, zone));
        expect(stamp?.epochMs).toBe(Math.floor(instant / 1_000) * 1_000);
        expect(stamp?.offsetMinutes).toBe(offsetMinutesAt(zone, stamp?.epochMs ?? NaN));
      }),
      { numRuns: 400 },
    );
  });

  test('any instant at all has a stamp, right to the minute that an old local time is rounded to', () => {
    fc.assert(
      fc.property(fc.double({ min: -8.639e15, max: 8.639e15, noNaN: true }), anyZone, (instant, zone) => {
        const named = parseStamp(formatStamp(instant, zone))?.epochMs ?? NaN;
        expect(Math.abs(named - instant)).toBeLessThanOrEqual(31_000);
      }),
      { numRuns: 400 },
    );
    for (const instant of [-8.64e15, 8.64e15]) {
      expect(formatStamp(instant, 'Pacific/Chatham')).toMatch(/\[Pacific\/Chatham\]$/u);
    }
  });

  test('reading is total', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-+:T[]UTC/') }), (text) => {
        const stamp = parseStamp(text);
        expect(stamp === undefined || Number.isFinite(stamp.epochMs)).toBe(true);
      }),
    );
  });
});
