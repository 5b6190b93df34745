// Owns: the exact words of a reading.
import { describe, expect, test } from 'vitest';
import { renderReading, showDuration, zoneClaim } from '../../../src/sources/time-context/render.js';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

describe('durations (T3)', () => {
  test.each([
    [0, '0s'],
    [999, '0s'],
    [SECOND, '1s'],
    [59_999, '59s'],
    [MINUTE, '1m 0s'],
    [61 * SECOND, '1m 1s'],
    [HOUR, '1h 0s'],
    [HOUR + MINUTE, '1h 1m 0s'],
    [DAY, '1d 0s'],
    [DAY + 3 * SECOND, '1d 3s'],
    [400 * DAY + 23 * HOUR + 59 * MINUTE + 59 * SECOND, '400d 23h 59m 59s'],
    [-1, '0s'],
    [-DAY, '0s'],
  ])('%d ms is %s', (ms, shown) => {
    expect(showDuration(ms)).toBe(shown);
  });
});

describe('the three lines (T3)', () => {
  const stamp = '2026-01-01T00:00:00+00:00[UTC]';

  test('one zone, step 1', () => {
    expect(renderReading({ turn: 3, step: 1, stamp, zones: ['UTC'], elapsedMs: 0 })).toBe(
      [
        'Time sampled while preparing turn 3, step 1: 2026-01-01T00:00:00+00:00[UTC]',
        'Browser time zone for this request: UTC. Read dates and times without a zone as being in it.',
        'Elapsed since the preceding model-visible message: 0s.',
      ].join('\n'),
    );
  });

  test('mixed zones, sorted, a later step', () => {
    expect(renderReading({ turn: 3, step: 2, stamp, zones: ['UTC', 'Asia/Tokyo'], elapsedMs: undefined })).toBe(
      [
        'Time sampled while preparing turn 3, step 2: 2026-01-01T00:00:00+00:00[UTC]',
        'Browser time zone for this request: mixed ["Asia/Tokyo","UTC"]. ' +
          'Ask which one is meant before using a date or time without a zone.',
        'Elapsed since the preceding step context: unavailable.',
      ].join('\n'),
    );
  });

  test('no zone', () => {
    expect(renderReading({ turn: 3, step: 1, stamp, zones: [], elapsedMs: 1_000 }).split('\n')[1]).toBe(
      'Browser time zone for this request: unavailable. Ask for the time zone before using a date or time without one.',
    );
  });

  test('mixed zones are given in no other order than their own', () => {
    const zones = ['UTC', 'Asia/Tokyo', 'Africa/Cairo'];
    expect(zoneClaim(zones)).toBe(zoneClaim([...zones].reverse()));
    expect(zones).toEqual(['UTC', 'Asia/Tokyo', 'Africa/Cairo']);
  });
});
