// Owns: that the bill of materials names everything that a user gets, and is the same whenever it is made.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { billOfMaterials } from '../../scripts/sbom.mjs';
import { built, root } from './built.js';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly properties: readonly { readonly value: string }[];
}

let text: string;
let components: readonly Component[];

beforeAll(async () => {
  text = await billOfMaterials();
  ({ components } = JSON.parse(text) as { readonly components: readonly Component[] });
});

const delivered = (how: string): readonly string[] =>
  components.filter(({ properties }) => properties.some(({ value }) => value.startsWith(how))).map(({ name }) => name);

test('it names what is installed beside the package and what is bundled into it', () => {
  expect(delivered('installed')).toEqual(['commander', 'fp-ts', 'io-ts']);
  expect(delivered('bundled')).toEqual(['diff', 'fp-ts', 'io-ts']);
});

test('each with its licence and the hash of its tarball', () => {
  expect(components.map(({ name, licenses }) => `${name} ${licenses[0]?.license.id}`)).toEqual([
    'commander MIT',
    'diff BSD-3-Clause',
    'fp-ts MIT',
    'io-ts MIT',
  ]);
  for (const { hashes } of components) {
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/u) as string }]);
  }
});

test('it knows neither when nor where it was made', async () => {
  expect(await billOfMaterials()).toBe(text);
  expect(text).not.toMatch(/timestamp|serialNumber|\d{4}-\d{2}-\d{2}T/u);
  expect(text).not.toContain(root);
});

test('what is bundled is in the built program, and what is not is imported there', () => {
  const program = readFileSync(built('cli.js'), 'utf8');
  expect(program).toContain('Parts of this script are jsdiff');
  expect(program).toMatch(/from ?['"]commander['"]/u);
  expect(program).not.toMatch(/from ?['"](?:fp-ts|io-ts|diff)/u);
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toContain('node_modules/diff');
});
