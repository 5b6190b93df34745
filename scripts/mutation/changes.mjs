// Owns: which lines of the mutated parts changed since a commit, as Git tells it.
import { spawnSync } from 'node:child_process';
import { roomOf } from './rooms.mjs';

/**
 * The changed lines in a diff without context, for each file that is mutated: `src/core/utf8.ts:12-14`.
 *
 * A hunk that only removes has no lines of its own.
 */
export const rangesIn = (diff) => {
  const ranges = [];
  let file;
  for (const line of diff.split('\n')) {
    const name = /^\+\+\+ (?:b\/(.+)|.*)$/u.exec(line);
    if (name) file = name[1];
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/u.exec(line);
    if (!hunk || file === undefined || roomOf(file) === undefined) continue;
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    if (count > 0) ranges.push({ file, range: `${file}:${first}-${first + count - 1}` });
  }
  return ranges;
};

/** What changed since a commit, what is not committed included; `undefined` where Git knows no such commit. */
export const changesSince = (directory, reference) => {
  const git = (...args) => spawnSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { status, stdout } = git('diff', '--unified=0', '--no-color', '--no-ext-diff', reference, '--', 'src');
  return status === 0 ? rangesIn(stdout) : undefined;
};
