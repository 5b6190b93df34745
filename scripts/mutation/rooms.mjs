// Owns: which tests judge which part of the library when it is mutated, and what share of the mutants they must catch.
// A part is judged by the tests that are about it: quick and pure, none that starts a program or needs `dist/`.

const laws = (...families) => families.map((family) => `property-tests/${family}.laws.test.ts`);

const source = (name, ...families) => ({
  folder: `src/sources/${name}`,
  atLeast: 90,
  runs: 100,
  judges: [`test/sources/${name}`, ...laws(...families, 'reads')],
});

const agentInstructions = source('agent-instructions', 'commit', 'convergence', 'glance', 'reconcile');

/**
 * Every part of the library that is mutated, in the order in which it is.
 *
 * `atLeast`: the share of mutants, in percent, that have to be caught. `runs`: the most runs of one property, since
 * each mutant pays for them. `judges`: test files and folders of them.
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
  {
    folder: 'src/programs',
    atLeast: 80,
    runs: 50,
    judges: ['test/programs', ...laws('derived-session', 'read-log', 'timeline')],
  },
  { folder: 'src/readers', atLeast: 80, runs: 50, judges: ['test/readers', ...laws('readers')] },
];

/** Families that belong to a part of whole sessions and whose runs are none: they may always take some more. */
const brief = laws('glance', 'reconcile');

/** The most runs that a property in a test file may take while it judges a part. */
export const runsIn = (folder, file) => {
  const { runs } = rooms.find((room) => room.folder === folder);
  return brief.includes(file) ? Math.max(runs, 100) : runs;
};

/** What needs files beside the checkout or a real terminal, or replaces parts of the language while it runs. */
export const unfit = [
  'test/sources/agent-instructions/trees.test.ts',
  'test/sources/time-context/clock.test.ts',
  'test/sources/tmux-context/real-tmux.test.ts',
];

/** Titles of tests about size: a mutant that none of the others catches would pay for each of them. */
export const isTooLarge = (title) => /\bin (?:linear|no) time\b|\bwithout end\b|\btake no room\b/u.test(title);

/** The part that a source file belongs to, if it is mutated at all. */
export const roomOf = (file) => rooms.find(({ folder }) => file.startsWith(`${folder}/`));
