// Measures what open sessions keep in memory: the heap after a full collection, with them and without them. What it is
// measured in is MB, by nature.
//
// One run on two shared, busy cores, Node 20.20: 0.16 MB for the one, 116 MB for the many; 1.5 and 120 are promised.
import { join } from 'node:path';
import { nodePorts } from '../../src/node.js';
import type { Session } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';
import {
  enterStep,
  headerIn,
  inFolder,
  instructions,
  knowing,
  makeChain,
  makeProject,
  opener,
  right,
  writeInstructions,
} from '../given.js';
import type { Bench } from '../measure.js';
import { expectEqual } from '../measure.js';
import { eventsOfLog } from '../session-log.js';

const BUSY_SESSIONS = 8;
const BUSY_EVENTS = 100_000;
const BUSY_DIRECTORIES = 150;
const IDLE_SESSIONS = 10_000;
/** Sessions share nothing that grows, and so some of them tell what all of them weigh. */
const IDLE_SAMPLE = 2000;
const IDLE_DEPTH = 10;
const MEGABYTE = 1_000_000;

/** What lives. Units: MB. */
const used = (): number => {
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
};

/** How much the heap grows by what `make` gives. Units: MB. */
const weigh = async (count: number, make: (index: number) => Promise<Session>): Promise<number> => {
  // The first one brings compiled code and caches of the engine, which the others share.
  await make(-1);
  const kept: Session[] = [];
  const before = used();
  for (let index = 0; index < count; index += 1) kept.push(await make(index));
  const after = used();
  // They are needed after the measuring, so nothing of them was collected by then.
  expectEqual('sessions kept', kept.filter((session) => session.live().state.nextSeq > 0).length, count);
  return after - before;
};

const busyMegabytes = async (folder: string): Promise<number> => {
  const root = makeProject(join(folder, 'busy'));
  const directories = Array.from({ length: BUSY_DIRECTORIES }, (_, index) => join(root, `package-${index}`));
  directories.forEach((directory) => writeInstructions(directory));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const source = instructions(join(folder, 'home'), { delivery: 'tool-result' });
  const context = right(createContext({ sources: [source], ports: nodePorts() }));
  const all = await weigh(BUSY_SESSIONS, (index) => {
    const session = right(context.open(headerIn(root, `busy${index}`), eventsOfLog(BUSY_EVENTS)));
    return knowing(session, directories);
  });
  return all / BUSY_SESSIONS;
};

const idleMegabytes = async (folder: string): Promise<number> => {
  const { directories } = makeChain(join(folder, 'idle'), IDLE_DEPTH);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const open = opener([instructions(join(folder, 'home'))], nodePorts());
  const sample = await weigh(IDLE_SAMPLE, async () => {
    const session = open(directories.at(-1) ?? '');
    expectEqual('messages of the first step', await enterStep(session), 2);
    return session;
  });
  return (sample * IDLE_SESSIONS) / IDLE_SAMPLE;
};

export const bench: Bench = () =>
  inFolder(async (folder) => {
    expectEqual('collection can be asked for', typeof globalThis.gc, 'function');
    const busy = await busyMegabytes(folder);
    const idle = await idleMegabytes(folder);
    const one = `state of one session, ${2 * BUSY_DIRECTORIES} scopes, ${BUSY_EVENTS} events`;
    const many = `${IDLE_SESSIONS} idle sessions of ${2 * IDLE_DEPTH} scopes`;
    return {
      rows: [
        { what: one, against: '', figure: busy, unit: 'MB', limit: 1.5 },
        { what: many, against: '', figure: idle, unit: 'MB', limit: 120 },
      ],
    };
  });
