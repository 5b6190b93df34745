// Measures what `import 'contextfold'` weighs in somebody's bundle: minified, gzipped, fp-ts and io-ts included.
//
// By size-limit, which is also what CI asks (`npm run size`); both measure what was built last.
//
// One run on two shared, busy cores, Node 20.20: 22.0 kB; 25 are promised.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from '../measure.js';

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit: number;
}

export const bench: Bench = async () => {
  // It exits with 1 beyond the limit, with the same on its standard output.
  const { stdout } = await promisify(execFile)('npx', ['size-limit', '--json']).catch(
    (failure: { readonly stdout: string }) => failure,
  );
  return {
    rows: (JSON.parse(stdout) as readonly Measured[]).map(({ name, size, sizeLimit }) => ({
      what: name,
      against: '',
      figure: size / 1000,
      unit: 'kB',
      limit: sizeLimit / 1000,
    })),
  };
};
