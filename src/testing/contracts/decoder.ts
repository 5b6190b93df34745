// Owns: the laws of the decoder port, as bytes and what they must become.
import type { Decoded, Decoder } from '../../ports/decoder.js';
import type { Law } from './law.js';
import { checkEqual } from './law.js';

interface Example {
  readonly name: string;
  readonly bytes: readonly number[];
  readonly expected: Decoded;
}

const exact = (text: string): Decoded => ({ text, lossy: false });
const lossy = (text: string): Decoded => ({ text, lossy: true });
const NOT_TEXT: Decoded = { text: undefined, lossy: false };

const utf8 = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

const units = (text: string): readonly number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const little = (text: string): readonly number[] => units(text).flatMap((unit) => [unit & 0xff, unit >> 8]);
const big = (text: string): readonly number[] => units(text).flatMap((unit) => [unit >> 8, unit & 0xff]);

const BOM8 = [0xef, 0xbb, 0xbf];
const LE = [0xff, 0xfe];
const BE = [0xfe, 0xff];

const MIXED = 'a\r\nb\n\u2028ü漢😀\t';

/** One letter in two parts and in one, an angstrom sign, a ligature, a full-width letter, spaces of several kinds. */
const ALIKE = ' e\u0301 \u00e9 \u212b \ufb01 \uff21\u00a0\u3000\v\f \n\n';

const EXAMPLES: readonly Example[] = [
  { name: 'no bytes are the empty text', bytes: [], expected: exact('') },
  { name: 'UTF-8 is text, line ends kept', bytes: utf8(MIXED), expected: exact(MIXED) },
  { name: 'no character becomes another that looks the same', bytes: utf8(ALIKE), expected: exact(ALIKE) },
  { name: 'a UTF-8 BOM is dropped', bytes: [...BOM8, ...utf8('ü')], expected: exact('ü') },
  { name: 'a BOM alone is the empty text', bytes: BOM8, expected: exact('') },
  { name: 'only one leading BOM is dropped', bytes: [...BOM8, ...BOM8, 0x61], expected: exact('\ufeffa') },
  { name: 'a BOM inside stays', bytes: [0x61, ...BOM8], expected: exact('a\ufeff') },
  { name: 'UTF-16LE by its BOM is text', bytes: [...LE, ...little(MIXED)], expected: exact(MIXED) },
  { name: 'UTF-16BE by its BOM is text', bytes: [...BE, ...big(MIXED)], expected: exact(MIXED) },
  { name: 'only one UTF-16LE BOM is dropped', bytes: [...LE, ...LE, 0x61, 0], expected: exact('\ufeffa') },
  { name: 'only one UTF-16BE BOM is dropped', bytes: [...BE, ...BE, 0, 0x61], expected: exact('\ufeffa') },
  { name: 'an invalid byte becomes U+FFFD and is told', bytes: [0x61, 0xff, 0x62], expected: lossy('a\ufffdb') },
  { name: 'a sequence that is cut off becomes U+FFFD', bytes: [0x61, 0xe6, 0xbc], expected: lossy('a\ufffd') },
  { name: 'an invalid byte after a BOM is told too', bytes: [...BOM8, 0xff], expected: lossy('\ufffd') },
  { name: 'a U+FFFD that stands in the file is no loss', bytes: utf8('\ufffd'), expected: exact('\ufffd') },
  { name: 'an odd last byte of UTF-16LE becomes U+FFFD', bytes: [...LE, 0x61, 0, 0x62], expected: lossy('a\ufffd') },
  { name: 'an odd last byte of UTF-16BE becomes U+FFFD', bytes: [...BE, 0, 0x61, 0], expected: lossy('a\ufffd') },
  { name: 'a lone surrogate in UTF-16LE becomes U+FFFD', bytes: [...LE, 0, 0xd8, 0x61, 0], expected: lossy('\ufffda') },
  { name: 'a lone surrogate in UTF-16BE becomes U+FFFD', bytes: [...BE, 0xdc, 0, 0, 0x61], expected: lossy('\ufffda') },
  { name: 'a NUL byte without a UTF-16 BOM is no text', bytes: [0x61, 0, 0x62], expected: NOT_TEXT },
  { name: 'a NUL byte after a UTF-8 BOM is no text', bytes: [...BOM8, 0x61, 0], expected: NOT_TEXT },
  { name: 'UTF-16 without a BOM is no text', bytes: little('abc'), expected: NOT_TEXT },
  { name: 'UTF-32 is no text', bytes: [...LE, 0, 0, 0x61, 0, 0, 0], expected: NOT_TEXT },
];

const decoded = (decoder: Decoder, bytes: Uint8Array): Decoded => {
  const { text, lossy: lost } = decoder.decode(bytes);
  return { text, lossy: lost };
};

/**
 * The laws of a decoder.
 *
 * Source: SPEC A6
 *
 * @example
 * ```ts
 * import { decoder } from 'contextfold/node';
 * import { decoderLaws } from 'contextfold/testing';
 *
 * const broken: string[] = [];
 * for (const { name, run } of decoderLaws(() => decoder)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const decoderLaws = (make: () => PromiseLike<Decoder> | Decoder): readonly Law[] => [
  ...EXAMPLES.map(({ name, bytes, expected }) => ({
    name,
    run: async () => checkEqual(name, decoded(await make(), Uint8Array.from(bytes)), expected),
  })),
  {
    name: 'only the given part of a larger buffer is decoded',
    run: async () => {
      const part = Uint8Array.from(utf8('before|ü|after')).subarray(7, 9);
      checkEqual('the part', decoded(await make(), part), exact('ü'));
    },
  },
  {
    name: 'nothing is left over from one file to the next',
    run: async () => {
      const decoder = await make();
      const broken = [[0x61, 0xe6, 0xbc], [...LE, 0x61], [...BE, 0xd8, 0]];
      for (const bytes of broken) decoder.decode(Uint8Array.from(bytes));
      checkEqual('a file after broken ones', decoded(decoder, Uint8Array.from(utf8('漢'))), exact('漢'));
      checkEqual('UTF-16 after broken ones', decoded(decoder, Uint8Array.from([...LE, ...little('漢')])), exact('漢'));
    },
  },
  {
    name: 'the bytes stay as they were',
    run: async () => {
      const decoder = await make();
      for (const original of [[...BE, ...big('ab')], [...BOM8, 0xff]]) {
        const bytes = Uint8Array.from(original);
        decoder.decode(bytes);
        checkEqual('the bytes', [...bytes], original);
      }
    },
  },
];
