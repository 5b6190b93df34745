// Owns: `contextfold sessions`: what is listed from where, how cheaply, and what is only complained about.
import { cp, mkdir, mkdtemp, open, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedSession } from '../../src/cli/print/sessions.js';
import type { Ran } from './run.js';
import { run } from './run.js';

const LOGS = resolve(import.meta.dirname, '../fixtures/logs');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextfold-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string): Promise<string> => {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
};
const copy = async (fixture: string, path: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(join(LOGS, fixture), join(folder, path));
};
const listedBy = ({ code, out }: Ran): readonly ListedSession[] => {
  expect(code).toBe(0);
  return JSON.parse(out) as readonly ListedSession[];
};
const list = async (directory: string): Promise<readonly ListedSession[]> =>
  listedBy(await run(['sessions', join(folder, directory), '--json']));

const header = (id: string, more: object = {}): string =>
  `${JSON.stringify({ type: 'session', version: 1, id, createdAt: 5, cwd: '/w', ...more })}\n`;
const prompt = (text: string, more: object = {}): string => {
  const data = { id: 'm', role: 'user', content: text, source: { kind: 'user' } };
  return `${JSON.stringify({ type: 'user/message', ...more, data, surfaceOp: 'append' })}\n`;
};

describe('a directory', () => {
  test('every session, newest activity first, as data', async () => {
    await copy('pi/branches.jsonl', 'all/deep/er/a.jsonl');
    await copy('codex/compacted.jsonl', 'all/b.jsonl');
    await copy('claude-code/branches.jsonl', 'all/c.jsonl');
    await put('all/notes.txt', 'no log');
    expect(await list('all')).toEqual([
      {
        id: 'pi-branches',
        title: 'One and the right way',
        cwd: '/repo',
        events: 40,
        exact: true,
        lastActivity: Date.parse('2026-01-05T12:00:21.000Z'),
        format: 'pi',
        path: join(folder, 'all/deep/er/a.jsonl'),
      },
      expect.objectContaining({ id: '0199-compacted', title: 'A rename', format: 'codex', events: 60 }),
      expect.objectContaining({ id: 'branches', title: 'Two files', format: 'claude-code', cwd: '/repo/app' }),
    ]);
  });

  test('for people: one line a session in a pipe, escaped; two within a narrow terminal', async () => {
    await put('print/a.jsonl', header('s\u001b[2J', { cwd: '/w\n' }) + prompt('Say\n"hi"', { time: 0 }));
    const piped = await run(['sessions', join(folder, 'print')]);
    expect(piped.out).toBe(
      [
        'session   events  last activity (UTC)  written by\n',
        'Say "hi"       1  1970-01-01 00:00     contextfold  s\\u001b[2J in /w\\u000a\n',
      ].join(''),
    );
    const narrow = await run(['sessions', join(folder, 'print')], { width: 60 });
    expect(narrow.out.split('\n')).toHaveLength(4);
  });

  test('a title is the latest one, else what was typed first, else none', async () => {
    const title = (text: string): string => `${JSON.stringify({ type: 'session/title', data: { title: text } })}\n`;
    await put('titles/a.jsonl', header('a') + prompt('typed') + title('old') + title('new'));
    await put('titles/b.jsonl', header('b') + prompt('  typed \n first ') + prompt('second'));
    await put('titles/c.jsonl', header('c') + prompt(' ') + prompt('x'.repeat(200)));
    await put('titles/d.jsonl', header('d'));
    const titles = Object.fromEntries((await list('titles')).map((session) => [session.id, session.title]));
    expect(titles).toEqual({ a: 'new', b: 'typed first', c: `${'x'.repeat(79)}…`, d: null });
  });

  test('without any time in a log its file tells when', async () => {
    const path = await put('times/a.jsonl', header('a') + prompt('x'));
    await utimes(path, 1000, 2000);
    expect((await list('times'))[0]?.lastActivity).toBe(2_000_000);
  });

  test('an instant that no date has does no harm', async () => {
    await put('odd/a.jsonl', header('a') + prompt('x', { time: 1e300 }));
    expect((await run(['sessions', join(folder, 'odd')])).out).toContain('unknown');
  });

  test('what is no log is complained about, and the others are listed', async () => {
    await put('mixed/a.jsonl', 'no log\n');
    await put('mixed/b.jsonl', '');
    await mkdir(join(folder, 'mixed/c.jsonl'), { recursive: true });
    await symlink('nowhere', join(folder, 'mixed/d.jsonl'));
    await put('mixed/e.jsonl', header('e'));
    const { code, out, err } = await run(['sessions', join(folder, 'mixed'), '--json']);
    expect([code, (JSON.parse(out) as readonly ListedSession[]).map(({ id }) => id)]).toEqual([0, ['e']]);
    const complaints = err.trimEnd().split('\n');
    expect(complaints).toHaveLength(3);
    expect(complaints[0]).toMatch(
      /^contextfold: .*a\.jsonl: \$: expected a session log of .*, found a line that is not/u,
    );
    expect(complaints[1]).toMatch(/b\.jsonl: .* found nothing$/u);
    expect(complaints[2]).toMatch(/d\.jsonl: ENOENT/u);
  });

  test('parts of other sessions are no sessions', async () => {
    await copy('claude-code/sub-agent.jsonl', 'parts/a.jsonl');
    await copy('dsh/subagent.jsonl', 'parts/b.jsonl');
    await copy('claude-code/branches.jsonl', 'parts/s/subagents/c.jsonl');
    const { code, out, err } = await run(['sessions', join(folder, 'parts')]);
    expect([code, out, err]).toEqual([0, '', `contextfold: no sessions in ${join(folder, 'parts')}\n`]);
  });

  test('one that is not there is wrong usage', async () => {
    for (const directory of [join(folder, 'none'), await put('file.jsonl', header('f'))]) {
      const { code, out, err } = await run(['sessions', directory]);
      expect([code, out, err]).toEqual([2, '', `contextfold: ${directory}: there is no such directory\n`]);
    }
  });
});

