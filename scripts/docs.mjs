// Owns: `npm run docs`: the API reference, made from the doc comments into reference/, one module for each entry of the
// package. Whatever typedoc warns of is an error.
import { join, relative, resolve } from 'node:path';
import { Application, Converter, Logger, LogLevel } from 'typedoc';
import { load } from 'typedoc-plugin-missing-exports';
import { entries } from './entries.mjs';
import { root } from './setup.mjs';

/** The rows of a doc comment, which stand below each other in the source and would run together as one paragraph. */
const ROWS = /(^|\n)(Shape|Units|Errors|Cost|Why|Source):\s+/gu;

const withRows = (text) => text.replace(ROWS, '$1\n**$2:** ');

const rowsOf = ({ comment }) => {
  for (const part of comment?.summary ?? []) if (part.kind === 'text') part.text = withRows(part.text);
};

class Problems extends Logger {
  found = [];

  log(message, level) {
    if (level >= LogLevel.Warn) this.found.push(message);
  }
}

/** What is imported by whom stands in the name of its module; `index` says nothing. */
const named = (point) => {
  const source = relative(root, point.sourceFile.fileName).replaceAll('\\', '/');
  const entry = Object.keys(entries).find((each) => entries[each] === source);
  return { ...point, displayName: entry?.replace('.', 'contextfold') ?? point.displayName };
};

/**
 * @typedef {object} WritingOptions
 * @property {Record<string, string>} [sources]
 * @property {string} [tsconfig]
 * @property {string} [directory]
 */

/**
 * Reads the doc comments of everything that an entry leads to; gives what typedoc warned of, and writes the pages only
 * when it is given a directory. Once in a process: a plugin of typedoc cannot be loaded twice.
 *
 * @type {(options?: WritingOptions) => Promise<readonly string[]>}
 */
export const writeReference = async (options = {}) => {
  const { sources = entries, tsconfig = 'tsconfig.docs.json', directory } = options;
  const app = await Application.bootstrapWithPlugins({
    name: 'contextfold',
    entryPoints: Object.values(sources).map((source) => resolve(root, source)),
    tsconfig: resolve(root, tsconfig),
    plugin: [load],
    // What cannot be imported by its name, but is met.
    internalModule: 'reached',
    readme: 'none',
    excludeExternals: true,
    disableSources: true,
    githubPages: false,
    logLevel: LogLevel.Warn,
  });
  app.logger = new Problems();
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) rowsOf(reflection);
  });
  const project = app.converter.convert((app.getEntryPoints() ?? []).map(named));
  app.validate(project);
  if (directory !== undefined) await app.generateDocs(project, directory);
  return app.logger.found;
};

if (process.argv[1] === import.meta.filename) {
  const problems = await writeReference({ directory: join(root, 'reference') });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
