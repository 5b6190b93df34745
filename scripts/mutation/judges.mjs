// Owns: the tests that judge one part of the library as one module, which can be loaded again and again in one process.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { pageForEsbuild } from '../page.mjs';
import { rooms, unfit } from './rooms.mjs';

const here = (name) => pathToFileURL(resolve(import.meta.dirname, name)).href;

/** The few runs and the tests as functions are one module each, however often the judges are loaded. */
const replaced = { vitest: here('suite.mjs'), 'fast-check': here('few-runs.mjs') };

const filesOf = (judge) => {
  if (judge.endsWith('.test.ts')) return [judge];
  const names = existsSync(judge) ? readdirSync(judge, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(judge, name)).sort();
};

const judges = (directory) => ({
  name: 'judges',
  setup(bundle) {
    bundle.onResolve({ filter: /^(vitest|fast-check)$/ }, ({ path }) => ({ path: replaced[path], external: true }));
    // What a bundle forgets: which file a test is from, and where that file was.
    bundle.onLoad({ filter: /(^|\/)(test|property-tests)\/.*\.ts$/ }, async ({ path }) => {
      const text = (await readFile(path, 'utf8')).replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      const file = relative(directory, path);
      const begin = `import { inFile as $in } from 'vitest'; $in(${JSON.stringify(file)});`;
      return { contents: `${begin}${text}`, loader: 'ts' };
    });
  },
});

/**
 * Bundles the judges of a part.
 *
 * @param {string} directory a copy of the checkout
 * @param {string} folder the part that they judge
 * @param {string} outfile where the module is written, inside of the copy so that it finds its packages
 */
export const bundleJudges = (directory, folder, outfile) => {
  const { judges: named } = rooms.find((room) => room.folder === folder);
  const files = named.flatMap(filesOf).filter((file) => !unfit.includes(file));
  return build({
    stdin: {
      contents: ['test/setup.ts', ...files].map((file) => `import './${file}';`).join('\n'),
      resolveDir: directory,
    },
    absWorkingDir: directory,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // The package promises that its modules do nothing when they load, which is not so for tests.
    ignoreAnnotations: true,
    outfile,
    plugins: [pageForEsbuild, judges(directory)],
    logLevel: 'error',
  });
};
