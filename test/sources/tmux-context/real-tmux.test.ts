// Owns: the proof in real terminals: which processes a real tmux is believed to hold, asked through the Node shell
// adapter, and what is said about them. Servers are private, by sockets in a temporary directory, and are ended.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { ShellResult } from '../../../src/domain/question.js';
import { tmuxContext } from '../../../src/sources/tmux-context/index.js';
import { entered, preStep, right, told, turnEnd, turnStart } from '../given.js';
import { root } from '../../house/scratch.js';
import type { Ask } from './pane-host.js';

const isInstalled = spawnSync('tmux', ['-V']).status === 0;
const title = `in a real tmux (M2)${isInstalled ? '' : ': SKIPPED, tmux is not installed here'}`;

/** A directory for sockets and questions; tmux finds its servers there. */
const work = isInstalled ? mkdtempSync(join(tmpdir(), 'cf-tmux-')) : '';
const env = { ...process.env, TMUX: '', TMUX_PANE: '', TMUX_TMPDIR: work, LC_ALL: 'C.UTF-8' };

/** As far as the default server is concerned, the other is just another terminal emulator. */
type Server = 'default' | 'other';

const tmux = (server: Server, ...args: readonly string[]): string =>
  execFileSync('tmux', ['-u', '-L', server, '-f', '/dev/null', ...args], { env, encoding: 'utf8' }).trimEnd();

