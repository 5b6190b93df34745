// Owns: the proof that the examples do what they say with the package as it is built. `npm run typecheck` checks them
// against its declarations.
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { explained, layOut } from './cli/explained.js';
import { built, outputOf, root } from './package/built.js';

const outputOfExample = (name: string, ...args: readonly string[]): string =>
  outputOf(root, process.execPath, '--import', 'tsx', join('examples', name), ...args);

beforeAll(() => {
  built('index.js');
  built('node.js');
});
afterEach(() => void vi.unstubAllEnvs());

test('embed.ts prints what the model is told before and after a file is read, as explain does', async () => {
  const base = layOut({
    '/repo/.git': { directory: true },
    '/repo/AGENTS.md': 'Write tests first.\n',
    '/repo/app/AGENTS.md': 'The application is in French.\n',
  });
  const cwd = join(base, 'repo');
  const home = join(base, 'home');
  vi.stubEnv('DSH_HOME', home);
  const told = async (...paths: readonly string[]): Promise<string> =>
    (await explained(['--render', '--cwd', cwd, ...paths], { env: { DSH_HOME: home } })).out;
  const messages = ['Hello.', await told(), await told('app/main.ts')];
  expect(outputOfExample('embed.ts', cwd, 'app/main.ts')).toBe(`${messages.join('\n')}\n`);
});

test('read-log.ts tells of a log of any format what it holds', () => {
  const log = (name: string): string => outputOfExample('read-log.ts', join(root, 'test/fixtures/logs', name));
  expect(log('pi/version-1.jsonl')).toBe('pi: 8 lines, 18 events\nvisible in the end: 4 messages\n');
  expect(log('codex/rollout-structured.jsonl')).toContain('\nskipped 1 × turn_context\n');
});

test('own-io.ts takes three rounds for a baseline and prints it', () => {
  const output = outputOfExample('own-io.ts');
  expect(output).toContain('Instructions from: AGENTS.md\n\nWrite tests first.\n');
  expect(output).toContain('Instructions from: app/AGENTS.md\n\nThe application is in French.\n');
  expect(output).toMatch(/── told in 3 rounds of questions\n$/u);
});
