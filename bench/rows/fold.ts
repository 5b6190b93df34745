// Measures the fold of a long log that was parsed already: stream noise, messages, tools, 1 % of it sourced messages,
// 50 compactions.
//
// Against JSON.parse of the same lines, which keeps nothing of them.
//
// One run on two shared, busy cores, Node 20.20: 0.12, and 0.18 when others worked hard beside it; 0.15 is promised.
import { foldEvents, initialState } from '../../src/core/fold.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { EVENTS, headerIn, instructions, right } from '../given.js';
import type { Bench } from '../measure.js';
import { expectEqual, ratioOf } from '../measure.js';
import { eventsOfLog } from '../session-log.js';

const ROUNDS = 5;

export const bench: Bench = async () => {
  const sources = [instructions('/home/dsh')];
  const lines = Array.from(eventsOfLog(EVENTS), (event) => JSON.stringify(event));
  const events = lines.map((line) => JSON.parse(line) as LogEvent);
  const fold = (): void => {
    const { nextSeq } = right(foldEvents(sources, initialState(sources, headerIn('/repo')), events));
    expectEqual('events folded', nextSeq, EVENTS);
  };
  const parse = (): void => {
    for (const line of lines) JSON.parse(line);
  };
  const figure = await ratioOf(fold, parse, ROUNDS);
  const what = `fold of ${EVENTS} parsed events`;
  return { rows: [{ what, against: 'JSON.parse of their lines', figure, unit: '×', limit: 0.15 }] };
};
