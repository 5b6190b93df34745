// Owns: `contextfold simulate`: files and directories in, logs and reports out, and what is refused.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLog } from '../../src/programs/read-log.js';
import { linesOf } from '../scenario/simulated.js';
import { run } from './run.js';

const scenario = (keys: object = {}): string =>
  JSON.stringify({
    contextfold: 1,
    session: { id: 's1', cwd: '/repo', createdAt: 0 },
    sources: { agentInstructions: { maxBytes: 4096 } },
    files: { '/repo/AGENTS.md': 'text' },
    steps: [{ do: 'turn', prompt: 'hi' }],
    ...keys,
  });

let folder = '';
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const jsonLines = (text: string): readonly unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));

describe('simulate FILE (R2)', () => {
  test('prints the log as JSONL and nothing else, and exits 0', async () => {
    const { code, out, err } = await run(['simulate', write('a.json', scenario())]);
    expect([code, err]).toEqual([0, '']);
    const log = readLog(out);
    if (E.isLeft(log)) return expect.fail(log.left.problem);
    expect(log.right.header).toEqual({ type: 'session', version: 1, id: 's1', createdAt: 0, cwd: '/repo' });
    expect(linesOf(log.right).slice(-2)).toEqual(['user: hi', 'agent-instructions']);
  });

  test('the same scenario gives the same bytes (F2)', async () => {
    const file = write('a.json', scenario());
    expect(await run(['simulate', file])).toEqual(await run(['simulate', file]));
  });

  test('- reads the scenario from standard input', async () => {
    const fromFile = await run(['simulate', write('a.json', scenario())]);
    expect(await run(['simulate', '-'], { input: `\uFEFF${scenario()}` })).toEqual(fromFile);
  });

  test('a relative name is relative to the working directory', async () => {
    write('a.json', scenario());
    expect((await run(['simulate', 'a.json'], { cwd: folder })).code).toBe(0);
  });

  test('diagnostics are JSON lines on standard error, with code and step; they fail nothing', async () => {
    const steps = [{ do: 'step' }, { do: 'turn', prompt: 'hi', abort: true }];
    const { code, err } = await run(['simulate', '-'], { input: scenario({ steps }) });
    expect(code).toBe(0);
    expect(jsonLines(err)).toEqual([
      { code: 'no-open-step', step: 0, detail: '"step" does nothing: no step is open' },
      { code: 'CANCELLED', step: 1, detail: 'cancelled: the scenario aborted it' },
    ]);
  });

  test("--manifest adds each decision's manifest", async () => {
    const { out, err } = await run(['simulate', '--manifest', '-'], { input: scenario() });
    expect(jsonLines(out)).toHaveLength(6);
    expect(jsonLines(err)).toMatchObject([{ step: 0, occasion: 'pre-step', manifest: { nearMisses: [] } }]);
  });
});

describe('a bad scenario (R, F8)', () => {
  test.each([
    ['a mistake', scenario({ steps: [{ do: 'turn', prompt: 'a' }, { do: 'turn' }] }), '$.steps[1].prompt: expected'],
    [
      'a bad source configuration',
      scenario({ sources: { agentInstructions: {} } }),
      '$.sources.agentInstructions.maxBytes: expected',
    ],
    [
      'a bad configuration of a later step, before anything runs',
      scenario({ steps: [{ do: 'step' }, { do: 'resume', sources: { timeContext: { timeZone: 'Mars' } } }] }),
      '$.steps[1].sources.timeContext.timeZone: expected',
    ],
    ['no JSON', '{\n"contextfold": 1,\n}', 'is not JSON: '],
    ['nothing', '', 'is not JSON: '],
  ])('%s is refused with exit 2 and one line, and nothing runs', async (_, text, problem) => {
    const file = write('bad.json', text);
    const { code, out, err } = await run(['simulate', file]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^[^\n]+\n$/u);
    expect(err).toContain(`contextfold: ${file}: `);
    expect(err).toContain(problem);
  });

  test('a file that is not there is refused, too', async () => {
    const { code, out, err } = await run(['simulate', join(folder, 'none.json')]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: .*none\.json: cannot be read: [^\n]+\n$/u);
  });
});

describe('simulate DIR -o OUT (R2)', () => {
  const target = (...names: string[]): string => join(folder, 'out', ...names);

  test('runs every *.json and writes <name>.jsonl, the same bytes as alone', async () => {
    const alone = await run(['simulate', write('a.json', scenario())]);
    write('b.json', scenario({ steps: [] }));
    write('note.txt', 'no scenario');
    mkdirSync(join(folder, 'dir.json'));
    expect(await run(['simulate', folder, '-o', target('deep')])).toEqual({ code: 0, out: '', err: '' });
    expect(readdirSync(target('deep')).sort()).toEqual(['a.jsonl', 'b.jsonl']);
    expect(readFileSync(target('deep', 'a.jsonl'), 'utf8')).toBe(alone.out);
  });

  test('a bad one is reported, the others run, exit 1; nothing of it is written', async () => {
    write('a.json', scenario({ steps: {} }));
    write('b.json', '{');
    write('c.json', scenario());
    const { code, out, err } = await run(['simulate', '.', '--output', 'out'], { cwd: folder });
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n').map((line) => line.replace(/not JSON: .*/u, 'not JSON'))).toEqual([
      'contextfold: a.json: $.steps: expected a list, found an object',
      'contextfold: b.json: is not JSON',
      '',
    ]);
    expect(readdirSync(target())).toEqual(['c.jsonl']);
  });

  test('reports name the scenario they are about', async () => {
    write('a.json', scenario({ steps: [{ do: 'end' }] }));
    const { err } = await run(['simulate', folder, '-o', target()]);
    expect(jsonLines(err)).toMatchObject([{ code: 'no-open-step', step: 0, scenario: 'a.json' }]);
  });

  test('an earlier log is replaced as a whole, and no unfinished file stays behind', async () => {
    write('a.json', scenario({ steps: [] }));
    mkdirSync(target());
    writeFileSync(target('a.jsonl'), 'x'.repeat(100_000));
    await run(['simulate', folder, '-o', target()]);
    expect(readFileSync(target('a.jsonl'), 'utf8').split('\n')).toHaveLength(3);
    expect(readdirSync(target())).toEqual(['a.jsonl']);
  });

  test('a log that cannot be written is reported, exit 1', async () => {
    write('a.json', scenario());
    write('out', 'a file in the way');
    const { code, err } = await run(['simulate', folder, '-o', target()]);
    expect(code).toBe(1);
    expect(err).toMatch(/^contextfold: [^\n]+cannot be written: [^\n]+\n$/u);
  });

  test.each([
    ['a directory without --output', (): string[] => [folder]],
    ['a directory without scenarios', (): string[] => [folder, '-o', target()]],
    ['a file with --output', (): string[] => [write('a.json', scenario()), '-o', target()]],
  ])('%s is wrong usage', async (_, args) => {
    const { code, out, err } = await run(['simulate', ...args()]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: [^\n]+\n$/u);
  });
});
