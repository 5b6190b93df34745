// Owns: a session whose log is derived from a host's own history at every pre-step, so that replay, resume, rewind and
// compaction are whatever the host made of its history. How a host's messages read is its binding's to say; where the
// messages of a host that forgets ours stood is spliced-history.ts's.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { align } from '../core/align.js';
import { invariant } from '../core/assert.js';
import type { Decision } from '../core/combine.js';
import type { Position } from '../core/position.js';
import type { Cancelled } from '../domain/error.js';
import type { LogEvent, SessionHeader, TurnStep } from '../domain/log-event.js';
import type { Content, UserMessage } from '../domain/message.js';
import { isDirect } from '../domain/message.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { Conversation } from '../readers/conversation.js';
import { conversation } from '../readers/conversation.js';
import type { History, Item } from '../readers/history.js';
import { withItem } from '../readers/history.js';
import { untilAborted } from './answer.js';
import type { Context, Session } from './open-session.js';

/**
 * How a host's messages are read and written.
 *
 * Shape:  `itemsOf` gives what a message says, in order, and nothing for one that says nothing here. An item's `id` is
 *         what it is recognised by in a later history: of the host where it has ids, else made of what the item says.
 *         A message of ours is read back as the one user item that it was written from, under its own id.
 * Errors: total, whatever a message holds.
 */
export interface HostMessages<M> {
  readonly itemsOf: (message: M) => readonly Item[];
  /** The id under which a message of ours was written. */
  readonly ownId: (message: M) => string | undefined;
  /** Writes one of ours. Units: `time` in ms since the epoch. */
  readonly write: (message: UserMessage, time: number | undefined) => M;
  /** A person's message in other words. */
  readonly reword: (message: M, content: Content) => M;
}

/** One message of the batch that enters; `own` are ours, `reworded` a person's own in readable words. */
export interface BatchEntry<M> {
  readonly message: M;
  readonly kind: 'own' | 'given' | 'reworded';
}

/**
 * What a pre-step came to.
 *
 * Shape:  `messages` is all that the model shall see: `before`, then the batch in its order. What was given comes back
 *         where the step is not entered.
 */
export interface DerivedStep<M> {
  readonly decision: Decision;
  readonly before: readonly M[];
  readonly batch: readonly BatchEntry<M>[];
  readonly messages: readonly M[];
}

/** A session over a history that its host keeps. */
export interface DerivedSession<M> {
  /**
   * Decides what enters before a model step.
   *
   * Shape:  `history` is all that the model would see. Its last messages are proposed if they are a person's own.
   * Errors: `Cancelled`; nothing has changed then.
   */
  readonly preStep: (history: readonly M[], signal?: CancelSignal) => TaskEither<Cancelled, DerivedStep<M>>;
  /** The log that was derived so far: the history as it was before the last pre-step. */
  readonly log: () => readonly LogEvent[];
}

/** What a session is derived over. Units: `now` in ms since the epoch. */
export interface DerivedOptions<M> {
  readonly context: Context;
  readonly header: SessionHeader;
  readonly host: HostMessages<M>;
  readonly now?: () => number;
}

/** The log of one history and the session that was folded from it. */
interface Derivation {
  readonly session: Session;
  readonly events: readonly LogEvent[];
  readonly items: () => readonly Item[];
  readonly note: Conversation['note'];
  /** Makes these items the history; they are the same objects where they are the same items. */
  readonly become: (items: readonly Item[]) => void;
}

const idOf = ({ id }: Item): string => id;

/** The place of the last item for which a condition holds, −1 where there is none. */
const lastPlace = <A>(items: readonly A[], holds: (item: A) => boolean): number => {
  let place = items.length - 1;
  while (place >= 0 && !holds(items[place] as A)) place -= 1;
  return place;
};

const historyOf = (items: readonly Item[]): History | undefined =>
  items.reduce<History | undefined>((before, item) => withItem(before, item), undefined);

const beginDerivation = (context: Context, header: SessionHeader): Derivation => {
  const opened = context.open(header);
  invariant(E.isRight(opened), 'an empty log can always be folded');
  const session = opened.right;
  const events: LogEvent[] = [];
  const { become, note } = conversation((event) => {
    const appended = session.append([event]);
    invariant(E.isRight(appended), 'a conversation writes a log that can be folded');
    events.push(event);
  });
  let items: readonly Item[] = [];
  let history: History | undefined;
  return {
    session,
    events,
    items: () => items,
    note,
    become: (next) => {
      const grew = items.every((item, index) => item === next[index]);
      history = grew ? next.slice(items.length).reduce<typeof history>(withItem, history) : historyOf(next);
      items = next;
      become(history);
    },
  };
};

/**
 * Derives the log of a further history.
 *
 * Shape:  a history that grew is told on. One in which messages were replaced is told as a replacement. One that ends
 *         before the old one did, with nothing put in the place of what left, was rewound: its log is told anew, and
 *         the session attaches to it as to a live one.
 * Source: SPEC A12, A13
 */
