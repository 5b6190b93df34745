// Owns: the decoder over arbitrary texts and bytes; its examples are the port laws.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { seed } from '../../seed.js';

const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll('\0', '').replace(/^\ufeff+/u, ''));

const bom = (encoding: 'utf8' | 'utf16le' | 'utf16be', content: string): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${content}`, encoding === 'utf8' ? 'utf8' : 'utf16le');
  return Uint8Array.from(encoding === 'utf16be' ? bytes.swap16() : bytes);
};

describe('decoder (SPEC A6)', () => {
  test.each(['utf8', 'utf16le', 'utf16be'] as const)(`%s with a BOM comes back (seed ${seed})`, (encoding) => {
    fc.assert(
      fc.property(text, (content) => {
        expect(decoder.decode(bom(encoding, content))).toEqual({ text: content, lossy: false });
      }),
      { seed },
    );
  });

  test(`any bytes are decoded or are no text, and U+0000 is in no text (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const decoded = decoder.decode(bytes);
        expect(decoded.text?.includes('\0') ?? false).toBe(false);
        if (decoded.lossy) expect(decoded.text).toContain('\ufffd');
      }),
      { seed },
    );
  });
});
