// Owns: which line of a transcript hangs below which. Claude Code writes a tree whose links are not the order in which
// a model saw things: parallel calls fork it without a rewind, and a compaction cuts it.
import type { Branching } from '../branch.js';
import type { Entry } from './entry.js';

/** Where every line hangs, and every uuid's line. */
export interface Tree {
  readonly entries: readonly Branching[];
  readonly byUuid: ReadonlyMap<string, number>;
}

/** The answer of the model that a line belongs to, for a line without a message that of its parent. */
interface Answers {
  /** The entry that a child of this one follows: the last line so far of the same answer. */
  readonly tipOf: (entry: number) => number;
  readonly add: (entry: number, parent: number | undefined) => void;
  /** The last line so far of the answer that a line is a part of or settles a call of. */
  readonly tipFor: (entry: Entry) => number | undefined;
}

const answersIn = (entries: readonly Entry[]): Answers => {
  const ofCall = new Map<string, string>();
  for (const { items, response } of entries) {
    for (const { content } of response === undefined ? [] : items) {
      for (const { type, id } of typeof content === 'string' ? [] : content) {
        if (type === 'tool-call' && typeof id === 'string' && response !== undefined) ofCall.set(id, response);
      }
    }
  }
  const ownAnswer = ({ response, items: [item] }: Entry): string | undefined =>
    response ?? (item?.kind === 'result' ? ofCall.get(item.call) : undefined);
  const answers: (string | undefined)[] = [];
  const tips = new Map<string, number>();
  const tipIn = (answer: string | undefined): number | undefined =>
    answer === undefined ? undefined : tips.get(answer);
  return {
    tipOf: (entry) => tipIn(answers[entry]) ?? entry,
    tipFor: (entry) => tipIn(ownAnswer(entry)),
    add: (index, parent) => {
      const entry = entries[index];
      const inherited = entry?.kind === 'other' && parent !== undefined ? answers[parent] : undefined;
      const answer = entry === undefined ? undefined : (ownAnswer(entry) ?? inherited);
      answers.push(answer);
      if (answer !== undefined) tips.set(answer, index);
    },
  };
};

const indexOf = (entries: readonly Entry[]): ReadonlyMap<string, number> =>
  new Map(entries.flatMap(({ line: { uuid } }, index) => (uuid === undefined ? [] : [[uuid, index] as const])));

/** Old transcripts are plain lists: no line names another, and even an answer hangs below nothing. */
const isPlain = (entries: readonly Entry[], byUuid: ReadonlyMap<string, number>): boolean =>
  !entries.some(({ line: { parentUuid } }) => typeof parentUuid === 'string' && byUuid.has(parentUuid)) &&
  entries.some(({ line: { type, parentUuid } }) => type === 'assistant' && typeof parentUuid !== 'string');

/** The last compaction: nothing that comes after it hangs below what stood before. */
interface Cut {
  readonly at: number;
  /** What follows hangs here: the summary, until then the boundary. */
  readonly end: number;
}

/**
 * Hangs the lines of a transcript below each other.
 *
 * Shape:  a line without a parent is a root, as after a rewind to the very beginning; one whose parent is not there
 *         follows the line before it, and in a plain list every line does. All lines of one answer and the results of
 *         its calls follow each other as they were written. A compaction follows what it compacted.
 * Cost:   linear.
 * Source: docs/READERS.md
 */
export const treeOf = (entries: readonly Entry[]): Tree => {
  const byUuid = indexOf(entries);
  const plain = isPlain(entries, byUuid);
  const answers = answersIn(entries);
  let cut: Cut | undefined;

  const named = (uuid: string | null | undefined, before: number): number | undefined => {
    const found = typeof uuid === 'string' ? byUuid.get(uuid) : undefined;
    return found !== undefined && found < before ? found : undefined;
  };
  const tipOf = (parent: number | undefined): number | undefined =>
    parent === undefined ? undefined : answers.tipOf(parent);
  const parentOf = (entry: Entry, index: number): number | undefined => {
    const { line, kind } = entry;
    const previous = index === 0 ? undefined : index - 1;
    if (plain) return previous;
    const begins = kind === 'boundary' || (kind === 'summary' && typeof line.parentUuid !== 'string');
    if (begins) return named(line.logicalParentUuid, index) ?? previous;
    if (typeof line.parentUuid !== 'string') return answers.tipFor(entry);
    const parent = answers.tipFor(entry) ?? tipOf(named(line.parentUuid, index)) ?? previous;
    return cut !== undefined && parent !== undefined && parent < cut.at ? cut.end : parent;
  };
  const hung = entries.map((entry, index): Branching => {
    const parent = parentOf(entry, index);
    answers.add(index, parent);
    if (entry.kind === 'boundary') cut = { at: index, end: index };
    else if (entry.kind === 'summary') cut = { at: cut?.at ?? index, end: index };
    return { parent };
  });
  return { entries: hung, byUuid };
};
