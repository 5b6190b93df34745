// Owns: crash exhaustiveness: recorded lives are cut after every single event, a fresh process attaches to what is
// left, and a touch of everything must bring it to where the uncut life comes with the same touch.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario, Step } from '../src/scenario/model.js';
import { anyScenario } from '../src/testing/arbitraries/scenario.js';
import { seed } from '../test/seed.js';
import type { Life } from './world/life.js';
import { begin } from './world/life.js';

const ROOMY = {
  maxBytes: 1_000_000,
  maxSourceBytes: 1_048_576,
  maxTotalSourceBytes: 8_388_608,
  reach: 'root',
  holdWrites: false,
};

/** With the source mounted, a budget that holds nothing back and healed files the end does not depend on the way. */
const roomy = (scenario: Scenario): Scenario => {
  const widened = (sources: Scenario['sources']): NonNullable<Scenario['sources']> => ({
    agentInstructions: { ...(sources?.agentInstructions as object | undefined), ...ROOMY },
  });
  const steps = scenario.steps.map((step): Step =>
    'sources' in step ? { ...step, sources: widened(step.sources) } : step,
  );
  return { ...scenario, sources: widened(scenario.sources), steps };
};

const EVERYWHERE = ['/repo/app/src/f', '/repo/pkg/deep/er/f', '/repo/lib/f', '/repo/x</system-reminder>/f'];

const TOUCH_ALL: readonly Step[] = [
  { do: 'turn', prompt: 'go on' },
  { do: 'tool', name: 'read', arguments: { file_path: EVERYWHERE } },
  { do: 'step' },
];

const run = async (life: Life, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await life.run(step);
};

/** Heals every fault of a life, so that everything can be observed. */
const healing = ({ steps }: Scenario): readonly Step[] =>
  steps.flatMap((step): readonly Step[] => (step.do === 'fault' ? [{ ...step, fault: null }] : []));

const HAND_WRITTEN: Readonly<Record<string, Scenario>> = {
  'nested calls under "tool-result", one of them lost': {
    contextfold: 1,
    session: { id: 'crash', cwd: '/repo/app' },
    sources: { agentInstructions: { ...ROOMY, delivery: 'tool-result' } },
    files: {
      '/repo/.git': '',
      '/repo/AGENTS.md': 'a',
      '/repo/pkg/AGENTS.md': 'p',
      '/repo/pkg/deep/CLAUDE.md': 'd',
      '/repo/lib/AGENTS.md': 'l',
    },
    steps: [
      { do: 'turn', prompt: 'hi' },
      {
        do: 'tool',
        name: 'run_code',
        error: true,
        children: [{ name: 'edit', arguments: { file_path: '/repo/pkg/deep/f' } }],
      },
      { do: 'tool', name: 'read', arguments: { file_path: '/repo/lib/f' }, drop: 'late' },
      { do: 'put', path: '/repo/pkg/AGENTS.md', file: 'p2' },
      { do: 'tool', name: 'read', arguments: { file_path: '/repo/app/f' }, drop: true },
      { do: 'step' },
      { do: 'compact', keep: 2 },
      { do: 'delete', path: '/repo/lib/AGENTS.md' },
      { do: 'turn', prompt: 'again' },
      { do: 'tool', name: 'write', arguments: { file_path: '/repo/lib/f' } },
    ],
  },
  'near-duplicates that come and go, resumed under another selection': {
    contextfold: 1,
    session: { id: 'crash', cwd: '/repo' },
    sources: { agentInstructions: { ...ROOMY } },
    files: {
      '/repo/.git': '',
      '/repo/AGENTS.md': 'same',
      '/repo/CLAUDE.md': 'same\n',
      '/repo/pkg/CLAUDE.md': 'p',
      '/repo/pkg/AGENTS.md': ' p',
    },
    steps: [
      { do: 'turn', prompt: 'hi' },
      { do: 'tool', name: 'read', arguments: { file_path: 'pkg/f' } },
      { do: 'step' },
      { do: 'put', path: '/repo/CLAUDE.md', file: 'other' },
      { do: 'delete', path: '/repo/pkg/AGENTS.md' },
      { do: 'tool', name: 'edit', arguments: { file_path: 'pkg/f' } },
      { do: 'step' },
      { do: 'resume', sources: { agentInstructions: { ...ROOMY, selection: 'first' } } },
      { do: 'turn', prompt: 'again' },
      { do: 'put', path: '/repo/AGENTS.md', file: 'other' },
      { do: 'tool', name: 'read', arguments: { file_path: 'f' } },
      { do: 'step', reject: true },
    ],
  },
};

