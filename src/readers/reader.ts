// Owns: what every reader of another tool's session logs is and gives. Which reader a log needs, and where its lines
// come from, is decided by programs/read-any-log.ts.
import type { LogEvent, SessionHeader } from '../domain/log-event.js';

/** Who writes logs of a kind that can be read; `contextfold` is our own format. */
export type Format = 'contextfold' | 'deepseek-harness' | 'claude-code' | 'codex' | 'pi';

/**
 * Which tools of a format touch paths, and by which arguments: `touchTools` of agent-instructions, as data.
 *
 * Source: SPEC A1, A9
 */
export type TouchTools = Readonly<Record<string, string | readonly string[]>>;

/**
 * What is known of a log besides its events.
 *
 * Shape:  `lines` that are not blank; `skipped` counts those of them that were not understood or mean nothing here,
 *         each once, by kind.
 * Source: SPEC F7, L5
 */
export interface Head {
  readonly header: SessionHeader;
  readonly lines: number;
  readonly skipped: Readonly<Record<string, number>>;
}

/** A log of another tool as events of ours. */
export interface Translation extends Head {
  readonly events: readonly LogEvent[];
}

/** Takes events as they become known, each with the header as far as it is known by then. */
export type Emit = (event: LogEvent, header: SessionHeader) => void;

/**
 * Takes the lines of one log in order; events may come with any line or not before the end.
 *
 * Shape:  `push` says what is wrong with a line that a log of its format must not hold, and has counted and passed over
 *         it then. Most formats are not held to anything.
 */
export interface LineReader {
  readonly push: (line: string) => string | undefined;
  readonly end: () => Head;
}

/**
 * A pure translator of one format.
 *
 * Shape:  `recognises` is asked about the JSON of a line.
 * Errors: total: whatever the lines hold, what is no part of the format is counted and left out.
 * Source: SPEC F8, L1; docs/READERS.md; property-tests/readers.laws.test.ts
 */
export interface Reader {
  readonly format: Format;
  readonly touchTools: TouchTools;
  readonly recognises: (row: unknown) => boolean;
  readonly open: (emit: Emit) => LineReader;
}

/** Translates a whole log. Errors: total. */
export const translate = (reader: Reader, lines: Iterable<string>): Translation => {
  const events: LogEvent[] = [];
  const reading = reader.open((event) => events.push(event));
  for (const line of lines) reading.push(line);
  return { ...reading.end(), events };
};
