// Owns: what the tests of the package share: the built files, and processes that must end well.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of this checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** A path below `dist/`; these tests judge what was built, `npm test` builds it first. */
export const built = (file: string): string => {
  const path = join(root, 'dist', file);
  if (!existsSync(path)) throw new Error(`dist/${file} is missing; run \`npm run build\` first`);
  return path;
};

/** The standard output of a command that exits 0; whatever it said is in the error otherwise. */
export const outputOf = (cwd: string, command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} exits ${status}\n${stdout}\n${stderr}`);
  return stdout;
};
