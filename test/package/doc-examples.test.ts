// Owns: that every example in a doc comment of `src/` and on docs/TESTING.md is true, that the main functions have one,
// and that a wrong one is found.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { built, root } from './built.js';
import { examplesOfPage, examplesOfSource, problemsOf } from './doc-examples.js';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .sort();

const examples = [
  ...sources.flatMap((path) => examplesOfSource(path, textOf(path))),
  ...examplesOfPage('docs/TESTING.md', textOf('docs/TESTING.md')),
];

/** What somebody meets first. */
const MAIN = [
  'createContext', 'Session', 'ContextSource', 'Inquiry', 'foldEvents', 'snapshotOf', 'openStored',
  'agentInstructions', 'sessionReference', 'timeContext', 'tmuxContext', 'register', 'absolutePath',
  'readAnyLog', 'readLog', 'nodePorts', 'confined', 'jsonlStore', 'memoryFileSystem', 'memorySessionStore',
  'given', 'fileSystemLaws', 'storeLaws', 'clockLaws', 'shellLaws', 'hashLaws', 'decoderLaws', 'checkLog',
];

/** Examples that are wrong, and what is to be said of each. */
const WRONG: readonly (readonly [what: string, lines: readonly string[], problem: string])[] = [
  [
    'another value',
    ["import { absolutePath } from 'contextfold';", "absolutePath('/a/..'); // => '/a'"],
    "absolutePath('/a/..') // => '/a'\n  found '/'",
  ],
  ['another value of a name', ['const one = [1]; // => [2]'], 'one // => [2]\n  found [ 1 ]'],
  [
    'a claim of several lines',
    ['const list = [1, 2]; // => [', '//   1,', '//   3,', '// ]'],
    'list // => [\n1,\n3,\n]\n  found [ 1, 2 ]',
  ],
  [
    'a wrong type',
    ["const text: number = 'a'; // => 'a'"],
    "line 1 is wrongly typed: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'a name that is not exported',
    ["import { nothing } from 'contextfold';", 'nothing; // => undefined'],
    'Module \'"contextfold"\' has no exported member \'nothing\'.',
  ],
  [
    'an argument that is not taken',
    ["import { absolutePath } from 'contextfold';", 'absolutePath(1); // => undefined'],
    'line 2 is wrongly typed: Argument of type',
  ],
  ['a throw', ["throw new Error('no');", '1; // => 1'], 'throws Error: no'],
  ['no claim', ['const one = 1;'], 'claims no result'],
  ['a claim about nothing', ['if (true) {} // => 1', '1; // => 1'], '1 of its claims stand behind nothing'],
  ['a claim that is no expression', ['1; // => about one'], 'claims what is no expression'],
];

const wrong = examplesOfPage(
  'page.md',
  WRONG.map(([, lines]) => `Text.\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`).join('\n'),
);

let problems: readonly (readonly string[])[];

// Together, since most of the time goes into reading the types of the package.
beforeAll(() => {
  built('index.js');
  problems = problemsOf([...examples, ...wrong]);
});

test('the main functions have an example', () => {
  expect(MAIN.filter((name) => !examples.some(({ of }) => of === name))).toEqual([]);
});

describe('the example of', () => {
  test.each(examples.map(({ where, of }, index) => [of ?? 'the page', where, index] as const))(
    '%s is true (%s)',
    (_, __, index) => {
      expect(problems[index]).toEqual([]);
    },
  );
});

describe('a wrong example is found', () => {
  test.each(WRONG.map(([what, , problem], index) => [what, problem, index] as const))('%s', (_, problem, index) => {
    expect(problems[examples.length + index]?.join('\n')).toContain(problem);
  });

  test('a comment is taken apart with its place and what it belongs to', () => {
    const said = ['One.', '', '@example', '```ts', '1; // => 1', '', '2;', '```'];
    const lines = said.map((line) => ` * ${line}`.trimEnd());
    const text = ['// Owns: it.', '/**', ...lines, ' */', 'export const one = 1;', ''].join('\n');
    const code = '1; // => 1\n\n2;\n';
    expect(examplesOfSource('src/a.ts', text)).toEqual([{ where: 'src/a.ts:6', of: 'one', code }]);
  });
});
