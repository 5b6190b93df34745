// Owns: what runs in the process of one bench: the bench, and a profiler around it where one is asked for.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { Bench } from './measure.js';

/** Units: bytes. */
const SAMPLING_BYTES = 16_384;

/** Also what was collected meanwhile: what a bench allocates is mostly gone at its end. */
const HEAP_OPTIONS = {
  samplingInterval: SAMPLING_BYTES,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

const profiled = async (bench: Bench, kind: string): Promise<unknown> => {
  const session = new Session();
  session.connect();
  if (kind === 'heap') {
    await session.post('HeapProfiler.startSampling', HEAP_OPTIONS);
    await bench();
    return (await session.post('HeapProfiler.stopSampling')).profile;
  }
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await bench();
  return (await session.post('Profiler.stop')).profile;
};

/** Runs a bench and writes down what it tells, or its profile. */
export const tell = async (bench: Bench): Promise<void> => {
  const [, , path = '', kind] = process.argv;
  writeFileSync(path, JSON.stringify(await (kind === undefined ? bench() : profiled(bench, kind))));
};
