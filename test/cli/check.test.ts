// Owns: `contextfold check`: what it says of good, broken, torn and foreign logs, and how it ends.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from './run.js';

const scenario = JSON.stringify({
  contextfold: 1,
  session: { id: 's1', cwd: '/repo', createdAt: 0 },
  sources: { agentInstructions: { maxBytes: 4096 }, timeContext: {}, tmuxContext: {}, sessionReference: {} },
  shell: { stdout: ['main', '0', 'sh', '0', '%1', '1', '1', 'abcd,80x24,0,0,1'].join('\t') + '\n' },
  files: { '/repo/AGENTS.md': 'text', '/repo/lib/AGENTS.md': 'lib' },
  steps: [
    { do: 'turn', prompt: 'hi' },
    { do: 'tool', name: 'read', arguments: { file_path: 'lib/x' } },
    { do: 'advance', ms: 61_000 },
    { do: 'step' },
  ],
});

const LOGS = resolve(import.meta.dirname, '../fixtures/logs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logged = async (change: (log: string) => string = (log) => log): Promise<string> => {
  const { out } = await run(['simulate', '-'], { input: scenario });
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, change(out));
  return path;
};

describe('check (I2)', () => {
  test('a log of our own is fine: 0, and a line that says so', async () => {
    const path = await logged();
    const { code, out, err } = await run(['check', path]);
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(/: contextfold, \d+ events, 5 of ours, 0 errors, 0 warnings\n$/u),
      '',
    ]);
  });

  test('a violation is 1, with seq, rule, what was expected and what was found', async () => {
    const path = await logged((log) => log.replace('override neither', 'override'));
    const { code, out } = await run(['check', path]);
    expect(code).toBe(1);
    expect(out).toMatch(/ {2}seq \d+ {2}error {2}agent-instructions\/text\n {4}expected .+\n {4}found {4}.+/u);
  });

  test('--json has the same as data', async () => {
    const path = await logged((log) => log.replace('"digest":"', '"digest":"x'));
    const { code, out } = await run(['check', '--json', path]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { log: path, format: 'contextfold', own: 5, skipped: {}, violations: [{ rule: 'agent-instructions/source' }] },
    ]);
  });

  test('a replace of what is not visible is a violation of the log', async () => {
    const bad = { type: 'user/message', data: null, surfaceOp: { op: 'replace', start: 90, end: 91 } };
    const path = await logged((log) => `${log}${JSON.stringify(bad)}\n`);
    const { code, out } = await run(['check', path]);
    expect([code, out]).toEqual([1, expect.stringContaining('log/surface')]);
  });

  test('L5: a torn last line is reported and skipped, a bad one in the middle is refused with its number', async () => {
    const torn = await run(['check', await logged((log) => log.slice(0, -20))]);
    expect([torn.code, torn.err]).toEqual([0, expect.stringContaining('torn-line')]);
    const path = await logged((log) => log.replace('\n', '\n{"type": \n'));
    const bad = await run(['check', path]);
    expect([bad.code, bad.out, bad.err]).toEqual([2, '', expect.stringContaining('line 2')]);
    expect(bad.err.trimEnd().split('\n')).toHaveLength(1);
    const lenient = await run(['check', '--lenient', path]);
    expect([lenient.code, lenient.err]).toEqual([0, expect.stringContaining('malformed-line')]);
    expect(lenient.out).toContain('0 errors, 0 warnings, 1 line skipped');
  });

  test('L5: a bad line in the place of an event keeps the seqs behind it, and so the replaces', async () => {
    const bodies = ['', '', '"append"', '{"op":"replace","start":2,"end":2}'];
    const lines = bodies.map((op, seq) => {
      const data = { id: `u${seq}`, role: 'user', content: 'x', source: { kind: 'user' } };
      return `${JSON.stringify({ seq, type: 'user/message', data }).slice(0, -1)}${op && `,"surfaceOp":${op}`}}`;
    });
    const header = '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/w"}';
    const checked = (...rows: readonly string[]) =>
      run(['check', '-', '--lenient'], { input: [header, ...rows].join('\n') });
    const [a, b, c, d] = lines as [string, string, string, string];
    for (const rows of [
      [a, '{"ty', c, d],
      [a, b, '{"ty', c, d],
      [a, b, c, '{"ty', d],
    ]) {
      const { code, out } = await checked(...rows);
      expect([code, out]).toEqual([0, expect.stringContaining('0 errors, 0 warnings, 1 line skipped')]);
    }
  });

  test('a file that is not there is 2, and the others are still checked', async () => {
    const { code, out, err } = await run(['check', join(folder, 'none.jsonl'), await logged()]);
    expect([code, out, err]).toEqual([2, expect.stringContaining('0 errors'), expect.stringContaining('none.jsonl')]);
  });

  test('real logs of an older writer: nothing is an error, and what is not judged is explained', async () => {
    const logs = resolve(import.meta.dirname, '../../../shared/logs/dsh');
    const paths = readdirSync(logs).map((name) => join(logs, name));
    const { code, out } = await run(['check', ...paths]);
    expect(code).toBe(0);
    expect(out).toContain('expected version 1; this one is not judged');
  });

  test.each(['claude-code/branches.jsonl', 'codex/compacted.jsonl'])(
    'a log of another agent, without anything of ours, says so and is fine: %s',
    async (name) => {
      const path = join(LOGS, name);
      const { code, out, err } = await run(['check', path]);
      const [format] = name.split('/');
      expect(code).toBe(0);
      expect(out.replace(path, 'log')).toMatch(
        new RegExp(
          `^log: ${format}, \\d+ events, 0 of ours, 0 errors, 0 warnings, \\d+ lines skipped\\n` +
            '  nothing of ours is in it: only the order of the log itself was checked\\n$',
          'u',
        ),
      );
      expect(err.replace(path, 'log')).toMatch(/^log: \d+ lines skipped: \d+ × [^\n]+\n$/u);
    },
  );

  test('messages of ours that came through another agent are judged', async () => {
    const { code, out } = await run(['check', join(LOGS, 'pi/branches.jsonl')]);
    expect(out).toMatch(/: pi, 40 events, 1 of ours, 1 error, /u);
    expect([code, out]).toEqual([1, expect.stringContaining('seq 4  error  agent-instructions/identity')]);
  });

  test("a log that is nobody's is 2", async () => {
    expect(await run(['check', '-'], { input: 'no log' })).toMatchObject({ code: 2, out: '' });
  });
});
