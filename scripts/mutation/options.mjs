// Owns: how Stryker changes the code and judges the change. Which part is changed is told by scripts/mutation.mjs,
// which is what one runs; by what it is judged, by rooms.mjs.
import { resolve } from 'node:path';

const here = (name) => resolve(import.meta.dirname, name);

/** For every part. */
export const options = {
  testRunner: 'judges',
  plugins: [here('runner.mjs'), here('reporter.mjs')],
  reporters: ['listener'],
  coverageAnalysis: 'perTest',
  ignorePatterns: ['api', 'bench', 'coverage', 'dist', 'docs', 'examples', 'fuzz', 'reference'],
  cleanTempDir: 'always',
  // Nothing is compiled, so nothing has to be kept from the compiler.
  disableTypeChecks: false,
  concurrency: 2,
  // A busy machine is no endless loop; those that are one are mostly told by how often they come by.
  timeoutFactor: 4,
  timeoutMS: 20_000,
  warnings: { slow: false },
  logLevel: 'warn',
};
