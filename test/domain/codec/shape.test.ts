// Owns: which values each codec takes, and what is said of the others: where, what was expected, what was found (F8).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, test } from 'vitest';
import { decodeValue, describeFound, pathStep, settingPath } from '../../../src/domain/codec/decode.js';
import { decodeSettings, refreshInterval } from '../../../src/domain/codec/settings.js';
import {
  chosen,
  closed,
  fields,
  finite,
  flag,
  integer,
  listOf,
  mapOf,
  natural,
  oneOf,
  open,
  positive,
  text,
  textThat,
} from '../../../src/domain/codec/shape.js';

const letters = textThat('letters', (value) => /^[a-z]+$/u.test(value));
const point = closed('a point', { x: integer }, { y: integer });
const loose = open('a thing', { x: integer }, { y: integer });
const either = chosen<string | number>('a name or a number', (value) =>
  typeof value === 'string' ? letters : typeof value === 'number' ? natural : undefined,
);

describe('what is taken', () => {
  test.each<[string, t.Mixed, readonly unknown[]]>([
    ['text', text, ['', 'a']],
    ['flag', flag, [true, false]],
    ['finite', finite, [0, -1.5, Number.MAX_VALUE]],
    ['integer', integer, [0, -1, Number.MAX_SAFE_INTEGER]],
    ['natural', natural, [0, 1]],
    ['positive', positive, [1]],
    ['letters', letters, ['abc']],
    ['fields', fields, [{}, { a: 1 }, Object.create(null)]],
    ['one of', oneOf<'a' | 1 | null>('a', 1, null), ['a', 1, null]],
    ['closed', point, [{ x: 1 }, { x: 1, y: 2 }, { x: 1, y: undefined }, { x: 1, z: undefined }]],
    ['open', loose, [{ x: 1 }, { x: 1, y: 2, z: 3 }]],
    ['list', listOf(natural), [[], [1, 2]]],
    ['map', mapOf(letters, natural), [{}, { a: 1, b: 2 }]],
    ['chosen', either, ['abc', 7]],
  ])('%s', (_, codec, values) => {
    for (const value of values) {
      expect(codec.is(value)).toBe(true);
      // A decoded value is the very object that came in.
      expect(E.toUnion(decodeValue(codec, value))).toBe(value);
    }
  });
});

describe('what is said of the others', () => {
  test.each<[t.Mixed, unknown, string, string, string]>([
    [text, 7, '$', 'a string', '7'],
    [flag, 0, '$', 'true or false', '0'],
    [finite, Infinity, '$', 'a finite number', 'Infinity'],
    [integer, 1.5, '$', 'an integer', '1.5'],
    [natural, -1, '$', 'an integer of 0 or more', '-1'],
    [positive, 0, '$', 'a positive integer', '0'],
    [letters, 'A', '$', 'letters', '"A"'],
    [letters, 7, '$', 'letters', '7'],
    [fields, [], '$', 'an object', 'a list'],
    [oneOf<'a' | 1 | null>('a', 1, null), 'b', '$', '"a" or 1 or null', '"b"'],
    [point, 7, '$', 'a point', '7'],
    [point, null, '$', 'a point', 'null'],
    [point, {}, '$.x', 'an integer', 'nothing'],
    [point, { x: 1, y: 'a' }, '$.y', 'an integer', '"a"'],
    [point, { x: 1, z: 3 }, '$.z', 'no such field', '3'],
    [loose, { x: 1, y: 'a' }, '$.y', 'an integer', '"a"'],
    [listOf(natural), {}, '$', 'a list', 'an object'],
    [listOf(natural, 'some numbers'), {}, '$', 'some numbers', 'an object'],
    [listOf(natural), [1, -1], '$[1]', 'an integer of 0 or more', '-1'],
    [listOf(point), [{ x: 1 }, { x: 'a' }], '$[1].x', 'an integer', '"a"'],
    [mapOf(letters, natural), [], '$', 'an object', 'a list'],
    [mapOf(letters, natural), { a: 'x' }, '$.a', 'an integer of 0 or more', '"x"'],
    [mapOf(letters, natural), { 'A b': 1 }, '$["A b"]', 'a key that is letters', '1'],
    [either, true, '$', 'a name or a number', 'true'],
    [either, 'A', '$', 'a name or a number', '"A"'],
    [listOf(either), ['A'], '$[0]', 'a name or a number', '"A"'],
    [t.union([text, natural]), true, '$', 'a string or an integer of 0 or more', 'true'],
    [t.intersection([loose, open('b', { b: text }, {})]), { x: 1 }, '$.b', 'a string', 'nothing'],
    [open('deep', { a: t.union([point, text]) }, {}), { a: { x: 'y' } }, '$.a.x', 'an integer', '"y"'],
  ])('case %#', (codec, value, path, expected, found) => {
    expect(codec.is(value)).toBe(false);
    expect(decodeValue(codec, value)).toEqual(E.left({ _tag: 'InvalidValue', path, expected, found }));
  });

  test('the first of several mistakes is named, and a path begins where the value stands', () => {
    expect(decodeValue(point, { x: 'a', y: 'b' }, '$.at[2]')).toMatchObject(E.left({ path: '$.at[2].x' }));
  });
});

