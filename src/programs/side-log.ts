// Owns: answering one event of a hook over a side log: the log is brought up to what the transcript shows, a decision
// is made, and what was said is in the log before it is answered. Which process answers does not matter: who finds that
// another one was faster begins anew.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Digest } from '../domain/digest.js';
import type { Cancelled, ContextError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { SessionStore } from '../ports/session-store.js';
import type { HookAnswer, HookEvent, HookOccurrence, Sight } from './hook-event.js';
import { SILENT } from './hook-event.js';
import { ADOPTED } from './hook-ledger.js';
import type { StoredSession } from './open-stored.js';
import { openStored } from './open-stored.js';
import type { SideLog, Turn } from './side-log-turn.js';
import { answerIn, beginTurn } from './side-log-turn.js';
import { compareWith, shadowing, takenOver, toldAgain } from './hook-surface.js';

/**
 * How an event was answered.
 *
 * Shape:  `quiet` when nothing was written and nothing is on its way. `diagnostics` of the decision. Source: SPEC F7
 */
export interface Answered {
  readonly answer: HookAnswer;
  readonly quiet: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_ATTEMPTS = 64;

/** A log grows by a few events for each thing said; after so many a snapshot saves reading them. */
const SNAPSHOT_EVENTS = 64;

const headerOf = ({ session, cwd }: HookEvent, createdAt: number): SessionHeader => ({
  type: 'session',
  version: 1,
  id: session,
  createdAt,
  cwd,
  format: 'contextfold-hook',
});

const openOrCreate = async (
  { context, store, now }: SideLog,
  event: HookEvent,
  signal: CancelSignal | undefined,
): Promise<Either<ContextError, StoredSession>> => {
  const opened = await openStored(context, store, event.session, signal)();
  if (E.isRight(opened) || opened.left._tag !== 'StoreFailure' || opened.left.code !== 'no-session') return opened;
  const created = await store.create(headerOf(event, now()), signal)();
  const isThere =
    E.isRight(created) || (created.left._tag === 'StoreFailure' && created.left.code === 'session-exists');
  return isThere ? openStored(context, store, event.session, signal)() : E.left(created.left);
};

/** The messages of a log that were handed over, by what they are wanted for. */
const eventsIn = async <K>(
  store: SessionStore,
  session: string,
  keyOf: (event: LogEvent, seq: number) => K | undefined,
): Promise<ReadonlyMap<K, LogEvent>> => {
  const found = new Map<K, LogEvent>();
  let seq = 0;
  for await (const page of store.read(session)) {
    if (E.isLeft(page)) break;
    for (const event of page.right.events) {
      const key = keyOf(event, seq);
      if (key !== undefined) found.set(key, event);
      seq += 1;
    }
  }
  return found;
};

const digestOf = ({ type, delivery }: LogEvent): string | undefined =>
  type === 'user/message' && delivery !== undefined ? (delivery as { readonly digest?: string }).digest : undefined;

/** A fork begins with what other sessions of its directory were told; their logs say what those texts meant. */
const adopted = async (
  { store }: SideLog,
  { session, cwd }: HookEvent,
  strange: readonly Digest[],
): Promise<readonly LogEvent[]> => {
  const found = new Map<string, LogEvent>();
  for await (const header of store.list()) {
    if (E.isLeft(header) || header.right.id === session || header.right.cwd !== cwd) continue;
    const { id } = header.right;
    const wanted = (event: LogEvent): string | undefined => {
      const digest = digestOf(event);
      return strange.includes(digest as Digest) ? digest : undefined;
    };
    for (const [digest, event] of await eventsIn(store, id, wanted)) found.set(digest, takenOver(event, id));
  }
  return strange.flatMap((digest) => found.get(digest) ?? []);
};

/** Makes the side log's surface what the transcript shows. */
const catchUp = async (plan: SideLog, event: HookEvent, turn: Turn, sight: Sight): Promise<void> => {
  const { out, lost, back, strange } = compareWith(sight, turn.ledger());
  if (out.length > 0) {
    turn.put(shadowing(turn.state().surface, turn.ledger(), out, (index) => turn.idFor(`gone.${index}`), lost));
  }
  if (back.length > 0) {
    const seqs = new Set(back.map(({ seq }) => seq));
    const events = await eventsIn(plan.store, event.session, (_, seq) => (seqs.has(seq) ? seq : undefined));
    turn.put([...events].map(([seq, original]) => toldAgain(original, seq)));
  }
  if (!turn.ledger().looked && sight.isThere && strange.length > 0) {
    const others = await adopted(plan, event, strange);
    turn.put([...others, { type: ADOPTED, time: plan.now() }]);
  }
};

/** While a session or a compaction begins, the transcript shows what was before it, or half of it. */
const isTold = (occurrence: HookOccurrence): boolean =>
  occurrence.kind === 'started' ? occurrence.why === 'compact' : !occurrence.kind.startsWith('compact');

const attempt = async (
  plan: SideLog,
  event: HookEvent,
  signal: CancelSignal | undefined,
): Promise<Either<ContextError | Cancelled, Answered>> => {
  const opened = await openOrCreate(plan, event, signal);
  if (E.isLeft(opened)) return opened;
  const stored = opened.right;
  const turn = beginTurn(plan, stored.session.live().state);
  const sight = plan.sight();
  if (sight !== undefined && isTold(event.occurrence)) await catchUp(plan, event, turn, sight);
  const answered = await answerIn(turn, event.occurrence, sight, signal);
  if (E.isLeft(answered)) return answered;
  const events = turn.events();
  if (events.length > 0) {
    const grown = await stored.append(events, signal)();
    if (E.isLeft(grown)) return grown;
    const { nextSeq } = stored.session.live().state;
    // A snapshot only saves time: that it could not be kept is no reason to stay silent.
    if (nextSeq - stored.openedFrom >= SNAPSHOT_EVENTS) await stored.saveSnapshot(signal)();
  }
  const pending = turn
    .ledger()
    .said.some(({ digest, host }) => host !== true && sight?.live.includes(digest) === false);
  const quiet = answered.right === SILENT && events.length === 0 && !pending;
  return E.right({ answer: answered.right, quiet, diagnostics: turn.diagnostics() });
};

/**
 * Answers one event.
 *
 * Shape:  what is answered is in the log; it is not answered when it could not be written there, for then it would be
 *         said again and again. Of several processes that want to say the same, one says it.
 * Errors: the log cannot be read or written, or the signal was aborted; nothing was said then.
 * Source: SPEC R6; docs/adr/0008-hook.md
 */
export const answerHook =
  (plan: SideLog, event: HookEvent, signal?: CancelSignal): TaskEither<ContextError | Cancelled, Answered> =>
  async () => {
    for (let left = MAX_ATTEMPTS; ; left -= 1) {
      const answered = await attempt(plan, event, signal);
      if (E.isRight(answered) || answered.left._tag !== 'Conflict' || left === 1) return answered;
    }
  };
