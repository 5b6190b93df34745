// Owns: which tests judge which part of the library when it is mutated, and what share of the mutants they must catch.
// A part is judged by the tests that are about it: quick ones, none that needs another program or `dist/`.

const laws = (...families) => families.map((family) => `property-tests/${family}.laws.test.ts`);

const source = (name, ...families) => ({
  folder: `src/sources/${name}`,
  atLeast: 90,
  runs: 100,
  judges: [`test/sources/${name}`, ...laws(...families, 'reads')],
});

const agentInstructions = source('agent-instructions', 'commit', 'convergence', 'glance', 'reconcile');

const contracts = 'test/contracts/contracts.test.ts';
const storeContracts = 'test/contracts/session-store.test.ts';

/** @param {string} name @param {...string} others */
const adapter = (name, ...others) => ({
  folder: `src/adapters/${name}`,
  atLeast: 80,
  runs: 20,
  judges: [`test/adapters/${name}`, ...others],
});

/** @param {string} name @param {...string} others */
const host = (name, ...others) => ({
  folder: `src/hosts/${name}`,
  atLeast: 80,
  runs: 20,
  judges: [`test/hosts/${name}`, ...others],
});

/** What runs the command line inside of the process that judges. */
const commandLine = [
  ...['check', 'explain', 'explain-session', 'init', 'inspect', 'progress', 'replay', 'replay-steps'],
  ...['sessions', 'simulate'],
].map((name) => `test/cli/${name}.test.ts`);

/** @param {string} name @param {...string} others */
const cli = (name, ...others) => ({
  folder: `src/cli/${name}`,
  atLeast: 80,
  runs: 20,
  judges: [...commandLine, ...others],
});

/**
 * Every part of the library that is mutated, in the order in which it is.
 *
 * `atLeast`: the share of mutants, in percent, that have to be caught. `runs`: the most runs of one property, since
 * each mutant pays for them. `judges`: test files and folders of them. `except`: folders inside that are not mutated.
 */
export const rooms = [
  {
    folder: 'src/core',
    atLeast: 90,
    runs: 100,
    judges: [
      'test/core',
      ...laws('align', 'append-list', 'budget', 'combine', 'fold', 'frame', 'inquiry', 'reads', 'surface', 'utf8'),
    ],
  },
  // Each run of most of its properties is a whole session.
  { ...agentInstructions, runs: 3, judges: [...agentInstructions.judges, 'test/scenario-fixtures.test.ts'] },
  source('session-reference', 'session-reference', 'session-reference-retention', 'session-reference-snapshot'),
  source('time-context', 'time-context', 'time-stamp'),
  source('tmux-context', 'tmux-context'),
  {
    folder: 'src/domain',
    atLeast: 80,
    runs: 50,
    judges: [
      'test/domain',
      'test/programs/read-any-log.test.ts',
      'test/programs/read-log.test.ts',
      ...laws('codec', 'path', 'read-log', 'reads', 'scope'),
    ],
  },
  { folder: 'src/prompt', atLeast: 80, runs: 50, judges: ['test/prompt', ...laws('prompt', 'reads')] },
  // Each run of a timeline is a whole session, too.
  {
    folder: 'src/programs',
    atLeast: 80,
    runs: 6,
    judges: ['test/programs', ...laws('derived-session', 'read-log', 'reads', 'timeline')],
  },
  {
    folder: 'src/readers',
    atLeast: 80,
    runs: 50,
    judges: ['test/readers', 'test/programs/read-any-log.test.ts', ...laws('readers')],
  },
  { folder: 'src/scenario', atLeast: 80, runs: 10, judges: ['test/scenario', 'test/scenario-fixtures.test.ts'] },
  adapter('memory', contracts, storeContracts),
  adapter('encoding', contracts),
  adapter('confined', contracts),
  adapter('jsonl', storeContracts),
  adapter('node', contracts),
  { folder: 'src/testing', atLeast: 80, runs: 20, judges: ['test/testing', 'test/contracts'] },
  ...['acp', 'ai-sdk', 'langchain', 'openai-agents', 'opencode', 'pi'].map((name) => host(name)),
  ...['claude-code', 'codex', 'gemini'].map((name) => host(name, 'test/hosts/trails.test.ts')),
  {
    ...host('hook-host'),
    folder: 'src/hosts',
    judges: ['claude-code', 'codex', 'gemini', 'trails.test.ts'].map((name) => `test/hosts/${name}`),
  },
  cli('print', 'test/cli/print'),
  cli('settings', 'test/cli/settings', ...laws('hook')),
  // What its page does is tried in a browser.
  { ...cli('report'), except: ['src/cli/report/page'] },
  cli('commands'),
  // A hook is tried as a process.
  { ...cli(''), folder: 'src/cli', except: ['src/cli/hook', 'src/cli/report/page'] },
];

/** Families that belong to a part of whole sessions and whose runs are none: they may always take some more. */
const brief = laws('derived-session', 'glance', 'read-log', 'reconcile');

/** The most runs that a property in a test file may take while it judges a part. */
export const runsIn = (folder, file) => {
  const { runs } = rooms.find((room) => room.folder === folder);
  return brief.includes(file) ? Math.max(runs, 100) : runs;
};

/**
 * What needs files beside the checkout, a real terminal, other programs or `dist/`, or replaces parts of the language
 * while it runs.
 */
export const unfit = [
  ...['crash', 'full-disk', 'large'].map((name) => `test/adapters/jsonl/${name}.test.ts`),
  ...['claude-code', 'codex', 'gemini'].map((name) => `test/hosts/${name}/real.test.ts`),
  'test/hosts/opencode/recorded.test.ts',
  'test/hosts/pi/loader.test.ts',
  'test/testing/runners.test.ts',
  'test/sources/agent-instructions/trees.test.ts',
  'test/sources/time-context/clock.test.ts',
  'test/sources/tmux-context/real-tmux.test.ts',
];

/** Titles of tests about size: a mutant that none of the others catches would pay for each of them. */
const isTooLarge = (title) => /\bin (?:linear|no) time\b|\bwithout end\b|\btake no room\b/u.test(title);

/** Titles of tests that need a server, or files beside the checkout. */
const needsMore = (title) => /^the PostgreSQL store\b|^real logs of an older writer\b/u.test(title);

export const isUnfit = (title) => isTooLarge(title) || needsMore(title);

const isBelow = (folder, file) => file.startsWith(`${folder}/`);

/** The part that a source file belongs to, if it is mutated at all; of two the one inside of the other. */
export const roomOf = (file) => {
  const room = rooms.find(({ folder }) => isBelow(folder, file));
  return room?.except?.some((folder) => isBelow(folder, file)) ? undefined : room;
};
