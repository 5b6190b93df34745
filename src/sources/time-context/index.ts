// Owns: the door of time-context: the source itself. It reads no clock: time and zone are asked for.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ContextSource } from '../../core/context-source.js';
import type { InvalidConfig } from '../../domain/error.js';
import { decodeConfig } from './codec.js';
import { considerTime } from './consider.js';
import type { TimeContextConfig, TimeState } from './model.js';
import { TIME_CONTEXT } from './model.js';
import { evolveTime, initialTime } from './state.js';

export type { TimeContextConfig, TimeState } from './model.js';
export { timeContextInvariant } from './invariant.js';

/**
 * Tells the model the time, the zone of the request and how long ago it last heard something.
 *
 * Shape:  comes last in the batch; its state is plain JSON.
 * Errors: a wrong setting, by its name.
 * Source: SPEC T
 */
export const timeContext = (config: TimeContextConfig = {}): Either<InvalidConfig, ContextSource<TimeState>> =>
  pipe(
    decodeConfig(config),
    E.map((settings) => ({
      kind: TIME_CONTEXT,
      placement: 'last',
      initial: () => initialTime,
      evolve: evolveTime,
      reads: [],
      consider: considerTime(settings),
    })),
  );
