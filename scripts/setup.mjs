// Owns: the way from a fresh checkout to one that runs: packages installed, `dist/` built, each only when it is needed.
// It depends on nothing but Node, since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By its URL: a configuration that is bundled before it runs knows where a file was by nothing else. */
export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** Runs a command of the project; its output goes to stderr where stdout is kept for data. */
export const run = (command, args, { stdout = 'inherit' } = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['inherit', stdout, 'inherit'] });
  if (error !== undefined) throw error;
  return status ?? 1;
};

const packagesIn = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Whether `node_modules` holds what the lockfile says; npm leaves out optional packages of other platforms. */
const isInstalled = () => {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const found = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, wanted]) =>
      path === '' || (found[path]?.version === wanted.version && existsSync(join(root, path))) || wanted.optional,
  );
};

const timesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return [path, ...names.map((name) => join(path, name))].map((file) => statSync(file).mtimeMs);
};

/** What `dist/` is made from. A folder's own time tells of files that were deleted. */
const inputs = [
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsup.config.ts',
  'scripts/entries.mjs',
  'scripts/page.mjs',
];

const isBuilt = () => {
  const outputs = timesBelow(join(root, 'dist'));
  const newest = Math.max(...inputs.flatMap((input) => timesBelow(join(root, input))));
  return outputs.length > 0 && Math.min(...outputs) >= newest;
};

/** Installs and builds what is missing or out of date; the first failing step's exit code, or 0. */
export const setUp = () => {
  const steps = [
    { is: isInstalled, say: 'installing packages', args: ['ci', '--no-audit'] },
    { is: isBuilt, say: 'building dist/', args: ['run', '--silent', 'build'] },
  ];
  for (const { is, say, args } of steps) {
    if (is()) continue;
    process.stderr.write(`contextfold: ${say}\n`);
    const status = run('npm', args, { stdout: process.stderr });
    if (status !== 0) return status;
  }
  return 0;
};
