// Owns: a log of a million events: how much memory and how many bytes opening it takes, with a snapshot and without.
// CONTEXTFOLD_LARGE=1 makes it half a gigabyte.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { Bundle } from './bundle.js';
import { bundle } from './bundle.js';
import { HEAD } from './given.js';

const EVENTS = 1_000_000;
const WRITE_EVENTS = 10_000;
const isFull = process.env['CONTEXTFOLD_LARGE'] === '1';
const PAD = 'x'.repeat(isFull ? 440 : 10);

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

interface Opening {
  readonly openedFrom: number;
  readonly nextSeq: number;
  readonly visible: number;
  readonly bytes: number;
  readonly ms: number;
  readonly peakMiB: number;
}

let library: Bundle;
let directory: string;
let size: number;

beforeAll(async () => {
  library = await bundle({ index: 'index.ts', node: 'node.ts' });
  directory = mkdtempSync(join(tmpdir(), 'contextfold-large-'));
  const file = openSync(join(directory, 's.jsonl'), 'w');
  writeSync(file, HEAD);
  for (let start = 0; start < EVENTS; start += WRITE_EVENTS) {
    const events = Array.from({ length: WRITE_EVENTS }, (_, index) => eventAt(start + index));
    writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  closeSync(file);
  ({ size } = statSync(join(directory, 's.jsonl')));
}, 120_000);
afterAll(() => {
  library.remove();
  rmSync(directory, { recursive: true });
});

const open = (...more: readonly string[]): Opening => {
  const script = join(import.meta.dirname, 'opener.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, library.directory, directory, ...more]);
  if (stderr.length > 0) throw new Error(stderr.toString('utf8'));
  return JSON.parse(stdout.toString('utf8')) as Opening;
};

test('F3 L6 a million events are opened in constant memory, and a snapshot of them without reading them', () => {
  const afresh = open('save');
  const again = open();
  process.stderr.write(`a log of ${Math.round(size / 2 ** 20)} MiB: ${JSON.stringify({ afresh, again })}\n`);
  expect(afresh).toMatchObject({ openedFrom: 0, nextSeq: EVENTS });
  expect(afresh.peakMiB).toBeLessThan(300);
  expect(again).toMatchObject({ openedFrom: EVENTS, nextSeq: EVENTS, visible: afresh.visible });
  expect(again.bytes).toBeLessThan(100_000);
}, 240_000);
