// Owns: what one event of a hook adds to its side log: where it stands in the turn structure, what is decided there,
// and the events that say so. Nothing is written here.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { invariant } from '../core/assert.js';
import type { Decision } from '../core/combine.js';
import type { SessionState } from '../core/fold.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Digest } from '../domain/digest.js';
import type { Cancelled } from '../domain/error.js';
import type { LogEvent, TurnStep } from '../domain/log-event.js';
import type { UserMessage } from '../domain/message.js';
import { textBlocks } from '../domain/message.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { SessionStore } from '../ports/session-store.js';
import type { HookAnswer, HookCall, HookOccurrence, Sight } from './hook-event.js';
import { SILENT } from './hook-event.js';
import type { Handover, Ledger } from './hook-ledger.js';
import { COMPACTING, hookLedger } from './hook-ledger.js';
import { shadowing } from './hook-surface.js';
import type { Context, Session } from './open-session.js';

/**
 * What a hook is answered with.
 *
 * Shape:  `context` has `hookLedger` among its sources. `textFor` puts a message into the words for the agent. `sight`
 *         looks at the transcript; `undefined` for an agent whose transcript tells nothing. With `baseline:
 *         "host"` the agent loads the files of a baseline itself: they count as said and are not said.
 * Units:  `now` in ms since the epoch.
 */
export interface SideLog {
  readonly context: Context;
  readonly store: SessionStore;
  readonly now: () => number;
  readonly sha1: (text: string) => Digest;
  readonly textFor: (text: string, as: 'context' | 'hold') => string;
  readonly sight: () => Sight | undefined;
  readonly baseline: 'said' | 'host';
}

/** A try at one event: the session as it would be, and the events that make it so. */
export interface Turn {
  readonly plan: SideLog;
  readonly session: Session;
  readonly state: () => SessionState;
  readonly ledger: () => Ledger;
  readonly put: (events: readonly LogEvent[]) => void;
  readonly events: () => readonly LogEvent[];
  readonly idFor: (what: string) => string;
  /** What was odd about the decision. */
  readonly note: (diagnostics: readonly Diagnostic[]) => void;
  readonly diagnostics: () => readonly Diagnostic[];
}

/** Begins a try on the state of a log; the state itself stays as it is. */
export const beginTurn = (plan: SideLog, from: SessionState): Turn => {
  // Until a session's first step the processes before this one have compared nothing (SPEC A13).
  const session = plan.context.resume(from, from.position.starting === undefined ? 'continued' : 'attached');
  const index = plan.context.sources.indexOf(hookLedger);
  const batch: LogEvent[] = [];
  const noted: Diagnostic[] = [];
  const state = (): SessionState => session.live().state;
  return {
    plan,
    session,
    state,
    ledger: () => state().parts[index] as Ledger,
    put: (events) => {
      const timed = events.map((event) => ({ ...event, time: event.time ?? plan.now() }));
      invariant(E.isRight(session.append(timed)), 'a side log refused an event of its own');
      batch.push(...timed);
    },
    events: () => batch,
    idFor: (what) => `${from.header.id}:${from.nextSeq}:${what}`,
    note: (diagnostics) => void noted.push(...diagnostics),
    diagnostics: () => noted,
  };
};

const closeStep = ({ state, put }: Turn): void => {
  const { turn, step } = state().position;
  if (turn !== undefined && step !== undefined) put([{ type: 'step/end', data: { turn, step } }]);
};

const closeTurn = (turn: Turn): void => {
  closeStep(turn);
  const open = turn.state().position.turn;
  if (open !== undefined) turn.put([{ type: 'turn/end', data: { turn: open } }]);
};

const nextTurn = ({ state, put }: Turn): number => {
  const turn = state().position.lastTurn + 1;
  put([{ type: 'turn/start', data: { turn } }]);
  return turn;
};

/** The open step; a side log that begins in the middle of a turn gets one. */
const openStep = (turn: Turn): TurnStep => {
  const { turn: open, step } = turn.state().position;
  if (open !== undefined && step !== undefined) return { turn: open, step };
  const at = { turn: open ?? nextTurn(turn), step: 1 };
  turn.put([{ type: 'step/start', data: at }]);
  return at;
};

/** Two blocks of a message for files that the agent loads itself: it is told the second, the changes. */
const spokenBlocks = ({ content, source }: UserMessage, isHosts: boolean): readonly string[] =>
  isHosts && source['baseline'] === true ? textBlocks(content).slice(1) : textBlocks(content);

/** Logs what a decision says, and puts it into words. */
const say = ({ plan, put }: Turn, { added }: Decision, as: 'context' | 'hold'): HookAnswer => {
  const isHosts = plan.baseline === 'host';
  const blocks = added.flatMap((message) => spokenBlocks(message, isHosts));
  const text = blocks.length === 0 ? '' : plan.textFor(blocks.join('\n'), as);
  const handover = { digest: plan.sha1(text), at: plan.now() };
  put(
    added.map((data): LogEvent => {
      const silent = spokenBlocks(data, isHosts).length === 0;
      const delivery: Handover = silent ? { ...handover, host: true } : handover;
      return { type: 'user/message', data, surfaceOp: 'append', delivery };
    }),
  );
  return text === '' ? SILENT : { kind: as, text };
};

