// Owns: examples of what the content of a host's message says, whatever a host puts into it.
import { describe, expect, test } from 'vitest';
import { blocksOf, contentKey, reworded, textsOf } from '../../src/programs/host-content.js';

const image = { type: 'image', data: '…' };
const text = (said: string, type = 'text') => ({ type, text: said });
const textless = { type: 'text', text: 1 };

describe('a content as blocks (F8)', () => {
  test('a text is one block, also where it is empty', () => {
    expect(blocksOf('a')).toEqual([text('a')]);
    expect(blocksOf('')).toEqual([text('')]);
  });

  test('whatever a host calls its texts, they are texts; of other parts the type is kept alone', () => {
    const parts = [text('a'), text('b', 'input_text'), image, text('c', 'output_text'), text('d', 'reasoning')];
    expect(blocksOf(parts)).toEqual([text('a'), text('b'), { type: 'image' }, text('c'), { type: 'reasoning' }]);
    expect(textsOf(parts)).toEqual([text('a'), text('b'), text('c')]);
  });

  test('a text part without a text is no text', () => {
    expect(blocksOf([textless, { type: 'input_text' }])).toEqual([{ type: 'unknown' }, { type: 'unknown' }]);
    expect(textsOf([textless])).toEqual([]);
  });

  test.each([
    [null],
    [undefined],
    [7],
    [{}],
    [{ type: 'text', text: 'a' }],
    [[null, 'a', 7, {}, { type: 7 }, [text('a')]]],
  ])('what is no part says nothing: %j', (content) => {
    expect(blocksOf(content)).toEqual([]);
    expect(textsOf(content)).toEqual([]);
  });
});

test('a content is recognised by its texts and by the types of all else (L3)', () => {
  expect(contentKey([text('a'), image, text('b', 'output_text')])).toEqual(['a', { type: 'image' }, 'b']);
  expect(contentKey('a')).toEqual(contentKey([text('a', 'input_text')]));
  expect(contentKey([text('')])).toEqual(['']);
});

describe('a content in other words (S6)', () => {
  test('a text is the new texts, line by line', () => {
    expect(reworded('a', 'A')).toBe('A');
    expect(reworded('a', [text('A'), image, text('B')])).toBe('A\nB');
    expect(reworded(undefined, 'A')).toBe('A');
  });

  test('texts of a list take the new ones in their order and keep all else', () => {
    const parts = [{ ...text('a', 'input_text'), cache: true }, image, 7, textless, text('b')];
    const said = [text('A'), image, text('B'), text('C')];
    expect(reworded(parts, said)).toEqual([{ ...(parts[0] as object), text: 'A' }, image, 7, textless, text('B')]);
  });

  test('where the new texts are fewer, the rest stays', () => {
    expect(reworded([text('a'), text('b')], 'A')).toEqual([text('A'), text('b')]);
    expect(reworded([text('a')], '')).toEqual([text('')]);
  });
});
