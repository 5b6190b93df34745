// Owns: UTF-8 lengths and cuts of JavaScript strings, without an encoder. A lone surrogate counts as U+FFFD: 3 bytes.

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** As a pattern it is found several times faster than by looking at one unit after the other. */
const BEYOND_ASCII = /[\x80-\uffff]/;

/**
 * The length of a text in UTF-8.
 *
 * Units:  bytes.
 * Cost:   O(length), least for ASCII; allocates nothing.
 */
export const utf8Length = (text: string): number => {
  let bytes = text.length;
  const first = text.search(BEYOND_ASCII);
  if (first < 0) return bytes;
  for (let index = first; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
};

/**
 * The longest prefix of whole code points within a number of bytes.
 *
 * Shape:  `end` is an index into the text, `bytes` what the prefix takes.
 * Cost:   O(prefix).
 */
export const utf8Prefix = (text: string, maxBytes: number): { readonly end: number; readonly bytes: number } => {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    const paired = isHigh(unit) && isLow(text.charCodeAt(end + 1));
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : paired ? 4 : 3;
    if (bytes + size > maxBytes) break;
    bytes += size;
    end += paired ? 2 : 1;
  }
  return { end, bytes };
};

/**
 * The longest suffix of whole code points within a number of bytes.
 *
 * Shape:  `start` is an index into the text, `bytes` what the suffix takes.
 * Cost:   O(suffix).
 */
export const utf8Suffix = (text: string, maxBytes: number): { readonly start: number; readonly bytes: number } => {
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const unit = text.charCodeAt(start - 1);
    const paired = isLow(unit) && isHigh(text.charCodeAt(start - 2));
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : paired ? 4 : 3;
    if (bytes + size > maxBytes) break;
    bytes += size;
    start -= paired ? 2 : 1;
  }
  return { start, bytes };
};
