// Owns: what the thread of a target and the one that watches it have in common.
import type { RunOptions } from './engine.js';

/** The global that holds the counters. */
export const COUNTERS = '__contextfoldCounters';

/** Room for the longest input that is remembered as a whole. */
export const INPUT_BYTES = 2 * 1024 * 1024;

/** What a thread is to do; `shared` holds how many inputs were begun, the length of the last one, and that one. */
export interface Task extends Pick<RunOptions, 'runs' | 'seed' | 'seconds' | 'growths'> {
  readonly target: string;
  readonly shared: SharedArrayBuffer;
}
