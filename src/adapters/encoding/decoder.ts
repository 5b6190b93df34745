// Owns: which bytes are text, and which text they are. Built on `TextDecoder` alone, so it runs in browsers too.
import type { Decoded, Decoder } from '../../ports/decoder.js';

interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: readonly number[];
}

const ENCODINGS: readonly Encoding[] = [
  { name: 'utf-8', bom: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bom: [0xff, 0xfe] },
  { name: 'utf-16be', bom: [0xfe, 0xff] },
];

const PLAIN: Encoding = { name: 'utf-8', bom: [] };

const NOT_TEXT: Decoded = { text: undefined, lossy: false };

/** The BOM was cut off before, so a second one is content: `ignoreBOM` means that the decoder leaves it in. */
const decodeAs = (name: Encoding['name'], bytes: Uint8Array): { readonly text: string; readonly lossy: boolean } => {
  try {
    return { text: new TextDecoder(name, { ignoreBOM: true, fatal: true }).decode(bytes), lossy: false };
  } catch {
    return { text: new TextDecoder(name, { ignoreBOM: true }).decode(bytes), lossy: true };
  }
};

/**
 * Decodes files.
 *
 * Shape:  a text that would hold U+0000 is no text, in UTF-16 too: what begins with a UTF-16 BOM and has NULs is UTF-32
 *         or binary. An odd last byte of UTF-16 and a lone surrogate become U+FFFD.
 * Errors: total.
 * Cost:   one pass; a second one only over bytes that are not valid.
 * Source: SPEC A6; testing/contracts/decoder
 */
export const decoder: Decoder = {
  decode: (bytes) => {
    const { name, bom } = ENCODINGS.find((encoding) => encoding.bom.every((byte, at) => bytes[at] === byte)) ?? PLAIN;
    const decoded = decodeAs(name, bytes.subarray(bom.length));
    return decoded.text.includes('\0') ? NOT_TEXT : decoded;
  },
};