/** The command line of a host that answers in a directory of its own, which is made now. */
const host = (name: string): readonly string[] => {
  mkdirSync(join(work, name));
  const program = join(root, 'test/sources/tmux-context/pane-host.ts');
  return [process.execPath, '--import', 'tsx', program, join(work, name)];
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

let asked = 0;
const ask = async (name: string, how: Ask = {}): Promise<ShellResult> => {
  const path = join(work, name, `${(asked += 1)}`);
  writeFileSync(`${path}.part`, JSON.stringify(how));
  renameSync(`${path}.part`, `${path}.ask`);
  while (!existsSync(`${path}.answer`)) await new Promise((resolve) => setTimeout(resolve, 10));
  return JSON.parse(readFileSync(`${path}.answer`, 'utf8')) as ShellResult;
};

const source = right(tmuxContext());

/** What the source says of an answer, at the first step of the turn that these events leave open. */
const said = (shell: ShellResult, events: readonly LogEvent[] = [turnStart(1)]): string | undefined =>
  told(preStep(source, events, { turn: 1, step: 1 }, { shell }));

/** The log in which an answer was told, up to the next turn; its number is the same, which the source does not mind. */
const after = (shell: ShellResult): readonly LogEvent[] => {
  const when = { turn: 1, step: 1 };
  const decision = preStep(source, [turnStart(1)], when, { shell });
  return [...entered([turnStart(1)], when, decision), turnEnd(1), turnStart(1)];
};

const silence: ShellResult = { _tag: 'exited', exitCode: 1, stdout: '' };

describe.skipIf(!isInstalled)(title, { timeout: 60_000 }, () => {
  const outside: ChildProcess[] = [];
  const variablesOf = (server: Server): Readonly<Record<string, string>> => ({
    TMUX: tmux(server, 'display-message', '-p', '-t', '%0', '#{socket_path},#{pid},0'),
    TMUX_PANE: '%0',
  });

  beforeAll(() => {
    tmux('default', 'new-session', '-d', '-s', 'main', '-x', '100', '-y', '30', quoted(host('pane')));
    tmux('default', 'set-option', '-g', 'automatic-rename', 'off');
    tmux('default', 'rename-window', '-t', '%0', 'plain');
    // Two terminals that were started from the pane: another emulator, and one that is no terminal at all.
    const inherited = variablesOf('default');
    const assignments = Object.entries(inherited).map(([name, value]) => `${name}=${value}`);
    tmux('other', 'new-session', '-d', '-s', 'other', quoted(['env', ...assignments, ...host('emulator')]));
    const [program = '', ...args] = host('nowhere');
    outside.push(spawn(program, args, { env: { ...env, ...inherited }, detached: true, stdio: 'ignore' }));
  });

  afterAll(() => {
    for (const server of ['default', 'other']) spawnSync('tmux', ['-L', server, 'kill-server'], { env });
    for (const child of outside) child.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  });

  test('a process in a pane is told where it is', async () => {
    expect(said(await ask('pane'))?.split('\n')).toEqual([
      'tmux location (turn 1):',
      'session main, window 0 "plain", pane 0 %0',
      expect.stringMatching(/^window active=1, pane active=1, layout [\da-f]{4},100x30,0,0,0$/u),
    ]);
  });

  test('through a shell port that detaches what it runs and one that does not', async () => {
    expect(await ask('pane', { attached: true })).toEqual(await ask('pane'));
  });

  test('letters and tabs survive a locale that has none', async () => {
    tmux('default', 'rename-window', '-t', '%0', 'é日本🎉');
    const named = 'window 0 "é日本🎉"';
    expect(said(await ask('pane', { env: { LC_ALL: 'C' } }))).toContain(named);
    expect(said(await ask('pane', { env: { LC_ALL: 'C', TMUX: null } }))).toContain(named);
  });

  test.each([null, '', '%', '0', '%0x', '%0;', '%-1', '$0', '@0', 'main', '%0\n%0', '$(kill $$)', '"', "'"])(
    'a $TMUX_PANE of %j names no pane',
    async (TMUX_PANE) => {
      expect(await ask('pane', { env: { TMUX_PANE } })).toEqual(silence);
    },
  );

  test('a pane that is not there is none of ours', async () => {
    expect(await ask('pane', { env: { TMUX_PANE: '%99' } })).toEqual(silence);
  });

  test('a server that is gone is not started again', async () => {
    const socket = join(work, 'gone');
    expect(await ask('pane', { env: { TMUX: `${socket},1,0` } })).toEqual(silence);
    expect(existsSync(socket)).toBe(false);
  });

  test.each(['emulator', 'nowhere'])('an inherited $TMUX_PANE is not believed: %s', async (name) => {
    expect(await ask(name)).toEqual(silence);
    expect(await ask(name, { attached: true })).toEqual(silence);
  });

  test('the same process is believed about the pane that it is in', async () => {
    expect(said(await ask('emulator', { env: variablesOf('other') }))).toContain('\nsession other, window 0 ');
  });

  test.each([
    'it\'s "quoted"',
    'back\\slash',
    'a:b.c',
    'two  spaces ',
    'é 日本 🎉',
    '100%H',
    '##{pane_id}',
    '$(exit 3) `x` $t',
    '; exit 3',
    '',
  ])('a window may be called %j', async (name) => {
    tmux('default', 'rename-window', '-t', '%0', '--', name);
    const called = tmux('default', 'display-message', '-p', '-t', '%0', '#{window_name}.').slice(0, -1);
    expect(said(await ask('pane'))).toContain(`, window 0 ${JSON.stringify(called)}, pane 0 %0\n`);
  });

  test('controls in a window name leave the answer one line of eight fields', async () => {
    tmux('default', 'rename-window', '-t', '%0', '--', 'a\tb\nc\u0007');
    expect(said(await ask('pane'))?.split('\n')).toHaveLength(3);
  });

  test.each(['my work', 'é"日本\'', '100%H', 'a:b.c'])('a session may be called %j', async (name) => {
    tmux('default', 'rename-session', '-t', '%0', '--', name);
    const called = tmux('default', 'display-message', '-p', '-t', '%0', '#{session_name}');
    expect(said(await ask('pane'))).toContain(`\nsession ${called}, window 0 `);
  });

  test('a split is told, a resize is not, another window is (M1)', async () => {
    const alone = await ask('pane');
    tmux('default', 'resize-window', '-t', '%0', '-x', '120', '-y', '40');
    const larger = await ask('pane');
    expect(larger).not.toEqual(alone);
    expect(said(larger, after(alone))).toBeUndefined();

    tmux('default', 'split-window', '-h', '-t', '%0', 'cat');
    const split = await ask('pane');
    expect(said(split, after(larger))).toMatch(/pane active=0, layout [\da-f]{4},120x40,0,0\{\d+x40,0,0,0,/u);

    tmux('default', 'resize-pane', '-t', '%0', '-x', '20');
    const narrower = await ask('pane');
    expect(narrower).not.toEqual(split);
    expect(said(narrower, after(split))).toBeUndefined();

    tmux('default', 'new-window', 'cat');
    expect(said(await ask('pane'), after(narrower))).toContain('\nwindow active=0, ');
  });
});
