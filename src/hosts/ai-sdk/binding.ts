// Owns: what an embedder of the AI SDK holds: `prepareStep` for the loop, `history` for the store. One binding is one
// conversation; everything that it knows of one follows from the messages that it is shown.
import type { LogEvent } from '../../domain/log-event.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import { splicedHistory } from '../../programs/spliced-history.js';
import type { ModelMessageLike } from './messages.js';
import { modelMessages } from './translate.js';

/** What the loop shows before a step, and what it takes back. */
type PrepareStep = <M extends ModelMessageLike>(step: { readonly messages: M[] }) => Promise<{ messages: M[] }>;

/**
 * One conversation.
 *
 * Shape:  `prepareStep` is the SDK's own option of `generateText`, `streamText` and `ToolLoopAgent`; its result may be
 *         spread into that of another. `history` gives messages with ours in their places: what to store.
 * Errors: `prepareStep` rejects with `RefusedStep` where a source refuses what a person asked for.
 */
export interface AiSdkContext {
  readonly prepareStep: PrepareStep;
  /** The same for one run that may be aborted: the SDK does not tell `prepareStep` its signal. */
  readonly prepareStepUntil: (signal: CancelSignal) => PrepareStep;
  readonly history: <M extends ModelMessageLike>(messages: readonly M[]) => M[];
  /** The session log that was derived from the history before the last step. */
  readonly log: () => readonly LogEvent[];
}

/**
 * Binds the AI SDK, 5 and later.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/ai-sdk.md
 */
export const contextfold = (options: BindingOptions): AiSdkContext => {
  const session = bindSession(mountBinding(options), options, modelMessages);
  const { weave, remember } = splicedHistory(modelMessages);
  const preparing =
    (signal?: CancelSignal): PrepareStep =>
    async ({ messages }) => {
      const step = stepOrThrow(await session.preStep(weave(messages), signal)(), options.report);
      remember(messages, step);
      return { messages: [...step.messages] as typeof messages };
    };
  return {
    prepareStep: preparing(),
    prepareStepUntil: preparing,
    history: (messages) => [...weave(messages)] as (typeof messages)[number][],
    log: session.log,
  };
};
