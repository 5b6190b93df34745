// Owns: how the page of `contextfold inspect` gets into the program: an import that ends in `?page` is the file with
// all that it imports, bundled and minified, as a text. The build and the tests use the same function.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from './setup.mjs';

const SUFFIX = /\?page$/;

/** What is bundled into a page and asks for its licence to stand beside it. */
const notices = () => {
  const diff = readFileSync(join(root, 'node_modules/diff/LICENSE'), 'utf8').trim();
  return `/*! Parts of this script are jsdiff, https://github.com/kpdecker/jsdiff\n\n${diff}\n*/`;
};

/**
 * A script or a style with everything that it imports.
 *
 * @type {(path: string) => string}
 */
export const bundlePage = (path) => {
  const isScript = !path.endsWith('.css');
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
    charset: 'utf8',
    legalComments: 'none',
    ...(isScript ? { banner: { js: notices() } } : {}),
  });
  return outputFiles[0].text.trim();
};

/** What a module is called inside a build. It must not look like a style, or the build would take it for one. */
const nameOf = (specifier, directory) => `${resolve(directory, specifier.replace(SUFFIX, ''))}.text`;

const textOf = (name) => bundlePage(name.replace(/\.text$/, ''));

/** For tsup. */
export const pageForEsbuild = {
  name: 'page',
  setup(build) {
    build.onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      path: nameOf(path, resolveDir),
      namespace: 'page',
    }));
    build.onLoad({ filter: /.*/, namespace: 'page' }, ({ path }) => ({ contents: textOf(path), loader: 'text' }));
  },
};

const MODULE = '\0page:';

/** For vitest. */
export const pageForVite = {
  name: 'page',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (id, importer) => (SUFFIX.test(id) ? `${MODULE}${nameOf(id, dirname(importer))}` : undefined),
  load: (id) =>
    id.startsWith(MODULE) ? `export default ${JSON.stringify(textOf(id.slice(MODULE.length)))};` : undefined,
};
