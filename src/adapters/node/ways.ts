// Owns: what asking many things at once starts from: how one is waited for, what is known of the speed of directories,
// and when that is to be used.
import type { AbsolutePath } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { Pace } from './pace.js';

/** When calls may be made that nothing else can run beside: see `NodeFileSystemOptions`. */
export type Blocking = 'quick' | 'always' | 'never';

/** Waits for one call; `took` hears how long it took. Units: ms. */
export type Waiting<Q, A> = (asked: Q, signal: CancelSignal | undefined, took?: (ms: number) => void) => Promise<A>;

/** How things are asked, and what decides between waiting and not. */
export interface Ways<Q, A> {
  readonly waiting: Waiting<Q, A>;
  readonly pace: Pace;
  readonly blocking: Blocking;
}

/** How quick a directory is taken to be; only with `quick` does it matter what was seen of it. */
export const speedOf = (
  { pace, blocking }: Pick<Ways<never, unknown>, 'pace' | 'blocking'>,
  directory: AbsolutePath,
): ReturnType<Pace['speedOf']> =>
  blocking === 'quick' ? pace.speedOf(directory) : blocking === 'always' ? 'quick' : 'slow';
