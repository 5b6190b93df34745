// Owns: examples of interpolation and joining, and what prompt errors say.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { AssembledVariable, Assembly, PromptError } from '../../src/prompt/model.js';
import { describePromptError } from '../../src/prompt/model.js';
import { render, renderContexts } from '../../src/prompt/render.js';

const VARIABLES: readonly AssembledVariable[] = [
  { name: 'cwd', value: '/repo' },
  { name: '_x1', value: 'X' },
  { name: 'empty', value: '' },
  { name: 'unset', value: undefined },
  { name: 'sly', value: '{{cwd}}' },
  { name: '__proto__', value: 'own' },
  { name: 'a-b', value: 'cannot be referred to' },
];

const assembly = (...texts: readonly string[]): Assembly => ({
  sections: texts.map((text, order) => ({ name: `s${order}`, order, text })),
  contexts: texts.map((text, order) => ({ name: `c${order}`, order, text })),
  variables: VARIABLES,
});

describe('interpolation', () => {
  test.each([
    ['in {{cwd}}.', 'in /repo.'],
    ['{{cwd}}{{_x1}}', '/repoX'],
    ['{{empty}}a', 'a'],
    ['{{sly}}', '{{cwd}}'],
    ['{{__proto__}}', 'own'],
    ['{cwd}} }} { {', '{cwd}} }} { {'],
    ['{{ not closed', '{{ not closed'],
    ['{{cwd\n}}', '{{cwd\n}}'],
    ['{{cwd\r\n}}', '{{cwd\r\n}}'],
    ['{{ open\n{{cwd}}', '{{ open\n/repo'],
    ['{{cwd}} {{', '/repo {{'],
    ['{{cwd}}}', '/repo}'],
    ['$& {{cwd}} $1', '$& /repo $1'],
  ])('P2 %j is rendered as %j', (text, rendered) => {
    expect(render(assembly(text))).toEqual(E.right(rendered));
  });

  test.each([
    ['{{nope}}', 'nope', 'unknown'],
    ['{{toString}}', 'toString', 'unknown'],
    ['{{constructor}}', 'constructor', 'unknown'],
    ['{{unset}}', 'unset', 'undefined'],
    ['{{}}', '', 'malformed'],
    ['{{ cwd }}', ' cwd ', 'malformed'],
    ['{{1x}}', '1x', 'malformed'],
    ['{{a-b}}', 'a-b', 'malformed'],
    ['{{c\u00e9}}', 'c\u00e9', 'malformed'],
    ['{{{cwd}}', '{cwd', 'malformed'],
    ['{{ {{cwd}}', ' {{cwd', 'malformed'],
    ['{{cwd}} {{nope}} {{ }}', 'nope', 'unknown'],
  ])('P2 %j is refused: %j is %s', (text, reference, problem) => {
    const error = { _tag: 'BadReference', reference, problem };
    expect(render(assembly('fine', text))).toEqual(E.left({ ...error, part: 'section', name: 's1' }));
    expect(renderContexts(assembly('fine', text))).toEqual(E.left({ ...error, part: 'context', name: 'c1' }));
  });

  test('P2 a mistake in a section does not concern the contexts', () => {
    const { contexts } = assembly('fine');
    expect(renderContexts({ ...assembly('{{nope}}'), contexts })).toEqual(E.right([{ name: 'c0', text: 'fine' }]));
  });
});

describe('joining', () => {
  test.each([
    [['a', 'b'], 'a\n\nb'],
    [['a', ' \n\t', 'b'], 'a\n\nb'],
    [['a', '{{empty}}', 'b'], 'a\n\nb'],
    [['a\n', 'b'], 'a\n\nb'],
    [['a\n\n', 'b'], 'a\n\nb'],
    [[' a ', ' b'], ' a \n\n b'],
    [['', '\n'], ''],
    [[], ''],
  ])('P2 %j is joined to %j', (texts, prompt) => {
    expect(render(assembly(...texts))).toEqual(E.right(prompt));
  });
});

describe('errors', () => {
  test.each<[PromptError, string]>([
    [{ _tag: 'DuplicateName', part: 'context', name: 'x' }, 'two prompt contexts are called "x"'],
    [{ _tag: 'SeveralComplete', names: ['a', 'b'] }, 'only one prompt section can be complete, found "a", "b"'],
    [
      { _tag: 'BadReference', part: 'section', name: 'role', reference: 'cdw', problem: 'unknown' },
      'prompt section "role" refers to "{{cdw}}", but there is no such variable',
    ],
  ])('F7 %j says what is wrong where', (error, sentence) => {
    expect(describePromptError(error)).toBe(sentence);
  });
});
