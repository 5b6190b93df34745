// Owns: the configuration of a hook: where it is looked for, what it may hold, and the sources it comes to.
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { MountedSource } from '../../core/context-source.js';
import type { Fields } from '../../domain/codec/decode.js';
import { describeFound, isFields, settingPath } from '../../domain/codec/decode.js';
import type { InvalidConfig } from '../../domain/error.js';
import type { Surroundings } from '../../domain/surroundings.js';
import type { HookHost } from '../../hosts/hook-host.js';
import { agentInstructions } from '../../sources/agent-instructions/index.js';
import type { TimeContextConfig } from '../../sources/time-context/index.js';
import { timeContext } from '../../sources/time-context/index.js';
import type { TmuxContextConfig } from '../../sources/tmux-context/index.js';
import { tmuxContext } from '../../sources/tmux-context/index.js';
import type { HookCommand } from './arguments.js';
import { readGuarded } from './guarded-files.js';
import type { HookPlaces } from './places.js';

/** The file that a project keeps its configuration in. */
const PROJECT_CONFIG = '.contextfold.json';

/**
 * What a hook says.
 *
 * Shape:  `isTimed` when a source asks for more than files: what it says may differ at any moment. `tools` and `holds`
 *         as agent-instructions has them.
 */
export interface HookSettings {
  readonly sources: readonly MountedSource[];
  readonly baseline: 'said' | 'host';
  readonly isTimed: boolean;
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly holds: readonly string[];
}

/** More than any configuration. */
const MAX_CONFIG_BYTES = 1024 * 1024;

interface Found {
  readonly value: unknown;
  readonly place: string;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const readFrom = (file: string): Either<string, Found | undefined> => {
  let text: string;
  try {
    text = readGuarded(file, MAX_CONFIG_BYTES);
  } catch (error) {
    if (isMissing(error)) return E.right(undefined);
    return E.left(`${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return E.right({ value: JSON.parse(text.replace(/^\uFEFF/u, '')) as unknown, place: file });
  } catch (error) {
    return E.left(`${file}: is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const firstOf = (files: readonly string[]): Either<string, Found | undefined> => {
  for (const file of files) {
    const found = readFrom(file);
    if (E.isLeft(found) || found.right !== undefined) return found;
  }
  return E.right(undefined);
};

const SOURCE_KEYS = ['agentInstructions', 'timeContext', 'tmuxContext', 'hook'];

/** A file with settings of agent-instructions alone means them; `explain` reads the same files in the same way. */
const mapOf = ({ value, place }: Found): Either<string, { readonly map: Fields; readonly at: string }> => {
  if (!isFields(value)) return E.left(`${place}: $: expected an object, found ${describeFound(value)}`);
  return SOURCE_KEYS.some((key) => Object.hasOwn(value, key))
    ? E.right({ map: value, at: '$.agentInstructions' })
    : E.right({ map: { agentInstructions: value }, at: '$' });
};

const baselineIn = (map: Fields, usual: 'said' | 'host'): Either<string, 'said' | 'host'> => {
  const hook = map['hook'] ?? {};
  if (!isFields(hook)) return E.left(`$.hook: expected an object, found ${describeFound(hook)}`);
  const baseline = hook['baseline'] ?? usual;
  if (baseline === 'said' || baseline === 'host') return E.right(baseline);
  return E.left(`$.hook.baseline: expected "said" or "host", found ${describeFound(baseline)}`);
};

const refused =
  (at: string) =>
  ({ key, expected, found }: InvalidConfig): string =>
    `${settingPath(at, key)}: expected ${expected}, found ${found}`;

/** A source that is left out or `false` is off; only agent-instructions is on when nobody says anything. */
const mounted = (
  map: Fields,
  at: string,
  instructions: Fields,
  surroundings: Surroundings,
): Either<string, readonly MountedSource[]> => {
  const sources: MountedSource[] = [];
  const made: readonly (readonly [string, () => Either<InvalidConfig, MountedSource>, boolean])[] = [
    [at, () => agentInstructions(instructions, surroundings), map['agentInstructions'] !== false],
    ['$.timeContext', () => timeContext(map['timeContext'] as TimeContextConfig), isFields(map['timeContext'])],
    ['$.tmuxContext', () => tmuxContext(map['tmuxContext'] as TmuxContextConfig), isFields(map['tmuxContext'])],
  ];
  for (const [place, make, isOn] of made) {
    if (!isOn) continue;
    const source = make();
    if (E.isLeft(source)) return E.left(refused(place)(source.left));
    sources.push(source.right);
  }
  return E.right(sources);
};

const toolsOf = ({ touchTools }: Fields): HookSettings['tools'] =>
  Object.fromEntries(
    Object.entries(touchTools as Readonly<Record<string, string | readonly string[]>>).map(([tool, names]) => [
      tool,
      typeof names === 'string' ? [names] : names,
    ]),
  );

/** Where a configuration is looked for: the file that was named, else the project's, then the one of the hook. */
export const lookedForBy = ({ config }: HookCommand, cwd: string, places: HookPlaces): readonly string[] =>
  config === undefined ? [join(cwd, PROJECT_CONFIG), places.config] : [resolve(config)];

/**
 * Finds the configuration and makes the sources.
 *
 * Shape:  the first of the files that is there; what it leaves out is the host's default.
 * Errors: a sentence: which file, where in it, and what was expected. A file that was named has to be there.
 * Source: docs/hosts/claude-code.md
 */
export const hookSettings = (
  host: HookHost,
  { paths, command }: { readonly paths: readonly string[]; readonly command: HookCommand },
  surroundings: Surroundings,
): Either<string, HookSettings> => {
  const found = firstOf(paths);
  if (E.isLeft(found)) return found;
  if (command.config !== undefined && found.right === undefined)
    return E.left(`${paths.join()}: there is no such file`);
  const { value = {}, place = '' } = found.right ?? {};
  const inFile = E.mapLeft((problem: string) => (problem.startsWith('$') ? `${place}: ${problem}` : problem));
  const read = mapOf({ value, place });
  if (E.isLeft(read)) return read;
  const { map, at } = read.right;
  const defaults = host.defaults(surroundings.variables, surroundings.osHome ?? '');
  const own = map['agentInstructions'];
  const instructions: Fields = {
    ...defaults.agentInstructions,
    ...(isFields(own) ? own : {}),
    ...(command.holdWrites ? { holdWrites: true } : {}),
  };
  const sources = inFile(mounted(map, at, instructions, surroundings));
  if (E.isLeft(sources)) return sources;
  const baseline = inFile(baselineIn(map, defaults.baseline));
  if (E.isLeft(baseline)) return baseline;
  return E.right({
    sources: sources.right,
    baseline: baseline.right,
    isTimed: sources.right.some(({ kind }) => kind !== 'agent-instructions'),
    tools: toolsOf(instructions),
    holds: instructions['holdWrites'] === true ? (instructions['writeTools'] as readonly string[]) : [],
  });
};
