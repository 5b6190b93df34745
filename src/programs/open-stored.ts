// Owns: a session over a store: opened from a snapshot where one fits, grown in the log first and in memory then.
// When to keep a snapshot is the host's choice.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { MountedSource } from '../core/context-source.js';
import type { FoldError, SessionState } from '../core/fold.js';
import { foldEvents, initialState, snapshotOf } from '../core/fold.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import { seqOf } from '../domain/units.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { AppendError, CreateError, LogMark, ReadError, SessionStore } from '../ports/session-store.js';
import type { Context, Session } from './open-session.js';
import { restoreStored } from './stored-snapshot.js';

/** Why a session cannot be opened. */
export type OpenError = ReadError | FoldError;

/** Why nothing was appended. */
export type GrowError = AppendError | FoldError;

/**
 * A session whose log is in a store.
 *
 * Shape:  `openedFrom` is the first event that was read: 0, or the one behind the snapshot. `diagnostics` are those of
 *         the opening. Appends and snapshots happen one after the other, in the order of the calls.
 */
export interface StoredSession {
  readonly session: Session;
  readonly openedFrom: Seq;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Appends to the log, then to the session.
   *
   * Errors: nothing is written and the session is as it was. After a `Conflict` another process has written: open the
   *         session anew.
   */
  readonly append: (
    events: readonly LogEvent[],
    signal?: CancelSignal,
  ) => TaskEither<GrowError, readonly Diagnostic[]>;
  /** Keeps what was folded so far beside the log: whoever opens it next reads on from here. */
  readonly saveSnapshot: (signal?: CancelSignal) => TaskEither<CreateError, void>;
}

/** A state, and the place in the log that it was folded to; no place at the beginning. */
interface Folded {
  readonly state: SessionState;
  readonly mark?: LogMark;
  readonly diagnostics: readonly Diagnostic[];
}

const foldOn = async (
  sources: readonly MountedSource[],
  store: SessionStore,
  start: Folded,
  signal: CancelSignal | undefined,
): Promise<Either<OpenError, Required<Folded>>> => {
  let { state, mark } = start;
  const diagnostics = [...start.diagnostics];
  for await (const page of store.read(state.header.id, mark, signal)) {
    if (E.isLeft(page)) return page;
    const folded = foldEvents(sources, state, page.right.events);
    if (E.isLeft(folded)) return folded;
    state = folded.right;
    mark = page.right.end;
    diagnostics.push(...page.right.diagnostics);
  }
  return mark === undefined
    ? E.left({ _tag: 'StoreFailure', operation: 'read', detail: 'the store gave no page' })
    : E.right({ state, mark, diagnostics });
};

const startOf = async (
  sources: readonly MountedSource[],
  store: SessionStore,
  header: SessionHeader,
  signal: CancelSignal | undefined,
): Promise<Either<OpenError, Folded>> => {
  const reading = await store.loadSnapshot(header.id, signal)();
  if (E.isLeft(reading)) return reading;
  const state = initialState(sources, header);
  if (reading.right._tag === 'none') return E.right({ state, diagnostics: [] });
  const restored = restoreStored(sources, header, reading.right);
  if (E.isRight(restored)) return E.right({ ...restored.right, diagnostics: [] });
  const detail = `the snapshot beside the log does not fit (${restored.left}); the whole log was folded`;
  return E.right({ state, diagnostics: [{ code: 'snapshot-ignored', detail }] });
};

/** A replace alone can violate the rules of the surface; it is tried out before it is written. */
const tryOut = (
  sources: readonly MountedSource[],
  session: Session,
  events: readonly LogEvent[],
): Either<FoldError, unknown> =>
  events.some(({ surfaceOp }) => typeof surfaceOp === 'object')
    ? foldEvents(sources, session.live().state, events)
    : E.right(undefined);

const grown = (context: Context, store: SessionStore, opened: Required<Folded>, openedFrom: Seq): StoredSession => {
  const { id } = opened.state.header;
  const session = context.resume(opened.state);
  let end = opened.mark;
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn =
    <A>(work: () => Promise<A>): (() => Promise<A>) =>
    () => {
      const turn = queue.then(work);
      queue = turn.catch(() => undefined);
      return turn;
    };
  const append = async (
    events: readonly LogEvent[],
    signal: CancelSignal | undefined,
  ): Promise<Either<GrowError, readonly Diagnostic[]>> => {
    const tried = tryOut(context.sources, session, events);
    if (E.isLeft(tried)) return tried;
    const stored = await store.append(id, end.nextSeq, events, signal)();
    if (E.isLeft(stored)) return stored;
    end = stored.right.end;
    return E.map((examined: readonly Diagnostic[]) => [...stored.right.diagnostics, ...examined])(
      session.append(events),
    );
  };
  return {
    session,
    openedFrom,
    diagnostics: opened.diagnostics,
    append: (events, signal) => inTurn(() => append(events, signal)),
    saveSnapshot: (signal) =>
      inTurn(() => store.saveSnapshot(id, end, snapshotOf(context.sources, session.live().state), signal)()),
  };
};

/**
 * Opens a session from a store.
 *
 * Shape:  a snapshot that does not fit is ignored with the diagnostic `snapshot-ignored`. Nothing is written.
 * Errors: the session does not exist, or its log cannot be read or folded to its end.
 * Cost:   linear in what the log gained since its snapshot, one page in memory at a time.
 * Source: SPEC F3, L5, L6
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { createContext } from 'contextfold';
 * import { openStored } from 'contextfold/stores';
 * import { memorySessionStore } from 'contextfold/testing';
 *
 * const store = memorySessionStore();
 * await store.create({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' })();
 * const context = createContext({ sources: [] });
 * if (E.isLeft(context)) throw new Error(context.left.expected);
 *
 * const opened = await openStored(context.right, store, 's')();
 * if (E.isLeft(opened)) throw new Error(opened.left._tag);
 * await opened.right.append([{ type: 'turn/start', data: { turn: 1 } }])();
 * await opened.right.saveSnapshot()();
 *
 * const again = await openStored(context.right, store, 's')();
 * E.isRight(again) && again.right.openedFrom; // => 1
 * ```
 */
export const openStored =
  (
    context: Context,
    store: SessionStore,
    sessionId: string,
    signal?: CancelSignal,
  ): TaskEither<OpenError, StoredSession> =>
  async () => {
    const header = await store.header(sessionId, signal)();
    if (E.isLeft(header)) return header;
    const start = await startOf(context.sources, store, header.right, signal);
    if (E.isLeft(start)) return start;
    const folded = await foldOn(context.sources, store, start.right, signal);
    if (E.isLeft(folded)) return folded;
    return E.right(grown(context, store, folded.right, start.right.mark?.nextSeq ?? seqOf(0)));
  };
