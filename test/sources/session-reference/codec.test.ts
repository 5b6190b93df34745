// Owns: examples of settings, good and bad.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { sessionReference } from '../../../src/sources/session-reference/index.js';
import { decodeConfig } from '../../../src/sources/session-reference/codec.js';
import { settingsFrom } from '../../../src/sources/session-reference/model.js';

test('S the defaults', () => {
  expect(settingsFrom({})).toEqual({
    maxReferences: 3,
    candidateLimit: 50,
    maxReferenceBytes: 65_536,
    scheme: 'dsh-session',
  });
});

test('S6 a wrong setting makes no source', () => {
  expect(sessionReference({ maxReferences: 4 })).toEqual(
    E.left({
      _tag: 'InvalidConfig',
      code: 'INVALID_CONFIG',
      source: 'session-reference',
      key: 'maxReferences',
      expected: 'an integer from 1 to 3',
      found: '4',
    }),
  );
  expect(E.isRight(sessionReference())).toBe(true);
});

describe('S6 F8 each wrong setting is named', () => {
  const wrongNumbers = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '3', null, [1]];
  const cases = ['maxReferences', 'candidateLimit', 'maxReferenceBytes'].flatMap((key) =>
    wrongNumbers.map((value): readonly [string, unknown] => [key, value]),
  );
  const wrongSchemes = ['', 'dsh-session:', '1x', 'a b', '-x', 'é', 7, null];
  test.each([
    ...cases,
    ...wrongSchemes.map((value): readonly [string, unknown] => ['scheme', value]),
    ['maxReference', 3] as const,
  ])('%s: %j', (key, value) => {
    expect(decodeConfig({ [key]: value })).toMatchObject(E.left({ code: 'INVALID_CONFIG', key }));
  });

  test.each([null, 'x', 7, []])('no object: %j', (value) => {
    expect(decodeConfig(value)).toMatchObject(E.left({ code: 'INVALID_CONFIG', key: 'config' }));
  });
});

test.each([
  {},
  { maxReferences: 1, candidateLimit: 1, maxReferenceBytes: 1, scheme: 'x' },
  { maxReferences: 3, candidateLimit: 1_000, maxReferenceBytes: Number.MAX_SAFE_INTEGER, scheme: 'a.b+c-d' },
  { maxReferences: undefined },
])('S these settings are fine: %j', (config) => {
  expect(decodeConfig(config)).toEqual(E.right(config));
});
