// Owns: how many columns of a terminal a text takes, and where it breaks. Texts come without escape sequences: colours
// are put on afterwards.

const MARK = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const EMOJI = /^\p{Emoji_Presentation}|\uFE0F/u;

/** The ranges of code points that take two columns (East Asian Wide and Fullwidth), first and last of each. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const graphemeColumns = (grapheme: string): number => {
  const code = grapheme.codePointAt(0) ?? 0;
  if (EMOJI.test(grapheme) || WIDE.some(([first, last]) => code >= first && code <= last)) return 2;
  return MARK.test(grapheme) ? 0 : 1;
};

/**
 * The columns that a text takes on a terminal.
 *
 * Shape:  2 for East Asian wide characters and emoji, 0 for what combines with the character before it, else 1.
 */
export const columnsOf = (text: string): number => {
  if (/^[\x20-\x7e]*$/u.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += graphemeColumns(segment);
  return columns;
};

/**
 * Breaks a text at spaces into lines of at most `width` columns.
 *
 * Shape:  a word that is longer stays whole, so that a path can be copied.
 */
export const wrapAt =
  (width: number) =>
  (text: string): readonly string[] => {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && columnsOf(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  };
