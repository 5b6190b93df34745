// Owns: `npm run test:newest-node`: the newest Node that the registry's `node` package offers, put into a temporary
// directory, and what must hold under it: the library's own tests and the package as it is built.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTests } from './count-tests.mjs';
import { setUp } from './setup.mjs';

/** The library's own floors, its adapters for Node, and the package as it is built. */
const TESTS = [
  'test/core/',
  'test/domain/',
  'test/sources/',
  'test/prompt/',
  'test/readers/',
  'test/programs/',
  'test/scenario/',
  'test/contracts/',
  'test/adapters/node/',
  'test/testing/',
  'test/examples.test.ts',
  'test/package/exports.test.ts',
  'test/package/realm.test.ts',
  ...['codec', 'fold', 'frame', 'inquiry', 'path', 'reads', 'reconcile', 'scope', 'surface', 'time-stamp', 'utf8'].map(
    (family) => `property-tests/${family}.laws`,
  ),
];

/** Long, and the same language all along: the shorter tests say as much about a new engine. */
const TOO_LONG = [
  'test/core/align.test.ts',
  'test/sources/agent-instructions/trees.test.ts',
  'test/sources/tmux-context/real-tmux.test.ts',
];

const outputOf = (command, args, cwd) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exits ${status}\n${stderr}`);
  return stdout.trim();
};

/**
 * The package that holds the binary. `node` itself holds none: its install script fetches this one, and scripts of
 * packages are not run here.
 */
const binaryPackage = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

/** Installs it; throws, with what npm said, unless the binary then says that it is that version. */
const installNewest = (directory) => {
  const version = outputOf('npm', ['view', 'node@latest', 'version'], directory);
  const name = binaryPackage();
  outputOf(
    'npm',
    ['install', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
    directory,
  );
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(directory, 'node_modules', name, 'bin', file);
  if (!existsSync(node)) throw new Error(`${name}@${version} holds no bin/${file}`);
  const said = outputOf(node, ['--version'], directory);
  if (said !== `v${version}`) throw new Error(`${name}@${version} is Node ${said}`);
  return { node, version };
};

/**
 * Runs the tests under the newest Node. A Node that cannot be had is one failed test, with the reason on stderr.
 *
 * @type {() => { passed: number, failed: number }}
 */
export const testNewestNode = () => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-node-'));
  try {
    const { node, version } = installNewest(directory);
    process.stdout.write(`under Node ${version}, the newest there is\n`);
    const excluded = TOO_LONG.map((path) => `--exclude=${path}`);
    const counts = countTests(node, [...TESTS, ...excluded]);
    if (counts.passed + counts.failed === 0) throw new Error('no test was run');
    return counts;
  } catch (error) {
    process.stderr.write(`the newest Node was not tested: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

if (process.argv[1] === import.meta.filename) {
  const status = setUp();
  if (status !== 0) process.exit(status);
  const { passed, failed } = testNewestNode();
  process.stdout.write(`\n${passed} passed, ${failed} failed under the newest Node\n`);
  process.exit(failed === 0 ? 0 : 1);
}
