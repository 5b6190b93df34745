// Owns: how it is told whose log was read, and what of it was not understood.
import { showPath } from '../../core/frame.js';
import type { AnyHead } from '../../programs/read-any-log.js';
import { counted, grouped, someOf } from './words.js';

const MAX_KINDS = 20;

/** How many lines were skipped. */
export const skippedLines = ({ skipped }: Pick<AnyHead, 'skipped'>): number =>
  Object.values(skipped).reduce((sum, amount) => sum + amount, 0);

/** Whose log it is, and how much of it was skipped: `claude-code, 44 lines, 9 skipped`. */
export const formatText = (head: Pick<AnyHead, 'format' | 'lines' | 'skipped'>): string => {
  const skipped = skippedLines(head);
  return `${head.format}, ${counted(head.lines, 'line')}${skipped === 0 ? '' : `, ${grouped(skipped)} skipped`}`;
};

/**
 * What was skipped, by kind, the most frequent first.
 *
 * Shape:  nothing where nothing was, and for a log of ours, whose bad lines have a diagnostic each.
 */
export const skippedText = ({ format, skipped }: Pick<AnyHead, 'format' | 'skipped'>): string | undefined => {
  const kinds = Object.entries(skipped).sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  if (kinds.length === 0 || format === 'contextfold') return undefined;
  const told = kinds.map(([kind, amount]) => `${grouped(amount)} × ${showPath(kind)}`);
  return `${counted(skippedLines({ skipped }), 'line')} skipped: ${someOf(told, MAX_KINDS)}`;
};