describe('a long log', () => {
  const HOLE_BYTES = 3 * 1024 ** 3;

  /** Nobody who reads the middle of it gets to its end. */
  const hollow = async (path: string, start: string, end: string): Promise<void> => {
    const target = await put(path, start);
    await truncate(target, HOLE_BYTES);
    const file = await open(target, 'a');
    await file.write(`\n${end}`);
    await file.close();
  };

  test('is looked at from both ends; its last seq tells how long it is', async () => {
    await hollow('long/a.jsonl', header('a') + prompt('first'), prompt('last', { seq: 999_999, time: 7 }));
    expect(await list('long')).toMatchObject([
      { id: 'a', title: 'first', events: 1_000_000, exact: true, lastActivity: 7 },
    ]);
  });

  test('without seqs the number of events is an estimate', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => prompt('x'.repeat(80), { time: index }));
    await put('many/a.jsonl', header('a') + lines.join(''));
    const [session] = await list('many');
    expect(session?.exact).toBe(false);
    expect(session?.events).toBeGreaterThan(19_000);
    expect(session?.events).toBeLessThan(21_000);
    expect(session?.lastActivity).toBe(19_999);
    expect((await run(['sessions', join(folder, 'many')])).out).toMatch(/ ~\d\d,\d{3} /u);
  });

  test('lines that are longer than a look are waited for', async () => {
    const first = header('a', { note: 'y'.repeat(200_000) });
    await put('wide/a.jsonl', first + prompt('x'.repeat(900_000)) + prompt('z'.repeat(150_000), { time: 3 }));
    expect(await list('wide')).toMatchObject([{ id: 'a', lastActivity: 3, exact: false }]);
  });
});

describe('without a directory', () => {
  test('the usual places, moved by the variables of their tools; those that are missing are no trouble', async () => {
    await put('home/.contextfold/sessions/ours.jsonl', header('ours') + prompt('x', { time: 9 }));
    await copy('claude-code/branches.jsonl', 'home/.claude/projects/-repo-app/branches.jsonl');
    await copy('codex/compacted.jsonl', 'home/.codex/sessions/2026/01/05/rollout-x.jsonl');
    await copy('pi/branches.jsonl', 'elsewhere/sessions/--repo--/x.jsonl');
    const home = { HOME: join(folder, 'home') };
    const usual = await run(['sessions', '--json'], { env: home });
    expect([usual.err, listedBy(usual).map(({ id }) => id)]).toEqual(['', ['0199-compacted', 'branches', 'ours']]);
    const env = { ...home, PI_CODING_AGENT_DIR: join(folder, 'elsewhere'), CODEX_HOME: join(folder, 'none') };
    const moved = listedBy(await run(['sessions', '--json'], { env }));
    expect(moved.map(({ id }) => id)).toEqual(['pi-branches', 'branches', 'ours']);
  });

  test('a machine without any has no sessions, and says so', async () => {
    const { code, out, err } = await run(['sessions'], { env: { HOME: join(folder, 'empty') } });
    expect([code, out, err]).toEqual([0, '', 'contextfold: no sessions in any usual place\n']);
  });
});
