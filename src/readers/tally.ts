// Owns: the first look at a line of another tool's log, and the count of the lines that were not understood.
import type { Fields } from '../domain/codec/decode.js';
import { isFields } from '../domain/codec/decode.js';
import { parseJson } from '../domain/codec/session-log.js';
import type { SessionHeader } from '../domain/log-event.js';
import type { Head } from './reader.js';

/** A line that is an object with a type, as every line of every format is. */
export type Row = Fields & { readonly type: string };

/** Counts lines. */
export interface Tally {
  /** The row in a line; `blank` lines do not count, a `bad` one is counted as skipped. */
  readonly rowIn: (line: string) => Row | 'blank' | 'bad';
  /** Counts the line that was looked at as skipped. */
  readonly skip: (kind: string, lines?: number) => void;
  readonly head: (header: SessionHeader) => Head;
}

const MAX_KIND_CHARS = 80;

const problemIn = (value: unknown): string | undefined => {
  if (!isFields(value)) return 'not an object';
  return typeof value['type'] === 'string' ? undefined : 'no type';
};

/** A count that begins. */
export const tally = (): Tally => {
  const skipped = new Map<string, number>();
  let lines = 0;
  const skip = (kind: string, count = 1): void => {
    const short = kind.length > MAX_KIND_CHARS ? `${kind.slice(0, MAX_KIND_CHARS)}…` : kind;
    if (count > 0) skipped.set(short, (skipped.get(short) ?? 0) + count);
  };
  return {
    rowIn: (line) => {
      const text = line.replace(/^\uFEFF/u, '');
      if (text.trim() === '') return 'blank';
      lines += 1;
      const json = parseJson(text);
      const problem = json === undefined ? 'not JSON' : problemIn(json.value);
      if (problem === undefined) return json?.value as Row;
      skip(problem);
      return 'bad';
    },
    skip,
    head: (header) => ({ header, lines, skipped: Object.fromEntries(skipped) }),
  };
};
