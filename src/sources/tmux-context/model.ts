// Owns: the words of tmux-context: its name, its settings, its state and what one reading of tmux holds.

/** The source's kind, and the plugin and section its messages name. */
export const TMUX_CONTEXT = 'tmux-context';

/**
 * The settings of tmux-context.
 *
 * Units:  `refreshIntervalMs` in ms; without one, or with 0, every change is told at the next turn.
 * Source: SPEC M
 */
export interface TmuxContextConfig {
  readonly refreshIntervalMs?: number;
}

/**
 * Where in tmux the process runs, as tmux says it.
 *
 * Shape:  indices are digits, `paneId` is `%<digits>`, the flags are `0` or `1`; `session` and `layout` are not empty.
 * Source: SPEC M0
 */
export interface TmuxReading {
  readonly session: string;
  readonly windowIndex: string;
  readonly windowName: string;
  readonly paneIndex: string;
  readonly paneId: string;
  readonly windowActive: string;
  readonly paneActive: string;
  readonly layout: string;
}

/**
 * The last reading in the raw log, as plain JSON; compaction changes nothing about it.
 *
 * Shape:  `location` in the form in which locations are compared; both `null` before the first reading.
 * Units:  `readingAt` in ms since the epoch, the event's `time`; `null` where it has none.
 * Source: SPEC M1
 */
export interface TmuxState {
  readonly readingAt: number | null;
  readonly location: string | null;
}
