// Owns: the settings of agent-instructions as the contract words them (SPEC A1), resolved by the oracle itself.
import type { AgentInstructionsConfig } from '../../src/sources/agent-instructions/index.js';
import type { Scenario, SourceMap } from '../../src/scenario/model.js';
import { resolve } from './truth.js';

/** The settings with every default of SPEC A1. */
export interface Rules {
  readonly maxBytes: number;
  readonly maxSourceBytes: number;
  readonly maxTotalSourceBytes: number;
  readonly home: string | undefined;
  readonly homeDisplay: string;
  readonly markers: readonly string[];
  readonly base: readonly string[];
  readonly local: readonly string[];
  readonly selection: 'all' | 'first';
  readonly recompose: boolean;
  readonly delivery: 'pre-step' | 'tool-result';
  readonly holdWrites: boolean;
  readonly reach: 'root' | 'cwd';
  readonly touchTools: Readonly<Record<string, readonly string[]>>;
  readonly writeTools: readonly string[];
}

const single = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/u.test(name));

const listed = (names: string | readonly string[]): readonly string[] => (typeof names === 'string' ? [names] : names);

/** The settings of a source map; nothing where the source is not mounted or switched off. */
export const rulesOf = ({ env, session }: Scenario, sources: SourceMap): Rules | undefined => {
  const config = sources.agentInstructions as AgentInstructionsConfig | undefined;
  if (config === undefined || config.maxBytes === false || !(config.maxBytes > 0)) return undefined;
  const osHome = env?.home ?? '/home/me';
  const variable = env?.variables?.['DSH_HOME'];
  const named = config.home ?? (variable === undefined || variable === '' ? '~/.dsh' : variable);
  const home = named.startsWith('~')
    ? resolve(osHome, named.slice(1).replace(/^[/\\]+/u, ''))
    : resolve(session.cwd, named);
  const base = single(config.instructionFileCandidates ?? ['AGENTS.md', 'CLAUDE.md']);
  const local = single(config.localInstructionFileCandidates ?? ['AGENTS.local.md', 'CLAUDE.local.md']);
  return {
    maxBytes: config.maxBytes,
    maxSourceBytes: config.maxSourceBytes ?? 1024 * 1024,
    maxTotalSourceBytes: config.maxTotalSourceBytes ?? 8 * 1024 * 1024,
    home,
    homeDisplay: home === resolve(osHome, '.dsh') ? '~/.dsh/AGENTS.md' : '$DSH_HOME/AGENTS.md',
    markers: single(config.projectRootMarkers ?? ['.git']),
    base,
    local: local.filter((name) => !base.includes(name)),
    selection: config.selection ?? 'all',
    recompose: config.resume === 'recompose',
    delivery: config.delivery ?? 'pre-step',
    holdWrites: config.holdWrites ?? false,
    reach: config.reach ?? 'root',
    touchTools: Object.fromEntries(
      Object.entries(config.touchTools ?? { read: 'file_path', write: 'file_path', edit: 'file_path' }).map(
        ([tool, names]) => [tool, listed(names)],
      ),
    ),
    writeTools: config.writeTools ?? ['write', 'edit'],
  };
};

/** What two baselines must share to be compatible. Source: SPEC A13 */
export const identityOf = (rules: Rules, root: string): string =>
  JSON.stringify([
    root,
    rules.markers,
    [rules.maxBytes, rules.maxSourceBytes, rules.maxTotalSourceBytes],
    [rules.base, rules.local],
    rules.selection,
    rules.homeDisplay,
  ]);
