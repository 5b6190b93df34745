// Owns: `npm start`: the main job, `contextfold explain`, on a machine that may have nothing installed yet.
// Everything after `npm start --` is handed on; relative paths count from where the command was given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const status = setUp();
if (status !== 0) process.exit(status);

const { status: exitCode } = spawnSync(
  process.execPath,
  [join(root, 'dist/cli.js'), 'explain', ...process.argv.slice(2)],
  { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: 'inherit' },
);
process.exit(exitCode ?? 1);
