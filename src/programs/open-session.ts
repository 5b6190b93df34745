// Owns: the face of the library: sources become a context, a log becomes a session, occasions become decisions.
// A session is the only mutable thing below the adapters: it holds the newest value of an otherwise pure fold.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Decision, IdFor } from '../core/combine.js';
import { consider, deliver, derivedId, touchesOf } from '../core/combine.js';
import type { Execution, MountedSource, Occasion } from '../core/context-source.js';
import type { Coming, FoldError, LiveSession, SessionState } from '../core/fold.js';
import { advance, attach, foldEvents, initialState } from '../core/fold.js';
import type { Inquiry } from '../core/inquiry.js';
import { describeFound, isFields } from '../domain/codec/decode.js';
import { decodeEvent } from '../domain/codec/session-log.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Cancelled, InvalidConfig, InvalidValue } from '../domain/error.js';
import type { LogEvent, SessionHeader, TurnStep } from '../domain/log-event.js';
import type { UserMessage } from '../domain/message.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { Env } from '../ports/env.js';
import { answer, untilAborted } from './answer.js';

/** A source, or why it could not be made; the constructors of our own sources return the latter. */
export type SourceOrError = MountedSource | Either<InvalidConfig, MountedSource>;

/** What a context is made of. Without `ports` a host answers the inquiries itself. */
export interface ContextOptions {
  readonly sources: readonly SourceOrError[];
  readonly ports?: Env;
  readonly idFor?: IdFor;
}

/** Mounted sources over lent ports; opens any number of sessions, which share nothing else. */
export interface Context {
  /** What is mounted, for whoever folds a log or reads a snapshot beside a session. */
  readonly sources: readonly MountedSource[];
  /**
   * Attaches to a session: a new one, or one whose log is given.
   *
   * Errors: a log that violates the rules of seqs or surface.
   */
  readonly open: (header: SessionHeader, events?: Iterable<LogEvent>) => Either<FoldError, Session>;
  /** Comes to a session whose log was folded before; attaches to it, unless it only goes on. */
  readonly resume: (state: SessionState, coming?: Coming) => Session;
  /** What an execution and those inside it touched: a host puts a child's into `meta.touched` of the outer result. */
  readonly touches: (execution: Execution) => readonly string[];
}

/** A pre-step of the host's loop. */
export interface PreStep extends TurnStep {
  readonly messages: readonly UserMessage[];
}

/** An outermost tool call that is over. */
export interface SettledTool extends TurnStep {
  readonly call: Execution;
}

/**
 * One session of one process.
 *
 * Shape:  `preStep`, `settleTool` and `beforeTool` decide, one after the other however they are called; the host
 *         appends what it gets to its log and tells `append` about every event of the log, those included.
 * Errors: a decision fails only with `Cancelled`; nothing has changed then.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { agentInstructions, createContext } from 'contextfold';
 * import { decoder, nodeHash } from 'contextfold/node';
 * import { memoryFileSystem } from 'contextfold/testing';
 *
 * const fileSystem = memoryFileSystem({
 *   '/repo/.git': '',
 *   '/repo/AGENTS.md': 'Write tests first.',
 *   '/repo/a/AGENTS.md': 'In French.',
 * });
 * const context = createContext({
 *   sources: [agentInstructions({ maxBytes: 65_536, delivery: 'tool-result' })],
 *   ports: { fileSystem, hash: nodeHash, decoder },
 * });
 * if (E.isLeft(context)) throw new Error(context.left.expected);
 * const session = context.right.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' });
 * if (E.isLeft(session)) throw new Error(session.left._tag);
 *
 * const prompt = { id: 'm', role: 'user', content: 'Hello.', source: { kind: 'user' } } as const;
 * const before = await session.right.preStep({ turn: 1, step: 1, messages: [prompt] })();
 * E.isRight(before) && before.right.added.map(({ source }) => source.kind); // => ['agent-instructions']
 *
 * const call = { name: 'read', arguments: { file_path: 'a/x.ts' } };
 * const after = await session.right.settleTool({ turn: 1, step: 1, call })();
 * E.isRight(after) && JSON.stringify(after.right.added).includes('In French.'); // => true
 * ```
 */
export interface Session {
  readonly live: () => LiveSession;
  /** Folds what the log has gained. Nothing is folded when an event violates the log's rules, or is none. */
  readonly append: (events: readonly LogEvent[]) => Either<FoldError | InvalidValue, readonly Diagnostic[]>;
  readonly preStep: (step: PreStep, signal?: CancelSignal) => TaskEither<Cancelled, Decision>;
  /** With `delivery: "tool-result"`: what to hand back beside the result. */
  readonly settleTool: (tool: SettledTool, signal?: CancelSignal) => TaskEither<Cancelled, Decision>;
  /** Whether a call shall wait (`hold`) until the decision's messages were shown. */
  readonly beforeTool: (tool: SettledTool, signal?: CancelSignal) => TaskEither<Cancelled, Decision>;
  /** Says which messages of a `settleTool` or `beforeTool` decision survived the host's own policies. */
  readonly keep: (at: TurnStep, decision: Decision, kept?: readonly UserMessage[]) => void;
  /** For hosts with IO of their own: the decision as a program; `take` its outcome before the next one is begun. */
  readonly inquire: (occasion: Occasion) => Inquiry<Decision>;
  readonly take: (decision: Decision) => void;
}

