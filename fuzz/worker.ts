// Owns: the thread that runs one target, and tells the other side of each input before it runs.
import { parentPort, workerData } from 'node:worker_threads';
import { fuzz } from './engine.js';
import { COUNTERS, INPUT_BYTES } from './shared.js';
import type { Task } from './shared.js';
import { targets } from './targets/index.js';

const { target: name, shared, ...options } = workerData as Task;
const [count, length] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
const buffer = Buffer.from(shared, 8, INPUT_BYTES);

const target = targets.find((one) => one.name === name);
if (target === undefined) throw new Error(`there is no target ${name}`);

const counters = (globalThis as unknown as Readonly<Record<string, Uint8Array | undefined>>)[COUNTERS];
const outcome = await fuzz(target, {
  ...options,
  ...(counters === undefined ? {} : { counters }),
  before: (input) => {
    length[0] = buffer.write(input, 'utf16le');
    count[0] = (count[0] ?? 0) + 1;
  },
});
parentPort?.postMessage(outcome);
