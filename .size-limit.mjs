// Owns: how large an import of the library may get in somebody's bundle. `npm run size` says whether it keeps to it.

/** As a bundler would that keeps every export. */
const bundled = (config) => ({ ...config, format: 'esm', logLevel: 'error' });

export default [
  {
    name: "import 'contextfold', bundled, minified, gzipped, with fp-ts and io-ts",
    path: 'dist/index.js',
    gzip: true,
    limit: '25 kB',
    modifyEsbuildConfig: bundled,
  },
];
