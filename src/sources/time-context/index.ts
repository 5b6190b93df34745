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
import { evolveTime, initialTime, timeSnapshot } from './state.js';

export type { TimeContextConfig, TimeState } from './model.js';
export { timeContextInvariant } from './invariant.js';

/**
 * Tells the model the time, the zone of the request and how long ago it last heard something.
 *
 * Shape:  comes last in the batch; its state is plain JSON.
 * Errors: a wrong setting, by its name.
 * Source: SPEC T
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { createContext } from 'contextfold';
 * import { timeContext } from 'contextfold/sources';
 * import { decoder, nodeHash } from 'contextfold/node';
 * import { memoryClock } from 'contextfold/testing';
 *
 * const ports = { hash: nodeHash, decoder, clock: memoryClock(1_767_225_600_000) };
 * const session = E.flatMap(createContext({ sources: [timeContext({ timeZone: 'UTC' })], ports }), ({ open }) =>
 *   open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' }),
 * );
 * const prompt = { id: 'm', role: 'user', content: 'Hello.', source: { kind: 'user' } } as const;
 * const decision = E.isRight(session) && (await session.right.preStep({ turn: 1, step: 1, messages: [prompt] })());
 * decision && E.isRight(decision) && decision.right.added.length; // => 1
 * ```
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
      snapshot: timeSnapshot,
    })),
  );
