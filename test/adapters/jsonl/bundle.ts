// Owns: parts of the library as plain files, for child processes of tests that must start fast and be killed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';

/** Built parts of the library, as `<name>.mjs` in a directory. */
export interface Bundle {
  readonly directory: string;
  readonly remove: () => void;
}

/** Builds parts of the library, by name: paths below `src/`. */
export const bundle = async (parts: Readonly<Record<string, string>>): Promise<Bundle> => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-bundle-'));
  const source = join(import.meta.dirname, '../../../src');
  await build({
    config: false,
    entry: Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, join(source, path)])),
    outDir: directory,
    outExtension: () => ({ js: '.mjs' }),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^fp-ts/, /^io-ts/],
    silent: true,
    clean: false,
  });
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
};
