// Owns: the shapes of LangChain's messages as far as they matter here. Nothing of LangChain is imported, so that one
// binding serves its versions.
import type { CancelSignal } from '../../ports/cancel-signal.js';

/** A message of LangChain: an instance of one of its classes, or the plain object that one is made of. */
export interface MessageLike {
  readonly id?: string | undefined;
  readonly content: unknown;
  readonly additional_kwargs?: unknown;
}

/** What a hook or node is told beside the state. */
export interface RuntimeLike {
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: CancelSignal | undefined;
}

const TYPES: Readonly<Record<string, string>> = { user: 'human', assistant: 'ai' };

/** The type of a message, as LangChain names it: `human`, `ai`, `tool`, `system`. */
export const typeOf = (message: MessageLike): string => {
  const { getType, type, role } = message as {
    readonly getType?: unknown;
    readonly type?: unknown;
    readonly role?: unknown;
  };
  const told: unknown = typeof getType === 'function' ? (getType as () => unknown).call(message) : (type ?? role);
  const named = told === 'generic' ? role : told;
  return typeof named === 'string' ? (TYPES[named] ?? named) : '';
};

/** How a state's messages are all taken back, as LangGraph spells it. */
export const REMOVE_ALL = { type: 'remove', id: '__remove_all__', content: '' } as const;
