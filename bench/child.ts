// Owns: one bench in a process of its own: bundled as the package is, with nothing of another bench in its heap.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { BenchName } from './benches.js';

const root = resolve(import.meta.dirname, '..');

/** Below `node_modules`, so that what is not bundled is found from here. */
export const workshop = join(root, 'node_modules', '.cache', 'contextfold-bench');

/** Two runs at a time know nothing of each other. */
const scratch = join(workshop, `run-${process.pid}`);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Where a bench is bundled to; its source map stands beside it. */
export const bundleOf = (name: BenchName): string => join(scratch, `${name}.mjs`);

/**
 * Bundles a bench.
 *
 * Why: a loader that compiles on the fly wraps every function to keep its name, which costs more than some of what is
 *      measured here; and fp-ts is taken from its modules, as in tsup.config.ts.
 */
const bundle = async (name: BenchName): Promise<string> => {
  mkdirSync(scratch, { recursive: true });
  const outfile = bundleOf(name);
  await build({
    stdin: {
      contents: `import { tell } from './inside.ts'; import { bench } from './rows/${name}.ts'; await tell(bench);`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    mainFields: ['module', 'main'],
    external: ['@earendil-works/*', '@mastra/*'],
    plugins: [
      {
        name: 'fp-ts-as-modules',
        setup: (bundler) =>
          bundler.onResolve({ filter: /^fp-ts\/lib\// }, ({ path, resolveDir }) =>
            bundler.resolve(path.replace('/lib/', '/es6/'), { resolveDir, kind: 'import-statement' }),
          ),
      },
    ],
  });
  return outfile;
};

/** A profile, or what the bench tells. */
export type Kind = 'cpu' | 'heap' | 'report';

const SUFFIX: Readonly<Record<Kind, string>> = { cpu: 'cpuprofile', heap: 'heapprofile', report: 'json' };

/**
 * Runs a bench and gives the path of the JSON that it left.
 *
 * Errors: throws when the bench failed; it has said why.
 */
export const runBench = async (name: BenchName, kind: Kind = 'report'): Promise<string> => {
  const program = await bundle(name);
  const told = join(kind === 'report' ? scratch : workshop, `${name}.${SUFFIX[kind]}`);
  const args = ['--expose-gc', program, told, ...(kind === 'report' ? [] : [kind])];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      CONTEXTFOLD_BENCH_ROOT: root,
      ...(kind === 'report' ? {} : { CONTEXTFOLD_BENCH_OURS: '1' }),
    },
  });
  if (status !== 0) throw new Error('it failed');
  return told;
};
