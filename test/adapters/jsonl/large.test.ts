// Owns: a log of a million events: how much memory and how many bytes opening it takes, with a snapshot and without.
// CONTEXTFOLD_LARGE=1 makes it half a gigabyte.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS, writeLargeLog } from '../../large-log.js';
import type { Bundle } from './bundle.js';
import { bundle } from './bundle.js';

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
  library = await bundle({ index: 'index.ts', node: 'node.ts', sources: 'sources.ts', stores: 'stores.ts' });
  directory = mkdtempSync(join(tmpdir(), 'contextfold-large-'));
  writeLargeLog(join(directory, 's.jsonl'));
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
