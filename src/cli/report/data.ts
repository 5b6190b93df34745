// Owns: the data of a report as its page reads it: columns of numbers and one list of texts, so that a long session
// stays small and is read at once. The page knows nothing else of the library.

/** How every report begins, and nothing else: what may be written over without asking. */
export const REPORT_MARK = '<!doctype html><!-- contextfold inspect -->';

/** The words for what began or ended a bar, by index. */
export const TURNINGS = ['set', 'replace', 'remove', 'repeat', 'say', 'shadow', 'resurface', 'supersede'] as const;

/** The kinds of marks, by index. */
export const MARKS = ['start', 'resume', 'compaction', 'rewind', 'attach'] as const;

/** A column that is absent for a row holds -1. */
export type Column = readonly number[];

/** A lane: a scope by its path, or a whole source by its name. */
export interface LaneData {
  readonly kind: 'scope' | 'source';
  readonly name: string;
  readonly scope: string;
}

/** A part of a message: a text, its lane or -1, and 1 where it only leads to what the file says. */
export type PartData = readonly [text: number, lane: number, lead: number];

/** A message; `gone` is -1 where it stays visible. */
export interface MessageData {
  readonly seq: number;
  readonly gone: number;
  readonly place: number;
  readonly source: number;
  readonly bytes: number;
  readonly blocks: readonly (readonly PartData[])[];
}

/** What is said about a report whose instructions never were in the log. */
export interface HypotheticalData {
  readonly directory: string;
  readonly time: number;
}

/**
 * Everything a page shows.
 *
 * Shape:  bars lie in order of lane and place. `strings` holds paths, digests and touches.
 * Units:  times in ms since the epoch, bytes of UTF-8.
 */
export interface ReportData {
  readonly log: string;
  readonly session: string;
  readonly cwd: string;
  readonly format: string;
  readonly createdAt: number;
  readonly events: number;
  readonly hypothetical: HypotheticalData | null;
  readonly lanes: readonly LaneData[];
  readonly sources: readonly string[];
  readonly strings: readonly string[];
  readonly texts: readonly string[];
  readonly steps: {
    readonly turn: Column;
    readonly step: Column;
    readonly seq: Column;
    readonly seenAt: Column;
    readonly time: Column;
    readonly touches: readonly Column[];
  };
  readonly bars: {
    readonly lane: Column;
    readonly from: Column;
    readonly to: Column;
    readonly began: Column;
    readonly ended: Column;
    readonly message: Column;
    readonly part: Column;
    readonly path: Column;
    readonly digest: Column;
    readonly bytes: Column;
    readonly why: Column;
    readonly whyEnded: Column;
  };
  readonly marks: { readonly kind: Column; readonly seq: Column; readonly time: Column };
  readonly messages: readonly MessageData[];
  /** One column of bytes for each source; one more row than steps, for the end. */
  readonly totals: readonly Column[];
}
