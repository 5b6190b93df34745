// Owns: the shapes of pi's entries, messages, events and hooks as far as they matter here. Nothing of pi is imported,
// so that one binding serves its versions.
import type { CancelSignal } from '../../ports/cancel-signal.js';

/** An entry of a pi session. */
export interface EntryLike {
  readonly type: string;
  readonly id?: string;
}

/** A message of pi's agent core. */
export interface AgentMessageLike {
  readonly role: string;
}

/** A text of a message. */
export interface TextLike {
  readonly type: 'text';
  readonly text: string;
}

/** What an extension puts before the model: pi keeps it as an entry; `details` stay with it and are not sent. */
export interface CustomMessage {
  readonly customType: string;
  readonly content: TextLike[];
  readonly display: boolean;
  readonly details: object;
}

/** What pi tells a handler of an extension. */
export interface ExtensionContextLike {
  readonly cwd: string;
  readonly hasUI: boolean;
  readonly signal: CancelSignal | undefined;
  readonly ui: { readonly notify: (message: string, type?: 'info' | 'warning' | 'error') => void };
  readonly isIdle: () => boolean;
  readonly sessionManager: {
    readonly getSessionId: () => string;
    readonly getBranch: () => readonly EntryLike[];
  };
}

/** A prompt as it was typed. */
interface InputEvent {
  readonly text: string;
}

/** A prompt that the agent is about to begin with. */
interface BeforeAgentStartEvent {
  readonly prompt: string;
}

/** A tool that has run. */
export interface ToolResultEvent {
  readonly toolCallId: string;
  readonly isError: boolean;
}

type On<Name extends string, Event, Result = void> = (
  event: Name,
  handler: (event: Event, context: ExtensionContextLike) => Promise<Result | void> | Result | void,
) => void;

/** What pi gives an extension. */
export interface ExtensionLike {
  readonly on: On<'input', InputEvent, { action: 'handled' } | { action: 'transform'; text: string }> &
    On<'before_agent_start', BeforeAgentStartEvent, { message: CustomMessage }> &
    On<'tool_call', object> &
    On<'tool_execution_end', { readonly toolCallId: string }> &
    On<'tool_result', ToolResultEvent>;
  readonly sendMessage: (message: CustomMessage, options?: { deliverAs?: 'steer' }) => void;
}

/** pi's `Agent`. */
export interface AgentLike<M extends AgentMessageLike> {
  readonly state: { readonly messages: readonly M[] };
  readonly prompt: (messages: M[]) => Promise<void>;
  readonly steer: (message: M) => void;
  readonly subscribe: (listener: (event: AgentEventLike, signal: CancelSignal) => Promise<void> | void) => () => void;
}

/** What the agent tells its listeners, and waits for. */
export interface AgentEventLike {
  readonly type: string;
  readonly result?: unknown;
  readonly toolResults?: readonly unknown[];
}
