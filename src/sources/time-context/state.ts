// Owns: the fold of the raw log into what time-context must know: when something was last said, when the time was last
// told, and which zones the open turn's direct messages claim. What is still visible plays no part.
import type { EventPlace, SnapshotCodec } from '../../core/context-source.js';
import { soleSectionOf } from '../../core/snapshot-message.js';
import type { LogEvent } from '../../domain/log-event.js';
import { isSurfaceType, sourceOf, turnOf } from '../../domain/log-event.js';
import type { TimeState } from './model.js';
import { TIME_CONTEXT } from './model.js';
import { claimOf } from './zone.js';

/** What an empty log says about time. */
export const initialTime: TimeState = {
  messageAt: null,
  readingAt: null,
  turn: null,
  turnReadingAt: null,
  claims: [],
};

/** A turn that opens has no reading and no claims yet; one that is opened again begins anew. */
const inOpenTurn = (state: TimeState, event: LogEvent, place: EventPlace): TimeState => {
  const turn = place.position.turn ?? null;
  const opens = event.type === 'turn/start' && turnOf(event) !== undefined;
  return opens || turn !== state.turn ? { ...state, turn, turnReadingAt: null, claims: [] } : state;
};

/**
 * Folds one event.
 *
 * Shape:  a malformed reading is none.
 * Cost:   O(1) but for the few claims of a turn.
 * Source: SPEC T1, T2, T3
 */
export const evolveTime = (before: TimeState, event: LogEvent, place: EventPlace): TimeState => {
  const state = inOpenTurn(before, event, place);
  if (!isSurfaceType(event.type)) return state;
  const at = event.time ?? null;
  if (soleSectionOf(event, TIME_CONTEXT) !== undefined) {
    return { ...state, messageAt: at, readingAt: at, turnReadingAt: at };
  }
  const source = sourceOf(event);
  const claim = source === undefined ? undefined : claimOf(source);
  const claims = claim === undefined || state.claims.includes(claim) ? state.claims : [...state.claims, claim];
  return { ...state, messageAt: at, claims };
};

const isInstant = (value: unknown): value is number | null => value === null || typeof value === 'number';

const isState = (written: unknown): written is TimeState => {
  const { messageAt, readingAt, turn, turnReadingAt, claims } = (written ?? {}) as Readonly<Record<string, unknown>>;
  return (
    [messageAt, readingAt, turn, turnReadingAt].every(isInstant) &&
    Array.isArray(claims) &&
    claims.every((claim) => typeof claim === 'string')
  );
};

/** The state as JSON. Source: SPEC F3 */
export const timeSnapshot: SnapshotCodec<TimeState> = {
  encode: (state) => state,
  decode: (written) => (isState(written) ? written : undefined),
};
