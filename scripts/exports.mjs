// Owns: `npm run exports:update`: writes the `exports` map of package.json from scripts/entries.mjs and pins the names
// that each built entry exports in test/package/exports.json. A change of that file in a diff is a change of the API.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { openDeclarations } from './declarations.mjs';
import { entries, exportsMap } from './entries.mjs';
import { root } from './setup.mjs';

const byCodeUnit = (a, b) => (a < b ? -1 : 1);

/** The values and the types that each entry's declarations export, sorted; a class or enum counts as a value. */
export const exportedNames = () => {
  const { files, checker, exportsOf } = openDeclarations();

  const namesOf = (file) => {
    const names = { values: [], types: [] };
    for (const symbol of exportsOf(file)) {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      names[target.flags & ts.SymbolFlags.Value ? 'values' : 'types'].push(symbol.name);
    }
    return { values: names.values.sort(byCodeUnit), types: names.types.sort(byCodeUnit) };
  };

  return Object.fromEntries(Object.keys(entries).map((entry, index) => [entry, namesOf(files[index])]));
};

const writeJson = (path, value) => writeFileSync(join(root, path), `${JSON.stringify(value, null, 2)}\n`);

if (process.argv[1] === import.meta.filename) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeJson('package.json', { ...manifest, exports: exportsMap() });
  writeJson('test/package/exports.json', exportedNames());
}
