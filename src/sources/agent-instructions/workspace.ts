// Owns: the geometry of one workspace: root, working directory, home, and the candidates of each directory.
// Finding the root is discovery.ts's work.
import type { AbsolutePath } from '../../domain/path.js';
import {
  chainWithin,
  depthOf,
  dirname,
  isWithin,
  joinPath,
  relativeWithin,
  resolvePath,
  upwardFrom,
} from '../../domain/path.js';
import type { ScopeKey } from '../../domain/scope.js';
import { USER_GLOBAL, directoryOf, isWrittenAsPath, scopeKey, scopeOfKey } from '../../domain/scope.js';
import type { Home, Settings } from './model.js';
import { homeFor, isShownAsHome } from './model.js';

/** Where a session works. */
export interface Workspace {
  readonly cwd: AbsolutePath;
  readonly root: AbsolutePath;
  /** The root relative to the cwd, as a source tag holds it: `.`, `..`, `../..`. */
  readonly rootTag: string;
  /** The cwd relative to the root. */
  readonly workingDirectory: string;
  readonly home: Home | undefined;
  /** Root to cwd, relative to the root. */
  readonly baselineDirectories: readonly string[];
  readonly isBaselineScope: (scope: ScopeKey) => boolean;
}

/** The workspace of a working directory below a root. */
export const workspaceAt = (settings: Settings, cwd: AbsolutePath, root: AbsolutePath): Workspace => {
  const workingDirectory = relativeWithin(root, cwd) ?? '.';
  const baselineDirectories = chainWithin('.', workingDirectory);
  const inBaseline = new Set(baselineDirectories);
  return {
    cwd,
    root,
    rootTag: upwardFrom(cwd, root),
    workingDirectory,
    home: homeFor(settings, cwd),
    baselineDirectories,
    isBaselineScope: (key) => {
      const scope = scopeOfKey(key);
      const directory = scope === undefined ? undefined : directoryOf(scope);
      return directory === undefined ? key === USER_GLOBAL : inBaseline.has(directory);
    },
  };
};

/** One file that a scope may hold. `path` is what headings and transitions say. */
export interface Candidate {
  readonly at: AbsolutePath;
  readonly path: string;
  readonly name: string;
  /**
   * What it is called below its root where facts about it are kept.
   *
   * Why:    sessions keep its path in any case. The user-global one is no file below the root, and has its absolute
   *         path.
   */
  readonly key: string;
}

/** One scope with its candidates in order: one of them with `selection: "all"`, several with `"first"`. */
export interface SlotCandidates {
  readonly scope: ScopeKey;
  readonly candidates: readonly Candidate[];
}

/** The scopes that are decided together: those of one directory, or the user-global one. */
export interface Group {
  /** Relative to the root; `undefined` for user-global. */
  readonly directory: string | undefined;
  readonly at: AbsolutePath;
  /** Whether files that are equal after trimming count once: with `selection: "all"`. */
  readonly collapses: boolean;
  readonly slots: readonly SlotCandidates[];
}

/** What a group is called below its root. */
export const groupKey = ({ directory, at }: Group): string => directory ?? at;

const userGlobalFile = (home: Home): AbsolutePath => joinPath(home.directory, 'AGENTS.md');

/** The group of the user-global file, where there is a home. Source: SPEC A4 */
export const userGlobalGroup = ({ home }: Workspace): readonly Group[] =>
  home === undefined
    ? []
    : [
        {
          directory: undefined,
          at: home.directory,
          collapses: false,
          slots: [
            {
              scope: USER_GLOBAL,
              candidates: [
                { at: userGlobalFile(home), path: home.display, name: 'AGENTS.md', key: userGlobalFile(home) },
              ],
            },
          ],
        },
      ];

/**
 * The group of a directory.
 *
 * Shape:  base candidates before overlays; the file that user-global owns takes no part. A directory that is called as
 *         the user's own is shown gets a `./` before it, so that nothing in a project can pass for the user's file.
 * Source: SPEC A3, A4, A16
 */
export const directoryGroup = (settings: Settings, workspace: Workspace, directory: string): Group => {
  const at = joinPath(workspace.root, directory);
  const owned = workspace.home === undefined ? undefined : userGlobalFile(workspace.home);
  const shown = isShownAsHome(directory) ? `./${directory}` : directory;
  const below = (name: string): string => (directory === '.' ? name : `${shown}/${name}`);
  const candidate = (name: string, path: string): readonly Candidate[] => {
    const file = joinPath(at, name);
    return file === owned ? [] : [{ at: file, path, name, key: path }];
  };
  const collapses = settings.selection === 'all';
  const slots: readonly SlotCandidates[] = collapses
    ? [...settings.base, ...settings.local].flatMap((name) => {
        const scope = scopeKey({ kind: 'named', directory, name });
        // Sessions keep both, which are one text in nearly all of them.
        const isShared = directory !== '.' && shown === directory && isWrittenAsPath(scope);
        return candidate(name, isShared ? scope : below(name)).map((only) => ({ scope, candidates: [only] }));
      })
    : (['base', 'local'] as const).map((slot) => ({
        scope: scopeKey({ kind: 'slot', directory, slot }),
        candidates: settings[slot].flatMap((name) => candidate(name, below(name))),
      }));
  return { directory, at, collapses, slots };
};

/** More directories than any path has that a system opens; the work for a path grows with the square of them. */
const MAX_LEVELS = 2048;

/**
 * The directories that a touch reaches.
 *
 * Shape:  from the reach boundary down to the touched path's directory; none for a path that is not below the boundary,
 *         or that is too deep to be one.
 * Source: SPEC A10
 */
export const directoriesReached = (settings: Settings, workspace: Workspace, named: string): readonly string[] => {
  const boundary = settings.reach === 'root' ? workspace.root : workspace.cwd;
  const touched = resolvePath(workspace.cwd, named);
  if (touched === boundary || !isWithin(boundary, touched)) return [];
  const from = relativeWithin(workspace.root, boundary) ?? '.';
  const to = relativeWithin(workspace.root, dirname(touched)) ?? '.';
  if (depthOf(to) > MAX_LEVELS) return [];
  return chainWithin(from, to);
};
