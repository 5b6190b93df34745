// Owns: `npm run exports:update`: writes the `exports` map of package.json from scripts/entries.mjs and pins the names
// that each built entry exports in test/package/exports.json. A change of that file in a diff is a change of the API.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { builtName, entries, exportsMap } from './entries.mjs';
import { root } from './setup.mjs';

const byCodeUnit = (a, b) => (a < b ? -1 : 1);

/** The values and the types that each entry's declarations export, sorted; a class or enum counts as a value. */
export const exportedNames = () => {
  const files = Object.keys(entries).map((entry) => join(root, 'dist', `${builtName(entry)}.d.ts`));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();

  const namesOf = (file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is missing or exports nothing; run \`npm run build\` first`);
    const names = { values: [], types: [] };
    for (const symbol of checker.getExportsOfModule(module)) {
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