/** Without a file system nothing is ever decoded or hashed. */
const NO_PORTS: Env = {
  hash: { sha1: () => '' as never },
  decoder: { decode: () => ({ text: undefined, lossy: false }) },
};

/** What is wrong with the first surface operation that is none. Cost: next to nothing, for replaces are rare. */
const wrongOperation = (events: readonly LogEvent[]): InvalidValue | undefined => {
  for (const [index, event] of events.entries()) {
    if (event.surfaceOp === undefined || event.surfaceOp === 'append') continue;
    const decoded = decodeEvent(event, `$[${index}]`);
    if (E.isLeft(decoded)) return decoded.left;
  }
  return undefined;
};

const openSession = (sources: readonly MountedSource[], env: Env, idFor: IdFor, opened: LiveSession): Session => {
  let live = opened;
  let queue: Promise<unknown> = Promise.resolve();
  const inquire = (occasion: Occasion): Inquiry<Decision> => consider(sources, live, occasion, idFor);
  const take = (decision: Decision): void => {
    live = decision.remember(live);
  };
  const decide = async (occasion: Occasion, signal?: CancelSignal): Promise<Either<Cancelled, Decision>> => {
    const decided = await answer(env, signal)(inquire(occasion))();
    if (E.isRight(decided)) take(decided.right);
    return decided;
  };
  const inTurn =
    (occasion: Occasion, signal?: CancelSignal): TaskEither<Cancelled, Decision> =>
    () => {
      const before = queue;
      const turn = untilAborted(before, signal).then(() => decide(occasion, signal));
      // Whoever is next waits for both: one that is aborted while it waits, or that fails, lets nobody jump the queue.
      queue = Promise.allSettled([before, turn]).then(() => undefined);
      return turn;
    };
  return {
    live: () => live,
    append: (events) => {
      const wrong = wrongOperation(events);
      if (wrong !== undefined) return E.left(wrong);
      const advanced = advance(sources, live, events);
      if (E.isLeft(advanced)) return advanced;
      live = advanced.right;
      return E.right(events.flatMap((event) => sources.flatMap((source) => source.examine?.(event) ?? [])));
    },
    preStep: ({ turn, step, messages }, signal) => inTurn({ kind: 'pre-step', turn, step, messages }, signal),
    settleTool: ({ turn, step, call }, signal) => {
      const inside = (call.children ?? []).flatMap((child) => touchesOf(sources, child));
      return inTurn({ kind: 'tool-settled', turn, step, call, touched: inside }, signal);
    },
    beforeTool: ({ turn, step, call }, signal) => inTurn({ kind: 'before-tool', turn, step, call }, signal),
    keep: ({ turn, step }, decision, kept = decision.added) => {
      live = deliver(sources, live, { turn, step, proposed: decision.added, kept });
    },
    inquire,
    take,
  };
};

const repeatedKind = (sources: readonly MountedSource[]): string | undefined =>
  sources.find((source, index) => sources.findIndex((other) => other.kind === source.kind) !== index)?.kind;

const wrongSources = (source: string, expected: string, found: string): Either<InvalidConfig, never> =>
  E.left({ _tag: 'InvalidConfig', code: 'INVALID_CONFIG', source, key: 'sources', expected, found });

/**
 * Mounts sources over ports.
 *
 * Errors: no list of sources, the first source that could not be made, or two of one kind.
 * Source: SPEC C3, C4, F8
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { createContext } from 'contextfold';
 * import { timeContext, tmuxContext } from 'contextfold/sources';
 *
 * const context = createContext({ sources: [timeContext({ timeZone: 'UTC' }), tmuxContext()] });
 * E.isRight(context) && context.right.sources.map(({ kind }) => kind); // => ['time-context', 'tmux-context']
 *
 * const wrong = createContext({ sources: [timeContext({ timeZone: 'Mars/Olympus' })] });
 * E.isLeft(wrong) && wrong.left.key; // => 'timeZone'
 * ```
 */
export const createContext = (options: ContextOptions): Either<InvalidConfig, Context> => {
  const given: unknown = isFields(options) ? options.sources : options;
  if (!Array.isArray(given)) return wrongSources('createContext', 'a list of sources', describeFound(given));
  const stray = given.findIndex((source) => !isFields(source));
  if (stray >= 0) return wrongSources('createContext', 'a list of sources', `${describeFound(given[stray])} in it`);
  const sources: MountedSource[] = [];
  for (const source of options.sources) {
    if (!('_tag' in source)) sources.push(source);
    else if (E.isLeft(source)) return source;
    else sources.push(source.right);
  }
  const twice = repeatedKind(sources);
  if (twice !== undefined) {
    return wrongSources(twice, 'one source of each kind', `two of kind ${JSON.stringify(twice)}`);
  }
  const env = options.ports ?? NO_PORTS;
  const idFor = options.idFor ?? derivedId;
  const resume = (state: SessionState, coming?: Coming): Session =>
    openSession(sources, env, idFor, attach(sources, state, coming));
  return E.right({
    sources,
    open: (header, events = []) =>
      E.map((state: SessionState) => resume(state))(foldEvents(sources, initialState(sources, header), events)),
    resume,
    touches: (execution) => touchesOf(sources, execution),
  });
};
