// Owns: `contextfold replay --steps`: a session log in, its whole life out, a line for each change.
import * as E from 'fp-ts/lib/Either.js';
import { printSteps, stepLines } from '../print/steps.js';
import type { ExitCode, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';
import { readTimeline, tellReading } from '../timeline-file.js';

/** How the life is read and printed. */
export interface StepsOptions {
  readonly config?: string;
  readonly lenient?: true;
  readonly json?: true;
}

/**
 * Prints the life of a session; JSON is one object on each line.
 *
 * Source: SPEC R3
 */
export const replaySteps = async (path: string, options: StepsOptions, terminal: Terminal): Promise<ExitCode> => {
  const { config, lenient, json } = options;
  const read = await readTimeline(path, terminal, { config, lenient: lenient === true })();
  if (E.isLeft(read)) {
    complain(terminal, read.left);
    return 2;
  }
  const { head, timeline } = read.right;
  const { colours, width } = terminal;
  const style = { colours, ...(width === undefined ? {} : { width }) };
  terminal.out(json === true ? stepLines(timeline.changes) : printSteps(timeline.changes, style));
  tellReading(path, head, terminal);
  return 0;
};
