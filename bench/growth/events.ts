// Owns: how what follows a log grows with its length: its fold, a pre-step with nothing due, and a resume from a
// snapshot that a store kept beside it.
import { join } from 'node:path';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { jsonlStore, nodePorts } from '../../src/node.js';
import { createContext } from '../../src/programs/open-session.js';
import { openStored } from '../../src/programs/open-stored.js';
import { EVENTS, enterStep, headerIn, inFolder, instructions, makeChain, right } from '../given.js';
import type { Growth, Work } from '../measure.js';
import { expectEqual, grown } from '../measure.js';
import { eventsOfLog, generatedLog, writeLog } from '../session-log.js';

const SIZES = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= EVENTS);
const CALLS = 200;

/** Up to the length of the longest log. */
export const eventGrowth = (): Promise<readonly Growth[]> =>
  inFolder(async (folder) => {
    const sources = [instructions(join(folder, 'home'))];
    const context = right(createContext({ sources, ports: nodePorts() }));
    const cwd = makeChain(folder, 3).directories.at(-1) ?? '';
    const store = jsonlStore(folder);

    const folding = (size: number): Work => {
      const events = generatedLog(size);
      return () => {
        const { nextSeq } = right(foldEvents(sources, initialState(sources, headerIn(cwd)), events));
        expectEqual('events folded', nextSeq, size);
      };
    };
    const idling = async (size: number): Promise<Work> => {
      const session = right(context.open(headerIn(cwd), eventsOfLog(size)));
      await enterStep(session, { turn: 900, step: 1 });
      return async () => {
        for (let call = 0; call < CALLS; call += 1) {
          right(await session.preStep({ turn: 900, step: 2, messages: [] })());
        }
      };
    };
    const resuming = async (size: number): Promise<Work> => {
      const header = headerIn(cwd, `resumed-${size}`);
      writeLog(join(folder, `${header.id}.jsonl`), header, size);
      right(await right(await openStored(context, store, header.id)()).saveSnapshot()());
      return async () => {
        const { openedFrom, session } = right(await openStored(context, store, header.id)());
        expectEqual('events in the snapshot', openedFrom, size);
        expectEqual('events in the session', session.live().state.nextSeq, size);
      };
    };
    return [
      await grown('fold, by events', SIZES, folding),
      await grown('pre-step with nothing due, by events', SIZES, idling),
      await grown('resume from a snapshot, by events', SIZES, resuming),
    ];
  });
