// Owns: session logs in memory, as the lines that a real store would keep: what comes back is a copy and pure JSON.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import { parseJson } from '../../domain/codec/session-log.js';
import { eventLines, headerLine, jsonLine, readEventLine, readHeaderLine } from '../../domain/codec/stored-lines.js';
import type { StoreFailure } from '../../domain/error.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent, SessionHeader } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import { seqOf } from '../../domain/units.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type {
  AppendError,
  Appended,
  CreateError,
  LogMark,
  LogPage,
  ReadError,
  SessionStore,
  SnapshotReading,
} from '../../ports/session-store.js';

/** One log. `token` is no other log's, so a mark tells which one it belongs to. */
interface StoredLog {
  readonly token: string;
  readonly header: string;
  readonly lines: string[];
  snapshot?: { readonly mark: LogMark; readonly text: string };
}

const PAGE_EVENTS = 500;

const failed = (
  operation: StoreFailure['operation'],
  code: NonNullable<StoreFailure['code']>,
  detail: string,
): Either<StoreFailure, never> => E.left({ _tag: 'StoreFailure', operation, detail, code });

const markAt = (log: StoredLog, index: number): LogMark => ({ nextSeq: seqOf(index), token: log.token });

const endOf = (log: StoredLog): LogMark => markAt(log, log.lines.length);

const fits = (log: StoredLog, mark: LogMark): boolean =>
  mark.token === log.token && mark.nextSeq >= 0 && mark.nextSeq <= log.lines.length;

const pageOf = (log: StoredLog, start: number): Either<ReadError, LogPage> => {
  const lines = log.lines.slice(start, start + PAGE_EVENTS);
  const events: LogEvent[] = [];
  for (const [index, line] of lines.entries()) {
    const event = readEventLine(line, start + index + 2);
    if (E.isLeft(event)) return event;
    events.push(event.right);
  }
  return E.right({ events, end: markAt(log, start + lines.length), diagnostics: [] });
};

const headerOf = (log: StoredLog): Either<StoreFailure, SessionHeader> => {
  const read = readHeaderLine(log.header);
  return E.isRight(read) ? read : E.left({ _tag: 'StoreFailure', operation: 'read', detail: describeError(read.left) });
};

const appendTo = (
  log: StoredLog,
  sessionId: string,
  expected: Seq,
  events: readonly LogEvent[],
): Either<AppendError, Appended> => {
  const lines = eventLines(events, expected);
  if (E.isLeft(lines)) return lines;
  const found = endOf(log).nextSeq;
  if (found !== expected) return E.left({ _tag: 'Conflict', sessionId, expected, found });
  for (const line of lines.right) log.lines.push(line);
  return E.right({ end: endOf(log), diagnostics: [] });
};

const snapshotIn = ({ snapshot }: StoredLog): Either<StoreFailure, SnapshotReading> =>
  snapshot === undefined
    ? E.right({ _tag: 'none' })
    : E.right({ _tag: 'snapshot', mark: snapshot.mark, snapshot: parseJson(snapshot.text)?.value });

const keepSnapshot = (log: StoredLog, mark: LogMark, snapshot: unknown): Either<CreateError, void> => {
  if (!fits(log, mark)) return failed('snapshot', 'unfit-mark', 'the mark is of another log');
  return E.map((text: string): void => {
    log.snapshot = { mark, text };
  })(jsonLine(snapshot));
};

/**
 * Keeps session logs for as long as the process lives.
 *
 * Shape:  as the port says; one value is one store.
 * Source: SPEC L6; testing/contracts/session-store
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { memorySessionStore } from 'contextfold/testing';
 *
 * const store = memorySessionStore();
 * await store.create({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' })();
 * const header = await store.header('s')();
 * E.isRight(header) && header.right.cwd; // => '/repo'
 * ```
 */
export const memorySessionStore = (): SessionStore => {
  const logs = new Map<string, StoredLog>();

  const inLog = <Failed, A>(
    operation: StoreFailure['operation'],
    sessionId: string,
    signal: CancelSignal | undefined,
    work: (log: StoredLog) => Either<Failed, A>,
  ): Either<Failed | StoreFailure, A> => {
    if (signal?.aborted === true) return failed(operation, 'aborted', 'aborted');
    const log = logs.get(sessionId);
    return log === undefined
      ? failed(operation, 'no-session', `there is no session ${JSON.stringify(sessionId)}`)
      : work(log);
  };
  const create = (header: SessionHeader, signal?: CancelSignal): Either<CreateError, LogMark> => {
    if (signal?.aborted === true) return failed('create', 'aborted', 'aborted');
    const line = headerLine(header);
    if (E.isLeft(line)) return line;
    if (logs.has(header.id)) {
      return failed('create', 'session-exists', `there is a session ${JSON.stringify(header.id)} already`);
    }
    const log: StoredLog = { token: `log ${logs.size}`, header: line.right, lines: [] };
    logs.set(header.id, log);
    return E.right(endOf(log));
  };
  const pageFrom = (log: StoredLog, from: LogMark): Either<ReadError, LogPage> =>
    fits(log, from) ? pageOf(log, from.nextSeq) : failed('read', 'unfit-mark', 'the mark is of another log');
  const soon =
    <A>(work: () => A): Task<A> =>
    () =>
      Promise.resolve(work());

  return {
    async *list(signal) {
      for (const log of [...logs.values()]) {
        const isAborted = signal?.aborted === true;
        yield await soon(() => (isAborted ? failed('list', 'aborted', 'aborted') : headerOf(log)))();
        if (isAborted) return;
      }
    },
    create: (header, signal) => soon(() => create(header, signal)),
    header: (sessionId, signal) => soon(() => inLog('read', sessionId, signal, headerOf)),
    async *read(sessionId, from, signal) {
      let at = from;
      let isMore = true;
      while (isMore) {
        const page = await soon(() => inLog('read', sessionId, signal, (log) => pageFrom(log, at ?? markAt(log, 0))))();
        yield page;
        isMore = E.isRight(page) && page.right.events.length === PAGE_EVENTS;
        if (E.isRight(page)) at = page.right.end;
      }
    },
    append: (sessionId, expected, events, signal) =>
      soon(() => inLog('append', sessionId, signal, (log) => appendTo(log, sessionId, expected, events))),
    loadSnapshot: (sessionId, signal) => soon(() => inLog('snapshot', sessionId, signal, snapshotIn)),
    saveSnapshot: (sessionId, mark, snapshot, signal) =>
      soon(() => inLog('snapshot', sessionId, signal, (log) => keepSnapshot(log, mark, snapshot))),
  };
};
