// Owns: `npm run bench:profile`: where one bench spends its time, or what it allocates. The profile itself opens as a
// flame graph in the developer tools of Chrome or in speedscope.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchName } from './benches.js';
import { benches, isBench } from './benches.js';
import { bundleOf, runBench } from './child.js';
import { aligned } from './table.js';

const HELP = `Usage: npm run bench:profile -- --only NAME [--heap]

Runs what a bench measures of ours, without what it is compared with, under the profiler. Prints the functions that
take most, themselves alone, and writes the whole profile, which Chrome's developer tools and speedscope show as a flame
graph.

  --only NAME  the bench: ${Object.keys(benches).join(', ')}
  --heap       what is allocated, instead of where time is spent
  --help       print this
`;

const TOP = 20;

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  /** Units: µs. */
  readonly timeDeltas: readonly number[];
}

interface HeapNode {
  readonly callFrame: CallFrame;
  /** Units: bytes. */
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

interface Cost {
  readonly frame: CallFrame;
  readonly cost: number;
}

const cpuCosts = ({ nodes, samples, timeDeltas }: CpuProfile): readonly Cost[] => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  return samples.flatMap((id, index) => {
    const frame = frames.get(id);
    return frame === undefined || frame.functionName === '(idle)' ? [] : [{ frame, cost: timeDeltas[index] ?? 0 }];
  });
};

const heapCosts = ({ callFrame, selfSize, children }: HeapNode): readonly Cost[] => [
  { frame: callFrame, cost: selfSize },
  ...children.flatMap(heapCosts),
];

/** Where a function stands in the sources, or what else it is. */
const placesIn = (name: BenchName): ((frame: CallFrame) => string) => {
  const payload = JSON.parse(readFileSync(`${bundleOf(name)}.map`, 'utf8')) as SourceMapPayload;
  const map = new SourceMap(payload);
  return ({ functionName, url, lineNumber, columnNumber }) => {
    const title = functionName === '' ? '(anonymous)' : functionName;
    if (!url.endsWith(`/${name}.mjs`)) return url === '' ? title : `${title} (${url})`;
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) return title;
    const source = relative('.', resolve(dirname(bundleOf(name)), entry.originalSource));
    return `${title} (${source}:${entry.originalLine + 1})`;
  };
};

const topOf = (costs: readonly Cost[], placeOf: (frame: CallFrame) => string): string => {
  const sums = new Map<string, number>();
  let all = 0;
  for (const { frame, cost } of costs) {
    const place = placeOf(frame);
    sums.set(place, (sums.get(place) ?? 0) + cost);
    all += cost;
  }
  const most = [...sums].sort(([, one], [, other]) => other - one).slice(0, TOP);
  return aligned([
    ['share', 'itself'],
    ...most.map(([place, cost]) => [`${((100 * cost) / all).toFixed(1)} %`, place]),
  ]);
};

const profile = async (name: BenchName, kind: 'cpu' | 'heap'): Promise<string> => {
  const path = await runBench(name, kind);
  const told: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const costs = kind === 'heap' ? heapCosts((told as { readonly head: HeapNode }).head) : cpuCosts(told as CpuProfile);
  return `${topOf(costs, placesIn(name))}\n\n${relative('.', path)}\n`;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, heap: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const { only = '' } = values;
  if (!isBench(only)) throw new Error(`--only takes the name of a bench\n\n${HELP}`);
  process.stdout.write(await profile(only, values.heap === true ? 'heap' : 'cpu'));
  return 0;
};

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  return 2;
});
