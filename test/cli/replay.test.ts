// Owns: `contextfold replay`: logs in, a point of them out, and what is refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeLog } from '../../src/domain/codec/session-log.js';
import { describeError } from '../../src/domain/error.js';
import { readLog } from '../../src/node.js';
import type { AnyLog } from '../../src/programs/read-any-log.js';
import { replay } from '../../src/programs/replay.js';
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
    steps: [
      { do: 'turn', prompt: 'hi' },
      { do: 'tool', name: 'read', arguments: { file_path: 'a\u001b/x.ts' } },
    ],
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
        'log       contextfold, 8 lines',
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
      format: 'contextfold',
      lines: 8,
      skipped: {},
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

const LOGS = resolve(import.meta.dirname, '../fixtures/logs');

const readFixture = async (name: string): Promise<AnyLog> => {
  const read = await readLog(join(LOGS, name))();
  if (E.isLeft(read)) throw new Error(describeError(read.left));
  return read.right;
};

describe('logs of other agents (R3)', () => {
  test('it says whose log it is, and what was skipped of which kind', async () => {
    const { code, out, err } = await run(['replay', join(LOGS, 'claude-code/branches.jsonl')]);
    expect(code).toBe(0);
    expect(out).toContain('\nlog       claude-code, 28 lines, 9 skipped\n');
    expect(err).toMatch(/^contextfold: \S+branches\.jsonl: 9 lines skipped: 2 × sidechain, 1 × [^\n]+\n$/u);
  });

  test('--json has the counts as data', async () => {
    const { out } = await run(['replay', join(LOGS, 'codex/rollout-structured.jsonl'), '--json']);
    expect(JSON.parse(out)).toMatchObject({
      at: 22,
      format: 'codex',
      lines: 14,
      skipped: { turn_context: 1, future_synthetic_record: 1 },
    });
  });

  test.each([
    ['deepseek-harness', 'dsh/fs-edit.jsonl', 163],
    ['claude-code', 'claude-code/compact-after-rewind.jsonl', 32],
    ['codex', 'codex/compacted.jsonl', 60],
    ['pi', 'pi/branches.jsonl', 40],
  ] as const)('%s: --at counts events as ours are numbered, packed ones each (L1)', async (_, name, events) => {
    const { header, events: log } = await readFixture(name);
    expect(log).toHaveLength(events);
    for (const at of [0, 1, Math.floor(events / 2), events - 2, events - 1]) {
      const { code, out } = await run(['replay', join(LOGS, name), '--at', String(at), '--json']);
      const expected = replay(header, log.slice(0, at + 1), { surroundings: { variables: {} } });
      const { position, surface } = E.isRight(expected) ? expected.right : { position: '?', surface: '?' };
      expect([code, JSON.parse(out)]).toMatchObject([0, { at, position, surface }]);
    }
    const beyond = await run(['replay', join(LOGS, name), '--at', String(events)]);
    expect([beyond.code, beyond.err]).toEqual([2, expect.stringContaining(`the last event is ${events - 1}`)]);
  });

  const touching = [
    { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', cwd: '/w', message: { role: 'user', content: 'Hi' } },
    {
      type: 'assistant',
      uuid: 'a',
      parentUuid: 'u',
      message: {
        id: 'm',
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c', name: 'Read', input: { file_path: 'a.ts' } },
          { type: 'tool_use', id: 'd', name: 'Look', input: { at: 'b.ts' } },
        ],
      },
    },
    {
      type: 'user',
      uuid: 'r',
      parentUuid: 'a',
      message: {
        role: 'user',
        content: ['c', 'd'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
      },
    },
  ];
  const transcript = touching.map((row) => `${JSON.stringify(row)}\n`).join('');

  test('which tools touch is known for each agent, and --config overrides it (A1, A9)', async () => {
    const plain = await run(['replay', '-'], { input: transcript });
    expect(plain.out).toContain('due: touches of a.ts (');
    const budget = write('budget.json', '{"maxBytes":1}');
    expect((await run(['replay', '-', '--config', budget], { input: transcript })).out).toContain('touches of a.ts (');
    const tools = write('tools.json', '{"maxBytes":1,"touchTools":{"Look":"at"}}');
    expect((await run(['replay', '-', '--config', tools], { input: transcript })).out).toContain('touches of b.ts (');
  });

  test("a log that is nobody's is refused, and so is a directory", async () => {
    const { code, out, err } = await run(['replay', '-'], { input: '{"a":1}\n' });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'contextfold: -: $: expected a session log of contextfold, DeepSeek Harness, pi, Codex or Claude Code, ' +
        'found an object\n',
    );
    expect(await run(['replay', folder])).toMatchObject({ code: 2, err: expect.stringContaining('EISDIR') as string });
  });

  test('a damaged line in a log of version 0 is refused as in one of version 1 (L1, L5)', async () => {
    const damaged = join(LOGS, 'dsh/numbered.jsonl');
    expect(await run(['replay', damaged])).toEqual({
      code: 2,
      out: '',
      err: `contextfold: ${damaged}: line 6: not JSON\n`,
    });
    const { code, out, err } = await run(['replay', damaged, '--lenient']);
    expect([code, out]).toEqual([0, expect.stringContaining('deepseek-harness, 11 lines, 2 skipped')]);
    expect(err.replaceAll(`${damaged}: `, '')).toBe(
      [
        'contextfold: malformed-line: line 6: not JSON; skipped',
        'contextfold: torn-line: line 11 was cut off; skipped',
        'contextfold: 2 lines skipped: 2 × not JSON',
        '',
      ].join('\n'),
    );
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

  test('L5: --lenient reads past half a line that a crash left between events whose seqs go on', async () => {
    const lines = log.split('\n');
    const input = [...lines.slice(0, 3), lines[3]?.slice(0, 20), ...lines.slice(3)].join('\n');
    const [whole, lenient] = [
      await run(['replay', '-'], { input: log }),
      await run(['replay', '-', '--lenient'], { input }),
    ];
    expect(lenient).toMatchObject({ code: 0, err: 'contextfold: malformed-line: line 4: not JSON; skipped\n' });
    const behindTheHead = (out: string): string => out.split('\n').slice(2).join('\n');
    expect(behindTheHead(lenient.out)).toBe(behindTheHead(whole.out));
  });

  test('odd data is reported with its seq, up to the point only', async () => {
    const input = `${log}{"type":"turn/start","data":{}}\n`;
    const { code, err } = await run(['replay', '-'], { input });
    expect(code).toBe(0);
    expect(err).toMatch(/^contextfold: event 7: malformed-event: turn\/start: \$\.data\.turn: [^\n]+\n$/u);
    expect((await run(['replay', '-', '--at', '6'], { input })).err).toBe('');
  });

  test('of very many odd events the first thousand are told one by one', async () => {
    const input = log + '{"type":"turn/start","data":{}}\n'.repeat(1500);
    const { code, err } = await run(['replay', '-'], { input });
    const told = err.trimEnd().split('\n');
    expect([code, told.length, told.at(-1)]).toEqual([
      0,
      1001,
      'contextfold: malformed-event: and 500 more of this kind',
    ]);
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
