// Owns: `contextfold inspect` as a command: what it writes where, what it refuses, and what it shows of a log that
// holds no instructions. The page itself is tested in report/.
import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReportData } from '../../src/cli/report/data.js';
import { islandOf } from '../../src/cli/report/html.js';
import { smallLog } from './report/logs.js';
import type { Ran } from './run.js';
import { run } from './run.js';

let folder = '';
let log = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
  log = await smallLog(1);
  writeFileSync(join(folder, 's1.jsonl'), log);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inspect = (...args: readonly string[]): Promise<Ran> => run(['inspect', ...args], { cwd: folder, input: log });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const dataOf = (html: string): ReportData => {
  const island = /<script type="application\/json" id="data">(.*)<\/script>/u.exec(html);
  return JSON.parse(island?.[1] ?? '') as ReportData;
};

describe('inspect LOG (R5)', () => {
  test('writes one file named like the log, and says so with its size', async () => {
    const { code, out, err } = await inspect('s1.jsonl');
    expect([code, err]).toEqual([0, '']);
    const size = Buffer.byteLength(read('s1.html')).toLocaleString('en-US');
    expect(out).toBe(`wrote s1.html: ${size} bytes; 7 lanes, 19 steps, 3 marks, 112 events\n`);
  });

  test('the file stands alone: one script, one style, a policy that allows no others and no network', async () => {
    const { out } = await inspect('s1.jsonl', '-o', '-');
    expect(out).toMatch(/^<!doctype html><!-- contextfold inspect -->\n/u);
    expect(out.match(/<script/gu)).toHaveLength(2);
    expect(out.match(/<style/gu)).toHaveLength(1);
    expect(out).toMatch(/content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/u);
    expect(out).not.toMatch(/<link|<img|src=|@import|url\(/u);
  });

  test('--json says the same as data', async () => {
    const { out } = await inspect('s1.jsonl', '-o', 'deep/r.html', '--json');
    const bytes = Buffer.byteLength(read('deep/r.html'));
    const output = join(folder, 'deep/r.html');
    expect(JSON.parse(out)).toEqual({ output, bytes, lanes: 7, steps: 19, marks: 3, events: 112 });
  });

  test('from standard input to standard output; the same log gives the same bytes', async () => {
    const [one, two] = [await inspect('-', '-o', '-'), await inspect('-', '-o', '-')];
    expect(one.code).toBe(0);
    expect(one.out).toBe(two.out);
  });

  test('an identical text is stored once', async () => {
    const { texts } = dataOf((await inspect('s1.jsonl', '-o', '-')).out);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('nothing in the data can end the island or begin a comment', () => {
    expect(islandOf({ text: '</script><!--' })).toBe('{"text":"\\u003c/script>\\u003c!--"}');
  });
});

describe('what stands in the way (R)', () => {
  test('an earlier report is replaced, any other file only with --force', async () => {
    expect((await inspect('s1.jsonl')).code).toBe(0);
    expect((await inspect('s1.jsonl')).code).toBe(0);
    writeFileSync(join(folder, 's1.html'), 'mine');
    const refused = await inspect('s1.jsonl');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toBe(
      'contextfold: s1.html: exists and is no report; name another with -o, or write over it with --force\n',
    );
    expect(read('s1.html')).toBe('mine');
    expect((await inspect('s1.jsonl', '--force')).code).toBe(0);
  });

  test('an output that cannot be written is 1, in one line', async () => {
    const { code, out, err } = await inspect('s1.jsonl', '-o', 's1.jsonl/r.html');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^contextfold: s1\.jsonl\/r\.html: cannot be written: [^\n]+\n$/u);
  });

  test('a directory is in the way, too, and so is what is no regular file: with --force as well', async () => {
    mkdirSync(join(folder, 's1.html'));
    const problem = 'contextfold: s1.html: is a directory; name another with -o\n';
    expect(await inspect('s1.jsonl', '--force')).toEqual({ code: 2, out: '', err: problem });
    const device = await inspect('s1.jsonl', '--force', '-o', '/dev/null');
    expect([device.code, device.err]).toEqual([
      2,
      'contextfold: /dev/null: is no regular file; name another with -o\n',
    ]);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect((await inspect('s1.jsonl', '-o', 'pipe')).code).toBe(2);
  });

  test('the log itself is never written over, by whatever name', async () => {
    symlinkSync('s1.jsonl', join(folder, 'soft'));
    linkSync(join(folder, 's1.jsonl'), join(folder, 'hard'));
    for (const name of ['s1.jsonl', './x/../s1.jsonl', join(folder, 's1.jsonl'), 'soft', 'hard']) {
      const err = `contextfold: ${name}: is the log itself; name another with -o\n`;
      expect(await inspect('s1.jsonl', '--force', '-o', name)).toEqual({ code: 2, out: '', err });
    }
    expect(read('s1.jsonl')).toBe(log);
  });

  test('a link to a file stays, and the file is replaced; a link that leads nowhere is refused', async () => {
    writeFileSync(join(folder, 'old.html'), 'mine');
    symlinkSync('old.html', join(folder, 'link.html'));
    expect((await inspect('s1.jsonl', '-o', 'link.html')).code).toBe(2);
    expect((await inspect('s1.jsonl', '-o', 'link.html', '--force')).code).toBe(0);
    expect(lstatSync(join(folder, 'link.html')).isSymbolicLink()).toBe(true);
    expect(read('old.html')).toMatch(/^<!doctype html>/u);
    symlinkSync('nothing', join(folder, 'lost.html'));
    expect((await inspect('s1.jsonl', '-o', 'lost.html', '--force')).err).toContain('is a link that leads nowhere');
  });

  test('a directory that cannot be made is 1, where Node itself would never end', async () => {
    const { code, err } = await inspect('s1.jsonl', '-o', '/proc/x/y.html');
    expect(code).toBe(1);
    expect(err).toMatch(/^contextfold: \/proc\/x\/y\.html: cannot be written: [^\n]+\n$/u);
  });

  test('-o without a name is wrong usage', async () => {
    const err = 'contextfold: -o needs the name of a file, or "-" for standard output\n';
    expect(await inspect('s1.jsonl', '-o', '')).toEqual({ code: 2, out: '', err });
  });

  test.each([
    ['a log that is not there', ['none.jsonl']],
    ['a log of nobody', ['odd.jsonl']],
    ['a configuration that is not there', ['s1.jsonl', '--config', 'none.json']],
    ['a directory that is not there', ['plain.jsonl', '--cwd', 'none']],
  ])('%s is 2', async (_, args) => {
    writeFileSync(join(folder, 'odd.jsonl'), '{"a":1}\n');
    writeFileSync(join(folder, 'plain.jsonl'), transcript('/home/a/project'));
    const { code, out, err } = await inspect(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: [^\n]+\n$/u);
  });
});

/** A transcript of Claude Code that reads two files of a project. */
const transcript = (cwd: string): string => {
  const line = (uuid: string, parentUuid: string | null, type: string, message: object): string =>
    JSON.stringify({ type, uuid, parentUuid, cwd, sessionId: 'c1', timestamp: '2026-01-01T00:00:00.000Z', message });
  const call = (id: string, path: string): object => ({
    id: `msg-${id}`,
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }],
  });
  const result = (id: string): object => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'text' }],
  });
  return [
    line('1', null, 'user', { role: 'user', content: 'go on' }),
    line('2', '1', 'assistant', call('t1', `${cwd}/src/web/app.ts`)),
    line('3', '2', 'user', result('t1')),
    line('4', '3', 'assistant', call('t2', '/etc/hosts')),
    line('5', '4', 'user', result('t2')),
    line('6', '5', 'assistant', { id: 'msg-3', role: 'assistant', content: [{ type: 'text', text: 'done' }] }),
    '',
  ].join('\n');
};

