// Owns: what a hook does as a process: it answers, it is silent, and whatever happens it does not break the agent.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Place } from './processes.js';
import { place } from './processes.js';

const FILES = { 'AGENTS.md': 'Write tests first.\n', 'CLAUDE.md': 'Not ours.\n', 'lib/AGENTS.md': 'No state.\n' };

let at: Place;
beforeAll(() => {
  at = place(FILES);
});
afterAll(() => at.clean());

const read = (path: string) => ({ name: 'Read', input: { file_path: join(at.project, path) } });
const prompted = (session: string, more: object = {}) => ({
  session_id: session,
  cwd: at.project,
  hook_event_name: 'UserPromptSubmit',
  prompt: 'Hello.',
  ...more,
});
const touched = (session: string, path: string, more: object = {}) => ({
  session_id: session,
  cwd: at.project,
  hook_event_name: 'PostToolUse',
  tool_name: 'Read',
  tool_input: { file_path: join(at.project, path) },
  tool_use_id: 'call',
  ...more,
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

test('an unchanged touch is answered from a memo, and a change is noticed through it (A11)', async () => {
  const agent = at.agent('memo');
  await agent.prompt('Hello.');
  await agent.answer([read('lib/a.ts')]);
  await settled();
  await agent.answer([read('lib/a.ts')]);
  const memo = join(at.home, 'memos', 'memo.json');
  expect(JSON.parse(readFileSync(memo, 'utf8'))).toHaveProperty('silence');
  const before = statSync(memo).mtimeMs;
  await agent.answer([read('lib/b.ts')]);
  expect(statSync(memo).mtimeMs).toBe(before);
  at.put('lib/AGENTS.local.md', 'Mine alone.\n');
  await agent.answer([read('lib/b.ts')]);
  at.remove('lib/AGENTS.local.md');
  await agent.answer();
  expect(agent.shown().at(-1)?.at(-1)).toContain('Mine alone.');
});

test('of sixteen processes at once exactly one says it, round after round (R6)', async () => {
  for (const round of ['one', 'two']) {
    at.put(`wide/${round}/AGENTS.md`, `Round ${round}.\n`);
    const events = Array.from({ length: 16 }, (_, index) => touched('wide', `wide/${round}/${index}.ts`));
    const ended = await Promise.all(
      events.map((event) => at.start({ input: JSON.stringify(event), args: ['claude-code', '--timeout-ms', '25000'] })),
    );
    expect(ended.map(({ code }) => code)).toEqual(events.map(() => 0));
    expect(ended.filter(({ out }) => out.includes(`Round ${round}.`))).toHaveLength(1);
  }
  const log = readFileSync(join(at.home, 'sessions', 'wide.jsonl'), 'utf8');
  expect(log.match(/Round one/gu)).toHaveLength(1);
}, 120_000);

test('two sessions are told apart (C3)', async () => {
  const [one, two] = await Promise.all([at.hook(prompted('left')), at.hook(prompted('right'))]);
  expect([one.out, two.out].every((out) => out.includes('Write tests first.'))).toBe(true);
});

test.each([
  ['codex', 'PostToolUse', 'apply_patch', { command: '*** Begin Patch\n*** Update File: lib/a.ts\n@@\n*** End Patch' }],
  ['gemini', 'AfterTool', 'read_file', { file_path: 'lib/a.ts' }],
])('%s is answered in its own words', async (host, event, tool_name, tool_input) => {
  const fields = { session_id: host, cwd: at.project, hook_event_name: event, tool_name, tool_input, tool_use_id: '1' };
  const { out, code } = await at.start({ args: [host], input: JSON.stringify(fields) });
  const { hookSpecificOutput: told } = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
  expect({ code, event: told['hookEventName'] }).toEqual({ code: 0, event });
  expect(told['additionalContext']).toContain('No state.');
  expect(told['additionalContext']?.includes('Write tests first.')).toBe(host === 'gemini');
});

describe('it never breaks the agent (R6)', () => {
  const silent = { code: 0, out: '' };

  test.each([
    ['nothing', ''],
    ['no JSON', '{"session_id": '],
    ['another value', '[1, 2]'],
    ['missing fields', '{"session_id": "x"}'],
    ['a field of another type', JSON.stringify({ session_id: 7, cwd: '/', hook_event_name: 'PostToolUse' })],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ])('%s on standard input: exit 0, nothing said, a line in the log', async (_, input) => {
    const lines = at.log().length;
    expect(await at.start({ input })).toMatchObject(silent);
    expect(at.log().length).toBeGreaterThan(lines);
  });

  test('an event that nobody knows is no failure', async () => {
    const lines = at.log().length;
    expect(await at.hook(prompted('odd', { hook_event_name: 'Brandnew' }))).toMatchObject(silent);
    expect(at.log()).toHaveLength(lines);
  });

  test('standard input that never ends is given up in time', async () => {
    const startedMs = performance.now();
    const ended = await at.start({ args: ['claude-code', '--timeout-ms', '700'], input: '{', open: true });
    expect(ended).toMatchObject(silent);
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    expect(at.log().at(-1)).toContain('nothing was said within 700 ms');
  });

  test('a home that cannot be made, or written, is silence', async () => {
    const file = join(at.directory, 'file');
    writeFileSync(file, '');
    const env = { CONTEXTFOLD_HOME: join(file, 'home') };
    const ended = await at.start({ input: JSON.stringify(prompted('x')), env });
    expect(ended).toMatchObject(silent);
    // Only standard error is left to say so.
    expect(ended.err).toContain(`${join(file, 'home', 'hook.log')} cannot be written`);
    expect(existsSync(join(file, 'home'))).toBe(false);
  });

  test('a home that would be another one in every directory is not used, and the log says so', async () => {
    const env = { CONTEXTFOLD_HOME: 'state' };
    expect((await at.start({ input: JSON.stringify(prompted('wandering')), env })).out).toContain('Write tests first.');
    const usual = join(at.directory, '.contextfold');
    expect(existsSync(join(usual, 'sessions', 'wandering.jsonl'))).toBe(true);
    expect(readFileSync(join(usual, 'hook.log'), 'utf8')).toContain('expected an absolute path, found "state"');
    expect(existsSync(join(at.project, 'state'))).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)('a store that cannot be written is silence', async () => {
    const home = join(at.directory, 'read-only');
    mkdirSync(join(home, 'sessions'), { recursive: true });
    chmodSync(join(home, 'sessions'), 0o500);
    const ended = await at.start({ input: JSON.stringify(prompted('x')), env: { CONTEXTFOLD_HOME: home } });
    expect(ended).toMatchObject(silent);
  });

  test('a lock that nobody of this machine holds is named by the log', async () => {
    const lock = join(at.home, 'sessions', 'locked.jsonl.lock');
    symlinkSync('somebody', lock);
    expect(await at.hook(prompted('locked'))).toMatchObject(silent);
    expect(at.log().at(-1)).toContain(`somebody is writing; if it is not, remove ${lock}`);
  });

  test.each([
    ['a line that is no JSON', 'no json\n{"type":"turn/start","data":{"turn":1}}'],
    ['a line that is no event', '7\n{"type":"turn/start","data":{"turn":1}}'],
  ])('a log with %s in its middle is kept aside, and its session begins anew', async (name, damage) => {
    const session = `damaged-${name.length}`;
    const sessions = join(at.home, 'sessions');
    const log = join(sessions, `${session}.jsonl`);
    await at.hook(prompted(session));
    const text = `${readFileSync(log, 'utf8').split('\n')[0]}\n${damage}\n`;
    writeFileSync(log, text);
    expect((await at.hook(prompted(session))).out).toContain('Write tests first.');
    const aside = readdirSync(sessions).filter((one) => one.startsWith(`${session}.jsonl.damaged-`));
    expect(aside.map((one) => readFileSync(join(sessions, one), 'utf8'))).toEqual([text]);
    expect(at.log().at(-1)).toContain(`session ${session}: ${log} is damaged: line 2`);
    expect((await at.hook(touched(session, 'a.ts'))).out).toBe('');
    expect(readdirSync(sessions).filter((one) => one.includes(`${session}.jsonl.damaged-`))).toHaveLength(1);
  });

  test.each([
    ['no JSON', () => 'no json'],
    ['of another session', (line: string) => line.replace('headed', 'other')],
    ['empty', () => ''],
  ])('a log whose first line is %s is kept aside, too', async (name, damage) => {
    const session = `headed-${name.length}`;
    const log = join(at.home, 'sessions', `${session}.jsonl`);
    await at.hook(prompted(session));
    const [head = '', ...rest] = readFileSync(log, 'utf8').split('\n');
    writeFileSync(log, [damage(head), ...rest].join('\n'));
    expect((await at.hook(prompted(session))).out).toContain('Write tests first.');
    expect(at.log().at(-1)).toContain(`session ${session}: ${log} is damaged`);
    expect((await at.hook(touched(session, 'a.ts'))).out).toBe('');
  });

  test('a directory that is no absolute path is refused, and makes no log', async () => {
    const lines = at.log().length;
    expect(await at.hook(prompted('relative', { cwd: 'project' }))).toMatchObject(silent);
    expect(at.log()).toHaveLength(lines + 1);
    expect(at.log().at(-1)).toContain('$.cwd: expected an absolute path, found "project"');
    expect(existsSync(join(at.home, 'sessions', 'relative.jsonl'))).toBe(false);
  });

  test.skipIf(!existsSync('/proc/self'))('a home in a file system that makes nothing is silence, at once', async () => {
    const startedMs = performance.now();
    const env = { CONTEXTFOLD_HOME: '/proc/x' };
    expect(await at.start({ input: JSON.stringify(prompted('x')), env })).toMatchObject(silent);
    expect(performance.now() - startedMs).toBeLessThan(8_000);
  });

  describe.skipIf(process.platform === 'win32')('what never ends is not waited for', () => {
    const ODD: readonly (readonly [string, (path: string) => unknown])[] = [
      ['a FIFO', (path) => execFileSync('mkfifo', [path])],
      ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ];
    const PLACES = ['project/.contextfold.json', 'home/config.json', 'home/memos/odd.json', 'home/sessions/odd.jsonl'];
    const MORE = ['home/hook.log', 'home/sessions/odd.jsonl.snapshot'];
    const cases = [...PLACES, ...MORE].flatMap((path) => ODD.map(([name, make]) => [name, path, make] as const));

    test.each(cases)('%s as %s', async (_, path, make) => {
      const other = place(FILES);
      try {
        const event = { ...prompted('odd'), cwd: other.project };
        if (path.includes('snapshot')) await other.hook(event);
        mkdirSync(dirname(join(other.directory, path)), { recursive: true });
        make(join(other.directory, path));
        const { code, out } = await other.hook(event);
        const isSaid = path.startsWith('home/memos') || path === 'home/hook.log';
        expect({ code, isSaid: out.includes('Write tests first.') }).toEqual({ code: 0, isSaid });
        // A log that is no file cannot be looked into, by this test neither.
        const log = path === 'home/hook.log' ? '' : other.log().join('\n');
        expect(log).not.toContain('nothing was said within');
        const isNamed = path.startsWith('project/') || path === 'home/config.json' || path.endsWith('.jsonl');
        expect(log.includes('no regular file')).toBe(isNamed);
      } finally {
        other.clean();
      }
    });

    test.each(ODD)('%s as a configuration that was named', async (name, make) => {
      const config = join(at.directory, `${name.length}.json`);
      make(config);
      const input = JSON.stringify(prompted('named'));
      expect(await at.start({ args: ['claude-code', '--config', config], input })).toMatchObject(silent);
      expect(at.log().at(-1)).toContain(`${config}: cannot be read: it is no regular file`);
    });
  });

  test('a transcript that cannot be read proves nothing: what is due is said', async () => {
    const { out } = await at.hook(prompted('strange', { transcript_path: at.directory }));
    expect(out).toContain('Write tests first.');
    expect(at.log().at(-1)).toContain('it is no regular file');
  });

  test('wrong usage is said on standard error, and exits 0, for 2 would forbid the call', async () => {
    const ended = await at.start({ args: ['claude-codex'] });
    expect(ended).toMatchObject(silent);
    expect(ended.err).toContain('expected one of claude-code, codex, gemini');
  });

  test('the log of what went wrong stays small', async () => {
    writeFileSync(join(at.home, 'hook.log'), 'x'.repeat(200_000));
    await at.start({ input: '?' });
    expect(statSync(join(at.home, 'hook.log')).size).toBeLessThan(10_000);
    expect(readdirSync(at.home)).toContain('hook.log.1');
  });
});

describe('its configuration', () => {
  test('the project’s file is found, and a wrong one is named in the log (F8)', async () => {
    at.put('.contextfold.json', '{ "agentInstructions": { "instructionFileCandidates": ["CLAUDE.md"] } }');
    const { out } = await at.hook(prompted('configured'));
    expect(out).toContain('Not ours.');
    at.put('.contextfold.json', '{ "agentInstructions": { "maxBytes": "many" } }');
    expect(await at.hook(touched('configured', 'lib/a.ts'))).toMatchObject({ code: 0, out: '' });
    expect(at.log().at(-1)).toMatch(/\.contextfold\.json: \$\.agentInstructions\.maxBytes: expected a number/u);
    at.remove('.contextfold.json');
  });

  test('one that is larger than any is not read', async () => {
    at.put('.contextfold.json', `{}${' '.repeat(1024 * 1024)}`);
    expect(await at.hook(prompted('large'))).toMatchObject({ code: 0, out: '' });
    expect(at.log().at(-1)).toContain('.contextfold.json: cannot be read: it holds more than 1048576 bytes');
    at.remove('.contextfold.json');
  });

  test('every source has a switch', async () => {
    const config = join(at.directory, 'config.json');
    writeFileSync(config, '{ "agentInstructions": false, "timeContext": {} }');
    const { out } = await at.start({
      args: ['claude-code', '--config', config],
      input: JSON.stringify(prompted('timed')),
    });
    expect(out).toContain('Time sampled while preparing turn 1, step 1');
    expect(out).not.toContain('Write tests first.');
  });
});
