// Owns: reading other sessions from a store with indexes: what is visible is found first, and only that is fetched.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { itemsOf } from '../core/append-list.js';
import type { Surface } from '../core/surface-fold.js';
import { emptySurface, evolveSurface } from '../core/surface-fold.js';
import type { MalformedLine, StoreFailure, SurfaceRangeError } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { SessionSummary, SurfaceReading } from '../domain/question.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { SessionIndex, SurfaceRow } from '../ports/session-index.js';
import type { SessionQuery } from '../ports/session-query.js';

/** Cost: O(1) a row but for replaces. */
const surfaceOf = (rows: readonly SurfaceRow[]): Either<SurfaceRangeError, Surface> => {
  let surface = emptySurface();
  for (const { seq, type, surfaceOp } of rows) {
    const stepped = evolveSurface(surface, { type, surfaceOp }, seq);
    if (E.isLeft(stepped)) return stepped;
    surface = stepped.right.surface;
  }
  return E.right(surface);
};

const failed = (error: MalformedLine | SurfaceRangeError | StoreFailure): Either<StoreFailure, never> =>
  E.left(
    error._tag === 'StoreFailure'
      ? error
      : { _tag: 'StoreFailure', operation: 'read', detail: describeError(error) },
  );

const readSurface = async (
  index: SessionIndex,
  sessionId: string,
  signal?: CancelSignal,
): Promise<Either<StoreFailure, Extract<SurfaceReading, { readonly _tag: 'surface' }>>> => {
  const found = await index.surfaceRows(sessionId, signal)();
  if (E.isLeft(found)) return found;
  const { header, nextSeq, rows } = found.right;
  const surface = surfaceOf(rows);
  if (E.isLeft(surface)) return failed(surface.left);
  const visible = itemsOf(surface.right);
  const inLogOrder = [...visible].sort((one, other) => one - other);
  const events = await index.eventsAt(sessionId, inLogOrder, signal)();
  if (E.isLeft(events)) return failed(events.left);
  const eventAt = new Map(inLogOrder.map((seq, place) => [seq, events.right[place]]));
  return E.right({
    _tag: 'surface',
    header,
    events: visible.flatMap((seq) => eventAt.get(seq) ?? []),
    lastSeq: nextSeq === 0 ? null : nextSeq - 1,
  });
};

const list = async (
  index: SessionIndex,
  signal?: CancelSignal,
): Promise<Either<StoreFailure, readonly SessionSummary[]>> => {
  const sessions: SessionSummary[] = [];
  for await (const one of index.summaries(signal)) {
    if (E.isLeft(one)) return one;
    const { header, title } = one.right;
    sessions.push(title === undefined ? { header } : { header, title });
  }
  return E.right(sessions);
};

/**
 * Reads sessions through an index.
 *
 * Shape:  as `queryLogs` reads them from their logs.
 * Errors: an unknown session, a bad line or a replace of what is not visible is a `StoreFailure`.
 * Cost:   the surface operations of a log, and the events that are visible; no other event is fetched.
 * Source: SPEC L3, L6, S4, S8
 */
export const queryIndex = (index: SessionIndex): SessionQuery => ({
  list: (signal) => () => list(index, signal),
  readSurface: (sessionId, signal) => () => readSurface(index, sessionId, signal),
});
