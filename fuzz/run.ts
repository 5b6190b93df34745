// Owns: `npm run fuzz`: which targets run and for how long, the watch over the thread of each, and the report.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Finding, Outcome } from './engine.js';
import { bundle } from './instrument.js';
import { INPUT_BYTES } from './shared.js';
import type { Task } from './shared.js';
import { targets } from './targets/index.js';

const HELP = `Usage: npm run fuzz -- [OPTION]...

Gives every boundary of the library mutated inputs and holds its laws. Exits with 0 when nothing was found, with 1
when something was, with 2 for a wrong argument.

  --target NAME  run this target alone; may be given several times
  --runs N       inputs for each target (20000)
  --seconds N    stop a target after so long
  --seed N       another seed (20260101): the same one gives the same inputs
  --growths N    inputs that are made 16 Ki, 64 Ki and 512 Ki units long, for time and memory (200)
  --plain        without coverage
  --json         print the report as JSON
  --list         print the targets
  --help         print this
`;

/** A target may not need more. Units: MiB. */
const HEAP_LIMIT_MB = 512;

/** An input that is not over by then never is. */
const HANG_MS = 30_000;

const root = process.cwd();

const list = (): string => targets.map(({ name, about }) => `${name.padEnd(15)} ${about}\n`).join('');

const numberIn = (name: string, text: string | undefined, usual: number): number => {
  const value = text === undefined ? usual : Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} must be an integer of 0 or more`);
  return value;
};

/** Runs one target in a thread of its own, which is ended when it hangs or needs too much memory. */
const watch = (entry: string, task: Omit<Task, 'shared'>): Promise<Outcome> =>
  new Promise((resolve) => {
    const shared = new SharedArrayBuffer(8 + INPUT_BYTES);
    const [count, length] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
    const started = Date.now();
    let [last, since] = [0, Date.now()];
    const worker = new Worker(entry, {
      workerData: { ...task, shared },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    });
    const end = (outcome: Outcome): void => {
      clearInterval(timer);
      void worker.terminate();
      resolve(outcome);
    };
    const lost = (what: string): void => {
      const input = Buffer.from(Buffer.from(shared, 8, length[0] ?? 0)).toString('utf16le');
      const findings: readonly Finding[] = [{ what, input, count: 1 }];
      const { target, seed } = task;
      const nothing = { slowestMs: 0, heapBytes: 0, corpus: 0, reached: 0 };
      end({ target, seed, runs: count[0] ?? 0, lived: 0, ms: Date.now() - started, ...nothing, findings });
    };
    const timer = setInterval(() => {
      const now = count[0] ?? 0;
      if (now !== last) [last, since] = [now, Date.now()];
      else if (Date.now() - since > HANG_MS) lost(`does not end within ${HANG_MS} ms`);
    }, 1_000);
    worker.on('message', end);
    worker.on('error', (error) => lost(`the thread ended: ${error.message}`));
  });

const show = ({ target, seed, runs, lived, ms, slowestMs, heapBytes, corpus, reached, findings }: Outcome): string => {
  const speed = Math.round((runs / ms) * 1_000);
  const slowest = slowestMs === 0 ? 'none over 50 ms' : `slowest ${Math.round(slowestMs)} ms`;
  const facts = [
    `${runs} inputs, ${lived} of them lived, in ${(ms / 1_000).toFixed(1)} s (${speed}/s), seed ${seed}`,
    `${slowest}, heap ${Math.round(heapBytes / 2 ** 20)} MiB, corpus ${corpus}, ${reached} places reached`,
  ];
  const found = findings.map(({ what, input, count }) => {
    const shown = JSON.stringify(input);
    const part = shown.length > 2_000 ? `${shown.slice(0, 2_000)}… ${input.length}` : shown;
    return `  ${what} (${count} times)\n    ${part}`;
  });
  return [`${target}: ${facts.join('; ')}`, ...found].join('\n');
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      runs: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      growths: { type: 'string' },
      plain: { type: 'boolean' },
      json: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true || values.list === true) {
    process.stdout.write(values.help === true ? HELP : list());
    return 0;
  }
  const asked = values.target ?? targets.map(({ name }) => name);
  const stranger = asked.find((name) => !targets.some((target) => target.name === name));
  if (stranger !== undefined) throw new RangeError(`there is no target ${JSON.stringify(stranger)}\n\n${list()}`);
  const task = {
    runs: numberIn('runs', values.runs, 20_000),
    seed: numberIn('seed', values.seed, 20_260_101),
    growths: numberIn('growths', values.growths, 200),
    ...(values.seconds === undefined ? {} : { seconds: numberIn('seconds', values.seconds, 0) }),
  };
  const folder = join(root, 'node_modules/.cache/contextfold-fuzz');
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, `worker-${process.pid}.mjs`);
  await bundle(root, join(root, 'fuzz/worker.ts'), entry, values.plain !== true);
  const outcomes: Outcome[] = [];
  for (const target of asked) {
    const outcome = await watch(entry, { target, ...task });
    outcomes.push(outcome);
    if (values.json !== true) process.stdout.write(`${show(outcome)}\n`);
  }
  rmSync(entry, { force: true });
  if (values.json === true) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  return outcomes.every(({ findings }) => findings.length === 0) ? 0 : 1;
};

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof RangeError || (error instanceof TypeError && 'code' in error) ? 2 : 1);
  },
);
