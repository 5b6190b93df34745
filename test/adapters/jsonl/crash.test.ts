// Owns: what is left of a log when its writers are killed: two processes write to one log at a time, and both are
// killed at moments that nobody chose.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonlStore } from '../../../src/adapters/jsonl/index.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { seed } from '../../seed.js';
import type { Bundle } from './bundle.js';
import { bundle } from './bundle.js';
import { HEADER, append, namesIn, read, right, temporary } from './given.js';

const LOGS = 50;
const ROUNDS = 2;
const WRITERS = 2;
const MAX_APPENDS = 3;
const MAX_PAUSE_MS = 8;

let library: Bundle;
beforeAll(async () => {
  library = await bundle({ store: 'adapters/jsonl/index.ts' });
});
afterAll(() => library.remove());

/** When a writer that is ready is killed; it has said so many lines by then. */
type Moment = (directory: string, lines: () => number) => Promise<void>;

const somewhen = (): Promise<void> => pause(Math.random() * MAX_PAUSE_MS);

/** Any moment of a life of some appends. */
const anyMoment: Moment = async (_, lines) => {
  const appends = Math.floor(Math.random() * (MAX_APPENDS + 1));
  while (lines() <= appends) await pause(1);
  await somewhen();
};

/** A moment at which somebody is in the middle of an append. */
const whileWriting: Moment = async (directory) => {
  while (!namesIn(directory).includes('s.jsonl.lock')) await pause(1);
  await somewhen();
};

const linesOf = (said: string): readonly string[] => said.split('\n').slice(0, -1);

/** A writer's life: what it said until it was killed. */
const live = async (
  directory: string,
  who: string,
  moment: Moment,
  begin: number,
): Promise<readonly string[]> => {
  const script = join(import.meta.dirname, 'writer.mjs');
  const adapter = join(library.directory, 'store.mjs');
  const child = spawn(process.execPath, [script, adapter, directory, who, String(begin)]);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '') void moment(directory, () => linesOf(said).length).then(() => child.kill('SIGKILL'));
    said += chunk.toString('utf8');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`the writer ended with ${code}: ${said}`);
  return linesOf(said);
};

interface Written {
  readonly who: string;
  readonly batch: number;
  readonly place: number;
  readonly count: number;
}

const writtenOf = (event: LogEvent | undefined): Written => event?.data as Written;

/** The appends of a log, each of which must be there with all its events, one after the other. */
const appendsIn = (events: readonly LogEvent[]): readonly string[] => {
  const appends: string[] = [];
  for (let at = 0; at < events.length;) {
    const { who, batch, count } = writtenOf(events[at]);
    const places = events.slice(at, at + count).map((event) => writtenOf(event));
    const whole = Array.from({ length: count }, (_, place) => ({ who, batch, place, count }));
    expect(places).toMatchObject(whole);
    appends.push(`${who} ${batch}`);
    at += count;
  }
  return appends;
};

test(`L6 an append is there as a whole or not at all, whenever its writer is killed (seed ${seed})`, async () => {
  const counts = { killed: 0, acknowledged: 0, cut: 0, locked: 0 };
  const logLife = async (log: number): Promise<void> => {
    const directory = temporary();
    right(await jsonlStore(directory).create(HEADER)());
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lives = Array.from({ length: WRITERS }, async (_, writer) => {
        const who = `${round}.${writer}`;
        const moment = writer === 0 ? anyMoment : whileWriting;
        const said = await live(directory, who, moment, seed + 100 * log + 10 * round + writer);
        acknowledged.push(...said.filter((line) => line.startsWith('wrote ')).map((line) => `${who} ${line.slice(6)}`));
      });
      await Promise.all(lives);
      counts.killed += WRITERS;
      counts.locked += namesIn(directory).includes('s.jsonl.lock') ? 1 : 0;

      const { events } = await read(jsonlStore(directory));
      const appends = appendsIn(events);
      expect(new Set(appends).size, 'nothing is there twice').toBe(appends.length);
      expect(
        acknowledged.filter((one) => !appends.includes(one)),
        'nothing acknowledged is lost',
      ).toEqual([]);
      const unheard = appends.filter((one) => !acknowledged.includes(one));
      expect(unheard.length, 'at most one append a writer was not heard of').toBeLessThanOrEqual(WRITERS * (round + 1));
    }
    const store = jsonlStore(directory);
    const { last } = await read(store);
    await append(store, last.end.nextSeq, [{ type: 'last' }]);
    expect((await read(store, last.end)).events).toEqual([{ type: 'last' }]);
    // One who is killed while it takes over a lock leaves the second one, for the next who has to.
    const beside = namesIn(directory).filter((name) => !name.includes('.cut-'));
    expect(
      beside.filter((name) => !name.includes('.lock.over')),
      'no lock is left',
    ).toEqual(['s.jsonl']);
    counts.acknowledged += acknowledged.length;
    counts.cut += namesIn(directory).length - beside.length;
  };
  for (let log = 0; log < LOGS; log += 1) await logLife(log);
  expect(counts.killed).toBeGreaterThanOrEqual(200);
  expect(counts.acknowledged).toBeGreaterThan(100);
  process.stderr.write(`kills and what they left: ${JSON.stringify(counts)}\n`);
}, 240_000);
