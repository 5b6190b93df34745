// Owns: what counts as used: what an entry of the package, a script, a test, an example or a bench reaches.
import type { KnipConfig } from 'knip';
import { entries, program, starters } from './scripts/entries.mjs';

const config: KnipConfig = {
  entry: [
    ...Object.values(entries),
    program,
    ...Object.values(starters),
    'scripts/**/*.mjs',
    'examples/**/*.ts',
    'bench/**/*.ts',
    'fuzz/{run,worker}.ts',
  ],
  project: ['{src,test,property-tests,examples,bench,fuzz}/**/*.ts', 'scripts/**/*.mjs'],
  ignoreExportsUsedInFile: true,
  // Run as commands by test/package.
  ignoreDependencies: ['@arethetypeswrong/cli', 'publint'],
  // Part of every system that the tests of special files and of a real terminal run on.
  ignoreBinaries: ['mkfifo', 'script'],
};

export default config;
