// Owns: what would have been due in a log that has no messages of ours, had agent-instructions been mounted with the
// files of a directory as they are now. The library itself decides; here the log is only told to it again.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FoldError } from '../../core/fold.js';
import type { InvalidConfig, InvalidValue } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent, SessionHeader, SurfaceOp } from '../../domain/log-event.js';
import { toolCallOf, toolResultOf, turnStepOf, userMessageOf } from '../../domain/log-event.js';
import type { UserMessage } from '../../domain/message.js';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath, resolvePath, relativeWithin, selfAndAncestors } from '../../domain/path.js';
import type { Surroundings } from '../../domain/surroundings.js';
import type { Env } from '../../ports/env.js';
import type { Context, Session } from '../../programs/open-session.js';
import { createContext } from '../../programs/open-session.js';
import type { AgentInstructionsConfig } from '../../sources/agent-instructions/index.js';
import { agentInstructions } from '../../sources/agent-instructions/index.js';

/** A log, and the world in which it is told again. */
export interface HypothesisPlan {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
  readonly directory: AbsolutePath;
  readonly config: AgentInstructionsConfig;
  readonly surroundings: Surroundings;
  readonly ports: Env;
}

/** The log as it would have been; its seqs count what would have been said, too. */
export interface Hypothesis {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
}

/**
 * A path of the log where it would be in the directory: the way from the log's own working directory stays the same.
 *
 * Shape:  a relative path is the same everywhere; one that is further away than the directory is deep leads nowhere.
 */
export const relocated = (named: string, from: AbsolutePath, to: AbsolutePath): string => {
  const path = absolutePath(named);
  if (path === undefined || from === to) return named;
  const shared = selfAndAncestors(from);
  const up = shared.findIndex((ancestor) => relativeWithin(ancestor, path) !== undefined);
  const base = up < 0 ? undefined : selfAndAncestors(to)[up];
  const below = relativeWithin(shared[up] ?? from, path);
  return base === undefined || below === undefined ? named : resolvePath(base, below);
};

/** Events under new seqs: the messages between them were not in the log that named the old ones. */
interface Retelling {
  readonly events: LogEvent[];
  readonly seqs: number[];
}

const renumbered = (event: LogEvent, seq: number, seqs: readonly number[]): LogEvent => {
  const { surfaceOp } = event;
  if (surfaceOp === undefined) return { ...event, seq };
  const moved: SurfaceOp =
    surfaceOp === 'append'
      ? surfaceOp
      : { op: 'replace', start: seqs[surfaceOp.start] ?? surfaceOp.start, end: seqs[surfaceOp.end] ?? surfaceOp.end };
  return { ...event, seq, surfaceOp: moved };
};

/** What a result touched, its own call's paths and those of executions inside it, where they are in the directory. */
const touchesOf = (context: Context, move: (path: string) => string) => {
  const calls = new Map<string, readonly string[]>();
  return (event: LogEvent): LogEvent => {
    const call = toolCallOf(event);
    if (call !== undefined) {
      calls.set(call.callId, context.touches(call));
      return { ...event, type: 'contextfold/call' };
    }
    const result = toolResultOf(event);
    if (result === undefined) return event;
    const own = result.failed || result.aborted ? [] : (calls.get(result.callId) ?? []);
    const touched = [...result.touched, ...own].map(move);
    const data = event.data as { readonly meta?: object };
    return { ...event, data: { ...data, meta: { ...data.meta, touched } } };
  };
};

const batchAt = (events: readonly LogEvent[], from: number): readonly UserMessage[] => {
  const batch: UserMessage[] = [];
  for (let index = from; index < events.length; index += 1) {
    const message = events[index]?.surfaceOp === 'append' ? userMessageOf(events[index] as LogEvent) : undefined;
    if (message === undefined) break;
    batch.push(message);
  }
  return batch;
};

const tell = async (session: Session, events: readonly LogEvent[], adapt: (event: LogEvent) => LogEvent) => {
  const told: Retelling = { events: [], seqs: [] };
  const append = (event: LogEvent): FoldError | InvalidValue | undefined => {
    const appended = session.append([event]);
    if (E.isLeft(appended)) return appended.left;
    told.events.push(event);
    return undefined;
  };
  let due: { readonly after: number; readonly messages: readonly UserMessage[] } | undefined;
  for (const [index, event] of events.entries()) {
    const at = event.type === 'step/start' ? turnStepOf(event) : undefined;
    if (at !== undefined) {
      const messages = batchAt(events, index + 1);
      // Nothing aborts, so nothing fails. A step that the log entered is entered, whatever its batch.
      const decided = await session.preStep({ ...at, messages: messages.length > 0 ? messages : [ANY] })();
      if (E.isRight(decided)) due = { after: index + messages.length, messages: decided.right.added };
    }
    const seq = told.seqs.push(told.events.length) - 1;
    const stop = append(renumbered(adapt(event), told.seqs[seq] ?? 0, told.seqs));
    if (stop !== undefined) return E.left(stop);
    if (due?.after !== index) continue;
    for (const data of due.messages) append({ type: 'user/message', data, surfaceOp: 'append' });
    due = undefined;
  }
  return E.right(told.events);
};

/** Stands for whatever made the log enter a step without a message. */
const ANY: UserMessage = { id: 'entered', role: 'user', content: '', source: { kind: 'user' } };

/**
 * Tells a log again with agent-instructions mounted.
 *
 * Shape:  whatever the configuration says about delivery, changes are said at the next step.
 * Errors: a wrong setting, or an event that violates the log's rules, as a sentence.
 * Source: SPEC R5
 */
export const hypothesis =
  ({ header, events, directory, config, surroundings, ports }: HypothesisPlan): TaskEither<string, Hypothesis> =>
  async () => {
    const source = agentInstructions({ ...config, delivery: 'pre-step', holdWrites: false }, surroundings);
    const context: E.Either<InvalidConfig, Context> = createContext({ sources: [source], ports });
    if (E.isLeft(context)) return E.left(describeError(context.left));
    const moved: SessionHeader = { ...header, cwd: directory };
    const session = context.right.open(moved);
    if (E.isLeft(session)) return E.left(describeError(session.left));
    const from = absolutePath(header.cwd) ?? directory;
    const adapt = touchesOf(context.right, (path) => relocated(path, from, directory));
    const told = await tell(session.right, events, adapt);
    return E.isLeft(told) ? E.left(describeError(told.left)) : E.right({ header: moved, events: told.right });
  };
