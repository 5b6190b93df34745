// Owns: what the process remembers beside the log: known file versions, messages on their way into the log, and what an
// attach still owes. All of it may be lost at any moment; nothing in it suppresses what the log does not show (SPEC
// F4), except deliveries in flight (A9).
import type { Delivery, EventPlace, ProcessMemory } from '../../core/context-source.js';
import { describeJson } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { startReasonOf, turnStepOf, userMessageOf } from '../../domain/log-event.js';
import type { MessageDraft } from '../../domain/message.js';
import type { AbsolutePath } from '../../domain/path.js';
import type { Seq } from '../../domain/units.js';
import type { InstructionsTag, LoggedChange } from './codec.js';
import { claimsKind, decodeTag } from './codec.js';
import type { KnownFiles } from './observation.js';

/**
 * A message that was handed to the host outside a batch.
 *
 * Shape:  `proposed` until the host says that it kept it, then pending from `boundary` on; gone once the log shows it
 *         or its step ended without it. `seen` are the files whose fast path goes with it.
 * Source: SPEC A9
 */
export interface Flight {
  readonly fingerprint: string;
  readonly turn: number;
  readonly step: number;
  readonly boundary: Seq | undefined;
  readonly rootTag: string;
  readonly changes: readonly LoggedChange[];
  readonly seen: readonly string[];
  /** Touches of calls that were decided while this one was only proposed: what it kept them from saying is owed. */
  readonly waiting: readonly string[];
}

/**
 * Facts about the files below one root, by the keys of candidates and groups.
 *
 * Shape:  `listed` are the groups whose directories were searched for near misses.
 */
export interface RememberedFiles {
  readonly rootTag: string | undefined;
  readonly known: KnownFiles;
  readonly listed: ReadonlySet<string>;
}

const NO_FILES: RememberedFiles = { rootTag: undefined, known: new Map(), listed: new Set() };

/** What is remembered of the files below this root: nothing, where it is another one than before. */
export const filesBelow = ({ files }: InstructionsMemory, rootTag: string): RememberedFiles =>
  files.rootTag === rootTag ? files : { ...NO_FILES, rootTag };

/** The process memory of one session. */
export interface InstructionsMemory {
  readonly files: RememberedFiles;
  readonly flights: readonly Flight[];
  /** Contents for which a call was held back, as `<scope> <digest>`. */
  readonly held: ReadonlySet<string>;
  /** Whether the comparison that a resume or attach owes is done and its step was entered. */
  readonly attached: boolean;
  /** Whether a `session/start` with reason `resume` is what the comparison is owed to. */
  readonly resumed: boolean;
  /** Whether the newest pre-step decision did everything that was owed; its `step/start` confirms it. */
  readonly decided: boolean;
  /** Touches that nobody could reconcile: the root was unavailable, or a proposal that was lost stood in for them. */
  readonly owedTouches: readonly string[];
  /** The root that this process found while no message of ours is visible. */
  readonly root: AbsolutePath | undefined;
}

const NOTHING: InstructionsMemory = {
  files: NO_FILES,
  flights: [],
  held: new Set(),
  attached: false,
  resumed: false,
  decided: false,
  owedTouches: [],
  root: undefined,
};

/** What makes two messages identical: all that the model or a later fold could tell apart. */
const fingerprintOf = ({ content, source }: MessageDraft): string => describeJson([content, source]);

const withoutFlights = (memory: InstructionsMemory, dropped: readonly Flight[]): InstructionsMemory => {
  if (dropped.length === 0) return memory;
  const known = new Map(memory.files.known);
  for (const key of dropped.flatMap((flight) => flight.seen)) known.delete(key);
  const proposed = dropped.filter(({ boundary }) => boundary === undefined);
  return {
    ...memory,
    files: { ...memory.files, known },
    flights: memory.flights.filter((flight) => !dropped.includes(flight)),
    owedTouches: [...new Set([...memory.owedTouches, ...proposed.flatMap(({ waiting }) => waiting)])],
  };
};

/** What a message in the log says is newer than what earlier ones on their way say about the same files. */
const superseded = (flights: readonly Flight[], tag: InstructionsTag): readonly Flight[] => {
  const scopes = new Set(tag.changes.map(({ scope }) => scope));
  const paths = new Set(tag.changes.map(({ path }) => path));
  return flights.map((flight) => {
    if (flight.rootTag !== tag.root) return flight;
    const changes = flight.changes.filter(({ scope, path }) => !scopes.has(scope) && !paths.has(path));
    return changes.length === flight.changes.length ? flight : { ...flight, changes };
  });
};

