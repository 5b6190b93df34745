// Owns: what the files ask for, computed from the truth (SPEC A2, A4, A5, A6): where the root is, which candidates a
// directory has, and which of them the model should be able to see.
import type { Rules } from './settings.js';
import type { Place, View } from './spoken.js';
import { GLOBAL } from './spoken.js';
import type { Look, Truth } from './truth.js';
import { parentOf, resolve } from './truth.js';

/** The root that the markers show; nothing when a marker that matters cannot be looked at. Source: SPEC A2 */
export const discover = (rules: Rules, truth: Truth, cwd: string): string | undefined => {
  for (let directory = cwd; ; directory = parentOf(directory)) {
    const looks = rules.markers.map((marker) => truth.look(resolve(directory, marker), Infinity));
    const isMark = (look: Look): boolean =>
      look.kind === 'absent' ? look.isDirectory : look.kind === 'text' || look.by === 'read';
    if (looks.some(isMark)) return directory;
    if (looks.some(({ kind }) => kind === 'dark')) return undefined;
    if (directory === '/') return cwd;
  }
};

/** One file that a directory may hold for the model. */
export interface Candidate {
  readonly at: string;
  readonly path: string;
  readonly slot: string;
  readonly look: Look;
}

/** What a file should say to the model. */
export interface Wanted {
  readonly candidate: Candidate;
  readonly digest: string;
}

/**
 * A directory with what the model should see of it.
 *
 * Shape:  `duplicates` by path, with the path of the file that says the same. `dark`: candidates that hide something.
 */
export interface Group {
  readonly directory: string;
  readonly candidates: readonly Candidate[];
  readonly wanted: readonly Wanted[];
  readonly duplicates: ReadonlyMap<string, string>;
  readonly dark: readonly Candidate[];
}

const candidatesOf = (rules: Rules, truth: Truth, place: Place, directory: string): readonly Candidate[] => {
  const global = rules.home === undefined ? undefined : resolve(rules.home, 'AGENTS.md');
  if (directory === GLOBAL) {
    return global === undefined
      ? []
      : [{ at: global, path: rules.homeDisplay, slot: GLOBAL, look: truth.look(global, rules.maxSourceBytes) }];
  }
  const lists = [
    ['base', rules.base],
    ['local', rules.local],
  ] as const;
  return lists.flatMap(([list, names]) =>
    names.flatMap((name): readonly Candidate[] => {
      const at = resolve(resolve(place.root, directory), name);
      const path = directory === '.' ? name : `${directory}/${name}`;
      const slot = rules.selection === 'all' ? name : list;
      return at === global ? [] : [{ at, path, slot, look: truth.look(at, rules.maxSourceBytes) }];
    }),
  );
};

/** Candidates as the process that knows some files sees them: an unreadable file that did not change is no riddle. */
const groupFrom = (rules: Rules, directory: string, candidates: readonly Candidate[]): Group => {
  const wanted: Wanted[] = [];
  const duplicates = new Map<string, string>();
  const dark: Candidate[] = [];
  const decided = new Set<string>();
  for (const candidate of candidates) {
    const { look, slot, path } = candidate;
    if (look.kind === 'absent' || decided.has(slot)) continue;
    decided.add(slot);
    if (look.kind === 'dark') {
      dark.push(candidate);
      continue;
    }
    const twin = wanted.find(
      ({ candidate: { look: other } }) => other.kind === 'text' && other.text.trimmed === look.text.trimmed,
    );
    if (twin !== undefined && rules.selection === 'all') duplicates.set(path, twin.candidate.path);
    else wanted.push({ candidate, digest: look.text.digest });
  }
  return { directory, candidates, wanted, duplicates, dark };
};

/**
 * What one directory should say.
 *
 * Source: SPEC A4
 */
export const groupOf = (rules: Rules, truth: Truth, place: Place, directory: string): Group =>
  groupFrom(rules, directory, candidatesOf(rules, truth, place, directory));

/** The slot of a scope under `"first"`, whatever path it was last told to hold. */
const slotOf = (scope: string): string | undefined => /\/\/(base|local)$/u.exec(scope)?.[1];

/** Whether the directory keeps its last good state: something that the model can see of it cannot be observed. */
export const isFrozen = ({ dark, directory, candidates }: Group, view: View, rules: Rules): boolean =>
  [...view.statements.values()].some((statement) => {
    if (statement.directory !== directory) return false;
    if (directory === GLOBAL || dark.some(({ path }) => path === statement.path)) return dark.length > 0;
    if (rules.selection === 'all') return false;
    const slots = [slotOf(statement.scope), candidates.find(({ path }) => path === statement.path)?.slot];
    return dark.some(({ slot }) => slots.includes(slot));
  });

const depthOf = (directory: string): number =>
  directory === GLOBAL ? -1 : directory === '.' ? 0 : directory.split('/').length;

/** Directories in the order in which a message speaks of them. Source: SPEC A4, A10 */
export const inOrder = (
  directories: Iterable<string>,
  isBaseline: (directory: string) => boolean,
): readonly string[] => {
  const rank = (directory: string): number => (isBaseline(directory) ? 0 : 1);
  return [...new Set(directories)].sort(
    (a, b) => rank(a) - rank(b) || depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0),
  );
};
