// Owns: what an embedder of LangChain holds: one hook for a middleware or a node of a graph. LangGraph keeps the
// messages; which session a state belongs to is told by its thread.
import type { LogEvent } from '../../domain/log-event.js';
import type { BindingOptions } from '../../programs/bind-context.js';
import { bindSession, mountBinding, stepOrThrow } from '../../programs/bind-context.js';
import type { BatchEntry, DerivedSession, DerivedStep } from '../../programs/derived-session.js';
import type { MessageLike, RuntimeLike } from './messages.js';
import { REMOVE_ALL } from './messages.js';
import { langchainMessages } from './translate.js';

/**
 * How LangChain is bound.
 *
 * Shape:  `cwd` may depend on the run, on what its caller put into `configurable`, say.
 */
export interface LangChainOptions extends Omit<BindingOptions, 'cwd' | 'sessionId'> {
  readonly cwd: string | ((runtime: RuntimeLike) => string);
}

/** What enters a state before a model step. */
type BeforeModel = <M extends MessageLike>(
  state: { readonly messages: readonly M[] },
  runtime?: RuntimeLike,
) => Promise<{ messages: M[] }>;

/**
 * The binding of LangChain, to be given to `createMiddleware`; its `beforeModel` is also a node for a graph, to stand
 * before that of the model.
 *
 * Shape:  any number of threads, each with a session of its own.
 * Errors: `beforeModel` rejects with `RefusedStep` where a source refuses what a person asked for.
 */
export interface LangChainContext {
  readonly name: 'contextfold';
  readonly beforeModel: BeforeModel;
  /** The session log that was derived from a thread's messages before its last step. */
  readonly log: (threadId?: string) => readonly LogEvent[];
}

/** A session that is forgotten costs reads and nothing else: the next step derives it again. */
const MAX_THREADS = 256;

/** The update that makes a state what the step shall see: additions alone where they suffice. */
const updateOf = ({ batch, messages }: DerivedStep<MessageLike>): MessageLike[] => {
  const isAdded = ({ kind }: BatchEntry<MessageLike>): boolean => kind === 'own';
  const first = batch.findIndex(isAdded);
  const inOrder = first < 0 || batch.slice(first).every(isAdded);
  // A reworded message takes the place of the one with its id.
  return inOrder
    ? batch.filter(({ kind }) => kind !== 'given').map(({ message }) => message)
    : [REMOVE_ALL, ...messages];
};

const threadOf = (runtime: RuntimeLike | undefined): string => {
  const id = runtime?.configurable?.['thread_id'];
  return typeof id === 'string' ? id : '';
};

/**
 * Binds LangChain and LangGraph, 1 and later.
 *
 * Errors: throws where a source was configured wrongly.
 * Source: docs/hosts/langchain.md
 */
export const contextfold = (options: LangChainOptions): LangChainContext => {
  const context = mountBinding(options);
  const sessions = new Map<string, { readonly cwd: string; readonly session: DerivedSession<MessageLike> }>();
  const sessionOf = (runtime: RuntimeLike = {}): DerivedSession<MessageLike> => {
    const thread = threadOf(runtime);
    const cwd = typeof options.cwd === 'string' ? options.cwd : options.cwd(runtime);
    const known = sessions.get(thread);
    const sessionId = thread === '' ? {} : { sessionId: thread };
    const current =
      known?.cwd === cwd
        ? known
        : { cwd, session: bindSession(context, { ...options, ...sessionId, cwd }, langchainMessages) };
    sessions.delete(thread);
    sessions.set(thread, current);
    for (const [oldest] of sessions) if (sessions.size > MAX_THREADS) sessions.delete(oldest);
    return current.session;
  };
  return {
    name: 'contextfold',
    beforeModel: async (state, runtime) => {
      const decided = await sessionOf(runtime).preStep(state.messages, runtime?.signal)();
      return { messages: updateOf(stepOrThrow(decided, options.report)) as (typeof state.messages)[number][] };
    },
    log: (threadId = '') => sessions.get(threadId)?.session.log() ?? [],
  };
};
