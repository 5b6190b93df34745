// Owns: a run of vitest as two numbers. Which tests, and under which Node, is the caller's choice.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const isFailed = ({ status }) => status === 'failed';

/** A file that does not load counts as one failed test, and so does an error that no test caught. */
const countsOf = (report, status) => {
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed)).length;
  const failed = numFailedTests + unloaded;
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
};

/**
 * Runs tests and counts them.
 *
 * @type {(node?: string, args?: readonly string[]) => { passed: number, failed: number }}
 */
export const countTests = (node = process.execPath, args = []) => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-test-'));
  const report = join(directory, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    return countsOf(report, run(node, [vitest, 'run', ...reporters, ...args]));
  } catch (error) {
    process.stderr.write(`vitest left no report: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
