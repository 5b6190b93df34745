// Owns: what becomes of a side log that can never be read to its end again: it is kept, and its session begins anew.
import { renameSync } from 'node:fs';
import type { Cancelled, ContextError } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import { headOf } from './log-head.js';
import { stampOf } from './memo.js';

/** What only a log that is damaged comes to; anything else may pass. */
const DAMAGES: ReadonlySet<string> = new Set(['MalformedLine', 'SeqMismatch', 'SurfaceRangeError']);

/** A store tells of a first line that is none as it tells of a disk that fails, so the line is looked at once more. */
const isDamage = (log: string, session: string, error: ContextError | Cancelled): boolean => {
  if (error._tag !== 'StoreFailure' || error.code !== undefined) return DAMAGES.has(error._tag);
  try {
    return headOf(log)?.id !== session;
  } catch {
    return false;
  }
};

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
  if (!isDamage(log, session, error)) return false;
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
