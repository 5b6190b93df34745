// Owns: `contextfold replay`: logs in, a point of them out, and what is refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeLog } from '../../src/domain/codec/session-log.js';
import { simulated } from '../scenario/simulated.js';
import { run } from './run.js';

let folder = '';
let log = '';
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
  const { header, events } = await simulated({
    files: { '/repo/app/AGENTS.md': 'app' },
    sources: { agentInstructions: { maxBytes: 4096 } },
    steps: [{ do: 'turn', prompt: 'hi' }, { do: 'tool', name: 'read', arguments: { file_path: 'a\u001b/x.ts' } }],
  });
  log = encodeLog(header, events);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('replay LOG (R3)', () => {
  test('shows the end of the log, in lines without colours or control characters where it is piped', async () => {
    const { code, out, err } = await run(['replay', write('s.jsonl', log)]);
    expect([code, err]).toEqual([0, '']);
    expect(out.replace(/[0-9a-f]{12}/u, '<digest>').replace(/\d+ bytes/u, '<n> bytes')).toBe(
      [
        'session   s1 in /repo/app',
        'event     6 of 0 to 6; turn 1 is open, step 1',
        'surface   3 messages, <n> bytes of text',
        'baseline  told at 4, root .',
        '',
        'file       state   digest        told at  scope',
        'AGENTS.md  loaded  <digest>        4  ./AGENTS.md',
        '',
        'due: touches of a\\u001b/x.ts (no step was entered since)',
        '',
      ].join('\n'),
    );
  });

  test('--at shows any event, the log may come from standard input', async () => {
    const { code, out } = await run(['replay', '-', '--at', '0'], { input: log });
    expect(code).toBe(0);
    expect(out).toContain('event     0 of 0 to 6; no turn is open, the last was 0; startup has not reached a step yet');
    expect(out).toContain('due: baseline (there was none yet)');
  });

  test('--json prints everything', async () => {
    const { out } = await run(['replay', '-', '--json'], { input: log });
    expect(JSON.parse(out)).toMatchObject({
      at: 6,
      baseline: { seq: 4 },
      scopes: [{ state: 'loaded' }],
      due: [{ what: 'touches' }],
      diagnostics: [],
    });
  });

  test('a terminal gets colours', async () => {
    const { out } = await run(['replay', '-'], { input: log, colours: true, width: 80 });
    expect(out).toContain('\u001b[');
  });

  test('--config says what the session ran with', async () => {
    const config = write('config.json', '{"agentInstructions":{"maxBytes":1}}');
    const { code, out } = await run(['replay', '-', '--config', config], { input: log });
    expect(code).toBe(0);
    expect(out).toContain('due: baseline (the visible one is of another configuration)');
  });
});

describe('odd logs (L5, F7)', () => {
  test('a torn last line is reported and skipped', async () => {
    const { code, out, err } = await run(['replay', '-'], { input: log.slice(0, -5) });
    expect([code, err]).toEqual([0, 'contextfold: torn-line: line 8 was cut off; skipped\n']);
    expect(out).toContain('5 of 0 to 5');
  });

  test('a bad line in the middle fails with its number; --lenient skips and reports it', async () => {
    const lines = log.split('\n');
    const input = [...lines.slice(0, 3), '{"ty', ...lines.slice(7)].join('\n');
    const strict = await run(['replay', '-'], { input });
    expect(strict).toEqual({ code: 2, out: '', err: 'contextfold: -: line 4: not JSON\n' });
    const short = [...lines.slice(0, 3), '{"ty', '{"type":"x"}'].join('\n');
    const lenient = await run(['replay', '-', '--lenient'], { input: short });
    expect(lenient).toMatchObject({ code: 0, err: 'contextfold: malformed-line: line 4: not JSON; skipped\n' });
  });

  test('odd data is reported with its seq, up to the point only', async () => {
    const input = `${log}{"type":"turn/start","data":{}}\n`;
    const { code, err } = await run(['replay', '-'], { input });
    expect(code).toBe(0);
    expect(err).toMatch(/^contextfold: event 7: malformed-event: turn\/start: \$\.data\.turn: [^\n]+\n$/u);
    expect((await run(['replay', '-', '--at', '6'], { input })).err).toBe('');
  });

  test('a log that breaks the rules of its surface fails with the seqs', async () => {
    const message = { id: 'm', role: 'user', content: '', source: { kind: 'user' } };
    const event = { type: 'user/message', data: message, surfaceOp: { op: 'replace', start: 0, end: 4 } };
    const { code, out, err } = await run(['replay', '-'], { input: `${log}${JSON.stringify(event)}` });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: -: event 7 replaces surface 0\.\.4, [^\n]+\n$/u);
  });
});

describe('wrong usage (R)', () => {
  test.each([
    ['a log that is not there', (): string[] => [join(folder, 'none.jsonl')]],
    ['--at behind the end', (): string[] => ['-', '--at', '7']],
    ['--at that is no seq', (): string[] => ['-', '--at', '-1']],
    ['a configuration that is not there', (): string[] => ['-', '--config', join(folder, 'none.json')]],
    ['a wrong configuration', (): string[] => ['-', '--config', write('c.json', '{"maxBytes":"x"}')]],
  ])('%s', async (_, args) => {
    const { code, out, err } = await run(['replay', ...args()], { input: log });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: [^\n]+\n$/u);
  });
});
