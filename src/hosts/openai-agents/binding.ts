// Owns: what an embedder of the Agents SDK holds: a filter for the runner, a session or `history` for the store, and an
// eye on tools that throw. One binding is one conversation.
import { isFields } from '../../domain/codec/decode.js';
import type { LogEvent } from '../../domain/log-event.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import { splicedHistory } from '../../programs/spliced-history.js';
import type { ItemLike, ModelDataLike, SessionLike } from './messages.js';
import { keepingSession } from './session.js';
import { agentItems } from './own-items.js';

/** The runner's `callModelInputFilter`. */
type Filter = <I extends ItemLike>(call: { readonly modelData: ModelDataLike<I> }) => Promise<ModelDataLike<I>>;

/** A tool's function, called by the SDK with input, run context and details. */
type Execute = (...given: never[]) => unknown;

/**
 * One conversation.
 *
 * Shape:  `callModelInputFilter` is the runner's option of that name. `session` wraps a session so that it keeps ours;
 *         `history` does the same for an embedder that stores items itself. `watch` takes the options of a `tool` and
 *         notices when it throws.
 * Errors: the filter rejects with `RefusedStep` where a source refuses what a person asked for.
 */
export interface OpenAIAgentsContext {
  readonly callModelInputFilter: Filter;
  /** The same for one run that may be aborted: the runner does not tell the filter its signal. */
  readonly callModelInputFilterUntil: (signal: CancelSignal) => Filter;
  readonly session: <S extends SessionLike>(session: S) => S;
  readonly history: <I extends ItemLike>(items: readonly I[]) => I[];
  readonly watch: <O extends { readonly execute: Execute }>(options: O) => O;
  /** The session log that was derived from the items before the last call of the model. */
  readonly log: () => readonly LogEvent[];
}

const callIdIn = (details: unknown): string | undefined => {
  const call = isFields(details) ? details['toolCall'] : undefined;
  const id = isFields(call) ? call['callId'] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/**
 * Binds the OpenAI Agents SDK.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/openai-agents.md
 */
export const contextfold = (options: BindingOptions): OpenAIAgentsContext => {
  const items = agentItems();
  const session = bindSession(mountBinding(options), options, items);
  const spliced = splicedHistory(items);
  const filtering =
    (signal?: CancelSignal): Filter =>
    async ({ modelData }) => {
      modelData.input.forEach(items.learn);
      const step = stepOrThrow(await session.preStep(spliced.weave(modelData.input), signal)(), options.report);
      spliced.remember(modelData.input, step);
      return { ...modelData, input: step.messages.map(items.strip) as typeof modelData.input };
    };
  return {
    callModelInputFilter: filtering(),
    callModelInputFilterUntil: filtering,
    session: (wrapped) => keepingSession(wrapped, items, spliced),
    history: (given) => {
      given.forEach(items.learn);
      return spliced.weave(given).map(items.label) as (typeof given)[number][];
    },
    watch: (watched) => ({
      ...watched,
      execute: async (...given: never[]): Promise<unknown> => {
        try {
          return await watched.execute(...given);
        } catch (reason) {
          const callId = callIdIn(given[2]);
          if (callId !== undefined) items.fail(callId);
          throw reason;
        }
      },
    }),
    log: session.log,
  };
};
