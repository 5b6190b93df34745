// Owns: the fold of a session log into one state: surface and position once, and each source's own part beside them.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { isFields } from '../domain/codec/decode.js';
import type { SeqMismatch, SurfaceRangeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import { seqOf } from '../domain/units.js';
import { itemsOf, listOf } from './append-list.js';
import type { EventPlace, MountedSource } from './context-source.js';
import type { Position } from './position.js';
import { START, evolvePosition } from './position.js';
import type { Surface } from './surface-fold.js';
import { emptySurface, evolveSurface } from './surface-fold.js';

/** What a log can violate so that it cannot be folded. Source: SPEC L1, L3 */
export type FoldError = SeqMismatch | SurfaceRangeError;

/**
 * Everything that the log says, folded.
 *
 * Shape:  `parts` holds one state for each mounted source, in mount order.
 * Source: SPEC F3
 */
export interface SessionState {
  readonly header: SessionHeader;
  readonly nextSeq: Seq;
  readonly surface: Surface;
  readonly position: Position;
  readonly parts: readonly unknown[];
}

/** A session with the process memory of its sources. */
export interface LiveSession {
  readonly state: SessionState;
  /** One memory for each mounted source, in mount order; `null` for a source without. */
  readonly memories: readonly unknown[];
  /** How many decisions were taken since the log last grew: all at one position, so ids need it to differ. */
  readonly taken: number;
}

/** The state of a log that holds only its header. */
export const initialState = (sources: readonly MountedSource[], header: SessionHeader): SessionState => ({
  header,
  nextSeq: seqOf(0),
  surface: emptySurface(),
  position: START,
  parts: sources.map((source): unknown => source.initial(header)),
});

/** How a process comes to a session: it attaches, or goes on for one that answered a single call and ended. */
export type Coming = 'attached' | 'continued';

/** A process that has just come to a session: it remembers nothing. */
export const attach = (
  sources: readonly MountedSource[],
  state: SessionState,
  coming: Coming = 'attached',
): LiveSession => ({
  state,
  memories: sources.map(({ memory }): unknown =>
    coming === 'continued' ? (memory?.continued ?? memory?.initial ?? null) : (memory?.initial ?? null),
  ),
  taken: 0,
});

/** What moves the position or the surface, whoever is mounted. */
const OWN_TYPES = [
  'session/start',
  'turn/start',
  'turn/end',
  'step/start',
  'step/end',
  'user/message',
  'assistant/message',
  'tool/result',
];

/**
 * The event types that can change a state; every type for a source that does not say which it reads.
 *
 * Why:    most of a log is stream noise, and what cannot matter needs neither folding nor parsing.
 */
export const typesRead = (sources: readonly MountedSource[]): ReadonlySet<string> | 'all' => {
  const known = typesBySources.get(sources);
  if (known !== undefined) return known;
  const types = typesOf(sources);
  typesBySources.set(sources, types);
  return types;
};

const typesBySources = new WeakMap<readonly MountedSource[], ReadonlySet<string> | 'all'>();

const typesOf = (sources: readonly MountedSource[]): ReadonlySet<string> | 'all' => {
  const types = new Set(OWN_TYPES);
  for (const { reads } of sources) {
    if (reads === undefined) return 'all';
    for (const type of reads) types.add(type);
  }
  return types;
};

type Watch = (event: LogEvent, place: EventPlace) => void;

const foldWatching = (
  sources: readonly MountedSource[],
  state: SessionState,
  events: Iterable<LogEvent>,
  watch: Watch | undefined,
): Either<FoldError, SessionState> => {
  let { nextSeq, surface, position } = state;
  const parts = state.parts.slice();
  const read = typesRead(sources);
  for (const event of events) {
    if (event.seq !== undefined && event.seq !== nextSeq) {
      return E.left({ _tag: 'SeqMismatch', expected: nextSeq, found: event.seq });
    }
    if (read !== 'all' && !read.has(event.type)) {
      nextSeq = seqOf(nextSeq + 1);
      continue;
    }
    const stepped = evolveSurface(surface, event, nextSeq);
    if (E.isLeft(stepped)) return stepped;
    surface = stepped.right.surface;
    position = evolvePosition(position, event);
    const place: EventPlace = { seq: nextSeq, change: stepped.right.change, surface, position };
    for (let index = 0; index < sources.length; index += 1) {
      parts[index] = sources[index]?.evolve(parts[index], event, place);
    }
    watch?.(event, place);
    nextSeq = seqOf(nextSeq + 1);
  }
  return E.right({ header: state.header, nextSeq, surface, position, parts });
};

/**
 * Folds events into a state.
 *
 * Shape:  `fold(a ⧺ b) = fold(fold a, b)`; the given state stays valid.
 * Errors: the first event that violates the log's rules; nothing is folded then.
 * Cost:   amortised O(1) an event, however long the log is; next to nothing for a type that no source reads.
 * Source: SPEC F3; property-tests/fold.laws.test.ts
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { foldEvents, initialState } from 'contextfold';
 *
 * const start = initialState([], { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' });
 * const state = foldEvents([], start, [{ type: 'turn/start', data: { turn: 1 } }, { type: 'what/ever' }]);
 * E.isRight(state) && state.right.nextSeq; // => 2
 * start.nextSeq; // => 0
 * ```
 */
export const foldEvents = (
  sources: readonly MountedSource[],
  state: SessionState,
  events: Iterable<LogEvent>,
): Either<FoldError, SessionState> => foldWatching(sources, state, events, undefined);

/** The same for a living process, whose sources observe what is appended. */
export const advance = (
  sources: readonly MountedSource[],
  live: LiveSession,
  events: Iterable<LogEvent>,
): Either<FoldError, LiveSession> => {
  const memories = live.memories.slice();
  const observers = sources.flatMap(({ memory }, index) => (memory === undefined ? [] : [{ memory, index }]));
  const folded = foldWatching(sources, live.state, events, (event, place) => {
    for (const { memory, index } of observers) memories[index] = memory.observe(memories[index], event, place);
  });
  if (E.isLeft(folded)) return folded;
  const taken = folded.right.nextSeq === live.state.nextSeq ? live.taken : 0;
  return E.right({ state: folded.right, memories, taken });
};

/**
 * A state as JSON.
 *
 * Source: SPEC F3
 */
export interface Snapshot {
  readonly contextfold: 1;
  readonly header: SessionHeader;
  readonly nextSeq: number;
  readonly surface: readonly number[];
  readonly position: Position;
  readonly parts: Readonly<Record<string, unknown>>;
}

/**
 * Writes a state as JSON.
 *
 * @example
 * ```ts
 * import { initialState, restoreSnapshot, snapshotOf } from 'contextfold';
 *
 * const state = initialState([], { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' });
 * const kept = JSON.stringify(snapshotOf([], state));
 * restoreSnapshot([], JSON.parse(kept))?.header.id; // => 's'
 * ```
 */
export const snapshotOf = (sources: readonly MountedSource[], state: SessionState): Snapshot => ({
  contextfold: 1,
  header: state.header,
  nextSeq: state.nextSeq,
  surface: itemsOf(state.surface).slice(),
  position: state.position,
  parts: Object.fromEntries(
    sources.map((source, index): [string, unknown] => {
      const part: unknown = state.parts[index];
      return [source.kind, source.snapshot === undefined ? part : source.snapshot.encode(part)];
    }),
  ),
});

const isNatural = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** What a snapshot must have for a state to be made of it; it may be anything that was kept as JSON. */
const isSnapshot = (value: Snapshot): boolean => {
  if (!isFields(value)) return false;
  const { header, nextSeq, surface, position, parts } = value;
  return (
    [header, position, parts].every(isFields) &&
    isNatural(nextSeq) &&
    typeof position.lastTurn === 'number' &&
    Array.isArray(surface) &&
    surface.every((seq) => isNatural(seq) && seq < nextSeq)
  );
};

/**
 * Reads a state back.
 *
 * Errors: `undefined` for what is no snapshot, and when a mounted source has no part in it or does not recognise it.
 *         The log must then be folded anew.
 */
export const restoreSnapshot = (sources: readonly MountedSource[], snapshot: Snapshot): SessionState | undefined => {
  if (!isSnapshot(snapshot)) return undefined;
  const parts: unknown[] = [];
  for (const source of sources) {
    if (!Object.hasOwn(snapshot.parts, source.kind)) return undefined;
    const written = snapshot.parts[source.kind];
    const part: unknown = source.snapshot === undefined ? written : source.snapshot.decode(written);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return {
    header: snapshot.header,
    nextSeq: seqOf(snapshot.nextSeq),
    surface: listOf(snapshot.surface.map(seqOf)),
    position: snapshot.position,
    parts,
  };
};
