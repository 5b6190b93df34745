// Owns: the words in which the tests of generated lives say what happens in one.
import type { LogEvent } from '../../src/domain/log-event.js';
import type { Scenario, ScenarioFile, Step, StepOf, ToolRun } from '../../src/scenario/model.js';
import type { AgentInstructionsConfig } from '../../src/sources/agent-instructions/index.js';
import { anyScenario } from '../../src/testing/arbitraries/scenario.js';
import { testReach } from './reach.js';

/** Whether a value is of a kind. */
export type Kind<A> = (value: A) => boolean;

const LIVES = 250;

/** A life in which some step is so. */
export const inSome =
  <K extends Step['do']>(kind: K, isSo: Kind<StepOf<K>> = () => true): Kind<Scenario> =>
  ({ steps }) =>
    steps.some((step) => step.do === kind && isSo(step as StepOf<K>));

const runsIn = (run: ToolRun): readonly ToolRun[] => [run, ...(run.children ?? []).flatMap(runsIn)];

/** A life in which some call is so, or one inside of it. */
export const inSomeCall = (isSo: Kind<ToolRun>): Kind<Scenario> => inSome('tool', (step) => runsIn(step).some(isSo));

export const depthOf = ({ children = [] }: ToolRun): number => 1 + Math.max(0, ...children.map(depthOf));

export const fileOf = ({ file }: StepOf<'put'>, key: string): unknown =>
  typeof file === 'object' ? (file as Readonly<Record<string, unknown>>)[key] : undefined;

export const inSomeText = (isSo: Kind<string>): Kind<Scenario> =>
  inSome('put', ({ file }) => typeof file === 'string' && isSo(file));

export const putAt = (path: string, isSo: Kind<ScenarioFile> = () => true): Kind<Scenario> =>
  inSome('put', (step) => step.path === path && isSo(step.file));

export const given = ({ arguments: value }: ToolRun): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export const touching = (isSo: Kind<string>): Kind<Scenario> =>
  inSomeCall((run) => typeof given(run)['file_path'] === 'string' && isSo(given(run)['file_path'] as string));

export const eventIn = (isSo: Kind<LogEvent>): Kind<Scenario> => inSome('log', ({ event }) => isSo(event));

export const tagIn = ({ data }: LogEvent): Readonly<Record<string, unknown>> =>
  (data as { readonly source?: Readonly<Record<string, unknown>> }).source ?? {};

export const changeIn = (event: LogEvent): Readonly<Record<string, unknown>> => {
  const { changes } = tagIn(event);
  return Array.isArray(changes) ? ((changes[0] as Readonly<Record<string, unknown>> | undefined) ?? {}) : {};
};

export const isReplacement = ({ surfaceOp }: LogEvent): boolean => typeof surfaceOp === 'object';

export const metaIn = ({ data }: LogEvent): unknown => (data as { readonly meta?: unknown }).meta;

export const configOf = ({ sources }: Scenario): AgentInstructionsConfig =>
  (sources?.agentInstructions ?? {}) as AgentInstructionsConfig;

export const set =
  <K extends keyof AgentInstructionsConfig>(key: K, value: AgentInstructionsConfig[K]): Kind<Scenario> =>
  (life) =>
    JSON.stringify(configOf(life)[key]) === JSON.stringify(value);

export const reached = (kinds: Readonly<Record<string, Kind<Scenario>>>): void =>
  testReach('anyScenario', {
    make: () => anyScenario(),
    count: LIVES,
    always: ({ steps }) => steps.length >= 60 && steps.length <= 90,
    reaches: kinds,
  });
