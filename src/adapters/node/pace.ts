// Owns: which directories answer quickly, so that calls below them may be made without waiting. It knows nothing of
// what is in them.
import type { AbsolutePath } from '../../domain/path.js';
import { dirname } from '../../domain/path.js';

/** Units: ms. A call that was waited for and came back sooner is on no mount that hangs, however busy the process. */
const QUICK_MS = 25;
/** Units: ms. Several calls in a row that nothing else could run beside and that took longer each are no accident. */
const SLOW_MS = 2;
const MAX_SLOW_IN_A_ROW = 4;
/** Units: ms. One that took so long is enough; a busy machine may take a process off its core for less. */
const VERY_SLOW_MS = 100;
/** Units: ms. For so long an answer speaks for its directory. */
const TRUST_MS = 10_000;
const DISTRUST_MS = 60_000;
const MAX_DIRECTORIES = 10_000;

/**
 * What was seen of the speed of directories.
 *
 * Why:    a call that does not wait is several times cheaper on a local disk, and on a network mount that hangs it
 *         stops the whole process. A path whose directory has just answered is not on a mount that hangs.
 */
export interface Pace {
  /** `unknown`: to ask this directory could show that it is quick. */
  readonly speedOf: (directory: AbsolutePath) => 'quick' | 'slow' | 'unknown';
  /** A waiting call in a directory was over. */
  readonly waited: (directory: AbsolutePath, ms: number) => void;
  /** A call that did not wait was over; tells whether that leaves its directory as quick as it was. */
  readonly blocked: (directory: AbsolutePath, ms: number) => boolean;
}

interface Opinion {
  readonly quick: boolean;
  readonly untilMs: number;
}

/** Nothing has answered yet. */
export const makePace = (now: () => number): Pace => {
  const opinions = new Map<AbsolutePath, Opinion>();
  let slowInARow = 0;
  const opinionOf = (directory: AbsolutePath): Opinion | undefined => {
    const opinion = opinions.get(directory);
    return opinion !== undefined && opinion.untilMs > now() ? opinion : undefined;
  };

  return {
    speedOf: (directory) => {
      const opinion = opinionOf(directory);
      return opinion === undefined ? 'unknown' : opinion.quick ? 'quick' : 'slow';
    },
    waited: (directory, ms) => {
      if (ms >= QUICK_MS) return;
      if (opinions.size >= MAX_DIRECTORIES) opinions.clear();
      const trust: Opinion = { quick: true, untilMs: now() + TRUST_MS };
      // To look a path up, the system has looked at every directory above it.
      for (let at = directory; opinions.get(at) !== trust; at = dirname(at)) {
        if (opinionOf(at)?.quick !== false) opinions.set(at, trust);
        else if (at === dirname(at)) return;
      }
    },
    blocked: (directory, ms) => {
      slowInARow = ms > SLOW_MS ? slowInARow + 1 : 0;
      if (slowInARow < MAX_SLOW_IN_A_ROW && ms <= VERY_SLOW_MS) return true;
      opinions.set(directory, { quick: false, untilMs: now() + DISTRUST_MS });
      return false;
    },
  };
};
