// Owns: `npm test`: sets up, runs every check and every test, and ends with one line that counts them:
// `N passed, N failed`, where each static check counts as one beside the tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, setUp } from './setup.mjs';

const checks = ['typecheck', 'typecheck:pure', 'lint', 'depcruise', 'knip'];

const title = (text) => process.stdout.write(`\n── ${text}\n`);

const isFailed = ({ status }) => status === 'failed';

/** A file that does not load counts as one failed test, and so does an error that no test caught. */
const countTests = (report, status) => {
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed)).length;
  const failed = numFailedTests + unloaded;
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
};

const runTests = () => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-test-'));
  const report = join(directory, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return countTests(report, run('npx', ['vitest', 'run', ...reporters]));
  } catch (error) {
    process.stderr.write(`vitest left no report: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const countCheck = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

title('set-up');
const counts = [countCheck(setUp())];

for (const check of checks) {
  title(check);
  counts.push(countCheck(run('npm', ['run', '--silent', check])));
}

title('tests');
counts.push(runTests());

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
