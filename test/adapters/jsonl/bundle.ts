// Owns: the library as one plain file, for child processes of tests that must start fast and be killed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';

/** The built library: what `./node` and `.` export. */
export interface Bundle {
  readonly node: string;
  readonly index: string;
  readonly remove: () => void;
}

const source = (file: string): string => join(import.meta.dirname, '../../../src', file);

/** Builds the library into a temporary directory. */
export const bundle = async (): Promise<Bundle> => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-bundle-'));
  await build({
    config: false,
    entry: { node: source('node.ts'), index: source('index.ts') },
    outDir: directory,
    outExtension: () => ({ js: '.mjs' }),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^fp-ts/, /^io-ts/],
    splitting: true,
    silent: true,
    clean: false,
  });
  return {
    node: join(directory, 'node.mjs'),
    index: join(directory, 'index.mjs'),
    remove: () => rmSync(directory, { recursive: true }),
  };
};
