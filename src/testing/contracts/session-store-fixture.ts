// Owns: what the laws of a session store are tried on, and short ways to ask it.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { ContextError } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import { seqOf } from '../../domain/units.js';
import type { Appended, LogMark, LogPage, SessionStore } from '../../ports/session-store.js';
import { check } from './law.js';

/**
 * A store without sessions.
 *
 * Shape:  `another` is a second store over the same logs, as a second process has it; in memory it is the same one.
 */
export interface SessionStoreFixture {
  readonly store: SessionStore;
  readonly another: SessionStore;
  readonly dispose?: () => PromiseLike<void> | void;
}

/** One law, on a fixture of its own. */
export interface StoreClause {
  readonly name: string;
  readonly holds: (fixture: SessionStoreFixture) => Promise<void>;
}

/** A header of which only the id matters. */
export const headerOf = (id: string): SessionHeader => ({
  type: 'session',
  version: 1,
  id,
  createdAt: 1_767_225_600_000,
  cwd: '/repo',
});

/** An event that says a text. */
export const saying = (text: string): LogEvent => ({
  type: 'user/message',
  data: { id: text, role: 'user', content: text, source: { kind: 'user' } },
  surfaceOp: 'append',
});

/** Events that can be told apart. */
export const sayings = (count: number, about = 'event'): readonly LogEvent[] =>
  Array.from({ length: count }, (_, index) => saying(`${about} ${index}`));

/** What a call gave, where it has to succeed. */
export const granted = <A>(what: string, result: Either<ContextError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(`${what}: expected success, found ${describeError(result.left)}`);
};

/** What a call came to, in a word: `done`, the tag of its error, or the code of a failure that has one. */
export const outcomeOf = (result: Either<ContextError, unknown>): string => {
  if (E.isRight(result)) return 'done';
  return (result.left._tag === 'StoreFailure' ? result.left.code : undefined) ?? result.left._tag;
};

/** Makes a session. */
export const create = async (store: SessionStore, id: string): Promise<LogMark> =>
  granted(`creating ${JSON.stringify(id)}`, await store.create(headerOf(id))());

/** Appends where the caller knows that it fits. */
export const append = async (
  store: SessionStore,
  id: string,
  expected: number,
  events: readonly LogEvent[],
): Promise<Appended> =>
  granted(`an append at ${expected}`, await store.append(id, seqOf(expected), events)());

/** All pages of a reading. */
export const pagesOf = async (store: SessionStore, id: string, from?: LogMark): Promise<readonly LogPage[]> => {
  const pages: LogPage[] = [];
  for await (const page of store.read(id, from)) pages.push(granted(`a page of ${JSON.stringify(id)}`, page));
  return pages;
};

/** All events of a reading. */
export const eventsOf = async (store: SessionStore, id: string, from?: LogMark): Promise<readonly LogEvent[]> =>
  (await pagesOf(store, id, from)).flatMap(({ events }) => events);

/** Where a reading ends. */
export const endOf = async (store: SessionStore, id: string): Promise<LogMark> => {
  const last = (await pagesOf(store, id)).at(-1);
  check(last !== undefined, 'a reading: expected at least one page, found none');
  return last.end;
};

/** How a reading ended: `done`, or in its error. */
export const readingOutcome = async (store: SessionStore, id: string, from?: LogMark): Promise<string> => {
  let outcome = 'done';
  for await (const page of store.read(id, from)) outcome = outcomeOf(page);
  return outcome;
};

/** The headers of a list. */
export const listed = async (store: SessionStore): Promise<readonly SessionHeader[]> => {
  const headers: SessionHeader[] = [];
  for await (const header of store.list()) headers.push(granted('a session of the list', header));
  return headers;
};

/** Tries an append and says what it came to. */
export const appendOutcome = async (
  store: SessionStore,
  id: string,
  expected: Seq | number,
  events: readonly LogEvent[],
): Promise<string> => outcomeOf(await store.append(id, seqOf(expected), events)());
