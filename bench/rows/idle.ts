// Measures a pre-step with nothing due, in a session with a visible baseline.
//
// Against the same after a short log, and against what a design would do that folds the log anew before each step.
//
// One run on two shared, busy cores, Node 20.20: 1.0 against the short log, where 1.2 is promised, and 0.0004 of
// folding anew, where 0.005 is.
import { join } from 'node:path';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { nodePorts } from '../../src/node.js';
import type { Session } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';
import { EVENTS, enterStep, headerIn, inFolder, instructions, makeChain, right } from '../given.js';
import type { Bench } from '../measure.js';
import { bestOf, expectEqual, ratioOf } from '../measure.js';
import { eventsOfLog, generatedLog } from '../session-log.js';

const ROUNDS = 30;
const CALLS = 200;
const SHORT = 1000;
const MIDDLE = 100_000;

const idle = async (session: Session): Promise<void> => {
  const { messages } = right(await session.preStep({ turn: 900, step: 2, messages: [] })());
  expectEqual('messages with nothing due', messages.length, 0);
};

const many = (session: Session) => async (): Promise<void> => {
  for (let call = 0; call < CALLS; call += 1) await idle(session);
};

export const bench: Bench = () =>
  inFolder(async (folder) => {
    const sources = [instructions(join(folder, 'home'))];
    const context = right(createContext({ sources, ports: nodePorts() }));
    const { directories } = makeChain(folder, 5);
    const header = headerIn(directories.at(-1) ?? '');
    const settled = async (length: number): Promise<Session> => {
      const session = right(context.open(header, eventsOfLog(length)));
      expectEqual('messages of the first step', await enterStep(session, { turn: 900, step: 1 }), 2);
      return session;
    };

    const [long, middle, short] = [await settled(EVENTS), await settled(MIDDLE), await settled(SHORT)];
    const growth = await ratioOf(many(long), many(short), ROUNDS);
    const log = generatedLog(MIDDLE);
    const refold = (): unknown => right(foldEvents(sources, initialState(sources, header), log));
    const [step = NaN, fold = NaN] = await bestOf([many(middle), refold], ROUNDS);
    return {
      rows: [
        {
          what: `pre-step with nothing due, ${EVENTS} events`,
          against: `the same, ${SHORT} events`,
          figure: growth,
          unit: '×',
          limit: 1.2,
        },
        {
          what: `pre-step with nothing due, ${MIDDLE} events`,
          against: 'folding them anew',
          figure: step / CALLS / fold,
          unit: '×',
          limit: 1 / 200,
        },
      ],
    };
  });
