// Owns: the laws of UTF-8 lengths and cuts, with Node's encoder as the oracle.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length, utf8Prefix, utf8Suffix } from '../src/core/utf8.js';
import { seed } from '../test/seed.js';

/** Every UTF-16 code unit, often the ends of each encoded length, and surrogates alone and in pairs. */
const anyUnit = fc.oneof(
  fc.constantFrom('a', '\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}'),
  fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff'),
  fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
);
const anyText = fc.string({ unit: anyUnit, maxLength: 20 });

/** A text and a budget around its length. */
const anyCut = anyText.chain((text) => fc.tuple(fc.constant(text), fc.nat(Buffer.byteLength(text, 'utf8') + 3)));

const isWithinPair = (text: string, index: number): boolean =>
  /[\ud800-\udbff]/.test(text[index - 1] ?? '') && /[\udc00-\udfff]/.test(text[index] ?? '');

/** Every index at which the text may be cut, by whole code points. */
const cutsOf = (text: string): readonly number[] =>
  Array.from({ length: text.length + 1 }, (_, index) => index).filter((index) => !isWithinPair(text, index));

describe(`utf8 (seed ${seed})`, () => {
  test('the length is that of the encoded text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text, 'utf8'));
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: 1000 },
    );
  });

  test('A18 the prefix is the longest of whole code points that fits', () => {
    fc.assert(
      fc.property(anyCut, ([text, maxBytes]) => {
        const fitting = cutsOf(text).filter((end) => Buffer.byteLength(text.slice(0, end)) <= maxBytes);
        const end = fitting.at(-1) ?? 0;
        expect(utf8Prefix(text, maxBytes)).toEqual({ end, bytes: Buffer.byteLength(text.slice(0, end)) });
      }),
      { numRuns: 500 },
    );
  });

  test('S5 the suffix is the longest of whole code points that fits', () => {
    fc.assert(
      fc.property(anyCut, ([text, maxBytes]) => {
        const start = cutsOf(text).find((index) => Buffer.byteLength(text.slice(index)) <= maxBytes) ?? text.length;
        expect(utf8Suffix(text, maxBytes)).toEqual({ start, bytes: Buffer.byteLength(text.slice(start)) });
      }),
      { numRuns: 500 },
    );
  });

  test('nothing fits into less than nothing', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: -5, max: 0 }), (text, maxBytes) => {
        expect(utf8Prefix(text, maxBytes)).toEqual({ end: 0, bytes: 0 });
        expect(utf8Suffix(text, maxBytes)).toEqual({ start: text.length, bytes: 0 });
      }),
    );
  });
});
