// Owns: the door of tmux-context: the source itself. It runs nothing: the shell command is asked for.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ContextSource } from '../../core/context-source.js';
import type { InvalidConfig } from '../../domain/error.js';
import { decodeConfig } from './codec.js';
import { considerTmux } from './consider.js';
import type { TmuxContextConfig, TmuxState } from './model.js';
import { TMUX_CONTEXT } from './model.js';
import { evolveTmux, initialTmux, tmuxSnapshot } from './state.js';

export type { TmuxContextConfig, TmuxState } from './model.js';
export { tmuxContextInvariant } from './invariant.js';

/**
 * Tells the model where in tmux the process runs, when a turn begins and that has changed.
 *
 * Shape:  comes first in the batch; its state is plain JSON.
 * Errors: a wrong setting, by its name.
 * Source: SPEC M
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { tmuxContext } from 'contextfold/sources';
 *
 * const source = tmuxContext();
 * E.isRight(source) && source.right.placement; // => 'lead'
 * tmuxContext({ refreshIntervalMs: -1 })._tag; // => 'Left'
 * ```
 */
export const tmuxContext = (config: TmuxContextConfig = {}): Either<InvalidConfig, ContextSource<TmuxState>> =>
  pipe(
    decodeConfig(config),
    E.map((settings) => ({
      kind: TMUX_CONTEXT,
      placement: 'lead',
      initial: () => initialTmux,
      evolve: evolveTmux,
      reads: [],
      consider: considerTmux(settings),
      snapshot: tmuxSnapshot,
    })),
  );
