// Owns: the proof that the floor law is enforced: the real dependency-cruiser configuration, run over a scratch house,
// passes the unbroken one and names the right rule for every single breakage.
import { cruise } from 'dependency-cruiser';
import { describe, expect, test } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import type { Tree } from './scratch.js';
import { appended, scratch, unbroken } from './scratch.js';

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

const violationsIn = async (tree: Tree): Promise<readonly Violation[]> => {
  const { output } = await cruise(['src'], {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
    baseDir: scratch(tree),
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
};

const rulesBrokenIn = async (tree: Tree): Promise<readonly string[]> =>
  [...new Set((await violationsIn(tree)).map(({ rule }) => rule))].sort();

/** `file` gets one import of `imports`; `and` names the rules that cannot help but break with it. */
interface Breakage {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
  readonly and?: readonly string[];
}

const breakages: readonly Breakage[] = [
  { rule: 'floor-domain', file: 'src/domain/word.ts', imports: '../core/leaf.js' },
  { rule: 'floor-core', file: 'src/core/fold.ts', imports: '../sources/alpha/leaf.js' },
  { rule: 'floor-sources', file: 'src/sources/alpha/index.ts', imports: '../../ports/leaf.js' },
  { rule: 'floor-prompt', file: 'src/prompt/registry.ts', imports: '../sources/alpha/leaf.js' },
  { rule: 'floor-readers', file: 'src/readers/alpha/index.ts', imports: '../../ports/leaf.js' },
  { rule: 'floor-ports', file: 'src/ports/clock.ts', imports: '../core/leaf.js' },
  { rule: 'floor-programs', file: 'src/programs/run.ts', imports: '../adapters/memory/leaf.js' },
  { rule: 'floor-adapters', file: 'src/adapters/node/index.ts', imports: '../../core/leaf.js' },
  { rule: 'floor-hosts', file: 'src/hosts/one/index.ts', imports: '../../adapters/node/leaf.js' },
  { rule: 'floor-scenario', file: 'src/scenario/run.ts', imports: '../adapters/node/leaf.js' },
  { rule: 'floor-testing', file: 'src/testing/given.ts', imports: '../cli/leaf.js' },
  { rule: 'floor-cli', file: 'src/cli/main.ts', imports: '../testing/leaf.js' },

  { rule: 'sibling-sources', file: 'src/sources/alpha/index.ts', imports: '../beta/leaf.js' },
  { rule: 'sibling-readers', file: 'src/readers/alpha/index.ts', imports: '../beta/leaf.js' },
  { rule: 'sibling-adapters', file: 'src/adapters/node/index.ts', imports: '../memory/leaf.js' },
  { rule: 'sibling-hosts', file: 'src/hosts/one/index.ts', imports: '../two/leaf.js' },

  { rule: 'npm-domain', file: 'src/domain/word.ts', imports: 'commander', and: ['library-without-packages'] },
  { rule: 'npm-core', file: 'src/core/fold.ts', imports: 'io-ts', and: ['io-ts-in-codecs'] },
  { rule: 'npm-sources', file: 'src/sources/alpha/codec.ts', imports: 'tsup', and: ['library-without-packages'] },
  { rule: 'npm-prompt', file: 'src/prompt/registry.ts', imports: 'io-ts', and: ['io-ts-in-codecs'] },
  { rule: 'npm-readers', file: 'src/readers/alpha/codec.ts', imports: 'tsup', and: ['library-without-packages'] },
  { rule: 'npm-ports', file: 'src/ports/clock.ts', imports: 'io-ts', and: ['io-ts-in-codecs', 'ports-are-types'] },
  { rule: 'npm-programs', file: 'src/programs/run.ts', imports: 'io-ts', and: ['io-ts-in-codecs'] },
  { rule: 'npm-adapters', file: 'src/adapters/node/index.ts', imports: 'commander' },
  { rule: 'npm-hosts', file: 'src/hosts/one/index.ts', imports: 'commander' },
  { rule: 'npm-scenario', file: 'src/scenario/run.ts', imports: 'fast-check' },
  { rule: 'npm-testing', file: 'src/testing/given.ts', imports: 'vitest' },
  { rule: 'npm-cli', file: 'src/cli/main.ts', imports: 'fast-check' },

  { rule: 'door-index', file: 'src/index.ts', imports: './scenario/leaf.js' },
  { rule: 'door-sources', file: 'src/sources.ts', imports: './programs/leaf.js' },
  { rule: 'door-readers', file: 'src/readers.ts', imports: './prompt/leaf.js' },
  { rule: 'door-stores', file: 'src/stores.ts', imports: './sources/alpha/leaf.js' },
  { rule: 'door-node', file: 'src/node.ts', imports: './cli/leaf.js' },
  { rule: 'door-testing', file: 'src/testing.ts', imports: './adapters/node/leaf.js' },
  { rule: 'door-invariants', file: 'src/invariants.ts', imports: './scenario/leaf.js' },

  { rule: 'io-ts-in-codecs', file: 'src/sources/alpha/index.ts', imports: 'io-ts' },
  { rule: 'ports-are-types', file: 'src/ports/clock.ts', imports: 'fp-ts/lib/Task.js' },
  { rule: 'builtins-at-the-edge', file: 'src/scenario/run.ts', imports: 'node:fs' },
  {
    rule: 'library-without-builtins',
    file: 'src/index.ts',
    imports: './adapters/node/index.js',
    and: ['door-index'],
  },
  {
    rule: 'library-without-packages',
    file: 'src/index.ts',
    imports: './cli/main.js',
    and: ['door-index', 'library-without-builtins'],
  },
  { rule: 'no-cycles', file: 'src/core/leaf.ts', imports: './fold.js' },
  { rule: 'no-orphans', file: 'src/core/lost.ts', imports: './leaf.js' },
  { rule: 'no-unresolved', file: 'src/core/fold.ts', imports: './nowhere.js' },
];

describe('the floor law', () => {
  test('holds in the unbroken house', async () => {
    expect(await violationsIn(unbroken)).toEqual([]);
  });

  test.each(breakages)('$rule is broken by $file importing $imports', async ({ rule, file, imports, and = [] }) => {
    const broken = appended(unbroken, file, `import '${imports}';`);
    expect(await rulesBrokenIn(broken)).toEqual([rule, ...and].sort());
  });

  test('sees an import that is only a type', async () => {
    const broken = appended(unbroken, 'src/domain/word.ts', "import type { leaf } from '../core/leaf.js';");
    expect(await rulesBrokenIn(broken)).toEqual(['floor-domain']);
  });

  test('sees a cycle that is only types', async () => {
    const broken = appended(unbroken, 'src/core/leaf.ts', "import type { fold } from './fold.js';");
    expect(await rulesBrokenIn(broken)).toEqual(['no-cycles']);
  });

  test('has no rule that is not broken here', () => {
    const broken = new Set(breakages.map(({ rule }) => rule));
    expect(config.forbidden.map(({ name = '' }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });
});

/** The table of docs/ARCHITECTURE.md, written out a second time: a row may import what it lists, and itself. */
const table: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  core: ['domain'],
  sources: ['core', 'domain'],
  prompt: ['core', 'domain'],
  readers: ['core', 'domain'],
  ports: ['domain'],
  programs: ['ports', 'sources', 'prompt', 'readers', 'core', 'domain'],
  adapters: ['ports', 'domain'],
  hosts: ['programs', 'ports', 'sources', 'prompt', 'readers', 'core', 'domain'],
  scenario: ['programs', 'ports', 'sources', 'prompt', 'readers', 'core', 'domain'],
  testing: ['programs', 'ports', 'sources', 'prompt', 'readers', 'core', 'domain', 'adapters', 'scenario'],
  cli: ['programs', 'ports', 'sources', 'prompt', 'readers', 'core', 'domain', 'adapters', 'scenario', 'hosts'],
};

describe('the table of floors, cell by cell', () => {
  // Every floor imports every other floor at once: what is refused must be exactly the empty cells.
  const cells = Object.keys(table).flatMap((from) => Object.keys(table).map((to) => ({ from, to })));
  const doorOf = (floor: string): string => `src/${floor}/room/door.ts`;
  const everyoneImportsEveryone = (): Tree =>
    Object.fromEntries(
      Object.keys(table).map((from) => [
        doorOf(from),
        Object.keys(table)
          .filter((to) => to !== from)
          .map((to) => `import '../../${to}/room/door.js';\n`)
          .join(''),
      ]),
    );

  test(`refuses exactly the empty ones of ${cells.length}`, async () => {
    const refused = (await violationsIn({ 'package.json': '{}', ...everyoneImportsEveryone() }))
      .filter(({ rule }) => rule.startsWith('floor-'))
      .map(({ rule, to }) => `${rule.replace('floor-', '')} → ${to.split('/')[1]}`);
    const empty = cells
      .filter(({ from, to }) => from !== to && !table[from]?.includes(to))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(refused.sort()).toEqual(empty.sort());
  });
});
