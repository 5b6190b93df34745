// Owns: JSON text that cannot close the tag it stands in, and the bytes that a text takes there.

/**
 * Compact JSON in which every `<` is `\u003c`.
 *
 * Source: SPEC S7
 */
export const tagSafeJson = (value: unknown): string => JSON.stringify(value).replace(/</gu, '\\u003c');

/** What each ASCII character takes, as the encoder itself has it. */
const ASCII_BYTES = Array.from({ length: 0x80 }, (_, unit) => tagSafeJson(String.fromCharCode(unit)).length - 2);

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * The bytes of a text inside tag-safe JSON, without its quotes: `utf8Length(tagSafeJson(text)) - 2`.
 *
 * Units:  UTF-8 bytes; a lone surrogate is escaped and takes 6.
 * Cost:   O(length), allocates nothing.
 * Source: SPEC S5, S7; property-tests/session-reference-retention.laws.test.ts
 */
export const escapedLength = (text: string): number => {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += ASCII_BYTES[unit] ?? 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += isHigh(unit) || isLow(unit) ? 6 : 3;
  }
  return bytes;
};
