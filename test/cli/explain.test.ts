// Owns: examples of `contextfold explain`: what it says of each way a file can be in, cut or out, what it refuses, and
// what goes where.
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Tree } from './explained.js';
import { explained, explainedData, layOut } from './explained.js';

const lines = (count: number): string => 'rule\n'.repeat(count);

/** A project in `/repo` with an application in `/repo/app`. */
const project = (tree: Tree): { readonly app: string; readonly base: string } => {
  const base = layOut({ '/repo/.git': { directory: true }, '/repo/app': { directory: true }, ...tree });
  return { app: join(base, 'repo/app'), base };
};

/** The row of a file, its cells separated by single spaces. */
const rowOf = (out: string, file: string): string | undefined => {
  const rows = out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/gu, ' '));
  return rows.find((row) => row.split(' ')[1] === file);
};

const configured = (config: unknown): readonly string[] => {
  const base = layOut({ '/config.json': typeof config === 'string' ? config : JSON.stringify(config) });
  return ['--config', join(base, 'config.json')];
};

describe('the baseline (R1, A19)', () => {
  test('names the root, its marker, the working directory and how much of the budget is used', async () => {
    const { app, base } = project({ '/repo/AGENTS.md': 'root\n' });
    const { out } = await explained(['--cwd', app]);
    expect(out).toContain(`root    ${base}/repo  (marked by .git)\n`);
    expect(out).toContain('cwd     app\n');
    expect(out).toMatch(/^budget {2}\d+ of 65,536 bytes used \(\d+%\)$/mu);
  });

  test('says that there is no marker when the working directory is the root for want of one', async () => {
    const base = layOut({ '/alone/AGENTS.md': 'x\n' });
    const config = configured({ maxBytes: 1000, projectRootMarkers: ['no-such-marker'] });
    const { out } = await explained(['--cwd', join(base, 'alone'), ...config]);
    expect(out).toContain('(the working directory: no no-such-marker here or above)');
  });

  test('shows a near-duplicate and what it is a duplicate of', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'same\n', '/repo/CLAUDE.md': { link: 'AGENTS.md' } });
    const { out } = await explained(['--cwd', app]);
    expect(rowOf(out, 'AGENTS.md')).toMatch(/^in AGENTS\.md 5 [0-9a-f]{40} \. loaded$/u);
    expect(rowOf(out, 'CLAUDE.md')).toMatch(/^out CLAUDE\.md 5 [0-9a-f]{40} \. duplicate of AGENTS\.md$/u);
    expect(out).toMatch(/The model gets 1 file in one message of \d+ bytes\. Besides: 1 duplicate\.\n$/u);
  });

  test('shows what an earlier candidate of a slot shadows', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'a\n', '/repo/CLAUDE.md': 'b\n' });
    const { out } = await explained(['--cwd', app, ...configured({ maxBytes: 1000, selection: 'first' })]);
    expect(rowOf(out, 'CLAUDE.md')).toBe('out CLAUDE.md . (base) shadowed by AGENTS.md');
  });

  test('shows what the budget omits and what it cuts', async () => {
    const { app } = project({ '/repo/AGENTS.md': lines(10), '/repo/app/AGENTS.md': lines(1000) });
    const { out } = await explained(['--cwd', app, ...configured({ maxBytes: 1000 })]);
    const why = 'omitted: over the budget of 1,000 bytes, broader files go first';
    expect(rowOf(out, 'AGENTS.md')).toMatch(new RegExp(`^out AGENTS\\.md 50 [0-9a-f]{40} \\. ${why}$`, 'u'));
    expect(rowOf(out, 'app/AGENTS.md')).toMatch(/^cut .* app truncated: \d+ of 5,000 bytes kept$/u);
    expect(out).toContain('The model gets 1 file (1 cut) in one message');
  });

  test('shows what is too large, no text, or cannot be looked at, and says so on stderr too', async () => {
    const { app } = project({
      '/repo/AGENTS.md': lines(3000),
      '/repo/CLAUDE.md': { base64: 'AAEC' },
      '/repo/app/AGENTS.md': { link: 'AGENTS.md' },
    });
    const { code, out, err } = await explained(['--cwd', app, ...configured({ maxBytes: 1000, maxSourceBytes: 2000 })]);
    expect(code).toBe(0);
    expect(rowOf(out, 'AGENTS.md')).toBe('out AGENTS.md . too large: 15,000 bytes, more than 2,000');
    expect(rowOf(out, 'CLAUDE.md')).toMatch(/^out CLAUDE\.md \. not text: /u);
    expect(rowOf(out, 'app/AGENTS.md')).toMatch(/^out app\/AGENTS\.md app unavailable: ELOOP/u);
    expect(out).toMatch(/The model gets nothing: no file that is there can be used\. Besides: 3 files left out\.\n$/u);
    expect(err.split('\n').slice(0, -1).map((line) => line.replace(/^contextfold: ([a-z-]+): ([^:]+): .*$/u, '$1 $2')))
      .toEqual(['file-too-large AGENTS.md', 'file-not-text CLAUDE.md', 'file-unavailable app/AGENTS.md']);
  });

  test('an unreadable home is a diagnostic and the rest is loaded', async () => {
    const { app, base } = project({ '/repo/AGENTS.md': 'root\n', '/home/AGENTS.md': { link: 'AGENTS.md' } });
    const { code, out, err } = await explained(['--cwd', app], { env: { DSH_HOME: join(base, 'home') } });
    expect(code).toBe(0);
    expect(rowOf(out, 'AGENTS.md')).toMatch(/^in /u);
    expect(err).toMatch(/^contextfold: file-unavailable: \$DSH_HOME\/AGENTS\.md: ELOOP[^\n]*\n$/u);
  });

  test('the user-global file comes first, from ~/.dsh of the OS home', async () => {
    const { app, base } = project({ '/repo/AGENTS.md': 'root\n', '/home/me/.dsh/AGENTS.md': 'me\n' });
    vi.stubEnv('HOME', join(base, 'home/me'));
    const { candidates } = await explainedData(['--cwd', app], { env: {} });
    vi.unstubAllEnvs();
    expect(candidates[0]).toMatchObject({ scope: 'user-global', path: '~/.dsh/AGENTS.md', state: 'loaded' });
  });

  test('a near miss is shown beside files that are read, too', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'a\n', '/repo/claude.md': 'b\n' });
    const { out } = await explained(['--cwd', app]);
    expect(rowOf(out, 'claude.md')).toBe('out claude.md . near miss: is not called CLAUDE.md');
  });

  test('a near miss stands among the files of its directory', async () => {
    const { app } = project({ '/repo/agents.md': 'x\n', '/repo/app/AGENTS.md': 'y\n' });
    const { out } = await explained(['--cwd', app]);
    expect(rowOf(out, 'agents.md')).toBe('out agents.md . near miss: is not called AGENTS.md');
    expect(out.indexOf('agents.md')).toBeLessThan(out.indexOf('app/AGENTS.md'));
    expect(out).toContain('1 near miss.');
  });

  test('names that are absent are counted by place, and listed with --all', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'root\n' });
    const { out } = await explained(['--cwd', app]);
    expect(rowOf(out, 'CLAUDE.md')).toBeUndefined();
    expect(out).toContain('absent: 1 in user-global, 3 in ., 4 in app (--all lists them)\n');
    const listed = (await explained(['--cwd', app, '--all'])).out;
    expect(rowOf(listed, 'app/CLAUDE.local.md')).toBe('out app/CLAUDE.local.md app absent');
    expect(listed).not.toContain('(--all');
  });

  test('says why there is nothing to say', async () => {
    const { app } = project({});
    const summary = async (...args: readonly string[]): Promise<string | undefined> =>
      (await explained(['--cwd', app, ...args])).out.trimEnd().split('\n').at(-1);
    expect(await summary()).toBe('The model gets nothing: none of the 9 files looked for is there.');
    expect(await summary(...configured({ maxBytes: false }))).toBe(
      'The model gets nothing: agent-instructions is switched off by maxBytes.',
    );
    expect(await summary('x.ts', ...configured({ maxBytes: 0 }))).toBe(
      'Touching x.ts adds nothing: agent-instructions is switched off by maxBytes.',
    );
  });

  test('A18: tells a notice alone from nothing at all', async () => {
    const { app } = project({ '/repo/AGENTS.md': lines(10) });
    const notice = await explained(['--cwd', app, ...configured({ maxBytes: 105 })]);
    expect(notice.out).toContain('The model gets only a notice: no file fits into the budget. Besides: 1 file left');
    const nothing = await explained(['--cwd', app, ...configured({ maxBytes: 10 })]);
    expect(nothing.out).toContain('The model gets nothing: not even a notice fits into the budget.');
    expect(nothing.err).toMatch(/^contextfold: budget-too-small: /u);
  });

  test('A2: without a root that can be found nothing is composed', async () => {
    const { app, base } = project({ '/repo/AGENTS.md': 'root\n', '/repo/app/.git': { link: '.git' } });
    const { code, out, err } = await explained(['--cwd', app]);
    expect(code).toBe(0);
    expect(out).toContain(`root    unknown: ${base}/repo/app/.git could not be looked at\n`);
    expect(out).toContain('The model gets nothing: the project root cannot be found just now.');
    expect(err).toMatch(/^contextfold: root-unavailable: [^\n]*\n$/u);
    const touched = await explained(['--cwd', app, 'x.ts']);
    expect(touched.out).toContain('Touching x.ts adds nothing: the project root cannot be found just now.\n');
    expect(touched.out).not.toContain('not below');
    expect(touched.err).toBe(err);
  });
});

