// Owns: running `contextfold explain` in a test on real files: trees laid out below a temporary directory, the command
// run in process, and what it printed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import type { Explanation } from '../../src/cli/commands/explanation.js';
import type { Terminal } from '../../src/cli/terminal.js';
import type { ScenarioFile } from '../../src/scenario/model.js';
import type { Ran } from './run.js';
import { run } from './run.js';

/** Files by absolute path, as a scenario has them. */
export type Tree = Readonly<Record<string, ScenarioFile>>;

const made: string[] = [];
afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

const put = (at: string, file: ScenarioFile): void => {
  mkdirSync(dirname(at), { recursive: true });
  if (typeof file === 'string') writeFileSync(at, file);
  else if ('base64' in file) writeFileSync(at, Buffer.from(file.base64, 'base64'));
  else if ('link' in file) symlinkSync(file.link, at);
  else if ('directory' in file) mkdirSync(at, { recursive: true });
  else throw new Error(`${at} cannot be laid out`);
};

/** Lays a tree out below a new directory, which stands for `/` and goes when the test file is done. */
export const layOut = (tree: Tree): string => {
  const base = mkdtempSync(join(tmpdir(), 'contextfold-explain-'));
  made.push(base);
  for (const [path, file] of Object.entries(tree)) put(join(base, path), file);
  return base;
};

/** Runs `contextfold explain`, with a home that holds nothing unless the test says otherwise. */
export const explained = (args: readonly string[], terminal: Partial<Terminal> = {}): Promise<Ran> =>
  run(['explain', ...args], { env: { DSH_HOME: '/nobody/home' }, ...terminal });

/** The same as data. */
export const explainedData = async (args: readonly string[], terminal: Partial<Terminal> = {}): Promise<Explanation> =>
  JSON.parse((await explained(['--json', ...args], terminal)).out) as Explanation;

/** The instruction trees of real repositories; they stand beside the checkout and are not part of it. */
export const realTree = (name: string): Tree => {
  const path = resolve(import.meta.dirname, '../../../shared/trees', `${name}.json`);
  if (!existsSync(path)) throw new Error(`${path} is missing: the real trees must stand beside the checkout`);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly files: Tree }).files;
};
