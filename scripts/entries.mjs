// Owns: the list of what the package offers. Everything else follows from it: what is built, the `exports` map of
// package.json (`npm run exports:update` writes it), the pinned export names and where the floor law starts to walk.

/**
 * Import path → source file. A harness binding or a session store gets its own entry here:
 *
 *   './hosts/<name>': 'src/hosts/<name>/index.ts'
 *   './stores/<name>': 'src/adapters/<name>/index.ts'
 */
export const entries = {
  '.': 'src/index.ts',
  './sources': 'src/sources.ts',
  './prompt': 'src/prompt/index.ts',
  './readers': 'src/readers.ts',
  './stores': 'src/stores.ts',
  './node': 'src/node.ts',
  './testing': 'src/testing.ts',
  './invariants': 'src/invariants.ts',
  './stores/postgres': 'src/adapters/postgres/index.ts',
  './hosts/ai-sdk': 'src/hosts/ai-sdk/index.ts',
  './hosts/langchain': 'src/hosts/langchain/index.ts',
  './hosts/openai-agents': 'src/hosts/openai-agents/index.ts',
  './hosts/pi': 'src/hosts/pi/index.ts',
  './hosts/acp': 'src/hosts/acp/index.ts',
  './hosts/opencode': 'src/hosts/opencode/index.ts',
};

/** The program behind the `contextfold` command; it is built as one ESM file, `dist/cli.js`. */
export const program = 'src/cli/main.ts';

/**
 * What the `contextfold` command starts, `dist/bin.cjs`, and what a hook loads when it has to, `dist/hook.cjs`; they
 * are CommonJS because a hook is started for every tool call of an agent, and that starts sooner.
 */
export const starters = { bin: 'src/cli/bin.ts', hook: 'src/cli/hook/run.ts' };

/**
 * The file an entry is built to, below `dist/` and without extension: `.` → `index`, `./hosts/x` → `hosts/x`.
 *
 * @type {(entry: string) => string}
 */
export const builtName = (entry) => (entry === '.' ? 'index' : entry.slice('./'.length));

/** The `exports` map of package.json. Each condition names its own types: ESM and CommonJS resolve differently. */
export const exportsMap = () => ({
  ...Object.fromEntries(
    Object.keys(entries).map((entry) => {
      const file = `./dist/${builtName(entry)}`;
      return [
        entry,
        {
          import: { types: `${file}.d.ts`, default: `${file}.js` },
          require: { types: `${file}.d.cts`, default: `${file}.cjs` },
        },
      ];
    }),
  ),
  './package.json': './package.json',
});