describe('words for what was found', () => {
  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'a list'],
    [{}, 'an object'],
    [() => 1, 'a function'],
    ['a"b', '"a\\"b"'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
    [1.5, '1.5'],
    [true, 'true'],
    [10n, '10'],
    [Symbol('s'), 'Symbol(s)'],
  ])('%o', (value, words) => {
    expect(describeFound(value)).toBe(words);
  });

  test.each([
    ['a', false, '.a'],
    ['$a_1', false, '.$a_1'],
    ['1a', false, '["1a"]'],
    ['a b', false, '["a b"]'],
    ['', false, '[""]'],
    ['3', true, '[3]'],
  ])('the step %j (in a list: %s) is %s', (key, inList, step) => {
    expect(pathStep(key, inList)).toBe(step);
  });

  test('a setting’s path goes on from where the settings stand', () => {
    expect(settingPath('$.sources', 'maxBytes')).toBe('$.sources.maxBytes');
    expect(settingPath('$.sources', '["max bytes"]')).toBe('$.sources["max bytes"]');
  });
});

describe('settings', () => {
  interface Config {
    readonly name: string;
    readonly everyMs?: number;
  }
  const decode = (value: unknown) =>
    decodeSettings<Config>(
      'clock',
      { name: [letters, 'a name of letters', 'required'], everyMs: refreshInterval },
      value,
    );
  const wrong = (key: string, expected: string, found: string) =>
    E.left({ _tag: 'InvalidConfig', code: 'INVALID_CONFIG', source: 'clock', key, expected, found });

  test('are the very object that came in; what is undefined is left out', () => {
    const config = { name: 'a', everyMs: undefined };
    expect(E.toUnion(decode(config))).toBe(config);
    expect(decode({ name: 'a', everyMs: 0 })).toEqual(E.right({ name: 'a', everyMs: 0 }));
  });

  test.each([
    [null, 'config', 'an object', 'null'],
    [{}, 'name', 'a name of letters', 'nothing'],
    [{ name: 7 }, 'name', 'a name of letters', '7'],
    [{ name: 'a', everyMs: -1 }, 'everyMs', 'a non-negative safe integer', '-1'],
    [{ name: 'a', every: 1 }, 'every', 'one of name, everyMs', 'an unknown setting'],
    [{ name: 'a', 'every ms': 1 }, '["every ms"]', 'one of name, everyMs', 'an unknown setting'],
    [{ name: 'a', toString: 1 }, 'toString', 'one of name, everyMs', 'an unknown setting'],
  ])('%j', (value, key, expected, found) => {
    expect(decode(value)).toEqual(wrong(key, expected, found));
  });
});
