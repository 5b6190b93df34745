// Owns: the fold of the raw log into the last reading of tmux. What is still visible plays no part.
import type { SnapshotCodec } from '../../core/context-source.js';
import { soleSectionOf } from '../../core/snapshot-message.js';
import type { LogEvent } from '../../domain/log-event.js';
import type { TmuxState } from './model.js';
import { TMUX_CONTEXT } from './model.js';
import { locationOf } from './render.js';

/** What an empty log says about tmux. */
export const initialTmux: TmuxState = { readingAt: null, location: null };

/**
 * Folds one event.
 *
 * Shape:  a malformed reading is none.
 * Cost:   O(1) but for a reading's own text.
 * Source: SPEC M1
 */
export const evolveTmux = (state: TmuxState, event: LogEvent): TmuxState => {
  const text = soleSectionOf(event, TMUX_CONTEXT);
  const location = text === undefined ? undefined : locationOf(text);
  return location === undefined ? state : { readingAt: event.time ?? null, location };
};

/** The state as JSON. Source: SPEC F3 */
export const tmuxSnapshot: SnapshotCodec<TmuxState> = {
  encode: (state) => state,
  decode: (written) => {
    const { readingAt, location } = (written ?? {}) as Readonly<Record<string, unknown>>;
    const fits =
      (readingAt === null || typeof readingAt === 'number') && (location === null || typeof location === 'string');
    return fits ? { readingAt, location } : undefined;
  },
};
