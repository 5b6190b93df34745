// Owns: how strings are put into `text` columns, which hold no NUL and no lone surrogate, and what a title is found by.
import { createHash } from 'node:crypto';

/**
 * Any string as one that a column takes.
 *
 * Shape:  the inside of its JSON text: a string without control characters, quotes, backslashes and lone surrogates is
 *         itself.
 * Why:    the driver would store another character for a lone surrogate, and the server refuses NUL.
 */
export const columnText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The string that a column holds. */
export const textOfColumn = (column: string): string => JSON.parse(`"${column}"`) as string;

/** A short fingerprint: of an id, which may be too long for an index, or of the line before a place. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** How much of a title can be searched for. */
const MAX_SEARCHED_CHARS = 1_000;

/** What of a title counts in a search: letter case does not, and what no column takes is one and the same character. */
export const searchText = (title: string): string =>
  Array.from(title.toLowerCase().replace(/\u0000|\p{Surrogate}/gu, '\ufffd')).slice(0, MAX_SEARCHED_CHARS).join('');

/**
 * The pieces by which an index finds a text inside another one: a text that holds it has all of its pieces.
 *
 * Shape:  every character alone, and every two that follow each other.
 * Why:    works for every script and without an extension of the server; whoever asks still looks at the text itself.
 */
export const piecesOf = (text: string): readonly string[] => {
  const chars = Array.from(text);
  return [...new Set([...chars, ...chars.slice(1).map((char, index) => `${chars[index]}${char}`)])];
};
