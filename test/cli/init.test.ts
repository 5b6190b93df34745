// Owns: `contextfold init claude-code` on files: what it writes, keeps, refuses and takes back.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ran } from './run.js';
import { run } from './run.js';

let cwd: string;
let file: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'contextfold-init-'));
  mkdirSync(join(cwd, '.claude'));
  file = join(cwd, '.claude', 'settings.json');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const init = (...args: readonly string[]): Promise<Ran> =>
  run(['init', 'claude-code', '--command', 'contextfold', ...args], { cwd, env: { HOME: cwd } });
const text = (): string => readFileSync(file, 'utf8');
type Hooks = Readonly<Record<string, readonly { readonly matcher?: string; readonly hooks: readonly object[] }[]>>;
const hooks = (): Hooks => (JSON.parse(text()) as { readonly hooks: Hooks }).hooks;

const OTHERS = `{
    "model": "x",
    "hooks": {
        "PostToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] }
        ]
    },
    "permissions": { "allow": ["a", "b"] }
}
`;

describe('what a workspace put there (SECURITY.md)', () => {
  const copy = (): string => `${file}.contextfold-backup`;

  test('a link in the place of the copy is replaced, and where it leads nothing changes', async () => {
    const precious = join(cwd, 'precious');
    writeFileSync(precious, 'mine');
    writeFileSync(file, OTHERS);
    symlinkSync(precious, copy());
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect([readFileSync(precious, 'utf8'), readFileSync(copy(), 'utf8')]).toEqual(['mine', OTHERS]);
    expect(lstatSync(copy()).isFile()).toBe(true);
  });

  test('a link in the place of the copy is nothing that could be brought back', async () => {
    await init();
    symlinkSync(join(cwd, 'elsewhere'), copy());
    writeFileSync(join(cwd, 'elsewhere'), '{}');
    expect(await init('--remove')).toMatchObject({ code: 0 });
    expect([existsSync(file), readFileSync(join(cwd, 'elsewhere'), 'utf8')]).toEqual([false, '{}']);
  });

  test('settings that are no regular file are refused, and not waited for', async () => {
    execFileSync('mkfifo', [file]);
    const { code, err } = await init();
    expect([code, err]).toEqual([1, expect.stringContaining('no regular file')]);
  });
});