const follow = (current: Derivation, next: readonly Item[], begin: () => Derivation): Derivation => {
  const old = current.items();
  const places = align(old.map(idOf), next.map(idOf));
  const same = next.map((item, index) => old[places[index] ?? -1] ?? item);
  const lastKept = lastPlace(places, (place) => place >= 0);
  const head = places.findIndex((place, index) => place !== index);
  const kept = head < 0 ? places.length : head;
  const isRewound = kept < old.length && lastKept < kept && next[kept]?.quiet !== true;
  const derivation = isRewound ? begin() : current;
  // What stays is told first, so that what is new is appended behind it.
  if (!isRewound) derivation.become(same.slice(0, Math.max(lastKept + 1, next[kept]?.quiet === true ? kept + 1 : 0)));
  derivation.become(isRewound ? next : same);
  return derivation;
};

/** Where the step that is asked about stands. A person's words after an answer begin a turn. */
const placeOf = ({ turn, step, lastTurn }: Position, items: readonly Item[], isTyped: boolean): TurnStep => {
  const last = items[lastPlace(items, ({ quiet }) => quiet !== true)];
  const begins = isTyped && last?.kind !== 'user';
  return turn === undefined || step === undefined || begins
    ? { turn: lastTurn + 1, step: 1 }
    : { turn, step: step + 1 };
};

const isProposed = (items: readonly Item[]): boolean => {
  const [item] = items;
  return items.length === 1 && item?.kind === 'user' && item.quiet !== true && isDirect(item);
};

const asMessage = ({ id, content, source }: Extract<Item, { readonly kind: 'user' }>): UserMessage => ({
  id,
  role: 'user',
  content,
  source,
});

/** A log that is derived anew counts anew, so a place alone would name an older message too. */
const freshId = (id: string, time: number | undefined, held: ReadonlySet<string>): string => {
  const named = time === undefined ? id : `${id}@${time}`;
  let [fresh, count] = [named, 1];
  while (held.has(fresh)) {
    count += 1;
    fresh = `${named}~${count}`;
  }
  return fresh;
};

/** The batch as messages of the host: a person's own are given back as they came unless they were reworded. */
const entriesOf = <M>(
  { host, now }: DerivedOptions<M>,
  { messages, added }: Decision,
  given: readonly M[],
  proposed: readonly UserMessage[],
  held: ReadonlySet<string>,
): readonly BatchEntry<M>[] => {
  const ours = new Set(added);
  const time = now?.();
  let place = 0;
  return messages.map((message): BatchEntry<M> => {
    if (ours.has(message)) {
      const id = freshId(message.id, time, held);
      return { message: host.write({ ...message, id }, time), kind: 'own' };
    }
    const [own, before] = [given[place] as M, proposed[place]];
    place += 1;
    return before === message
      ? { message: own, kind: 'given' }
      : { message: host.reword(own, message.content), kind: 'reworded' };
  });
};

const cancelledBy = ({ reason }: CancelSignal): Cancelled => ({ _tag: 'Cancelled', reason });

/**
 * Opens a session over a history.
 *
 * Shape:  the first history tells whether the session begins or is resumed; within the process nothing is.
 * Cost:   a history that grew is linear in its length, with nothing but comparisons for what was there before.
 * Source: SPEC F3, F4, A13; property-tests/derived-session.laws.test.ts
 */
export const derivedSession = <M>(options: DerivedOptions<M>): DerivedSession<M> => {
  const { context, header, host } = options;
  const begin = (): Derivation => beginDerivation(context, header);
  let derivation: Derivation | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const derive = (items: readonly Item[]): Derivation => {
    if (derivation !== undefined) return follow(derivation, items, begin);
    const first = begin();
    first.become(items);
    first.note('session/start', { reason: items.length === 0 ? 'startup' : 'resume' });
    return first;
  };
  const decide = async (history: readonly M[], signal?: CancelSignal): Promise<E.Either<Cancelled, DerivedStep<M>>> => {
    const read = history.map((message) => host.itemsOf(message));
    const from = lastPlace(read, (items) => !isProposed(items)) + 1;
    const before = history.slice(0, from);
    const proposed = read.slice(from).flatMap((items) => items.flatMap((item) => (item.kind === 'user' ? item : [])));
    const current = derive(read.slice(0, from).flat());
    derivation = current;
    const messages = proposed.map(asMessage);
    const at = placeOf(current.session.live().state.position, current.items(), messages.length > 0);
    const decided = await current.session.preStep({ ...at, messages }, signal)();
    return E.map((decision: Decision): DerivedStep<M> => {
      if (!decision.enters) return { decision, before: history, batch: [], messages: history };
      const held = new Set(read.flatMap((items) => items.map(idOf)));
      const batch = entriesOf(options, decision, history.slice(from), messages, held);
      return { decision, before, batch, messages: [...before, ...batch.map(({ message }) => message)] };
    })(decided);
  };
  return {
    preStep: (history, signal) => () => {
      const before = queue;
      const turn = untilAborted(before, signal).then(() =>
        signal?.aborted === true ? E.left(cancelledBy(signal)) : decide(history, signal),
      );
      queue = Promise.allSettled([before, turn]).then(() => undefined);
      return turn;
    },
    log: () => derivation?.events ?? [],
  };
};