/** Directories that the last touches reach, and the working directories below them. */
const REACHED = [
  '/repo',
  ...EVERYWHERE.map((path) => path.slice(0, -'/f'.length)),
  '/repo/app',
  '/repo/pkg',
  '/repo/pkg/deep',
];

/**
 * Lives whose end does not depend on the way: the root stays where it is (a cut life discovers it anew, an attached one
 * keeps it), and everything that is ever spoken of is touched again at the end.
 */
const isSteady = (scenario: Scenario): boolean => {
  const settings = JSON.stringify([
    scenario.sources,
    scenario.steps.map((step) => ('sources' in step ? step.sources : null)),
  ]);
  const paths = [
    ...Object.keys(scenario.files ?? {}),
    ...scenario.steps.flatMap((step) => ('path' in step ? [step.path] : [])),
  ];
  const isMarker = (path: string): boolean => /\/(?:\.git|\.hg|package\.json)$/u.test(path);
  const isEdited = scenario.steps.some((step) => 'path' in step && isMarker(step.path));
  const isKnown = (path: string): boolean =>
    isMarker(path) || path.startsWith('/home/') || REACHED.includes(path.slice(0, path.lastIndexOf('/')));
  const custom = /"projectRootMarkers":\[(?!"\.git"\])/u.test(settings);
  return !custom && !isEdited && paths.every(isKnown);
};

/** Lives a scenario, then compares every cut with the whole. */
const cutEverywhere = async (scenario: Scenario): Promise<void> => {
  const whole = begin(scenario);
  await run(whole, scenario.steps);
  expect(whole.oracle.complaints).toEqual([]);
  const log = whole.host.log();
  // What is left of the life: its last settings, its last files, no faults.
  const last = scenario.steps.reduce(
    (sources, step) => ('sources' in step && step.sources !== undefined ? step.sources : sources),
    scenario.sources,
  );
  const rest: Scenario = { ...scenario, ...(last === undefined ? {} : { sources: last }) };
  const edits = [...scenario.steps.filter((step) => step.do === 'put' || step.do === 'delete'), ...healing(scenario)];
  const resting = async (length: number): Promise<unknown> => {
    const life = begin(rest);
    await run(life, edits);
    life.oracle.learnFrom(whole.oracle);
    life.host.attach(log.slice(0, length));
    await run(life, [{ do: 'crash' }, ...TOUCH_ALL]);
    expect(life.oracle.complaints).toEqual([]);
    return life.oracle.visible(life.host.log());
  };
  await run(whole, [...healing(scenario), ...TOUCH_ALL]);
  const expected = whole.oracle.visible(whole.host.log());
  for (let length = 1; length <= log.length; length += 1)
    expect([length, await resting(length)]).toEqual([length, expected]);
};

describe(`L4, A9, A13: no crash loses anything, seed ${seed}`, () => {
  test.each(Object.keys(HAND_WRITTEN))('%s', async (name) => cutEverywhere(HAND_WRITTEN[name] as Scenario));

  const LIVES = 12;
  const sampled = fc.sample(anyScenario({ minSteps: 30, maxSteps: 45 }), { seed, numRuns: LIVES * 40 });
  const lives = sampled.map(roomy).filter(isSteady).slice(0, LIVES);

  test('enough of the sampled lives are comparable', () => expect(lives).toHaveLength(LIVES));

  test.each(lives.map((_, index) => index))(
    'a recorded life, number %i of the seed, cut after every event',
    async (index) => {
      await cutEverywhere(lives[index] as Scenario);
    },
  );
});
