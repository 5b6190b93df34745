// Owns: making a failing life small, and printing it as a scenario file that `contextfold simulate` replays.
import type { Scenario, Step, ToolRun } from '../../src/scenario/model.js';
import type { Failure } from './life.js';

/** Runs a scenario; nothing when all is well. */
export type Trial = (scenario: Scenario) => Promise<Failure | undefined>;

/** What a complaint is about: the rule, not the paths and digests of the day. */
const ruleOf = ({ complaints }: Failure): string => (complaints[0] ?? '').split(':')[0] ?? '';

type Fields = Readonly<Record<string, unknown>>;

const without = (fields: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));

/** The scenario without some of its steps, from big cuts to single ones. */
function* shorter({ steps, ...rest }: Scenario): Generator<Scenario> {
  for (let size = Math.max(1, steps.length >> 1); size >= 1; size >>= 1) {
    for (let start = 0; start < steps.length; start += size) {
      yield { ...rest, steps: [...steps.slice(0, start), ...steps.slice(start + size)] };
    }
  }
}

const configs = (scenario: Scenario, change: (config: Fields) => readonly Fields[]): readonly Scenario[] => {
  const configOf = (sources: unknown): Fields | undefined =>
    (sources as { readonly agentInstructions?: Fields } | undefined)?.agentInstructions;
  const own = configOf(scenario.sources);
  const inSteps = scenario.steps.flatMap((step, index): readonly Scenario[] => {
    const config = 'sources' in step ? configOf(step.sources) : undefined;
    if (config === undefined) return [];
    return change(config).map((agentInstructions) => ({
      ...scenario,
      steps: scenario.steps.map((each, at) =>
        at === index ? ({ ...each, sources: { agentInstructions } } as Step) : each,
      ),
    }));
  });
  const atStart =
    own === undefined ? [] : change(own).map((agentInstructions) => ({ ...scenario, sources: { agentInstructions } }));
  return [...atStart, ...inSteps];
};

const simplerRun = ({ children = [], ...run }: ToolRun): readonly ToolRun[] => [
  run,
  ...children.flatMap((child, index) => [
    { ...run, children: children.filter((_, at) => at !== index) },
    ...simplerRun(child).map((simpler) => ({
      ...run,
      children: children.map((each, at) => (at === index ? simpler : each)),
    })),
  ]),
];

/** The scenario with one thing left out or made plain. */
function* simpler(scenario: Scenario): Generator<Scenario> {
  const files = scenario.files ?? {};
  for (const path of Object.keys(files))
    yield { ...scenario, files: without(files, path) as NonNullable<Scenario['files']> };
  for (const path of Object.keys(files))
    if (files[path] !== 'x') yield { ...scenario, files: { ...files, [path]: 'x' } };
  yield* configs(scenario, (config) =>
    Object.keys(config).flatMap((key) => (key === 'maxBytes' ? [] : [without(config, key)])),
  );
  yield* configs(scenario, (config) => (config['maxBytes'] === 65_536 ? [] : [{ ...config, maxBytes: 65_536 }]));
  for (const [index, step] of scenario.steps.entries()) {
    const replace = (each: Step): Scenario => ({
      ...scenario,
      steps: scenario.steps.map((other, at) => (at === index ? each : other)),
    });
    if (step.do === 'turn' && step.prompt !== 'go on') yield replace({ do: 'turn', prompt: 'go on' });
    if (step.do === 'put' && step.file !== 'x') yield replace({ ...step, file: 'x' });
    if (step.do === 'tool' && step.children !== undefined)
      for (const run of simplerRun(step)) yield replace({ ...run, do: 'tool' });
  }
}

/**
 * The smallest life that can be found in which the same rule is broken.
 *
 * Cost:   a few hundred runs of ever shorter lives.
 */
export const shrink = async (
  failing: Scenario,
  failure: Failure,
  trial: Trial,
): Promise<{ scenario: Scenario; failure: Failure }> => {
  const rule = ruleOf(failure);
  let best = { scenario: { ...failing, steps: failing.steps.slice(0, failure.step + 1) }, failure };
  const improves = async (candidates: Iterable<Scenario>): Promise<boolean> => {
    for (const scenario of candidates) {
      const found = await trial(scenario);
      if (found === undefined || ruleOf(found) !== rule) continue;
      best = { scenario: { ...scenario, steps: scenario.steps.slice(0, found.step + 1) }, failure: found };
      return true;
    }
    return false;
  };
  while ((await improves(shorter(best.scenario))) || (await improves(simpler(best.scenario))));
  return best;
};

/** The scenario file of a failing life, and what it violates. */
export const report = ({ scenario, failure }: { scenario: Scenario; failure: Failure }): string =>
  [
    ...failure.complaints,
    '\nsave the next line as life.json and run `contextfold simulate life.json`:',
    JSON.stringify(scenario),
  ].join('\n');
