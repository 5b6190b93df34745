// Owns: the same for an embedder of pi's agent core, who prompts an `Agent` of his own.
import type { LogEvent } from '../../domain/log-event.js';
import { isFields } from '../../domain/codec/decode.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import type { AgentEventLike, AgentLike, AgentMessageLike } from './messages.js';
import type { Said } from './translate.js';
import { agentMessages, asOne } from './translate.js';

/**
 * An agent that is told what it has to know.
 *
 * Shape:  `prompt` takes a text or messages as the agent's own does.
 * Errors: `prompt` rejects with `RefusedStep` where a source refuses what a person asked for.
 */
export interface AgentContext<M extends AgentMessageLike> {
  readonly prompt: (input: string | M | readonly M[]) => Promise<void>;
  /** Lets go of the agent. */
  readonly detach: () => void;
  /** The session log that was derived from the agent's messages before the last step. */
  readonly log: () => readonly LogEvent[];
}

/** A run ends behind calls that all ask for it. */
const asksToEnd = (result: unknown): boolean => isFields(result) && result['terminate'] === true;

/**
 * Binds an agent of pi's agent core.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/pi.md
 */
export const bindAgent = <M extends AgentMessageLike>(
  agent: AgentLike<M>,
  options: BindingOptions,
): AgentContext<M> => {
  const session = bindSession(mountBinding(options), options, agentMessages);
  const { clock } = options.ports;
  const decide = async (history: readonly AgentMessageLike[], signal?: CancelSignal) =>
    stepOrThrow(await session.preStep(history, signal)(), options.report);

  let goesOn = false;
  const listen = async (event: AgentEventLike, signal: CancelSignal): Promise<void> => {
    if (event.type === 'turn_start') goesOn = false;
    if (event.type === 'tool_execution_end') goesOn ||= !asksToEnd(event.result);
    if (event.type !== 'turn_end' || !goesOn || signal.aborted) return;
    const { batch } = await decide(agent.state.messages, signal);
    const own = asOne(batch.map(({ message }) => message as AgentMessageLike & Said));
    if (own !== undefined) agent.steer({ role: 'user', timestamp: clock?.now() ?? 0, ...own } as object as M);
  };
  const messagesOf = (input: string | M | readonly M[]): readonly AgentMessageLike[] => {
    if (typeof input !== 'string') return Array.isArray(input) ? (input as readonly M[]) : [input as M];
    const text = { type: 'text', text: input };
    return [{ role: 'user', content: [text], timestamp: clock?.now() ?? 0 } as AgentMessageLike];
  };
  const detach = agent.subscribe(listen);
  return {
    prompt: async (input) => {
      const given = messagesOf(input);
      const { before, batch, decision } = await decide([...agent.state.messages, ...given]);
      const entering = decision.enters ? batch.map(({ message }) => message) : [];
      const others = before.slice(agent.state.messages.length);
      await agent.prompt([...others, ...entering] as M[]);
    },
    detach,
    log: session.log,
  };
};
