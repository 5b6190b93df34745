// Owns: the command line as a whole: help, version, wrong usage, and the process around it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { run } from './run.js';

describe('contextfold (R)', () => {
  test('--version prints the version of the package', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  test('--help lists every command, on standard output', async () => {
    const { code, out, err } = await run(['--help']);
    expect([code, err]).toEqual([0, '']);
    const listed = [...out.matchAll(/^ {2}([a-z]+) /gmu)].map(([, name]) => name);
    expect(listed).toEqual(expect.arrayContaining(['explain', 'simulate', 'replay', 'check', 'help']));
  });

  test('help <command> and <command> --help print the same', async () => {
    const asked = await run(['help', 'simulate']);
    expect(asked).toEqual(await run(['simulate', '--help']));
    expect(asked).toMatchObject({ code: 0, err: '' });
    expect(asked.out).toContain('Usage: contextfold simulate');
  });

  test('no command at all is wrong usage: help on standard error', async () => {
    const { code, out, err } = await run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: contextfold');
  });

  test('an unknown command is refused with a suggestion', async () => {
    const { code, out, err } = await run(['simulat', 'x.json']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe("contextfold: unknown command 'simulat'\n(Did you mean simulate?)\n");
  });

  test.each([[['simulate']], [['simulate', 'a', 'b']], [['simulate', '--nope', 'a']], [['help', 'nope']]])(
    '%j is wrong usage',
    async (args) => {
      const { code, out, err } = await run(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).not.toContain('    at ');
    },
  );
});

describe('the process (R)', () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const started = (...args: string[]): ReturnType<typeof spawn> =>
    spawn(process.execPath, ['--import', 'tsx', main, ...args], { stdio: 'pipe' });

  test('a reader that has seen enough is no failure, and everything fits through a pipe', async () => {
    const steps = Array.from({ length: 600 }, () => ({ do: 'turn', prompt: 'x'.repeat(400) }));
    const session = { id: 's', cwd: '/w' };
    writeFileSync(join(folder, 'long.json'), JSON.stringify({ contextfold: 1, session, steps }));

    const whole = started('simulate', join(folder, 'long.json'));
    let length = 0;
    whole.stdout?.on('data', (chunk: Buffer) => (length += chunk.length));
    const hurried = started('simulate', join(folder, 'long.json'));
    let complaint = '';
    hurried.stdout?.once('data', () => hurried.stdout?.destroy());
    hurried.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));

    const ended = (child: typeof whole): Promise<unknown> => new Promise((resolve) => child.on('close', resolve));
    expect(await Promise.all([ended(whole), ended(hurried)])).toEqual([0, 0]);
    expect(complaint).toBe('');
    expect(length).toBeGreaterThan(400_000);
  });
});
