// Owns: the laws of the frame: nothing that a file is called or holds can close it, open another, or tear its layout.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FRAME_BYTES,
  FRAME_CLOSE,
  FRAME_OPEN,
  frame,
  joinBlocks,
  neutralise,
  separatorAfter,
  showPath,
} from '../src/core/frame.js';
import { utf8Prefix } from '../src/core/utf8.js';
import { anyPosixPath } from '../src/testing/arbitraries/path.js';
import { seed } from '../test/seed.js';

/** Code points that a reader sees as space or not at all, written out so that no class of a regex is trusted. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  ...([[0x00, 0x20], [0x7f, 0xa0], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c], [0x115f, 0x1160]] as const),
  ...([[0x1680, 0x1680], [0x17b4, 0x17b5], [0x180b, 0x180f], [0x2000, 0x200f], [0x2028, 0x202f]] as const),
  ...([[0x205f, 0x206f], [0x3000, 0x3000], [0x3164, 0x3164], [0xfe00, 0xfe0f], [0xfeff, 0xfeff]] as const),
  ...([[0xffa0, 0xffa0], [0xfff9, 0xfffb], [0xe0000, 0xe0fff]] as const),
];

const isInvisible = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return INVISIBLE.some(([from, to]) => code >= from && code <= to);
};

/** How often a very lenient reader would see the frame open and close. */
const tagsSeen = (text: string): { readonly opens: number; readonly closes: number } => {
  const visible = Array.from(text).filter((character) => !isInvisible(character)).join('');
  const seen = visible.replaceAll('ſ', 's').toLowerCase();
  return {
    opens: seen.split('<system-reminder').length - 1,
    closes: seen.split('</system-reminder').length - 1,
  };
};

/** What tags are made of, whole and in pieces, with everything that may hide in between. */
const anyTagText = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('<', '/', '>', '</', 'system-reminder', 'sys', 'tem', '-', 'reminder') },
    { weight: 2, arbitrary: fc.constantFrom('<system-reminder>', '</system-reminder>', '</SYSTEM-Reminder', 'ſystem') },
    { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\r\n', '\t', '\0', '\u00a0', '\u2028', '\u3000') },
    { weight: 1, arbitrary: fc.constantFrom('\u200b', '\u202e', '\ufeff', '\u00ad', '\ufe0f', '\u3164', '\u{e0041}') },
    { weight: 1, arbitrary: fc.constantFrom('a', '\\', '\ud800', '\u{1f600}') },
  ),
  maxLength: 14,
});

const anyPathText = fc.oneof(anyTagText, anyPosixPath());

describe(`frame (seed ${seed})`, () => {
  test('A17 whatever the blocks hold, the frame opens once and closes once, at its ends', () => {
    fc.assert(
      fc.property(fc.array(anyTagText, { maxLength: 5 }), (blocks) => {
        for (const framed of [frame(blocks).text, frame(blocks.map(neutralise)).text]) {
          expect(tagsSeen(framed)).toEqual({ opens: 1, closes: 1 });
          expect(framed.startsWith(`${FRAME_OPEN}\n`)).toBe(true);
          expect(framed.endsWith(`\n${FRAME_CLOSE}`)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('A17, A18 a heading and the content behind it, cut anywhere, form no tag together', () => {
    const anyFile = fc.record({ path: anyPathText, content: anyTagText, maxBytes: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(anyFile, { maxLength: 3 }), (files) => {
        const framed = frame(
          files.flatMap(({ path, content, maxBytes }) => {
            const safe = neutralise(content);
            return [`Instructions from: ${showPath(path)}`, safe.slice(0, utf8Prefix(safe, maxBytes).end)];
          }),
        ).text;
        expect(tagsSeen(framed)).toEqual({ opens: 1, closes: 1 });
      }),
      { numRuns: 400 },
    );
  });

  test('A17 a text is changed exactly when a tag could be seen in it, by a `\\` behind each `<` concerned', () => {
    fc.assert(
      fc.property(anyTagText, (text) => {
        const { opens, closes } = tagsSeen(text);
        const safe = neutralise(text);
        expect(safe.length - text.length).toBe(opens + closes);
        expect(safe.replaceAll('<\\', '<')).toBe(text.replaceAll('<\\', '<'));
      }),
      { numRuns: 400 },
    );
  });

  test('A17 neutralising twice is neutralising once', () => {
    fc.assert(
      fc.property(anyTagText, (text) => {
        expect(neutralise(neutralise(text))).toBe(neutralise(text));
      }),
      { numRuns: 400 },
    );
  });

  test('A18 blocks that were neutralised one by one are framed byte for byte, headings between contents', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyPathText, anyTagText), { maxLength: 4 }), (files) => {
        const blocks = files.flatMap(([path, content]) => [`From: ${showPath(path)}`, `${neutralise(content)}.`]);
        expect(frame(blocks).text).toContain(joinBlocks(blocks));
      }),
    );
  });

  test('A17 a path is shown on one line, with nothing invisible in it but plain spaces', () => {
    fc.assert(
      fc.property(anyPathText, (path) => {
        const shown = showPath(path);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(tagsSeen(shown)).toEqual({ opens: 0, closes: 0 });
      }),
    );
  });

  test('A15 a separator is the least that leaves one blank line', () => {
    const anyBlock = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', ' '), minLength: 1, maxLength: 5 });
    const endsBlank = (text: string): boolean => /\n\r?\n$/u.test(text);
    fc.assert(
      fc.property(anyBlock, anyBlock, (block, next) => {
        const separator = separatorAfter(block);
        expect(endsBlank(block + separator)).toBe(true);
        expect(separator === '' || !endsBlank(block + separator.slice(1))).toBe(true);
        expect(joinBlocks([block, next])).toBe(block + separator + next);
      }),
    );
  });

  test('A18 the bytes of the empty frame are known', () => {
    expect(FRAME_BYTES).toBe(Buffer.byteLength(frame([]).text));
  });

  test.each([
    ['<'],
    ['< '],
    ['</'],
    ['<s'],
    ['<system-reminde'],
    ['< / s y s t e m - r e m i n d e '],
    [' '],
    ['\u200b'],
    ['<system-reminder>'],
    [`<${' '.repeat(1000)}`],
    [`<${'/ '.repeat(1000)}`],
    [`<s${'\u200b'.repeat(1000)}`],
  ])('A17 a megabyte of %j is neutralised in no time', (piece) => {
    const text = `<${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
    const startedAt = performance.now();
    neutralise(text);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