describe('init claude-code (R6)', () => {
  test('makes settings where there are none', async () => {
    rmSync(join(cwd, '.claude'), { recursive: true });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    const hook = { type: 'command', command: 'contextfold hook claude-code', timeout: 10 };
    expect(hooks()['UserPromptSubmit']).toEqual([{ hooks: [hook] }]);
    expect(hooks()['PostToolUse']).toEqual([
      { matcher: 'Read|Write|Edit|MultiEdit|NotebookEdit|NotebookRead', hooks: [hook] },
    ]);
    expect(Object.keys(hooks())).not.toContain('PreToolUse');
  });

  test('adds to what others put there, keeps the file’s own look, and a copy of it', async () => {
    writeFileSync(file, OTHERS);
    const { out } = await init();
    expect(out).toContain(`wrote the hook into ${file}`);
    expect(readFileSync(`${file}.contextfold-backup`, 'utf8')).toBe(OTHERS);
    expect(text()).toContain(
      '            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] },\n',
    );
    expect(text()).toContain('\n    "permissions": { "allow": ["a", "b"] }\n');
    expect(hooks()['PostToolUse']).toHaveLength(2);
  });

  test('a second time changes nothing, and --remove gives back what there was', async () => {
    writeFileSync(file, OTHERS);
    await init();
    const once = text();
    expect((await init()).out).toContain('the hook is there already');
    expect(text()).toBe(once);
    expect((await init('--remove')).out).toContain('took the hook out of');
    expect(text()).toBe(OTHERS);
    expect((await init('--remove')).out).toContain('there is no hook of contextfold');
  });

  test.each(['mytool hook claude-code', 'log.sh; contextfold hook claude-code'])('%s is kept', async (command) => {
    const theirs = `{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "${command}" }] }] } }\n`;
    writeFileSync(file, theirs);
    expect((await init('--remove')).out).toContain('there is no hook of contextfold');
    await init();
    expect(hooks()['SessionStart']).toHaveLength(2);
    await init('--remove');
    expect(text()).toBe(theirs);
  });

  test('a hook with other options of ours is not added to, and --remove finds it', async () => {
    await init();
    writeFileSync(file, text().replaceAll('hook claude-code', 'hook claude-code --timeout-ms 500'));
    await init();
    expect(Object.values(hooks()).every((groups) => groups.length === 1)).toBe(true);
    writeFileSync(file, text().replaceAll('hook claude-code', 'hook claude-code --config a.json'));
    await init('--remove');
    expect(readdirSync(join(cwd, '.claude'))).toEqual([]);
  });

  test('--remove finds what was added whole, whatever --command it was added with, and nothing less', async () => {
    const odd = ['--command', 'cd /x && node "bin.cjs"'];
    await init(...odd);
    await init(...odd, '--hold-writes');
    const whole = text();
    await init('--remove');
    expect(readdirSync(join(cwd, '.claude'))).toEqual([]);
    writeFileSync(file, whole.replace('hook claude-code', 'hook claude-code;'));
    const part = text();
    expect((await init('--remove')).out).toContain('there is no hook of contextfold');
    expect(text()).toBe(part);
  });

  test('a hook that was added with another --command is replaced', async () => {
    await init('--command', '/old/place/run.sh');
    await init();
    expect(text()).not.toContain('/old/place');
    expect(Object.values(hooks()).every((groups) => groups.length === 1)).toBe(true);
  });

  const EMPTY = ['{"hooks":{}}', '{ "hooks": { "Stop": [] } }\n', '{"hooks":{"PostToolUse":[]},"a":1}\n', '{}', ''];
  test.each([...EMPTY, '\uFEFF{}\n'])(
    '--remove gives back %j, also after a change of ours, and leaves no copy',
    async (before) => {
      writeFileSync(file, before);
      await init();
      await init('--hold-writes');
      await init('--remove');
      expect(text()).toBe(before);
      expect(readdirSync(join(cwd, '.claude'))).toEqual(['settings.json']);
    },
  );

  test('--remove leaves nothing where there was nothing, and what others wrote since', async () => {
    await init();
    await init('--hold-writes');
    await init('--remove');
    expect(readdirSync(join(cwd, '.claude'))).toEqual([]);
    await init();
    writeFileSync(file, text().replace('{', '{ "model": "x",'));
    await init('--remove');
    expect(JSON.parse(text())).toEqual({ model: 'x' });
  });

  test.each(['', '  '])('--command %j is wrong usage', async (command) => {
    const { code, err } = await run(['init', 'claude-code', '--command', command], { cwd, env: {} });
    expect({ code, isSaid: err.includes('It must be a command') }).toEqual({ code: 2, isSaid: true });
    expect(readdirSync(join(cwd, '.claude'))).toEqual([]);
  });

  test('a hook of another version is replaced, not added to', async () => {
    await init();
    await run(['init', 'claude-code', '--command', 'npx contextfold@9.9.9', '--hold-writes'], { cwd, env: {} });
    const commands = Object.values(hooks())
      .flat()
      .flatMap((group) => group.hooks);
    expect(JSON.stringify(commands)).not.toContain('"contextfold hook');
    expect(hooks()['PreToolUse']).toEqual([
      {
        matcher: 'Write|Edit|MultiEdit|NotebookEdit',
        hooks: [{ type: 'command', command: 'npx contextfold@9.9.9 hook claude-code --hold-writes', timeout: 10 }],
      },
    ]);
  });

  test('--dry-run shows the change and makes none', async () => {
    writeFileSync(file, OTHERS);
    const { out, code } = await init('--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('+        "UserPromptSubmit": [\n');
    expect(out).not.toMatch(/^-(?! {12}\{ "matcher": "Bash")/mu);
    expect(text()).toBe(OTHERS);
    expect(readdirSync(join(cwd, '.claude'))).toEqual(['settings.json']);
  });

  test('--user writes the user’s settings', async () => {
    const home = join(cwd, 'home');
    const config = { cwd, env: { CLAUDE_CONFIG_DIR: home } };
    expect((await run(['init', 'claude-code', '--user', '--command', 'x'], config)).code).toBe(0);
    expect(readdirSync(home)).toEqual(['settings.json']);
  });

  test('a link to settings that are kept elsewhere stays one', async () => {
    writeFileSync(join(cwd, 'real.json'), OTHERS);
    symlinkSync('../real.json', file);
    expect((await init()).out).toContain(`${file} (a link to ${join(realpathSync(cwd), 'real.json')})`);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'real.json'), 'utf8')).toContain('hook claude-code');
  });

  test('a link that leads nowhere is neither followed nor taken away', async () => {
    symlinkSync('../later.json', file);
    const { code, err } = await init();
    expect([code, err]).toEqual([
      1,
      `contextfold: ${file}: is a link to ../later.json, which is not there: make that first\n`,
    ]);
    expect([lstatSync(file).isSymbolicLink(), existsSync(join(cwd, 'later.json'))]).toEqual([true, false]);
  });

  test.each([
    ['{\n  "a": [1,}\n', 'line 2, column 11: is not JSON: expected a value'],
    ['{ "a": 1 } // mine', 'line 1, column 12: is not JSON: expected nothing more'],
    ['[]', '$: expected an object, found a list'],
    ['{ "hooks": [] }', '$.hooks: expected an object, found a list'],
    ['{ "hooks": { "Stop": {} } }', '$.hooks.Stop: expected a list, found an object'],
  ])('refuses %j and says where it is wrong (F8)', async (wrong, problem) => {
    writeFileSync(file, wrong);
    const { code, err } = await init();
    expect({ code, err }).toEqual({ code: 1, err: `contextfold: ${file}: ${problem}; nothing was changed\n` });
    expect(text()).toBe(wrong);
  });

  test('another agent is wrong usage', async () => {
    expect((await run(['init', 'emacs'], { cwd })).code).toBe(2);
  });

  test('npx starts what is not installed, and that is said', async () => {
    const { out } = await run(['init', 'claude-code'], { cwd, env: { PATH: join(cwd, 'node_modules', '.bin') } });
    expect(out).toContain('npm install -g contextfold');
    expect(text()).toMatch(/npx --yes contextfold@\d+\.\d+\.\d+ hook claude-code/u);
  });
});

test('`contextfold hook --help` says how it is used', async () => {
  const { out, code } = await run(['hook', '--help'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('claude-code, codex, gemini');
});
