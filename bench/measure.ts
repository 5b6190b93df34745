// Owns: measuring by ratio inside one run: machines differ, so a figure in milliseconds says nothing alone.

/** One row of the table: what was measured, against what, and what it must stay below. */
export interface Row {
  readonly what: string;
  /** `''` for a figure that is not a ratio by nature. */
  readonly against: string;
  readonly figure: number;
  /** `'×'` for a ratio. */
  readonly unit: '×' | 'rounds' | 'reads' | 'MB' | 'kB';
  /** What issue and `docs/PERFORMANCE.md` promise; none while it only watches. */
  readonly limit?: number;
}

/** How a cost grows with a size. */
export interface Growth {
  readonly what: string;
  /** Each size with its cost as a multiple of the first one's. */
  readonly points: readonly (readonly [size: number, cost: number])[];
  /** Of `size ** exponent`, fitted to the costs. */
  readonly exponent: number;
  /** The same between the two largest sizes, where what is constant hides least. */
  readonly atTheEnd: number;
}

/** What one bench tells. */
export interface Report {
  readonly rows: readonly Row[];
  readonly growth?: readonly Growth[];
  /** Why something was not measured. */
  readonly notes?: readonly string[];
}

/** What a bench file gives. */
export type Bench = () => Promise<Report>;

/** What is measured. */
export type Work = () => unknown;

/** How long something takes. Units: ms. */
const timeOf = async (work: Work): Promise<number> => {
  const start = performance.now();
  const result = work();
  if (result instanceof Promise) await result;
  return performance.now() - start;
};

/** The middle one. */
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;

/** A profile is to show ours, and more of it. */
const OURS_ONLY = process.env['CONTEXTFOLD_BENCH_OURS'] === '1';
const PROFILED_ROUNDS = 5;

/**
 * How long several runs of each take, ours first, taken in turns so that all see the same machine. Units: ms.
 *
 * Shape:  `check` runs after each of them, while no clock does.
 */
const timesOf = async (
  works: readonly Work[],
  rounds: number,
  check: () => void,
): Promise<readonly (readonly number[])[]> => {
  const times = works.map((): number[] => []);
  const taken = OURS_ONLY ? works.slice(0, 1) : works;
  for (let round = 0; round < (OURS_ONLY ? rounds * PROFILED_ROUNDS : rounds); round += 1) {
    for (const [index, work] of taken.entries()) {
      times[index]?.push(await timeOf(work));
      check();
    }
  }
  return times;
};

/** The best of several runs of each, as `timesOf` says. Units: ms. */
export const bestOf = async (
  works: readonly Work[],
  rounds: number,
  check: () => void = () => undefined,
): Promise<readonly number[]> => (await timesOf(works, rounds, check)).map((times) => Math.min(...times));

/**
 * What a run of each takes in the middle, as `timesOf` says. Units: ms.
 *
 * Why:    where threads take part, the best run is one in which all of them happened to be awake.
 */
export const middleOf = async (
  works: readonly Work[],
  rounds: number,
  check: () => void = () => undefined,
): Promise<readonly number[]> => (await timesOf(works, rounds, check)).map(median);

/** The ratio of the best runs of two. */
export const ratioOf = async (work: Work, baseline: Work, rounds: number): Promise<number> => {
  const [ours = NaN, bare = NaN] = await bestOf([work, baseline], rounds);
  return ours / bare;
};

/** Units: ms of the processor, of all threads. */
const cpuTimeOf = async (work: Work, runs: number): Promise<number> => {
  const start = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** Units: ms. A sample is long enough to be told from the clock's own steps. */
const SAMPLE_MS = 5;
const WARM_UP_MS = 100;
const SAMPLES = 7;

/**
 * The best of several samples, once the engine knows the code. Units: ms of the processor.
 *
 * Why: one size is measured after the other, and meanwhile what else the machine does changes. That costs time, and
 *      hardly any of the processor's that is ours.
 */
const costOf = async (work: Work): Promise<number> => {
  let runs = 1;
  let warmMs = 0;
  for (let sampleMs = 0; warmMs < WARM_UP_MS || sampleMs < SAMPLE_MS; warmMs += sampleMs) {
    sampleMs = await cpuTimeOf(work, runs);
    if (sampleMs < SAMPLE_MS) runs *= 2;
  }
  let best = Infinity;
  for (let sample = 0; sample < SAMPLES; sample += 1) best = Math.min(best, (await cpuTimeOf(work, runs)) / runs);
  return best;
};

type Point = readonly [number, number];

/** Costs as multiples of the first, with the exponent that fits them by least squares over their logarithms. */
const growthOf = (what: string, costs: readonly (readonly [size: number, cost: number])[]): Growth => {
  const logs = costs.map(([size, cost]): Point => [Math.log(size), Math.log(cost)]);
  const mean = (index: 0 | 1): number => logs.reduce((sum, point) => sum + point[index], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const slope = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const first = costs[0]?.[1] ?? NaN;
  const [[x1, y1], [x2, y2]] = logs.slice(-2) as [Point, Point];
  return {
    what,
    points: costs.map(([size, cost]) => [size, cost / first] as const),
    exponent: slope / spread,
    atTheEnd: (y2 - y1) / (x2 - x1),
  };
};

/** Prepares and measures one size after the other, so that nothing of one is there when another one is measured. */
export const grown = async (
  what: string,
  sizes: readonly number[],
  prepare: (size: number) => Promise<Work> | Work,
): Promise<Growth> => {
  const costs: [number, number][] = [];
  for (const size of sizes) costs.push([size, await costOf(await prepare(size))]);
  return growthOf(what, costs);
};

/** A bench that did not do its work has measured nothing. */
export const expectEqual = (what: string, found: unknown, expected: unknown): void => {
  if (found !== expected) throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`);
};
