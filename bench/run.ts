// Owns: `npm run bench`: which benches run, and their figures as tables or as JSON.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BenchName } from './benches.js';
import { benches, isBench } from './benches.js';
import { runBench } from './child.js';
import type { Growth, Report, Row } from './measure.js';
import { show } from './table.js';

const HELP = `Usage: npm run bench -- [--only NAME]... [--json] [--list]

Measures the library by ratios inside one run and prints them beside their limits.

  --only NAME  run this bench alone; may be given several times
  --json       print the same as JSON
  --list       print the names of the benches and what they measure
  --help       print this

CONTEXTFOLD_BENCH_EVENTS sets the length of the longest log (1000000).
Exits with 0 whatever the figures are, with 1 when a bench failed, with 2 for a wrong argument.
`;

const list = (): string =>
  Object.entries(benches)
    .map(([name, what]) => `${name.padEnd(10)} ${what}\n`)
    .join('');

const measureAll = async (names: readonly BenchName[]): Promise<Required<Report> & { readonly failed: number }> => {
  const all = { rows: [] as Row[], growth: [] as Growth[], notes: [] as string[], failed: 0 };
  for (const name of names) {
    if (process.stderr.isTTY) process.stderr.write(`${name} …\n`);
    try {
      const { rows, growth = [], notes = [] } = JSON.parse(readFileSync(await runBench(name), 'utf8')) as Report;
      all.rows.push(...rows);
      all.growth.push(...growth);
      all.notes.push(...notes.map((note) => `${name}: ${note}`));
    } catch (error) {
      all.failed += 1;
      all.notes.push(`${name}: ${(error as Error).message}`);
    }
  }
  return all;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true || values.list === true) {
    process.stdout.write(values.help === true ? HELP : list());
    return 0;
  }
  const asked = values.only ?? Object.keys(benches);
  const unknown = asked.find((name) => !isBench(name));
  if (unknown !== undefined) throw new Error(`there is no bench ${JSON.stringify(unknown)}\n\n${list()}`);
  const { failed, ...report } = await measureAll(asked.filter(isBench));
  process.stdout.write(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : show(report));
  return failed === 0 ? 0 : 1;
};

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  return 2;
});
