// Owns: what the shared life is worth: that it holds what every host has to get right, said once and by the simulator.
import { expect, test } from 'vitest';
import { LIFE, simulated } from './life.js';

const HEADING = /^(?:(Additional|Updated) i|I)nstructions(?: (removed))?[^:\n]*: (\S+)$/gmu;

/** The headings that are visible at a call of the model. */
const headings = (texts: readonly string[]): string =>
  [...texts.join('\n').matchAll(HEADING)]
    .map(([, what, removed, path]) => `${(what ?? removed ?? 'baseline').toLowerCase()} ${path}`)
    .join(', ');

test('the life has everything in it that a host has to get right', async () => {
  const hello = 'baseline AGENTS.md, additional lib/AGENTS.md';
  const edited = `${hello}, updated lib/AGENTS.md`;
  const compacted = 'removed lib/AGENTS.md, baseline AGENTS.md';
  const again = 'additional web/AGENTS.md, baseline AGENTS.md';
  const resumed = `${again}, updated AGENTS.md, removed web/AGENTS.md`;
  expect((await simulated(LIFE)).shown.map(headings)).toEqual([
    ...['baseline AGENTS.md', 'baseline AGENTS.md', hello],
    ...[hello, edited, edited],
    edited,
    ...[edited, `${edited}, removed lib/AGENTS.md`],
    compacted,
    ...[compacted, `${compacted}, additional web/AGENTS.md`],
    ...[again, again],
    ...[resumed, resumed],
    resumed,
    ...['baseline AGENTS.md', hello],
  ]);
});
