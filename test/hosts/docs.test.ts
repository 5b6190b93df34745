// Owns: the proof that what the pages about hosts show is code that type-checks: each block is a file of
// examples/hosts, as it is, and each of those files is on a page.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../package/built.js';

const textsIn = (directory: string, end: string): readonly string[] =>
  readdirSync(join(root, directory))
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(join(root, directory, name), 'utf8'));

test('the pages show the examples as they are, and nothing else', () => {
  const pages = textsIn('docs/hosts', '.md').join('\n');
  const shown = [...pages.matchAll(/^```ts\n([^]*?)^```$/gmu)].map(([, code]) => code);
  expect(shown.sort()).toEqual([...textsIn('examples/hosts', '.ts')].sort());
});
