// Owns: the built command as a process of its own: what a real terminal gets of it, and how much memory a log of a
// million events takes. CONTEXTFOLD_LARGE=1 makes that half a gigabyte, and tries DeepSeek Harness's reader too.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS, isFull, writeLargeLog } from '../large-log.js';
import { built } from '../package/built.js';

let program = '';
let folder = '';
beforeAll(() => {
  program = built('cli.js');
  folder = mkdtempSync(join(tmpdir(), 'contextfold-built-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLEAR = '\r\u001b[K';
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('in a real terminal a short reading shows nothing, and of a slow one nothing stays', () => {
  const log = join(folder, 'short.jsonl');
  writeFileSync(log, '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}\n{"type":"a"}\n');
  const inTerminal = (feed: string, variables: Readonly<Record<string, string>> = {}): string => {
    const command = `${feed} | '${process.execPath}' '${program}' check - > '${join(folder, 'out')}'`;
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: '', SHELL: '/bin/sh', ...variables };
    return spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env }).stdout;
  };
  const slow = `(cat '${log}'; sleep 3; echo '{"type":"b"}')`;
  expect(inTerminal(`cat '${log}'`)).toBe('');
  expect(inTerminal(slow)).toBe(`${CLEAR}standard input  0.0 MB${CLEAR}`);
  expect(inTerminal(slow, { TERM: 'dumb' })).toBe('');
});

test('a current directory that is gone is 1, in one line', () => {
  const gone = join(folder, 'gone');
  const command = `mkdir '${gone}' && cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${program}' --help`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', 'contextfold: the current directory is gone\n']);
});

test.skipIf(process.platform !== 'linux')('an output that is full is 1, in one line', () => {
  const command = `'${process.execPath}' '${program}' --help > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^contextfold: standard output cannot be written: .+\n$/u),
  ]);
});

interface Measured {
  readonly out: string;
  readonly err: string;
  readonly peakMiB: number;
  readonly ms: number;
}

/** Runs the command; the last line on its err is the most memory that it ever held. */
const measured = (...args: readonly string[]): Measured => {
  const report = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS))';
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, program, ...args],
    { encoding: 'utf8' },
  );
  const lines = stderr.trimEnd().split('\n');
  return {
    out: stdout,
    err: lines.slice(0, -1).join('\n'),
    peakMiB: Math.round(Number(lines.at(-1)) / 1024),
    ms: Math.round(performance.now() - begun),
  };
};

test.each(isFull ? [1, 0] : [1])(
  'L6 R3 I2: a million events, in a header of version %i, are replayed and checked in constant memory',
  (version) => {
    const log = join(folder, 'large.jsonl');
    writeLargeLog(log, { type: 'session', version, id: 's', createdAt: 0, cwd: '/repo' });
    const replayed = measured('replay', log);
    const checked = measured('check', log);
    const taken = [replayed, checked].map(({ peakMiB, ms }) => `${peakMiB} MiB, ${ms} ms`).join('; ');
    process.stderr.write(`replay and check of ${Math.round(statSync(log).size / 2 ** 20)} MiB: ${taken}\n`);
    expect([replayed.err, checked.err]).toEqual(['', '']);
    expect(replayed.out).toContain('event     999,999 of 0 to 999,999; no turn is open, the last was 1000\n');
    expect(checked.out).toContain(`${EVENTS.toLocaleString('en-US')} events, 0 of ours, 0 errors, 0 warnings\n`);
    expect(replayed.peakMiB).toBeLessThan(300);
    expect(checked.peakMiB).toBeLessThan(300);
  },
  240_000,
);
