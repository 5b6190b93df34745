// Owns: `contextfold replay --steps`: the whole life of a session, a line for each change.
import { describe, expect, test } from 'vitest';
import { smallLog } from './report/logs.js';
import { run } from './run.js';

describe('replay LOG --steps (R3)', () => {
  test('prints a line for each change, with its step, its bytes and why', async () => {
    const { code, out, err } = await run(['replay', '-', '--steps'], { input: await smallLog(1) });
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n').filter((line) => !line.includes('time-context'));
    expect(lines.map((line) => line.replace(/[0-9a-f]{12}/u, '<digest>').replace(/ +/gu, ' '))).toEqual([
      'event step action what digest bytes',
      ' 3 1.1 say tmux-context 121',
      ' 5 1.1 set ~/.dsh/AGENTS.md <digest> 131 baseline',
      ' 5 1.1 set AGENTS.md <digest> 213 baseline',
      ' 12 1.2 set packages/api/AGENTS.md <digest> 120 touched packages/api/server.ts',
      ' 23 1.4 replace packages/api/AGENTS.md <digest> 235 touched packages/api/health.ts',
      ' 40 2.2 set packages/web/AGENTS.md <digest> 177 touched packages/web/app.tsx',
      ' 40 2.2 set packages/web/AGENTS.local.md <digest> 38 touched packages/web/app.tsx',
      ' 51 2.4 replace AGENTS.md <digest> 297 touched packages/web/status.tsx',
      ' 59 shadow ~/.dsh/AGENTS.md <digest> 131 compacted away',
      ' 59 shadow AGENTS.md <digest> 297 compacted away',
      ' 59 shadow packages/api/AGENTS.md <digest> 235 compacted away',
      ' 59 shadow packages/web/AGENTS.md <digest> 177 compacted away',
      ' 59 shadow packages/web/AGENTS.local.md <digest> 38 compacted away',
      ' 59 shadow tmux-context 121 compacted away',
      ' 63 3.1 set ~/.dsh/AGENTS.md <digest> 131 baseline again: the last one was shadowed',
      ' 63 3.1 set AGENTS.md <digest> 297 baseline again: the last one was shadowed',
      ' 70 3.2 set packages/web/AGENTS.md <digest> 177 touched packages/web/status.test.tsx',
      ' 70 3.2 set packages/web/AGENTS.local.md <digest> 38 touched packages/web/status.test.tsx',
      ' 81 3.4 remove packages/web/AGENTS.local.md 38 touched packages/web/app.test.tsx',
      ' 93 4.1 replace ~/.dsh/AGENTS.md <digest> 114 compared with the files after the resume',
      ' 104 4.3 set packages/api/AGENTS.md <digest> 235 touched packages/api/CHANGELOG.md',
      '',
    ]);
  });

  test('--json prints one object on each line', async () => {
    const { out } = await run(['replay', '-', '--steps', '--json'], { input: await smallLog(1) });
    const changes = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(changes[1]).toEqual({
      seq: 5,
      at: { turn: 1, step: 1 },
      source: 'agent-instructions',
      scope: 'user-global',
      action: 'set',
      path: '~/.dsh/AGENTS.md',
      digest: expect.stringMatching(/^[0-9a-f]{40}$/u) as string,
      bytes: 131,
      why: 'baseline',
    });
  });

  test('says so where nothing ever was said', async () => {
    const { code, out } = await run(['replay', '-', '--steps'], {
      input: '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/"}\n',
    });
    expect([code, out]).toEqual([0, 'no context source said anything\n']);
  });

  test('control characters of a log stay visible characters', async () => {
    const log = (await smallLog(1)).replaceAll('packages/api', 'packages/\\u001b[31mapi');
    const { out } = await run(['replay', '-', '--steps'], { input: log });
    expect(out).toContain('packages/\\u001b[31mapi/AGENTS.md');
    expect(out).not.toContain('\u001b');
  });

  test.each([
    ['a log that is not there', ['none.jsonl', '--steps']],
    ['--at beside it', ['-', '--steps', '--at', '3']],
    ['a configuration that is not there', ['-', '--steps', '--config', 'none.json']],
  ])('%s is 2', async (_, args) => {
    const { code, out, err } = await run(['replay', ...args], { input: await smallLog(1) });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^contextfold: [^\n]+\n$/u);
  });
});