describe('a log without instructions (R5)', () => {
  beforeEach(() => {
    writeFileSync(join(folder, 'plain.jsonl'), transcript('/home/a/project'));
    mkdirSync(join(folder, 'checkout/src/web'), { recursive: true });
    mkdirSync(join(folder, 'checkout/.git'));
    writeFileSync(join(folder, 'checkout/AGENTS.md'), 'the root\n');
    writeFileSync(join(folder, 'checkout/src/web/CLAUDE.md'), 'the web\n');
  });

  test('without --cwd it shows nothing, and says what would', async () => {
    const { code, err } = await inspect('plain.jsonl');
    expect([code, err]).toEqual([
      0,
      'contextfold: plain.jsonl: holds no instructions; --cwd DIR shows what would have been due with its files\n',
    ]);
    expect(dataOf(read('plain.html'))).toMatchObject({ hypothetical: null, lanes: [] });
  });

  test('with --cwd it shows what would have been due, touch by touch, with the paths moved there', async () => {
    const { code, err } = await inspect('plain.jsonl', '--cwd', 'checkout', '-o', 'plain.html');
    expect([code, err]).toEqual([0, '']);
    const { hypothetical, lanes, bars, steps, strings, format } = dataOf(read('plain.html'));
    expect(format).toBe('claude-code');
    expect(hypothetical?.directory).toBe(join(folder, 'checkout'));
    expect(lanes.map(({ name }) => name).filter((name) => name.includes('/') || name === 'AGENTS.md')).toEqual(
      expect.arrayContaining(['AGENTS.md', 'src/web/CLAUDE.md']),
    );
    const web = lanes.findIndex(({ name }) => name === 'src/web/CLAUDE.md');
    const bar = bars.lane.indexOf(web);
    expect(strings[bars.why[bar] ?? -1]).toBe(`touched ${join(folder, 'checkout/src/web/app.ts')}`);
    expect(steps.seq.filter((seq) => seq < (bars.from[bar] ?? 0))).toHaveLength(2);
  });

  test('a log with instructions of its own is shown as it is', async () => {
    const { code, err } = await inspect('s1.jsonl', '--cwd', 'checkout');
    expect([code, err]).toEqual([0, 'contextfold: s1.jsonl: holds instructions of its own; --cwd is ignored\n']);
    expect(dataOf(read('s1.html')).hypothetical).toBeNull();
  });
});
