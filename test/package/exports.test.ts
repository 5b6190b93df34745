// Owns: the pin on what the package exports. A wanted change is taken over with `npm run exports:update` and read in
// the diff of exports.json and package.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtName, entries, exportsMap } from '../../scripts/entries.mjs';
import { exportedNames } from '../../scripts/exports.mjs';
import { built, root } from './built.js';

type Names = Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>>;

const jsonAt = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const pinned = jsonAt('test/package/exports.json') as Names;
const require = createRequire(import.meta.url);

const sortedKeys = (module: object): readonly string[] => Object.keys(module).sort();

test('package.json offers the entries of scripts/entries.mjs', () => {
  expect((jsonAt('package.json') as { readonly exports: unknown }).exports).toEqual(exportsMap());
});

test('every entry declares the pinned names', () => {
  expect(exportedNames()).toEqual(pinned);
});

describe.each(Object.keys(entries))('the entry %s', (entry) => {
  test('exports the pinned values as an ES module', async () => {
    const module = (await import(built(`${builtName(entry)}.js`))) as object;
    expect(sortedKeys(module)).toEqual(pinned[entry]?.values);
  });

  test('exports the pinned values as a CommonJS module', () => {
    const module = require(built(`${builtName(entry)}.cjs`)) as object;
    expect(sortedKeys(module)).toEqual(pinned[entry]?.values);
  });
});
