// Owns: the questions of a batch by the directories that they are about, and which directories speak for others.
import type { AbsolutePath } from '../../domain/path.js';
import { dirname } from '../../domain/path.js';
import type { FileQuestion } from '../../ports/file-system.js';

/** The questions of one batch about one directory, as places in the batch. */
export interface Place {
  readonly directory: AbsolutePath;
  /** Listings first, but for those that may be left out. */
  readonly items: number[];
  lists: number;
  readonly optional: number[];
}

/** Mostly the next question is about the same directory. */
const isIn = (directory: AbsolutePath, path: AbsolutePath): boolean =>
  path.lastIndexOf('/') === directory.length && path.length > directory.length + 1 && path.startsWith(directory);

/** The questions of a touch are mostly those of the touch before. */
const known = new WeakMap<readonly FileQuestion[], readonly Place[]>();

/** The directories of a batch, in the order in which they are first asked about. */
export const placesOf = (questions: readonly FileQuestion[]): readonly Place[] => {
  const found = known.get(questions);
  if (found !== undefined) return found;
  const places = new Map<AbsolutePath, Place>();
  const placeOf = (directory: AbsolutePath): Place => {
    const place = places.get(directory) ?? { directory, items: [], lists: 0, optional: [] };
    if (place.items.length + place.optional.length === 0) places.set(directory, place);
    return place;
  };
  let last: Place | undefined;
  questions.forEach((question, index) => {
    const { kind, path } = question;
    if (kind === 'list') {
      last = placeOf(path);
      if (question.optional === true) last.optional.push(index);
      else last.items.splice(last.lists++, 0, index);
    } else {
      if (last === undefined || !isIn(last.directory, path)) last = placeOf(dirname(path));
      last.items.push(index);
    }
  });
  const made = [...places.values()];
  known.set(questions, made);
  return made;
};

/** One question that is waited for, and the directory that it speaks for. */
export interface Scout {
  readonly index: number;
  readonly directory: AbsolutePath;
}

const deepestFirst = (a: Place, b: Place): number => b.directory.length - a.directory.length;

/** One question for each directory that nothing is known of; a directory speaks for those above it. */
export const scoutsAmong = (unknown: readonly Place[]): readonly Scout[] => {
  const spokenFor = new Set<AbsolutePath>();
  const scouts: Scout[] = [];
  for (const { directory, items, lists, optional } of [...unknown].sort(deepestFirst)) {
    if (spokenFor.has(directory)) continue;
    scouts.push({ index: (items[lists] ?? items[0] ?? optional[0]) as number, directory });
    for (let at = directory; !spokenFor.has(at); at = dirname(at)) spokenFor.add(at);
  }
  return scouts;
};
