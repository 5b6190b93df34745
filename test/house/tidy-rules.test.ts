// Owns: the proof that each tidy rule is enforced: it passes the unbroken house and finds every single breakage.
import { describe, expect, test } from 'vitest';
import type { Tree } from './scratch.js';
import { appended, unbroken } from './scratch.js';
import type { Finding } from './tidy-rules.js';
import { inspect, ruleNames } from './tidy-rules.js';

const findingsIn = (tree: Tree): readonly Finding[] =>
  inspect(
    Object.entries(tree)
      .filter(([path]) => path.endsWith('.ts'))
      .map(([path, text]) => ({ path, text })),
  );

const foundIn = (tree: Tree): readonly string[] => findingsIn(tree).map(({ rule, path }) => `${rule} in ${path}`);

const lines = (count: number): string => 'void 0;\n'.repeat(count);

/** Each `code` is put at the end of `file`, in a house that is otherwise in order. */
const breakages: readonly { readonly rule: string; readonly file: string; readonly code: string }[] = [
  { rule: 'no-clock', file: 'src/domain/word.ts', code: 'const now = Date.now();' },
  { rule: 'no-clock', file: 'src/core/fold.ts', code: 'const now = new Date();' },
  { rule: 'no-clock', file: 'src/ports/clock.ts', code: 'type When = Date;' },
  { rule: 'no-clock', file: 'src/prompt/registry.ts', code: 'const now = globalThis.Date.now();' },
  { rule: 'no-random', file: 'src/core/fold.ts', code: 'const id = Math.random();' },
  { rule: 'no-random', file: 'src/sources/alpha/index.ts', code: 'const { random } = Math;' },
  { rule: 'no-async', file: 'src/core/fold.ts', code: 'const wait = async () => 1;' },
  { rule: 'no-async', file: 'src/ports/clock.ts', code: 'type Later = () => Promise<number>;' },
  { rule: 'no-async', file: 'src/sources/alpha/index.ts', code: 'const later = Promise.resolve(1);' },
  { rule: 'no-throw', file: 'src/domain/word.ts', code: 'const stop = () => { throw new Error("stop"); };' },
  { rule: 'no-throw', file: 'src/prompt/registry.ts', code: 'const stop = () => { throw new Error("stop"); };' },
  { rule: 'no-console', file: 'src/core/fold.ts', code: 'console.log("here");' },
  { rule: 'no-console', file: 'src/adapters/node/index.ts', code: 'const { error } = console;' },
  { rule: 'documented-exports', file: 'src/core/fold.ts', code: 'export const bare = 1;' },
  { rule: 'documented-exports', file: 'src/core/fold.ts', code: 'export interface Bare { readonly a: 1 }' },
  { rule: 'documented-exports', file: 'src/core/fold.ts', code: '// not a doc comment\nexport const bare = 1;' },
  { rule: 'documented-exports', file: 'src/core/fold.ts', code: 'const bare = 1;\nexport { bare };' },
  { rule: 'documented-exports', file: 'src/core/fold.ts', code: 'export default 1;' },
  { rule: 'file-length', file: 'src/core/fold.ts', code: lines(300) },
  { rule: 'function-length', file: 'src/core/fold.ts', code: `const long = () => {\n${lines(69)}};` },
  { rule: 'function-length', file: 'src/cli/main.ts', code: `function long() {\n${lines(69)}}` },
];

/** What only looks like a breakage. */
const innocent: readonly { readonly why: string; readonly file: string; readonly code: string }[] = [
  { why: 'words in a string', file: 'src/core/fold.ts', code: "const text = 'new Date(), Math.random(), throw';" },
  { why: 'words in a comment', file: 'src/core/fold.ts', code: '// async () => { throw new Promise() } console' },
  { why: 'a property of that name', file: 'src/core/fold.ts', code: 'const kinds = { Date: 1 };\nvoid kinds.Date;' },
  { why: 'the rest of Math', file: 'src/core/fold.ts', code: 'const least = Math.min(1, 2);' },
  { why: 'the one allowed throw', file: 'src/core/assert.ts', code: 'const stop = () => { throw new Error(); };' },
  { why: 'waiting in a program', file: 'src/programs/run.ts', code: 'const wait = async () => Promise.resolve(1);' },
  { why: 'the command line printing', file: 'src/cli/main.ts', code: 'console.log("here");' },
  { why: 'an export documented elsewhere', file: 'src/index.ts', code: "export { word } from './domain/word.js';" },
  {
    why: 'one comment for a type and its value',
    file: 'src/core/fold.ts',
    code: '/** A pair. */\nexport type Pair = 1;\nexport const Pair = 1;',
  },
  { why: 'a file of 300 lines', file: 'src/core/fold.ts', code: lines(290) },
  { why: 'a function of 70 lines', file: 'src/core/fold.ts', code: `const long = () => {\n${lines(68)}};` },
];

describe('the tidy rules', () => {
  test('hold in the unbroken house', () => {
    expect(findingsIn(unbroken)).toEqual([]);
  });

  const named = breakages.map((breakage) => ({ ...breakage, start: breakage.code.split('\n')[0] }));

  test.each(named)('$rule is broken in $file by $start', ({ rule, file, code }) => {
    const found = foundIn(appended(unbroken, file, code));
    expect([...new Set(found)]).toEqual([`${rule} in ${file}`]);
  });

  test.each([
    ['nothing', '/** Documented. */\nexport const word = 1;\n'],
    ['a switched-off linter', '/* eslint-disable no-console -- for a while only */\n/** Documented. */\nexport {};\n'],
    ['a word', '// TODO\n/** Documented. */\nexport {};\n'],
  ])('opening-comment is broken by a file that opens with %s', (_, text) => {
    const found = foundIn({ ...unbroken, 'src/core/leaf.ts': text });
    expect(found).toContain('opening-comment in src/core/leaf.ts');
  });

  test('a comment that opens the file documents the file, not its first export', () => {
    const text = '/** Owns: what a leaf is, and nothing about trees. */\nexport const leaf = 1;\n';
    expect(foundIn({ ...unbroken, 'src/core/leaf.ts': text })).toEqual(['documented-exports in src/core/leaf.ts']);
  });

  test.each(innocent)('allow $why', ({ file, code }) => {
    expect(findingsIn(appended(unbroken, file, code))).toEqual([]);
  });

  test('say where, and what to use instead', () => {
    const [finding] = findingsIn({ 'src/core/now.ts': '// Owns: a moment, as an example.\nconst now = Date.now();\n' });
    expect(finding).toMatchObject({ path: 'src/core/now.ts', line: 2 });
    expect(finding?.message).toContain('ask the question `now`');
  });

  test('have none that is not broken here', () => {
    const broken = new Set([...breakages.map(({ rule }) => rule), 'opening-comment']);
    expect(ruleNames.filter((name) => !broken.has(name))).toEqual([]);
  });
});
