// Measures how long a log file takes to become state, from disk.
//
// Against two bare scripts, which keep nothing: one reads the file at once, one in blocks of the size that the engine
// likes best, which is three times as quick; both call JSON.parse with every line.
//
// One run on two shared, busy cores, Node 20.20: 0.23 and 0.8 as its lines are visited, 0.5 and 1.9 as a store opens
// it; 0.45 of the first is promised.
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldEvents, initialState, snapshotOf, typesRead } from '../../src/core/fold.js';
import type { SessionState } from '../../src/core/fold.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { jsonlStore, nodePorts, visitLog } from '../../src/node.js';
import { createContext } from '../../src/programs/open-session.js';
import { openStored } from '../../src/programs/open-stored.js';
import { EVENTS, headerIn, inFolder, instructions, right } from '../given.js';
import type { Bench } from '../measure.js';
import { bestOf, expectEqual } from '../measure.js';
import { eventsOfLog, writeLog } from '../session-log.js';

const ROUNDS = 3;
const BATCH = 64;

const atOnce = (path: string): number => {
  const text = readFileSync(path, 'utf8');
  let lines = 0;
  for (let start = 0; start < text.length; lines += 1) {
    const end = text.indexOf('\n', start);
    JSON.parse(text.slice(start, end));
    start = end + 1;
  }
  return lines;
};

const streamed = async (path: string): Promise<number> => {
  let rest = '';
  let lines = 0;
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: 96 * 1024 })) {
    const parts = (rest + (piece as string)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) JSON.parse(line);
    lines += parts.length;
  }
  return lines;
};

export const bench: Bench = () =>
  inFolder(async (folder) => {
    const path = join(folder, 'bench.jsonl');
    const header = headerIn('/repo');
    writeLog(path, header, EVENTS);
    const sources = [instructions(join(folder, 'home'))];
    const context = right(createContext({ sources, ports: nodePorts() }));
    const store = jsonlStore(folder);

    const textOf = (state: SessionState): string => JSON.stringify(snapshotOf(sources, state));
    const folded = textOf(right(foldEvents(sources, initialState(sources, header), eventsOfLog(EVENTS))));
    const visited = async (): Promise<void> => {
      let state: SessionState = initialState(sources, header);
      let waiting: LogEvent[] = [];
      const foldWaiting = (): void => {
        state = right(foldEvents(sources, state, waiting));
        waiting = [];
      };
      right(
        await visitLog(
          path,
          (event) => {
            waiting.push(event);
            if (waiting.length === BATCH) foldWaiting();
          },
          { types: typesRead(sources) },
        )(),
      );
      foldWaiting();
      expectEqual('the state', textOf(state), folded);
    };
    const opened = async (): Promise<void> => {
      const { session } = right(await openStored(context, store, header.id)());
      expectEqual('the state', textOf(session.live().state), folded);
    };
    const bare = (): void => expectEqual('lines', atOnce(path), EVENTS + 1);
    const bareStream = async (): Promise<void> => expectEqual('lines', await streamed(path), EVENTS + 1);

    const times = await bestOf([visited, opened, bare, bareStream], ROUNDS);
    const [visit = NaN, open = NaN, whole = NaN, stream = NaN] = times;
    const what = `log file of ${EVENTS} events to state`;
    const opens = 'the same, as a store opens a session';
    const against = 'reading the file and JSON.parse of every line';
    const tuned = 'the same in blocks of 96 KiB';
    return {
      rows: [
        { what, against, figure: visit / whole, unit: '×', limit: 0.45 },
        { what, against: tuned, figure: visit / stream, unit: '×' },
        { what: opens, against, figure: open / whole, unit: '×' },
        { what: opens, against: tuned, figure: open / stream, unit: '×' },
      ],
    };
  });
