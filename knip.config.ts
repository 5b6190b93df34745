// Owns: what counts as used: what an entry of the package, a script, a test, an example or a bench reaches.
import type { KnipConfig } from 'knip';
import { entries, program } from './scripts/entries.mjs';

const config: KnipConfig = {
  entry: [...Object.values(entries), program, 'scripts/*.mjs', 'examples/**/*.ts', 'bench/**/*.ts'],
  project: ['{src,test,property-tests,examples,bench}/**/*.ts', 'scripts/*.mjs'],
  ignoreExportsUsedInFile: true,
  // Run as commands by test/package.
  ignoreDependencies: ['@arethetypeswrong/cli', 'publint'],
  // Part of every system that the tests of special files run on.
  ignoreBinaries: ['mkfifo'],
};

export default config;
