// Owns: the one record that every context source is, ours or a third party's, and what it is given and gives back.
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Refused } from '../domain/error.js';
import type { LogEvent, SessionHeader, TurnStep } from '../domain/log-event.js';
import type { Manifest } from '../domain/manifest.js';
import type { MessageDraft, UserMessage } from '../domain/message.js';
import type { Seq } from '../domain/units.js';
import type { Inquiry } from './inquiry.js';
import type { Position } from './position.js';
import type { Surface, SurfaceChange } from './surface-fold.js';

/** Where an event landed: its seq, and surface and position after it. */
export interface EventPlace {
  readonly seq: Seq;
  readonly change: SurfaceChange;
  readonly surface: Surface;
  readonly position: Position;
}

/** One execution of a tool, with the executions that ran inside it in the order in which they settled. */
export interface Execution {
  readonly name: string;
  /** An object or its JSON text. */
  readonly arguments: unknown;
  readonly failed?: boolean;
  readonly aborted?: boolean;
  readonly children?: readonly Execution[];
}

/**
 * The moment at which a source may have something to say.
 *
 * Shape:  `pre-step`: the batch that would enter, its direct messages claimed. `tool-settled`: an outermost call is
 *         over, `touched` is what executions inside it touched. `before-tool`: an outermost call has not run yet.
 * Source: SPEC A8, A9, C1
 */
export type Occasion = TurnStep &
  (
    | { readonly kind: 'pre-step'; readonly messages: readonly UserMessage[] }
    | {
        readonly kind: 'tool-settled';
        readonly call: Execution;
        readonly touched: readonly string[];
      }
    | { readonly kind: 'before-tool'; readonly call: Execution }
  );

/** What a source may look at when it considers. */
export interface View<S, M> {
  readonly state: S;
  readonly memory: M;
  readonly header: SessionHeader;
  readonly position: Position;
  readonly nextSeq: Seq;
}

/** A direct message as it shall be logged, and what follows it at once. Source: SPEC S2, S3 */
export interface Rewrite {
  /** The message's place in the proposed batch. */
  readonly index: number;
  readonly message: UserMessage;
  readonly after: readonly MessageDraft[];
}

/**
 * What a source wants of one occasion.
 *
 * Shape:  everything may be left out. `remember` changes the source's process memory when the decision is taken; it is
 *         applied to the memory of that moment, since events may have been appended while facts were gathered.
 */
export interface Contribution<M = null> {
  readonly messages?: readonly MessageDraft[];
  readonly rewrites?: readonly Rewrite[];
  /** Only at `before-tool`: the call shall wait until the messages were shown. */
  readonly hold?: boolean;
  readonly refusal?: Refused;
  readonly diagnostics?: readonly Diagnostic[];
  readonly manifest?: Manifest;
  readonly remember?: (memory: M) => M;
}

/** How the host dealt with messages that were handed to it outside a batch. Source: SPEC A9 */
export interface Delivery extends TurnStep {
  readonly proposed: readonly UserMessage[];
  readonly kept: readonly UserMessage[];
  /** The log position from which a kept message may appear. */
  readonly boundary: Seq;
}

/**
 * What a source remembers beside the log: which probes to choose, how to speed them up, what is on its way into the
 * log.
 *
 * Why:    only the log suppresses (SPEC F4), so everything here may be lost at any moment.
 */
export interface ProcessMemory<M> {
  readonly initial: M;
  /**
   * The memory of a process that goes on for one that ended without a resume: nothing is known, and no comparison is
   * owed. `initial` when left out.
   */
  readonly continued?: M;
  /** Sees every event (of the types that `reads` names) that is appended while the process lives, none before. */
  readonly observe: (memory: M, event: LogEvent, place: EventPlace) => M;
  readonly deliver?: (memory: M, delivery: Delivery) => M;
}

/** Reads and writes a source's state as JSON. Without one the state itself must be JSON. Source: SPEC F3 */
export interface SnapshotCodec<S> {
  readonly encode: (state: S) => unknown;
  /** `undefined` for anything that is no state of this source under this configuration. */
  readonly decode: (snapshot: unknown) => S | undefined;
}

/** The order of a batch. Third parties stand in the `tail`. Source: SPEC C1 */
export type Placement = 'lead' | 'after-direct' | 'tail' | 'last';

/**
 * A contributor of sourced messages.
 *
 * Shape:  `kind` is unique among the mounted sources. `initial` and `evolve` are the fold of the log and nothing else;
 *         `evolve` returns the same reference for an event that means nothing to it. `consider` decides.
 * Errors: total; what can go wrong comes out as a diagnostic or a refusal.
 * Source: SPEC C4; DESIGN 1
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import type { ContextSource } from 'contextfold';
 * import { createContext, settled } from 'contextfold';
 *
 * // Says at each tenth turn which one it is.
 * const turnCount: ContextSource<number> = {
 *   kind: 'turn-count',
 *   initial: () => 0,
 *   evolve: (turns, { type }) => (type === 'turn/start' ? turns + 1 : turns),
 *   consider: ({ state }) => {
 *     const content = `This is turn ${state}.`;
 *     return settled(state % 10 === 0 ? { messages: [{ content, source: { kind: 'turn-count' } }] } : {});
 *   },
 * };
 * const session = E.flatMap(createContext({ sources: [turnCount] }), ({ open }) =>
 *   open(
 *     { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' },
 *     Array.from({ length: 10 }, (_, index) => ({ type: 'turn/start', data: { turn: index + 1 } })),
 *   ),
 * );
 * const prompt = { id: 'm', role: 'user', content: 'Hello.', source: { kind: 'user' } } as const;
 * const decision = E.isRight(session) && (await session.right.preStep({ turn: 10, step: 1, messages: [prompt] })());
 * decision && E.isRight(decision) && decision.right.added.map(({ content }) => content); // => ['This is turn 10.']
 * ```
 */
export interface ContextSource<S, M = null> {
  readonly kind: string;
  /** `tail` when left out. */
  readonly placement?: Placement;
  readonly initial: (header: SessionHeader) => S;
  readonly evolve: (state: S, event: LogEvent, place: EventPlace) => S;
  readonly consider: (view: View<S, M>, occasion: Occasion) => Inquiry<Contribution<M>>;
  readonly memory?: ProcessMemory<M>;
  readonly snapshot?: SnapshotCodec<S>;
  /**
   * Event types that can mean something to `evolve` and `memory.observe`, beside those that move the position or the
   * surface; every type when left out. Others may be kept from the source, and need not even be parsed.
   */
  readonly reads?: readonly string[];
  /** What is odd about an event, to be reported once, when it is read or appended. */
  readonly examine?: (event: LogEvent) => readonly Diagnostic[];
  /** The paths, as named, that an execution and those inside it touched. Source: SPEC A9 */
  readonly touches?: (execution: Execution) => readonly string[];
}

/**
 * A source whose state and memory nobody but itself looks into.
 *
 * Why:    a list of sources mixes state types; each is only ever given back what it made.
 */
/* eslint-disable @typescript-eslint/no-explicit-any -- existential types, which TypeScript lacks */
export type MountedSource = ContextSource<any, any>;

/** What a mounted source contributes. */
export type MountedContribution = Contribution<any>;
/* eslint-enable @typescript-eslint/no-explicit-any */
