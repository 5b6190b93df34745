// Owns: telling the type of a line of a log without parsing it, which for most lines of a log is all there is to know.

/** What the beginning of a line tells. */
export interface LineGlance {
  readonly type: string;
  readonly seq?: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
/** A larger number may not be the one that is written. */
const MAX_DIGITS = 15;

const digitAt = (line: string, at: number): number => line.charCodeAt(at) - ZERO;

/** Where the number ends that begins at a place, if nothing but digits and a comma follow; -1 otherwise. */
const endOfNumber = (line: string, from: number): number => {
  let at = from;
  for (let digit = digitAt(line, at); digit >= 0 && digit <= 9; digit = digitAt(line, at)) at += 1;
  const length = at - from;
  const isPlain = length > 0 && length <= MAX_DIGITS && (length === 1 || digitAt(line, from) !== 0);
  return isPlain && line.charCodeAt(at) === COMMA ? at : -1;
};

const numberIn = (line: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + digitAt(line, at);
  return value;
};

/**
 * Reads the type, and the seq before it, from the beginning of a line.
 *
 * Shape:  only of a line as writers make it: an object that begins with `seq` or `time` as plain numbers, or at once
 *         with a type that needs no escapes, and has no seq elsewhere. `undefined` for every other, to be parsed.
 * Cost:   O(what stands before the data).
 * Source: SPEC L1; property-tests/codec.laws.test.ts
 */
export const glanceAtLine = (line: string): LineGlance | undefined => {
  let at = line.startsWith('{"') ? 1 : -1;
  let seq: number | undefined;
  if (at > 0 && line.startsWith('"seq":', at)) {
    const end = endOfNumber(line, at + 6);
    if (end < 0) return undefined;
    seq = numberIn(line, at + 6, end);
    at = end + 1;
  }
  if (at > 0 && line.startsWith('"time":', at)) at = endOfNumber(line, at + 7) + 1;
  if (at <= 0 || !line.startsWith('"type":"', at)) return undefined;
  const start = at + 8;
  let end = start;
  for (let unit = line.charCodeAt(end); unit !== QUOTE; unit = line.charCodeAt(end)) {
    if (unit === BACKSLASH || unit < 0x20 || Number.isNaN(unit)) return undefined;
    end += 1;
  }
  const type = line.slice(start, end);
  if (seq !== undefined) return { type, seq };
  // It may stand behind the data, or in other letters.
  return line.includes('"seq"', end) || line.includes('\\u', end) ? undefined : { type };
};
