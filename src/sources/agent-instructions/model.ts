// Owns: what agent-instructions is configured with, resolved and checked, and the identity of a baseline.
// Decoding the configuration from outside is codec.ts's work.
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, resolvePath } from '../../domain/path.js';
import { isFileName } from '../../domain/scope.js';
import type { Surroundings } from '../../domain/surroundings.js';

/** Every candidate that exists, or the first of each list. Source: SPEC A1 */
export type Selection = 'all' | 'first';

/**
 * The configuration as a host writes it.
 *
 * Units:  `maxBytes`, `maxSourceBytes` and `maxTotalSourceBytes` in bytes.
 * Source: SPEC A1, where every default stands
 */
export interface AgentInstructionsConfig {
  /** Budget of one rendered block; `false`, non-positive or non-finite switches the source off. */
  readonly maxBytes: number | false;
  readonly maxSourceBytes?: number;
  readonly maxTotalSourceBytes?: number;
  readonly home?: string;
  readonly projectRootMarkers?: readonly string[];
  readonly instructionFileCandidates?: readonly string[];
  readonly localInstructionFileCandidates?: readonly string[];
  readonly selection?: Selection;
  readonly resume?: 'reconcile' | 'recompose';
  readonly delivery?: 'pre-step' | 'tool-result';
  readonly holdWrites?: boolean;
  readonly reach?: 'root' | 'cwd';
  readonly touchTools?: Readonly<Record<string, string | readonly string[]>>;
  readonly writeTools?: readonly string[];
}

/** The configuration with every default filled in. */
export interface Settings {
  readonly maxBytes: number;
  readonly maxSourceBytes: number;
  readonly maxTotalSourceBytes: number;
  /** As configured; resolved against a session's cwd by `homeFor`. */
  readonly home: string;
  readonly osHome: string | undefined;
  readonly markers: readonly string[];
  readonly base: readonly string[];
  readonly local: readonly string[];
  readonly selection: Selection;
  readonly resume: 'reconcile' | 'recompose';
  readonly delivery: 'pre-step' | 'tool-result';
  readonly holdWrites: boolean;
  readonly reach: 'root' | 'cwd';
  readonly touchTools: ReadonlyMap<string, readonly string[]>;
  readonly writeTools: readonly string[];
  /** What was dropped from the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

const DEFAULT_TOUCH_TOOLS = { read: 'file_path', write: 'file_path', edit: 'file_path' };

/** Tells whether a budget switches the source off. Source: SPEC A1 */
export const isOff = (maxBytes: number | false): boolean =>
  maxBytes === false || !Number.isFinite(maxBytes) || maxBytes <= 0;

const fileNames = (key: string, names: readonly string[], dropped: Diagnostic[]): readonly string[] =>
  [...new Set(names)].filter((name) => {
    const fits = isFileName(name);
    if (!fits) {
      const detail = `${key}: ${JSON.stringify(name)} is no single file name and was dropped`;
      dropped.push({ code: 'invalid-file-name', detail });
    }
    return fits;
  });

/**
 * Fills in the defaults.
 *
 * Shape:  names that are no single file names are dropped with a diagnostic; a name in both lists counts as base.
 * Source: SPEC A1
 */
export const settingsFrom = (config: AgentInstructionsConfig, surroundings: Surroundings): Settings => {
  const diagnostics: Diagnostic[] = [];
  const base = config.instructionFileCandidates ?? ['AGENTS.md', 'CLAUDE.md'];
  const local = config.localInstructionFileCandidates ?? ['AGENTS.local.md', 'CLAUDE.local.md'];
  const baseNames = fileNames('instructionFileCandidates', base, diagnostics);
  const localNames = fileNames('localInstructionFileCandidates', local, diagnostics);
  const dshHome = surroundings.variables['DSH_HOME'];
  return {
    maxBytes: config.maxBytes === false ? 0 : config.maxBytes,
    maxSourceBytes: config.maxSourceBytes ?? 1024 * 1024,
    maxTotalSourceBytes: config.maxTotalSourceBytes ?? 8 * 1024 * 1024,
    home: config.home ?? (dshHome === undefined || dshHome === '' ? '~/.dsh' : dshHome),
    osHome: surroundings.osHome,
    markers: fileNames('projectRootMarkers', config.projectRootMarkers ?? ['.git'], diagnostics),
    base: baseNames,
    local: localNames.filter((name) => !baseNames.includes(name)),
    selection: config.selection ?? 'all',
    resume: config.resume ?? 'reconcile',
    delivery: config.delivery ?? 'pre-step',
    holdWrites: config.holdWrites ?? false,
    reach: config.reach ?? 'root',
    touchTools: new Map(
      Object.entries(config.touchTools ?? DEFAULT_TOUCH_TOOLS).map(([tool, names]) => [
        tool,
        typeof names === 'string' ? [names] : names,
      ]),
    ),
    writeTools: config.writeTools ?? ['write', 'edit'],
    diagnostics,
  };
};

/** How a heading shows the user-global file's directory. */
const DEFAULT_HOME = '~/.dsh';
const OTHER_HOME = '$DSH_HOME';

/** Tells whether a directory of the project is called as a heading shows the user's own. */
export const isShownAsHome = (directory: string): boolean => directory === DEFAULT_HOME || directory === OTHER_HOME;

/** The user-global file's directory and how a heading shows the file. */
export interface Home {
  readonly directory: AbsolutePath;
  readonly display: `${typeof DEFAULT_HOME | typeof OTHER_HOME}/AGENTS.md`;
}

/**
 * Resolves the home of the user-global file.
 *
 * Shape:  `~`, `~/…` and `~\…` expand against the OS home; a relative path is resolved against the cwd.
 * Errors: `undefined` when a `~` has nothing to expand to.
 * Source: SPEC A1, A16
 */
export const homeFor = (settings: Settings, cwd: AbsolutePath): Home | undefined => {
  const osHome = settings.osHome === undefined ? undefined : absolutePath(settings.osHome);
  const tilde = /^~(?:[/\\]+(.*))?$/su.exec(settings.home);
  if (tilde !== null && osHome === undefined) return undefined;
  const directory =
    tilde !== null && osHome !== undefined ? resolvePath(osHome, tilde[1] ?? '') : resolvePath(cwd, settings.home);
  const isDefault = osHome !== undefined && directory === resolvePath(osHome, '.dsh');
  return { directory, display: `${isDefault ? DEFAULT_HOME : OTHER_HOME}/AGENTS.md` };
};

/**
 * Everything that decides what a baseline holds besides the files themselves, as one text.
 *
 * Shape:  JSON, keys in a fixed order; free of absolute paths, so that it survives a move of the workspace.
 * Source: SPEC A13
 */
export const baselineIdentity = (settings: Settings, root: string, home: Home | undefined): string => {
  const known = identities.get(settings) ?? new Map<string, string>();
  identities.set(settings, known);
  const place = `${root} ${home?.display ?? ''}`;
  const identity = known.get(place) ?? identityOf(settings, root, home);
  known.set(place, identity);
  return identity;
};

/** Few: the ways up from a working directory to a root. Every session keeps its own, and so they share them. */
const identities = new WeakMap<Settings, Map<string, string>>();

const identityOf = (settings: Settings, root: string, home: Home | undefined): string =>
  JSON.stringify({
    root,
    markers: settings.markers,
    maxBytes: settings.maxBytes,
    maxSourceBytes: settings.maxSourceBytes,
    maxTotalSourceBytes: settings.maxTotalSourceBytes,
    base: settings.base,
    local: settings.local,
    selection: settings.selection,
    home: home?.display ?? null,
  });
