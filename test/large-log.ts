// Owns: a log of a million events for the tests of memory. CONTEXTFOLD_LARGE=1 makes it half a gigabyte.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';

/** How many events the log has. */
export const EVENTS = 1_000_000;

/** Whether it is as long in bytes, too, as such a log would be. */
export const isFull = process.env['CONTEXTFOLD_LARGE'] === '1';

const WRITE_EVENTS = 10_000;
const PAD = 'x'.repeat(isFull ? 440 : 10);
const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

/** Mostly what a model streamed, in between turns, steps, messages and calls; every so often a compaction. */
const eventAt = (seq: number): LogEvent => {
  const turn = 1 + Math.floor(seq / 1000);
  switch (seq % 1000) {
    case 0:
      return { type: 'turn/start', data: { turn } };
    case 1:
      return { type: 'step/start', data: { turn, step: 1 } };
    case 2: {
      const data = { id: `m${seq}`, role: 'user', content: PAD, source: { kind: 'user' } };
      const isCompaction = turn % 50 === 0;
      const surfaceOp = isCompaction ? { op: 'replace' as const, start: seq - 49_000, end: seq - 1000 } : 'append';
      return { type: 'user/message', data, surfaceOp };
    }
    case 998:
      return { type: 'step/end', data: { turn, step: 1 } };
    case 999:
      return { type: 'turn/end', data: { turn } };
    default:
      return { type: 'text-chunk', data: { turn, text: PAD } };
  }
};

/** Writes the log to a file. */
export const writeLargeLog = (path: string, header: SessionHeader = HEADER): void => {
  const file = openSync(path, 'w');
  writeSync(file, `${JSON.stringify(header)}\n`);
  for (let start = 0; start < EVENTS; start += WRITE_EVENTS) {
    const events = Array.from({ length: WRITE_EVENTS }, (_, index) => eventAt(start + index));
    writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  closeSync(file);
};