/** A message of ours is logged: it is on its way no longer, and it was decided after those that left before it. */
const confirmed = (memory: InstructionsMemory, event: LogEvent, place: EventPlace): InstructionsMemory => {
  const message = memory.flights.length === 0 ? undefined : userMessageOf(event);
  const tag = message === undefined ? undefined : decodeTag(message.source);
  if (message === undefined || tag === undefined || !claimsKind(message.source)) return memory;
  const fingerprint = fingerprintOf(message);
  const landed = memory.flights.findIndex(
    (flight) => flight.boundary !== undefined && place.seq >= flight.boundary && flight.fingerprint === fingerprint,
  );
  const before = landed < 0 ? memory.flights : memory.flights.slice(0, landed);
  const behind = landed < 0 ? [] : memory.flights.slice(landed + 1);
  return { ...memory, flights: [...superseded(before, tag), ...behind] };
};

const observe = (memory: InstructionsMemory, event: LogEvent, place: EventPlace): InstructionsMemory => {
  switch (event.type) {
    case 'user/message':
      return confirmed(memory, event, place);
    case 'step/start':
      return memory.decided ? { ...memory, attached: true, resumed: false, decided: false, owedTouches: [] } : memory;
    case 'step/end': {
      const at = turnStepOf(event);
      const dropped = memory.flights.filter(({ turn, step }) => turn === at?.turn && step === at.step);
      return withoutFlights(memory, dropped);
    }
    case 'session/start':
      return startReasonOf(event) === 'resume' ? { ...memory, attached: false, resumed: true, decided: false } : memory;
    default:
      return memory;
  }
};

/** The host has spoken: what it kept is pending from now on, the rest is forgotten. */
const deliver = (memory: InstructionsMemory, { proposed, kept, boundary }: Delivery): InstructionsMemory => {
  const keptIds = new Set(kept.map(({ id }) => id));
  const ours = proposed.filter(({ source }) => claimsKind(source));
  const keptPrints = new Set(ours.filter(({ id }) => keptIds.has(id)).map(fingerprintOf));
  const lostPrints = new Set(ours.filter(({ id }) => !keptIds.has(id)).map(fingerprintOf));
  const flights = memory.flights.map((flight) =>
    flight.boundary === undefined && keptPrints.has(flight.fingerprint) ? { ...flight, boundary } : flight,
  );
  const lost = flights.filter((flight) => flight.boundary === undefined && lostPrints.has(flight.fingerprint));
  return withoutFlights({ ...memory, flights }, lost);
};

/** The memory of a process that has just attached. */
export const instructionsMemory: ProcessMemory<InstructionsMemory> = {
  initial: NOTHING,
  continued: { ...NOTHING, attached: true },
  observe,
  deliver,
};

/** Puts a message on its way. */
export const launch = (
  memory: InstructionsMemory,
  message: MessageDraft,
  at: { readonly turn: number; readonly step: number },
  seen: readonly string[],
): InstructionsMemory => {
  const tag = decodeTag(message.source);
  const flight: Flight = {
    fingerprint: fingerprintOf(message),
    turn: at.turn,
    step: at.step,
    boundary: undefined,
    rootTag: tag?.root ?? '.',
    changes: tag?.changes ?? [],
    seen,
    waiting: [],
  };
  return { ...memory, flights: [...memory.flights, flight] };
};

/** Touches are decided while other messages are only proposed: should those be lost, the touches are owed. */
export const awaitProposals = (memory: InstructionsMemory, touches: readonly string[]): InstructionsMemory =>
  memory.flights.every(({ boundary }) => boundary !== undefined)
    ? memory
    : {
        ...memory,
        flights: memory.flights.map((flight) =>
          flight.boundary === undefined ? { ...flight, waiting: [...flight.waiting, ...touches] } : flight,
        ),
      };

/** The changes that are on their way for one root. */
export const changesInFlight = (memory: InstructionsMemory, rootTag: string): readonly LoggedChange[] =>
  memory.flights.filter((flight) => flight.rootTag === rootTag).flatMap((flight) => flight.changes);
