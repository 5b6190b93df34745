// Owns: examples of stamps: edges of daylight saving by the calendar, odd offsets, and years far away.
// Every edge of many years against an independent method: property-tests/time-stamp.laws.test.ts.
import { describe, expect, test } from 'vitest';
import { formatStamp, isInstant, parseStamp } from '../../../src/sources/time-context/stamp.js';

describe('stamps (T3)', () => {
  test.each([
    ['spring forward', '2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29T01:59:59+01:00[Europe/Berlin]'],
    ['spring forward', '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29T03:00:00+02:00[Europe/Berlin]'],
    ['fall back, first time', '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+02:00[Europe/Berlin]'],
    ['fall back, second time', '2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00[Europe/Berlin]'],
    ['half an hour', '2026-04-04T14:59:59Z', 'Australia/Lord_Howe', '2026-04-05T01:59:59+11:00[Australia/Lord_Howe]'],
    ['half an hour', '2026-04-04T15:00:00Z', 'Australia/Lord_Howe', '2026-04-05T01:30:00+10:30[Australia/Lord_Howe]'],
    ['45 minutes', '2026-09-26T13:59:59Z', 'Pacific/Chatham', '2026-09-27T02:44:59+12:45[Pacific/Chatham]'],
    ['45 minutes', '2026-09-26T14:00:00Z', 'Pacific/Chatham', '2026-09-27T03:45:00+13:45[Pacific/Chatham]'],
    ['behind by half hours', '2026-03-08T05:30:00Z', 'America/St_Johns', '2026-03-08T03:00:00-02:30[America/St_Johns]'],
    ['no saving', '2026-07-01T00:00:00Z', 'Asia/Kathmandu', '2026-07-01T05:45:00+05:45[Asia/Kathmandu]'],
    ['a skipped day', '2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29T23:59:59-10:00[Pacific/Apia]'],
    ['a skipped day', '2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00:00+14:00[Pacific/Apia]'],
    ['midnight', '2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00[UTC]'],
    ['a part of a second', '2026-01-01T00:00:00.999Z', 'UTC', '2026-01-01T00:00:00+00:00[UTC]'],
    ['before the epoch', '1969-12-31T23:59:59.001Z', 'UTC', '1969-12-31T23:59:59+00:00[UTC]'],
    ['a leap day', '2028-02-29T12:00:00Z', 'UTC', '2028-02-29T12:00:00+00:00[UTC]'],
    ['an old twin', '2026-01-01T00:00:00Z', 'Asia/Calcutta', '2026-01-01T05:30:00+05:30[Asia/Calcutta]'],
    ['a new twin', '2026-01-01T00:00:00Z', 'Asia/Kolkata', '2026-01-01T05:30:00+05:30[Asia/Kolkata]'],
    ['a link', '2026-01-01T00:00:00Z', 'US/Pacific', '2025-12-31T16:00:00-08:00[US/Pacific]'],
    ['year 1', '0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00+00:00[UTC]'],
    ['year 0', '0000-12-31T23:59:59Z', 'UTC', '0000-12-31T23:59:59+00:00[UTC]'],
    ['before year 0', '-000001-03-01T00:00:00Z', 'UTC', '-0001-03-01T00:00:00+00:00[UTC]'],
    ['far away', '+010000-01-01T00:00:00Z', 'UTC', '10000-01-01T00:00:00+00:00[UTC]'],
    ['local mean time', '1850-01-01T00:00:00Z', 'America/New_York', '1849-12-31T19:03:58-04:56[America/New_York]'],
  ])('%s: %s in %s', (_, instant, zone, stamp) => {
    expect(formatStamp(Date.parse(instant), zone)).toBe(stamp);
  });

  test('an instant is a number that a clock can show', () => {
    expect([0, 8.64e15, -8.64e15].map(isInstant)).toEqual([true, true, true]);
    expect([8.64e15 + 1, NaN, Infinity, -Infinity].map(isInstant)).toEqual([false, false, false, false]);
  });
});

describe('reading stamps (I1)', () => {
  test('a stamp is taken at its word, zone and offset alike', () => {
    expect(parseStamp('2026-01-01T00:00:00+05:45[Mars/Phobos]')).toEqual({
      epochMs: Date.parse('2026-01-01T00:00:00+05:45'),
      offsetMinutes: 345,
      zone: 'Mars/Phobos',
    });
  });

  test.each([
    ['no stamp', ''],
    ['no zone', '2026-01-01T00:00:00+00:00'],
    ['an empty zone', '2026-01-01T00:00:00+00:00[]'],
    ['two zones', '2026-01-01T00:00:00+00:00[UTC][UTC]'],
    ['Z', '2026-01-01T00:00:00Z[UTC]'],
    ['a negative zero', '2026-01-01T00:00:00-00:00[UTC]'],
    ['60 offset minutes', '2026-01-01T00:00:00+01:60[UTC]'],
    ['no such day', '2026-02-29T00:00:00+00:00[UTC]'],
    ['no such day', '2026-04-31T00:00:00+00:00[UTC]'],
    ['day 0', '2026-04-00T00:00:00+00:00[UTC]'],
    ['no such month', '2026-13-01T00:00:00+00:00[UTC]'],
    ['month 0', '2026-00-01T00:00:00+00:00[UTC]'],
    ['hour 24', '2026-01-01T24:00:00+00:00[UTC]'],
    ['minute 60', '2026-01-01T00:60:00+00:00[UTC]'],
    ['second 60', '2026-01-01T00:00:60+00:00[UTC]'],
    ['a part of a second', '2026-01-01T00:00:00.000+00:00[UTC]'],
    ['a space', '2026-01-01 00:00:00+00:00[UTC]'],
    ['year minus 0', '-0000-01-01T00:00:00+00:00[UTC]'],
    ['a year with zeros to spare', '002026-01-01T00:00:00+00:00[UTC]'],
    ['no instant', '275760-09-13T00:00:01+00:00[UTC]'],
    ['a line feed at its end', '2026-01-01T00:00:00+00:00[UTC]\n'],
  ])('%s is not one: %j', (_, text) => {
    expect(parseStamp(text)).toBeUndefined();
  });
});