describe('touching paths (R1, A9, A10)', () => {
  const tree: Tree = {
    '/repo/AGENTS.md': 'root\n',
    '/repo/app/src/AGENTS.md': 'src\n',
    '/repo/lib/AGENTS.md': 'lib\n',
  };

  test('shows what a touch adds after the baseline, and what was there already', async () => {
    const { app } = project(tree);
    const { out } = await explained(['--cwd', app, 'src/deep/not-there.ts']);
    expect(out).toMatch(/^baseline {2}1 file in one message of \d+ bytes$/mu);
    expect(out).toMatch(/^touching {2}src\/deep\/not-there\.ts$/mu);
    expect(rowOf(out, 'AGENTS.md')).toMatch(/^in AGENTS\.md 5 [0-9a-f]{40} \. unchanged since the baseline$/u);
    expect(rowOf(out, 'app/src/AGENTS.md')).toMatch(/^new app\/src\/AGENTS\.md 4 [0-9a-f]{40} app\/src loaded$/u);
    expect(out).toMatch(/^Touching src\/deep\/not-there\.ts adds 1 file in one message of \d+ bytes\. /mu);
    expect(out).toContain('Besides: 1 file already in the baseline.\n');
  });

  test('several paths give one message', async () => {
    const { app } = project(tree);
    const { messages, blocks } = await explainedData(['--cwd', app, '../lib/a.ts', 'src/b.ts']);
    expect(messages).toHaveLength(1);
    expect(blocks).toHaveLength(1);
    expect(messages[0]?.source).toMatchObject({ changes: [{ path: 'lib/AGENTS.md' }, { path: 'app/src/AGENTS.md' }] });
  });

  test('a path outside the project adds nothing, and the picture says why', async () => {
    const { app } = project(tree);
    const { code, out } = await explained(['--cwd', app, '../../elsewhere/x.ts']);
    expect(code).toBe(0);
    expect(out).toContain('../../elsewhere/x.ts is not below the project root; touching it loads nothing.\n');
    expect(out).toContain('Touching ../../elsewhere/x.ts adds nothing: nothing of it counts as a touch.\n');
  });

  test('with reach "cwd" only what is below the working directory counts', async () => {
    const { app } = project(tree);
    const { out } = await explained(['--cwd', app, '../lib/a.ts', ...configured({ maxBytes: 1000, reach: 'cwd' })]);
    expect(out).toContain('../lib/a.ts is not below the working directory; touching it loads nothing.\n');
  });

  test('a directory is touched as a file would be, and the picture says so', async () => {
    const { app } = project(tree);
    const { out } = await explained(['--cwd', app, 'src/']);
    expect(out).toContain('src/ is a directory; what it holds comes with a touch inside it, src/x say.\n');
    expect(out).toContain('Touching src/ adds nothing: what applies there is in the baseline.');
  });

  test('what the baseline had to omit is offered again', async () => {
    const { app } = project({ '/repo/AGENTS.md': lines(100), '/repo/app/AGENTS.md': lines(120) });
    const { out } = await explained(['--cwd', app, 'x.ts', ...configured({ maxBytes: 1000 })]);
    expect(rowOf(out, 'AGENTS.md')).toMatch(/^new AGENTS\.md 500 /u);
    expect(rowOf(out, 'app/AGENTS.md')).toMatch(/^in app\/AGENTS\.md 600 /u);
  });

  test('what the baseline cut stays cut', async () => {
    const { app } = project({ '/repo/app/AGENTS.md': lines(1000) });
    const { out } = await explained(['--cwd', app, 'x.ts', ...configured({ maxBytes: 1000 })]);
    const row = /^cut .* unchanged since the baseline: \d+ of 5,000 bytes kept$/u;
    expect(rowOf(out, 'app/AGENTS.md')).toMatch(row);
  });

  test('the tools and the delivery of the configuration do not matter', async () => {
    const { app } = project(tree);
    const plain = await explained(['--cwd', app, 'src/x.ts', '--render']);
    const config = { maxBytes: 65536, delivery: 'tool-result', touchTools: { open: 'uri' }, resume: 'recompose' };
    expect(await explained(['--cwd', app, 'src/x.ts', '--render', ...configured(config)])).toEqual(plain);
    expect(plain.out).toContain('Additional instructions from: app/src/AGENTS.md');
  });
});

