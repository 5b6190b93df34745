// Owns: examples of how wide texts are on a terminal and where they break.
import { expect, test } from 'vitest';
import { columnsOf, wrapAt } from '../../../src/cli/print/width.js';

test.each([
  ['', 0],
  ['AGENTS.md', 9],
  ['é', 1],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한글', 4],
  ['ｆｕｌｌ', 8],
  ['👩‍👩‍👧', 2],
  ['🇯🇵', 2],
  ['a\u200b', 1],
  ['…/app', 5],
])('%j takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test('a text breaks at spaces, and a word that is too long stays whole', () => {
  expect(wrapAt(10)('the quick packages/app/AGENTS.md fox')).toEqual(['the quick', 'packages/app/AGENTS.md', 'fox']);
  expect(wrapAt(Number.POSITIVE_INFINITY)('a b c')).toEqual(['a b c']);
});
