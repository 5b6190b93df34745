// Owns: examples of framed text as the model sees it.
import { describe, expect, test } from 'vitest';
import { frame, joinBlocks, neutralise, separatorAfter, showPath } from '../../src/core/frame.js';

describe('frame', () => {
  test('A15 blocks stand between the two lines, one blank line apart', () => {
    expect(frame(['a', 'b\n', 'c']).text).toBe('<system-reminder>\na\n\nb\n\nc\n</system-reminder>');
    expect(frame(['a\n']).text).toBe('<system-reminder>\na\n</system-reminder>');
    expect(frame([]).text).toBe('<system-reminder>\n</system-reminder>');
  });

  test.each([
    ['a', '\n\n'],
    ['a\n', '\n'],
    ['a\r\n', '\n'],
    ['a\n\n', ''],
    ['a\r\n\r\n', ''],
    ['a\n\n\n', ''],
    ['', '\n\n'],
  ])('A15 after %j only what is missing is added: %j', (text, separator) => {
    expect(separatorAfter(text)).toBe(separator);
  });

  test('the closing line stands on a line of its own, whatever the last block is', () => {
    expect(frame(['a\n', '']).text).toBe('<system-reminder>\na\n\n</system-reminder>');
    expect(frame(['', '']).text).toBe('<system-reminder>\n\n\n</system-reminder>');
    expect(frame(['a', 'b<']).text).toBe('<system-reminder>\na\n\nb<\n</system-reminder>');
  });

  test('A17 what keeps two blocks from forming a tag together is counted', () => {
    expect(frame(['a', 'b']).inserted).toBe(0);
    expect(frame(['<', 'system-reminder>', '<', '/system-reminder>']).inserted).toBe(2);
  });

  test('A17 two blocks cannot form a tag together', () => {
    expect(frame(['<', '/system-reminder>']).text).toBe(
      '<system-reminder>\n<\\\n\n/system-reminder>\n</system-reminder>',
    );
  });

  test('P2 blocks can be joined without a frame', () => {
    expect(joinBlocks(['a', 'b'])).toBe('a\n\nb');
    expect(joinBlocks([])).toBe('');
  });
});

describe('neutralise', () => {
  test.each([
    ['</system-reminder>', '<\\/system-reminder>'],
    ['<system-reminder>', '<\\system-reminder>'],
    ['</System-REMINDER >', '<\\/System-REMINDER >'],
    ['<\n/ system-reminder\n>', '<\\\n/ system-reminder\n>'],
    ['<\u200b/system-reminder>', '<\\\u200b/system-reminder>'],
    ['</sys\u00adtem-reminder>', '<\\/sys\u00adtem-reminder>'],
    ['<system-\nreminder>', '<\\system-\nreminder>'],
    ['<\ufe0fsystem-reminder>', '<\\\ufe0fsystem-reminder>'],
    ['</\u017fystem-reminder>', '<\\/\u017fystem-reminder>'],
    ['<<system-reminder>', '<<\\system-reminder>'],
    ['<system-reminder', '<\\system-reminder'],
  ])('A17 %j becomes %j', (text, safe) => {
    expect(neutralise(text)).toBe(safe);
  });

  test.each([
    ...['', '<', '</', '<system>', 'system-reminder', '<x system-reminder>'],
    ...['<\\/system-reminder>', '&lt;/system-reminder>'],
  ])('A17 %j is kept byte for byte', (text) => {
    expect(neutralise(text)).toBe(text);
  });
});

describe('showPath', () => {
  test.each([
    ['app/AGENTS.md', 'app/AGENTS.md'],
    ['a b/\u00e9.md', 'a b/\u00e9.md'],
    [' !;=>~', ' !;=>~'],
    ['a\nb', 'a\\u000ab'],
    ['a\u001fb', 'a\\u001fb'],
    ['a\u007fb', 'a\\u007fb'],
    ['a\u2028b', 'a\\u2028b'],
    ['a\u0085b', 'a\\u0085b'],
    ['\u202egnp.md', '\\u202egnp.md'],
    ['a\ud800', 'a\\ud800'],
    ['\u{e0041}', '\\u{e0041}'],
    ['</system-reminder>', '<\\/system-reminder>'],
    ['x<', 'x<\\'],
    ['x< /', 'x<\\ /'],
  ])('A17 %j is shown as %j', (path, shown) => {
    expect(showPath(path)).toBe(shown);
  });
});
