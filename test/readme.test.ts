// Owns: the proof that the README tells the truth where it can be run: its example is the file that runs, its picture
// is what the command prints, its table has every setting, its scenario is one. The same for the example of READERS.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { readScenario } from '../src/scenario/run.js';
import { agentInstructions } from '../src/sources/agent-instructions/index.js';
import { explained, layOut, realTree } from './cli/explained.js';
import { root } from './package/built.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

const blocksOf = (language: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gmu'))].map(([, text]) => text ?? '');

test('the example is examples/embed.ts as it is', () => {
  expect(blocksOf('ts')).toEqual([readFileSync(join(root, 'examples/embed.ts'), 'utf8')]);
});

test('the example of READERS.md is examples/read-log.ts as it is', () => {
  const page = readFileSync(join(root, 'docs/READERS.md'), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${readFileSync(join(root, 'examples/read-log.ts'), 'utf8')}\`\`\`\n`);
});

test('the picture is what explain prints on a terminal of 90 columns', async () => {
  const base = layOut(realTree('kimi-code'));
  const { out } = await explained(['--cwd', join(base, 'repo/docs/en/customization')], { width: 90 });
  expect(blocksOf('')[0]).toBe(out.replaceAll(base, ''));
});

test('the table names every setting', () => {
  const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('## Commands'));
  const named = [...table.matchAll(/^\| `(\w+)`/gmu)].map(([, key]) => key);
  const refused = agentInstructions({ maxBytes: 1, 'no such setting': true });
  expect(E.isLeft(refused) && refused.left.expected).toBe(`one of ${named.join(', ')}`);
});

test('the scenario is one', () => {
  const [scenario] = blocksOf('json');
  expect(E.isRight(readScenario(JSON.parse(scenario ?? '')))).toBe(true);
});