const preStep = async (
  turn: Turn,
  at: TurnStep,
  messages: readonly UserMessage[],
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, Decision>> => turn.session.preStep({ ...at, messages }, signal)();

const prompted = async (
  turn: Turn,
  text: string,
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, HookAnswer>> => {
  closeTurn(turn);
  const at = { turn: nextTurn(turn), step: 1 };
  const prompt: UserMessage = { id: turn.idFor('prompt'), role: 'user', content: text, source: { kind: 'user' } };
  const decided = await preStep(turn, at, [prompt], signal);
  if (E.isLeft(decided)) return decided;
  turn.note(decided.right.diagnostics);
  turn.put([{ type: 'step/start', data: at }]);
  return E.right(say(turn, decided.right, 'context'));
};

/**
 * A call with its result: what a touch is made of. What the tool gave back is none of our business.
 *
 * Why:    the paths stand there as touched ones too, so that whoever reads the log need not know the agent's tools.
 */
const callEvents = ({ context }: SideLog, at: TurnStep, call: HookCall, failed: boolean): readonly LogEvent[] => {
  const { id, name, arguments: args } = call;
  const content = [{ type: 'tool-result', toolCallId: id, content: '', isError: failed }];
  const touched = context.touches({ name, arguments: args, failed });
  return [
    { type: 'tool/call', data: { ...at, callId: id, name, arguments: args } },
    { type: 'tool/result', data: { ...at, message: { role: 'tool', content }, meta: { touched } } },
  ];
};

/**
 * The step that follows a call.
 *
 * Why:    a step at which nothing is said is not logged, for a touch that changes nothing has to be cheap. So the
 *         decision is made on a session of its own, and only what says something is taken over.
 */
const stepped = async (
  turn: Turn,
  call: HookCall | undefined,
  failed: boolean,
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, HookAnswer>> => {
  const trial = beginTurn(turn.plan, turn.state());
  const at = openStep(trial);
  if (call !== undefined) trial.put(callEvents(turn.plan, at, call, failed));
  closeStep(trial);
  const next = { turn: at.turn, step: at.step + 1 };
  const decided = await preStep(trial, next, [], signal);
  if (E.isLeft(decided)) return decided;
  turn.note(decided.right.diagnostics);
  if (decided.right.added.length === 0) return E.right(SILENT);
  trial.put([{ type: 'step/start', data: next }]);
  const answer = say(trial, decided.right, 'context');
  turn.put(trial.events());
  return E.right(answer);
};

const held = async (
  turn: Turn,
  { name, arguments: args }: HookCall,
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, HookAnswer>> => {
  const trial = beginTurn(turn.plan, turn.state());
  const at = openStep(trial);
  const decided = await trial.session.beforeTool({ ...at, call: { name, arguments: args } }, signal)();
  if (E.isLeft(decided)) return decided;
  turn.note(decided.right.diagnostics);
  if (!decided.right.hold) return E.right(SILENT);
  const answer = say(trial, decided.right, 'hold');
  turn.put(trial.events());
  return E.right(answer);
};

/** Takes out of sight what is ours, or what the agent loaded itself. */
const forget = (turn: Turn, whose: 'ours' | 'the agent’s'): void => {
  const out = turn.ledger().said.filter(({ host }) => (host === true) === (whose === 'the agent’s'));
  if (out.length === 0) return;
  turn.put(shadowing(turn.state().surface, turn.ledger(), out, (index) => turn.idFor(`forgotten.${index}`)));
};

const started = async (
  turn: Turn,
  why: Extract<HookOccurrence, { readonly kind: 'started' }>['why'],
  sight: Sight | undefined,
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, HookAnswer>> => {
  if (why === 'compact') {
    const { compacting } = turn.ledger();
    const isShown = compacting !== undefined && (sight?.turnedAt ?? 0) >= compacting.at;
    // Nothing of ours can be counted on until the transcript shows what was kept.
    if (!isShown) forget(turn, 'ours');
    // A person who compacts goes on with a prompt, and by then the transcript shows what was kept.
    return compacting?.trigger === 'manual' ? E.right(SILENT) : stepped(turn, undefined, false, signal);
  }
  closeTurn(turn);
  if (why === 'clear') forget(turn, 'ours');
  if (sight?.reloads === true) forget(turn, 'the agent’s');
  turn.put([{ type: 'session/start', data: { reason: why === 'startup' ? 'startup' : 'resume' }, why }]);
  return E.right(SILENT);
};

/**
 * Decides about one occurrence.
 *
 * Shape:  `sight` is missing for an agent whose transcript tells nothing: then every message counts as visible until a
 *         compaction is reported.
 * Errors: `Cancelled`.
 * Source: SPEC A8, A9, A12; docs/adr/0008-hook.md
 */
export const answerIn = async (
  turn: Turn,
  occurrence: HookOccurrence,
  sight: Sight | undefined,
  signal: CancelSignal | undefined,
): Promise<Either<Cancelled, HookAnswer>> => {
  // The history that a fork begins with is not written down yet, and most of what there is to say stands in it.
  const isBlindFork = turn.ledger().forked && sight?.isThere === false;
  switch (occurrence.kind) {
    case 'started':
      return started(turn, occurrence.why, sight, signal);
    case 'compacting':
      turn.put([{ type: COMPACTING, data: { trigger: occurrence.trigger } }]);
      return E.right(SILENT);
    case 'compacted':
      if (sight === undefined) forget(turn, 'ours');
      return E.right(SILENT);
    case 'prompt':
      return isBlindFork ? E.right(SILENT) : prompted(turn, occurrence.text, signal);
    case 'before-tool':
      return held(turn, occurrence.call, signal);
    case 'after-tool':
      return isBlindFork ? E.right(SILENT) : stepped(turn, occurrence.call, occurrence.failed, signal);
    case 'other':
      return E.right(SILENT);
  }
};
