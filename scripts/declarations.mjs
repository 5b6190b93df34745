// Owns: the built declarations of every entry, as the compiler sees them. What is told of them is the callers'
// business.
import { join } from 'node:path';
import ts from 'typescript';
import { builtName, entries } from './entries.mjs';
import { root } from './setup.mjs';

/** The files in the order of the entries, the checker of the program over them, and what each file exports. */
export const openDeclarations = () => {
  const files = Object.keys(entries).map((entry) => join(root, 'dist', `${builtName(entry)}.d.ts`));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const exportsOf = (file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is missing or exports nothing; run \`npm run build\` first`);
    return checker.getExportsOfModule(module);
  };
  return { files, checker, exportsOf };
};
