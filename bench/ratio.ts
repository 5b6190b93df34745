// Owns: measuring by ratio inside one run: machines differ, so a figure alone says nothing.

/** One row of the table: what was measured, against what, and the ratio that it must stay below. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  /** What `docs/PERFORMANCE.md` promises; none while it only watches. */
  readonly limit?: number;
}

const once = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The best of several runs of each, taken in turns so that both see the same machine. Units: ms. */
export const compare = async (
  work: () => unknown,
  baseline: () => unknown,
  rounds = 7,
): Promise<{ readonly work: number; readonly baseline: number; readonly ratio: number }> => {
  const times: { work: number[]; baseline: number[] } = { work: [], baseline: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.baseline.push(await once(baseline));
    times.work.push(await once(work));
  }
  const [best, bare] = [Math.min(...times.work), Math.min(...times.baseline)];
  return { work: best, baseline: bare, ratio: best / bare };
};

const cells = ({ what, against, ratio, limit }: Row): readonly string[] => [
  what,
  against,
  ratio.toFixed(3),
  limit === undefined ? '' : `≤ ${limit}`,
  limit === undefined ? '' : ratio <= limit ? 'yes' : 'NO',
];

/** The rows as an aligned table. */
export const table = (rows: readonly Row[]): string => {
  const lines = [['what', 'against', 'ratio', 'limit', 'met'], ...rows.map(cells)];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