describe('what goes where (R)', () => {
  test('--render prints the message and nothing else, not even a line feed', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'root' });
    const { out, err } = await explained(['--cwd', app, '--render']);
    expect(out).toMatch(/^<system-reminder>\n[^]*\n<\/system-reminder>$/u);
    expect(err).toBe('');
    const { blocks } = await explainedData(['--cwd', app]);
    expect(blocks).toEqual([{ kind: 'baseline', bytes: Buffer.byteLength(out), maxBytes: 65536 }]);
  });

  test('--render prints nothing where the model gets nothing', async () => {
    const { app } = project({});
    expect(await explained(['--cwd', app, '--render'])).toEqual({ code: 0, out: '', err: '' });
  });

  test('--json holds everything, absent candidates too', async () => {
    const { app, base } = project({ '/repo/AGENTS.md': 'root\n', '/repo/app/agents.md': 'x\n' });
    const explanation = await explainedData(['--cwd', app]);
    expect(explanation).toMatchObject({
      cwd: app,
      config: { maxBytes: 65536 },
      root: { path: `${base}/repo`, marker: `${base}/repo/.git`, how: 'marker' },
      touching: [],
      nearMisses: [{ path: 'app/agents.md', expected: 'AGENTS.md' }],
      diagnostics: [],
      messages: [{ role: 'user', source: { kind: 'agent-instructions', baseline: true } }],
    });
    expect(explanation.candidates).toHaveLength(9);
    expect(explanation.candidates.filter(({ state }) => state === 'absent')).toHaveLength(8);
  });

  test('--json with paths holds the baseline beside what they add', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'root\n', '/repo/lib/AGENTS.md': 'lib\n' });
    const { touching, baseline, messages } = await explainedData(['--cwd', app, '../lib/x']);
    expect(touching).toMatchObject([{ named: '../lib/x', reached: true, directory: false }]);
    expect(baseline?.messages).toHaveLength(1);
    expect(messages[0]?.source['baseline']).toBeUndefined();
  });

  test('a terminal gets what fits: lines within its width, short digests, the end of a deep scope', async () => {
    const deep = 'a/rather/deep/directory';
    const { base } = project({
      [`/repo/${deep}/AGENTS.md`]: 'x\n',
      [`/repo/${deep}/further/down`]: { directory: true },
      '/repo/a/CLAUDE.md': lines(100),
    });
    const config = configured({ maxBytes: 400, maxSourceBytes: 99 });
    const { out } = await explained(['--cwd', join(base, 'repo', deep, 'further/down'), ...config], { width: 80 });
    expect(out.split('\n').slice(1).filter((line) => line.length > 80)).toEqual([]);
    expect(rowOf(out, `${deep}/AGENTS.md`)).toMatch(new RegExp(`^in ${deep}/AGENTS.md 2 [0-9a-f]{8} ${deep}$`, 'u'));
    expect(out).toMatch(/^out {2}a\/CLAUDE\.md +a\n {5}too large: 500 bytes, more than 99$/mu);
    const args = ['--all', '--cwd', join(base, 'repo'), `${deep}/further/x`];
    expect((await explained(args, { width: 80 })).out).toMatch(/^ +…\/deep\/directory\/further$/mu);
  });

  test('colours go to a terminal only, and change no word', async () => {
    const { app } = project({ '/repo/AGENTS.md': 'root\n', '/repo/CLAUDE.md': 'root\n' });
    const plain = (await explained(['--cwd', app], { width: 200 })).out;
    const coloured = (await explained(['--cwd', app], { width: 200, colours: true })).out;
    expect(plain).not.toContain('\u001b');
    expect(coloured.replaceAll(/\u001b\[\d+m/gu, '').replace(/ {2}━+/u, '')).toBe(plain);
    expect(coloured).toContain('\u001b[32min\u001b[39m');
  });

  test('nothing in a name reaches the terminal as a command', async () => {
    const name = 'AGENTS\u001b[2J.md';
    const { app } = project({ [`/repo/${name}`]: 'x\n' });
    const config = { maxBytes: 1000, instructionFileCandidates: [name], projectRootMarkers: ['\u202e.git'] };
    const args = ['--cwd', join(app, '..'), ...configured(config), '\u001b[31mx/y'];
    const { out, err } = await explained(args);
    expect(out + err).not.toMatch(/[\u001b\u202e]/u);
    expect(out).toContain('AGENTS\\u001b[2J.md');
  });
});

