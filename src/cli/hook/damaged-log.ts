// Owns: what becomes of a side log that can never be read to its end again: it is kept, and its session begins anew.
import { renameSync } from 'node:fs';
import type { Cancelled, ContextError } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import { stampOf } from './memo.js';

/** What only a log that is damaged comes to; anything else may pass. */
const DAMAGES: ReadonlySet<string> = new Set(['MalformedLine', 'SeqMismatch', 'SurfaceRangeError']);

/**
 * Moves a damaged log aside, to `<log>.damaged-<time>`, and reports that.
 *
 * Shape:  `stamp` is the log's from before it was read. Returns whether to try once more: the log was moved, by this
 *         process or by another one meanwhile.
 * Errors: none; one that cannot be moved is left to the failure that led here.
 * Why:    when nothing is known of what was said, to say it once more is right; to be silent for good is not.
 */
export const moveDamagedAside = (
  log: string,
  stamp: string | undefined,
  session: string,
  error: ContextError | Cancelled,
  report: (line: string) => void,
): boolean => {
  if (!DAMAGES.has(error._tag)) return false;
  if (stampOf(log) !== stamp) return true;
  const aside = `${log}.damaged-${Date.now()}`;
  try {
    renameSync(log, aside);
  } catch {
    return false;
  }
  report(`session ${session}: ${log} is damaged: ${describeError(error)}; it is now ${aside}, a new one was begun`);
  return true;
};
