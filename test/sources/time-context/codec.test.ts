// Owns: which settings time-context takes, and that a wrong one is named.
import { describe, expect, test } from 'vitest';
import { timeContext } from '../../../src/sources/time-context/index.js';
import { left, right } from '../given.js';

describe('time-context settings (T, T2)', () => {
  test.each([
    [{}],
    [{ timeZone: 'UTC' }],
    [{ timeZone: 'Europe/Berlin', refreshIntervalMs: 0 }],
    [{ timeZone: 'Asia/Kolkata' }],
    [{ timeZone: 'Asia/Calcutta' }],
    [{ refreshIntervalMs: Number.MAX_SAFE_INTEGER }],
  ])('%j makes a source that comes last', (config) => {
    expect(right(timeContext(config))).toMatchObject({ kind: 'time-context', placement: 'last', reads: [] });
  });

  test.each([
    ['timeZone', 'Etc/UTC', '"Etc/UTC"'],
    ['timeZone', 'utc', '"utc"'],
    ['timeZone', '+02:00', '"+02:00"'],
    ['timeZone', 'US/Pacific', '"US/Pacific"'],
    ['timeZone', 'Mars/Phobos', '"Mars/Phobos"'],
    ['timeZone', '', '""'],
    ['timeZone', null, 'null'],
    ['timeZone', 2, '2'],
    ['refreshIntervalMs', -1, '-1'],
    ['refreshIntervalMs', 1.5, '1.5'],
    ['refreshIntervalMs', NaN, 'NaN'],
    ['refreshIntervalMs', Number.MAX_SAFE_INTEGER + 1, '9007199254740992'],
    ['refreshIntervalMs', '60000', '"60000"'],
    ['refreshIntervalMs', null, 'null'],
    ['timezone', 'UTC', 'an unknown setting'],
  ])('%s: %j is INVALID_CONFIG, and the error names the key', (key, value, found) => {
    expect(left(timeContext({ [key]: value }))).toMatchObject({
      _tag: 'InvalidConfig',
      code: 'INVALID_CONFIG',
      source: 'time-context',
      key,
      found,
    });
  });

  test('what a time zone must be is said in words', () => {
    const { expected } = left(timeContext({ timeZone: 'utc' }));
    expect(expected).toBe('UTC or the name of a time zone, no link and no offset');
  });

  test.each([[null], [[]], ['UTC'], [7]])('%j is no configuration at all', (config) => {
    expect(left(timeContext(config as never))).toMatchObject({ code: 'INVALID_CONFIG', key: 'config' });
  });
});
