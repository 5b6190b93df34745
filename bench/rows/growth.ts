// Measures how each cost grows with its size: a row is one cost at several sizes, in time of the processor, the best of
// a few runs.
//
// An exponent of 0 is a cost that does not grow, 1 a linear one. The fit goes over all sizes; the last column looks at
// the two largest alone, where what is constant hides least.
//
// One run on two shared, busy cores, Node 20.20: no cost grows faster than the bare work beside it: 0.9 to 1.1 for what
// is linear, 0 for a pre-step with nothing due and a resume.
import type { Bench, Growth } from '../measure.js';
import { eventGrowth } from '../growth/events.js';
import { renderingGrowth } from '../growth/rendering.js';
import { scopeGrowth } from '../growth/scopes.js';
import { parallelGrowth } from '../growth/parallel.js';
import { depthGrowth } from '../growth/depth.js';

export const bench: Bench = async () => {
  const growth: Growth[] = [];
  for (const measure of [scopeGrowth, depthGrowth, parallelGrowth, renderingGrowth, eventGrowth]) {
    growth.push(...(await measure()));
  }
  return { rows: [], growth };
};
