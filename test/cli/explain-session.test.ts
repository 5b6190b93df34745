// Owns: examples of what an explanation says on files in memory, where versions, listings and trusted roots are as a
// test wants them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { confined } from '../../src/adapters/confined/index.js';
import { decoder } from '../../src/adapters/encoding/index.js';
import type { MemoryFile } from '../../src/adapters/memory/index.js';
import { memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { Explanation } from '../../src/cli/commands/explanation.js';
import { explainSession } from '../../src/cli/commands/explanation.js';
import { printExplanation } from '../../src/cli/print/explanation.js';
import { absolutePath } from '../../src/domain/path.js';
import type { FileSystem } from '../../src/ports/file-system.js';

const CWD = absolutePath('/repo/app') ?? expect.fail('no path');

const explainOn = async (fileSystem: FileSystem, paths: readonly string[]): Promise<Explanation> => {
  const explained = await explainSession({
    cwd: CWD,
    config: { maxBytes: 65536 },
    paths,
    surroundings: { osHome: '/home/me', variables: {} },
    ports: { fileSystem, hash: nodeHash, decoder },
  })();
  return E.isRight(explained) ? explained.right : expect.fail('the configuration was refused');
};

const explain = (files: Readonly<Record<string, MemoryFile>>, ...paths: readonly string[]): Promise<Explanation> =>
  explainOn(memoryFileSystem({ '/repo/.git': { directory: true }, ...files }), paths);

const printed = (explanation: Explanation): readonly string[] =>
  printExplanation(explanation, { colours: false, all: false }).split('\n');

describe('touching after a baseline', () => {
  test('A11: what is not read again has its numbers from the baseline', async () => {
    const same = { '/repo/AGENTS.md': 'same\n', '/repo/CLAUDE.md': 'same\n' };
    const { candidates, baseline } = await explain({ ...same, '/repo/lib/AGENTS.md': 'lib\n' }, '../lib/a.ts');
    const numbers = (rows: Explanation['candidates'] = []): readonly unknown[] =>
      rows.filter(({ path }) => !path.includes('/')).map(({ path, bytes, digest }) => ({ path, bytes, digest }));
    expect(numbers(candidates)).toEqual(numbers(baseline?.candidates));
    expect(candidates.find(({ path }) => path === 'CLAUDE.md')).toMatchObject({ state: 'duplicate-of', bytes: 5 });
  });

  test('A19: near misses of both decisions are shown, each once', async () => {
    const files = { '/repo/agents.md': 'x\n', '/repo/lib/Claude.md': 'x\n', '/repo/lib/GEMINI.md': 'x\n' };
    const { nearMisses } = await explain(files, '../lib/a.ts');
    expect(nearMisses.map(({ path }) => path)).toEqual(['agents.md', 'lib/Claude.md', 'lib/GEMINI.md']);
  });
});

describe('the picture', () => {
  test('A19: each near miss has one row, behind the candidates of its directory', async () => {
    const rows = printed(await explain({ '/repo/agents.md': 'x\n', '/repo/AGENTS.local.md': 'x\n' }));
    const files = rows.filter((row) => /^(in|out) /u.test(row)).map((row) => row.split(/ +/u)[1]);
    expect(files).toEqual(['AGENTS.local.md', 'agents.md']);
  });

  test('A5: an absence that needs explaining is no plain one', async () => {
    const files = memoryFileSystem({
      '/repo/.git': { directory: true },
      '/repo/app': { directory: true },
      '/repo/AGENTS.md': { link: '/etc/motd' },
      '/etc/motd': 'hello\n',
    });
    const trusted = confined(files, [absolutePath('/repo') ?? CWD]);
    const row = printed(await explainOn(trusted, [])).find((line) => line.includes(' AGENTS.md'));
    expect(row).toMatch(/^out +AGENTS\.md .*absent: .*outside the trusted roots$/u);
  });
});
