// Owns: the words of time-context: its name, its settings and its state.

/** The source's kind, and the plugin and section its messages name. */
export const TIME_CONTEXT = 'time-context';

/**
 * The settings of time-context.
 *
 * Units:  `refreshIntervalMs` in ms; without one, or with 0, every pre-step gets a reading.
 * Source: SPEC T
 */
export interface TimeContextConfig {
  /** The zone that readings are shown in while the request has no zone of its own; else the process's. */
  readonly timeZone?: string;
  readonly refreshIntervalMs?: number;
}

/**
 * What the raw log says about time, as plain JSON; compaction changes nothing about it.
 *
 * Shape:  `null` where there is none, and where the event has no `time`. `turn` is the open one; `claims` are the zone
 *         names that direct messages have carried since it opened or the last one ended, as given, each once. Which of
 *         them count is for the runtime that decides.
 * Units:  ms since the epoch, each the `time` of an event.
 * Source: SPEC T1, T2, T3
 */
export interface TimeState {
  readonly messageAt: number | null;
  readonly readingAt: number | null;
  readonly turn: number | null;
  readonly turnReadingAt: number | null;
  readonly claims: readonly string[];
}
