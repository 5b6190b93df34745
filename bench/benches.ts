// Owns: which benches there are. Each is a file of its own in rows/, which tells its numbers at its head.

/** Name → what it measures. The name is the file's, too. */
export const benches = {
  fold: 'a long log, parsed already, folded into state',
  log: 'a log file folded into state, from disk',
  idle: 'a pre-step with nothing due, after a long log',
  deep: 'the baseline of a 20-deep tree, from disk',
  slow: 'the same from a provider that takes 20 ms a call',
  touch: 'an unchanged touch with 300 known scopes',
  render: 'a thousand files into 64 KiB',
  retention: 'a session of 50 MB into 64 KiB',
  memory: 'what open sessions keep in memory',
  hook: 'the whole process of contextfold hook, on an unchanged touch (needs a build)',
  size: 'what an import of the library weighs in a bundle (needs a build)',
  growth: 'how each cost grows',
  peers: 'what else loads instruction files (npm run bench:setup adds what is not installed)',
} as const;

/** A bench that exists. */
export type BenchName = keyof typeof benches;

/** Whether there is such a bench. */
export const isBench = (name: string): name is BenchName => Object.hasOwn(benches, name);