describe('wrong usage is one line and 2 (R)', () => {
  const { app } = project({ '/repo/AGENTS.md': 'root\n' });

  test.each([
    { name: 'a wrong value', text: '{ "maxBytes": "x" }', says: /: \$\.maxBytes: expected .*, found "x"$/u },
    { name: 'a missing key', text: '{}', says: /: \$\.maxBytes: expected .*, found nothing$/u },
    { name: 'an unknown key', text: '{ "maxBytes": 1, "a b": 1 }', says: /: \$\["a b"\]: expected one of maxBytes, / },
    { name: 'no object', text: '[]', says: /: \$: expected an object, found a list$/u },
    {
      name: 'a mistake below the name of the source',
      text: '{ "agentInstructions": { "maxBytes": 1, "reach": "up" } }',
      says: /: \$\.agentInstructions\.reach: expected "root" or "cwd", found "up"$/u,
    },
    { name: 'no JSON', text: '{\n nope', says: /: is not JSON/u },
  ])('a configuration with $name', async ({ text, says }) => {
    const [option, file] = configured(text);
    const { code, out, err } = await explained(['--cwd', app, option ?? '', file ?? '']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^contextfold: [^\n]*\n$/u);
    expect(err).toContain(`contextfold: ${file}: `);
    expect(err.trimEnd()).toMatch(says);
  });

  test('a configuration that is not there', async () => {
    const { code, err } = await explained(['--cwd', app, '--config', 'no-such.json'], { cwd: app });
    expect(code).toBe(2);
    expect(err).toMatch(/^contextfold: no-such\.json: cannot be read: ENOENT[^\n]*\n$/u);
  });

  test('a configuration below the name of the source counts, whatever else the file holds', async () => {
    const config = { agentInstructions: { maxBytes: 1234 }, timeContext: {} };
    expect((await explainedData(['--cwd', app, ...configured(config)])).config).toEqual({ maxBytes: 1234 });
  });

  test.each([
    { name: 'that is not there', cwd: 'nowhere', says: '--cwd nowhere: there is no such directory' },
    { name: 'that is a file', cwd: '../AGENTS.md', says: '--cwd ../AGENTS.md: is no directory' },
  ])('a working directory $name', async ({ cwd, says }) => {
    const result = await explained(['--cwd', cwd], { cwd: app });
    expect(result).toEqual({ code: 2, out: '', err: `contextfold: ${says}\n` });
  });

  test('a working directory that cannot be looked at', async () => {
    const base = layOut({ '/loop': { link: 'loop' } });
    const { code, err } = await explained(['--cwd', 'loop'], { cwd: base });
    expect(code).toBe(2);
    expect(err).toMatch(/^contextfold: --cwd loop: ELOOP[^\n]*\n$/u);
  });

  test('--cwd is relative to the process, and the process directory where it is left out', async () => {
    const inside = await explained([], { cwd: app });
    expect(await explained(['--cwd', 'app'], { cwd: join(app, '..') })).toEqual(inside);
  });

  test('--render and --json together', async () => {
    expect(await explained(['--render', '--json'], { cwd: app })).toMatchObject({ code: 2, out: '' });
  });
});
