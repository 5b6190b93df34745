// Owns: which source a scenario's key stands for, and the check of every source configuration before anything runs.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { MountedSource } from '../core/context-source.js';
import { settingPath } from '../domain/codec/decode.js';
import type { InvalidConfig, InvalidValue } from '../domain/error.js';
import type { Surroundings } from '../domain/surroundings.js';
import { agentInstructions } from '../sources/agent-instructions/index.js';
import type { SessionReferenceConfig } from '../sources/session-reference/index.js';
import { sessionReference } from '../sources/session-reference/index.js';
import type { TimeContextConfig } from '../sources/time-context/index.js';
import { timeContext } from '../sources/time-context/index.js';
import type { TmuxContextConfig } from '../sources/tmux-context/index.js';
import { tmuxContext } from '../sources/tmux-context/index.js';
import type { Scenario, SourceKey, SourceMap } from './model.js';

type Construct = (config: unknown, surroundings: Surroundings) => Either<InvalidConfig, MountedSource>;

/**
 * The sources that a scenario can mount, in mount order: the order of keys in the file decides nothing. A new source is
 * one line here and one key in model.ts and codec.ts. Each constructor checks its configuration itself.
 */
const SOURCES: readonly (readonly [SourceKey, Construct])[] = [
  ['agentInstructions', agentInstructions],
  ['sessionReference', (config) => sessionReference(config as SessionReferenceConfig)],
  ['timeContext', (config) => timeContext(config as TimeContextConfig)],
  ['tmuxContext', (config) => tmuxContext(config as TmuxContextConfig)],
];

/** The process that a scenario pretends to be. */
export const surroundingsOf = ({ env = {} }: Scenario): Surroundings => ({
  osHome: env.home ?? '/home/me',
  variables: env.variables ?? {},
});

const misplaced = (path: string, { key, expected, found }: InvalidConfig): InvalidValue => ({
  _tag: 'InvalidValue',
  path: settingPath(path, key),
  expected,
  found,
});

/**
 * Makes the sources of a map.
 *
 * Shape:  `path` is where the map stands in the scenario.
 * Errors: the first configuration that its source refuses.
 */
export const mountSources = (
  sources: SourceMap,
  surroundings: Surroundings,
  path = '$.sources',
): Either<InvalidValue, readonly MountedSource[]> => {
  const mounted: MountedSource[] = [];
  for (const [key, construct] of SOURCES) {
    const config = sources[key];
    if (config === undefined || config === false) continue;
    const source = construct(config, surroundings);
    if (E.isLeft(source)) return E.left(misplaced(`${path}.${key}`, source.left));
    mounted.push(source.right);
  }
  return E.right(mounted);
};

/**
 * Checks every source map of a scenario, those of later steps too.
 *
 * Errors: the first mistake with its JSON path, `$.sources.agentInstructions.maxBytes`.
 * Source: SPEC R (scenario files)
 */
export const checkSources = (scenario: Scenario): Either<InvalidValue, Scenario> => {
  const surroundings = surroundingsOf(scenario);
  const maps = [
    { map: scenario.sources, path: '$.sources' },
    ...scenario.steps.map((step, index) => ({
      map: 'sources' in step ? step.sources : undefined,
      path: `$.steps[${index}].sources`,
    })),
  ];
  for (const { map, path } of maps) {
    const mounted = mountSources(map ?? {}, surroundings, path);
    if (E.isLeft(mounted)) return mounted;
  }
  return E.right(scenario);
};
