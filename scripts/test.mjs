// Owns: `npm test`: sets up, runs every check and every test, and ends with one line that counts them:
// `N passed, N failed`, where each static check counts as one beside the tests.
import { countTests } from './count-tests.mjs';
import { testNewestNode } from './newest-node.mjs';
import { run, setUp } from './setup.mjs';

const checks = ['typecheck', 'typecheck:pure', 'lint', 'depcruise', 'knip', 'size'];

const title = (text) => process.stdout.write(`\n── ${text}\n`);

const countCheck = (status) => (status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

title('set-up');
const counts = [countCheck(setUp())];

for (const check of checks) {
  title(check);
  counts.push(countCheck(run('npm', ['run', '--silent', check])));
}

title('tests');
counts.push(countTests());

if (process.env.CONTEXTFOLD_NEWEST_NODE === '1') {
  title('the newest Node');
  counts.push(testNewestNode());
}

const since = process.env.CONTEXTFOLD_MUTATE_SINCE;
if (since !== undefined) {
  title(`mutation of what changed since ${since}`);
  counts.push(countCheck(run('node', ['scripts/mutation.mjs', '--since', since, '--minutes', '0.75'])));
}

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
