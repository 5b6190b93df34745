// Owns: what is built. The library as ESM and CommonJS with types for both, the command line as one ESM file.
import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import { defineConfig } from 'tsup';
import { builtName, entries, program, starters } from './scripts/entries.mjs';
import { pageForEsbuild } from './scripts/page.mjs';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Source imports `fp-ts/lib/…`, which is CommonJS, because that is the path Node and every type resolver understand.
 * The bundle takes the same modules from `fp-ts/es6/…`, which can be shaken: a sixth of the size, half the start-up.
 */
const fpTsAsModules: Plugin = {
  name: 'fp-ts-as-modules',
  setup(build) {
    build.onResolve({ filter: /^fp-ts\/lib\// }, ({ path, resolveDir }) =>
      build.resolve(path.replace('/lib/', '/es6/'), { resolveDir, kind: 'import-statement' }),
    );
  },
};

/** Tells the bundler that the parts of io-ts do nothing by being made, so that unused ones are left out. */
const ioTsWithoutEffects: Plugin = {
  name: 'io-ts-without-effects',
  setup(build) {
    build.onLoad({ filter: /[\\/]io-ts[\\/]es6[\\/]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/\/\*\* @class \*\/ (?=\()|(?<== )(?=new )/g, '/* @__PURE__ */ '),
      loader: 'js',
    }));
  },
};

const plugins = [fpTsAsModules, ioTsWithoutEffects];

const shared: Options = {
  outDir: 'dist',
  target: 'node20',
  removeNodeProtocol: false,
  noExternal: [/^fp-ts(\/|$)/, /^io-ts(\/|$)/],
  esbuildPlugins: plugins,
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main'];
  },
};

export default defineConfig([
  {
    ...shared,
    name: 'library',
    entry: Object.fromEntries(Object.entries(entries).map(([entry, source]) => [builtName(entry), source])),
    format: ['esm', 'cjs'],
    dts: true,
    // Entries share chunks in both formats, so that a value made by one entry is known to the others.
    splitting: true,
  },
  {
    ...shared,
    name: 'command line',
    entry: { cli: program },
    format: ['esm'],
    splitting: false,
    esbuildPlugins: [...plugins, pageForEsbuild],
  },
  { ...shared, name: 'starters', entry: starters, format: ['cjs'], splitting: false, minify: true },
]);
