// Owns: the frame around what files say, and what keeps a file from closing or forging it.
// Also the pieces every source's text is made of: blocks, blank lines, paths on one line.
import { utf8Length } from './utf8.js';

/** The line that opens a frame. */
export const FRAME_OPEN = '<system-reminder>';

/** The line that closes it. */
export const FRAME_CLOSE = '</system-reminder>';

/** What may stand inside a tag and leave it one to a lenient reader: white space, controls, invisible characters. */
const GAP = String.raw`[\s\p{Cc}\p{Cf}\p{DI}]*`;

/**
 * With `i` and `u` together a long s counts as s, as lenient readers have it. Every gap ends at a character that is
 * none, and no gap holds a `<`: that keeps it linear.
 */
const TAG = new RegExp(`<(?=${GAP}(?:/${GAP})?${[...'system-reminder'].join(GAP)})`, 'giu');

/**
 * Makes every opening or closing frame tag in a text harmless, and leaves it readable.
 *
 * Shape:  `</system-reminder>` becomes `<\/system-reminder>`; everything else is kept byte for byte, so no text gets
 *         shorter; idempotent.
 * Cost:   linear; next to nothing for a text without a `<`.
 * Source: SPEC A17; property-tests/frame.laws.test.ts
 */
export const neutralise = (text: string): string => (text.includes('<') ? text.replace(TAG, '<\\') : text);

const escapeCharacter = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** Nearly every path: printable ASCII, without a `<`. It costs a fraction of the replacements. */
const PLAIN_PATH = /^[ -;=-~]*$/;

/**
 * A path as a heading shows it: on one line, nothing in it invisible, unable to open or close a frame.
 *
 * Shape:  control, format (bidirectional too), line-separator and lone surrogate characters become `\u000a`-like
 *         escapes. A trailing `<` with nothing but a gap or a slash behind it is neutralised too: what follows the
 *         path could complete a tag.
 * Source: SPEC A17
 */
export const showPath = (path: string): string =>
  PLAIN_PATH.test(path)
    ? path
    : neutralise(path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter)).replace(/<(?=[\s/]*$)/u, '<\\');

/**
 * What must stand between a text and the next block, so that one blank line separates them.
 *
 * Shape:  only what is missing: the text keeps its own line ends, CRLF ones too.
 * Cost:   O(1).
 * Source: SPEC A15
 */
export const separatorAfter = (text: string): '' | '\n' | '\n\n' => {
  if (!text.endsWith('\n')) return '\n\n';
  return text.endsWith('\n\n') || text.endsWith('\n\r\n') ? '' : '\n';
};

const withSeparators = (blocks: readonly string[]): string[] => {
  const pieces: string[] = [];
  for (const block of blocks) pieces.push(block, separatorAfter(block));
  pieces.pop();
  return pieces;
};

/** Joins blocks by one blank line; each keeps its own bytes. Source: SPEC A15, P2 */
export const joinBlocks = (blocks: readonly string[]): string => withSeparators(blocks).join('');

/** A framed text, and by how many bytes it is longer than its parts: two blocks could form a tag together. */
export interface Framed {
  readonly text: string;
  readonly inserted: number;
}

/**
 * Joins blocks by one blank line and frames them.
 *
 * Shape:  `<system-reminder>` line, body, `</system-reminder>` line without a line feed after it. Who counts bytes has
 *         neutralised each block before.
 * Cost:   the text is put together once.
 * Source: SPEC A15, A17
 */
export const frame = (blocks: readonly string[]): Framed => {
  let body = withSeparators(blocks);
  let inserted = 0;
  if (body.some((piece) => piece.includes('<'))) {
    const joined = body.join('');
    const harmless = neutralise(joined);
    inserted = harmless.length - joined.length;
    body = [harmless];
  }
  const last = body.filter((piece) => piece !== '').at(-1);
  const text = [FRAME_OPEN, '\n', ...body, last === undefined || last.endsWith('\n') ? '' : '\n', FRAME_CLOSE].join('');
  return { text, inserted };
};

/** The bytes of a frame around nothing. */
export const FRAME_BYTES = utf8Length(frame([]).text);
