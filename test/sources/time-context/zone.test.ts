// Owns: which zone names count, which are the same zone, and which sources claim one.
import { describe, expect, test } from 'vitest';
import {
  TWINS,
  claimOf,
  clockOfZone,
  distinctZones,
  isAcceptedZone,
  mayBeKnownElsewhere,
} from '../../../src/sources/time-context/zone.js';

const resolved = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

describe('accepted zone names (T2)', () => {
  test('every zone that the runtime lists counts', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isAcceptedZone(name))).toEqual([]);
  });

  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/San_Luis', 'Etc/GMT+5'])('%s counts', (name) => {
    expect(isAcceptedZone(name)).toBe(true);
  });

  test.each([
    ['a link', 'US/Pacific'],
    ['a link', 'Etc/UTC'],
    ['a link', 'GMT'],
    ['a link to another city', 'Asia/Chongqing'],
    ['another letter case', 'utc'],
    ['another letter case', 'europe/berlin'],
    ['another letter case of a twin', 'asia/kolkata'],
    ['an offset', '+05:30'],
    ['an offset', '-08'],
    ['an unknown name', 'Mars/Phobos'],
    ['an unknown name', ''],
    ['an unknown name', ' UTC'],
    ['an unknown name', 'Europe/Berlin\n'],
    ['an unknown name', 'constructor'],
  ])('%s does not count: %j', (_, name) => {
    expect(isAcceptedZone(name)).toBe(false);
  });
});

describe('renamed zones (T2)', () => {
  test.each(TWINS)('%s and %s both count, as one zone', (one, other) => {
    expect([one, other].map(isAcceptedZone)).toEqual([true, true]);
    expect(resolved(one)).toBe(resolved(other));
    expect(distinctZones([one, other])).toEqual([one]);
    expect(distinctZones([other, one])).toEqual([other]);
  });

  test('a pair is two names, and no name stands in two pairs', () => {
    const names = TWINS.flat();
    expect(TWINS.map(([one, other]) => [one, other].filter((name) => name?.includes('/')).length)).toEqual(
      Array.from({ length: 25 }, () => 2),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('distinct zones keep the order in which they were first given', () => {
    const given = ['Europe/Kyiv', 'UTC', 'Europe/Kiev', 'Asia/Tokyo', 'UTC', 'Europe/Kyiv'];
    expect(distinctZones(given)).toEqual(['Europe/Kyiv', 'UTC', 'Asia/Tokyo']);
  });
});

describe('claims (T2)', () => {
  test.each([
    [{ kind: 'user', rpcId: 'r', clientTimeZone: 'UTC' }, 'UTC'],
    [{ kind: 'user', rpcId: '', clientTimeZone: 'UTC', more: 1 }, 'UTC'],
    [{ kind: 'user', rpcId: 'r', clientTimeZone: 'nonsense' }, 'nonsense'],
    [{ kind: 'user', clientTimeZone: 'UTC' }, undefined],
    [{ kind: 'user', rpcId: 7, clientTimeZone: 'UTC' }, undefined],
    [{ kind: 'user', rpcId: 'r', clientTimeZone: ['UTC'] }, undefined],
    [{ kind: 'user', rpcId: 'r' }, undefined],
    [{ kind: 'plugin', rpcId: 'r', clientTimeZone: 'UTC' }, undefined],
  ])('%j claims %j', (source, claim) => {
    expect(claimOf(source)).toBe(claim);
  });
});

describe('zones of other runtimes (I1)', () => {
  const elsewhere = ['Mars/Phobos', 'Europe/Neverland_City', 'Etc/GMT+99', 'Mars/Tharsis/Olympus'];
  test.each(elsewhere)('%s may be known elsewhere', (name) => {
    expect(mayBeKnownElsewhere(name)).toBe(true);
  });

  test.each([
    ...['US/Pacific', 'Europe/Berlin', '+05:30', 'unavailable', 'no zone', '"x"', ''],
    ...['Mars/Phobos ', 'Mars/Phobos/', ' Mars/Phobos', '/Phobos'],
  ])('%j is not', (name) => {
    expect(mayBeKnownElsewhere(name)).toBe(false);
  });

  test('a zone has a clock under any name that the runtime knows', () => {
    expect(clockOfZone('US/Pacific')?.resolvedOptions().timeZone).toBe('America/Los_Angeles');
    expect(clockOfZone('Mars/Phobos')).toBeUndefined();
  });
});
