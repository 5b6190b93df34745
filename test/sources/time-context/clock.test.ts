// Owns: what becomes of renamed zones on other runtimes: those that know one of two twins, none, or both as they are.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Stamps from '../../../src/sources/time-context/stamp.js';
import type * as Zones from '../../../src/sources/time-context/zone.js';

const { DateTimeFormat } = Intl;

/** The modules as they are loaded on a runtime with this formatter: nothing that this runtime knows is remembered. */
const loadedWith = async (make: (timeZone: string) => Intl.DateTimeFormat): Promise<typeof Zones & typeof Stamps> => {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_, options) {
    return make(options?.timeZone ?? 'UTC');
  });
  const zones = await import('../../../src/sources/time-context/zone.js');
  const stamps = await import('../../../src/sources/time-context/stamp.js');
  return { ...zones, ...stamps };
};

const here = (timeZone: string): Intl.DateTimeFormat =>
  new DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', era: 'narrow', year: 'numeric', month: 'numeric' },
    ...{ day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

describe('renamed zones on other runtimes (T2)', () => {
  beforeEach(() => void vi.resetModules());
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
  ])('one that does not know %s reads the clock of %s', async (unknown, known) => {
    const { isAcceptedZone, formatStamp } = await loadedWith((zone) => {
      if (zone === unknown) throw new RangeError(`Invalid time zone specified: ${zone}`);
      return here(zone);
    });
    expect([unknown, known].map(isAcceptedZone)).toEqual([true, true]);
    expect(formatStamp(0, unknown)).toBe(`1970-01-01T05:30:00+05:30[${unknown}]`);
  });

  test('one that knows neither takes neither', async () => {
    const { isAcceptedZone } = await loadedWith((zone) => {
      throw new RangeError(`Invalid time zone specified: ${zone}`);
    });
    expect(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Berlin'].map(isAcceptedZone)).toEqual([false, false, false]);
    expect(isAcceptedZone('UTC')).toBe(true);
  });

  test('one that gives back whatever it was asked for takes both, still as one zone, and still no offset', async () => {
    const { isAcceptedZone, distinctZones } = await loadedWith((zone) => {
      const clock = here(zone.startsWith('+') ? 'UTC' : zone);
      return Object.assign(clock, { resolvedOptions: () => ({ ...clock.resolvedOptions(), timeZone: zone }) });
    });
    expect(['Asia/Kolkata', 'Asia/Calcutta', '+05:30'].map(isAcceptedZone)).toEqual([true, true, false]);
    expect(distinctZones(['Asia/Kolkata', 'Asia/Calcutta'])).toEqual(['Asia/Kolkata']);
  });
});
