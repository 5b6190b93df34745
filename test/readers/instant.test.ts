// Owns: examples of timestamps.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from '../../src/readers/instant.js';

test('every timestamp that a Date writes is read as a Date reads it', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(instantOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test.each(['2026-01-05T10:00:00+02:00', '2026-01-05T10:00:00.5-11:30', '2024-02-29T23:59:59.123456789Z'])(
  '%s',
  (text) => {
    expect(instantOf(text)).toBe(Date.parse(text));
  },
);

test.each(['', '2026-01-05', '2026-01-05 10:00:00', 'now', 5, null, undefined])('%j is no timestamp', (value) => {
  expect(instantOf(value)).toBeUndefined();
});
