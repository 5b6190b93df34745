// Owns: the record that every source's check of durable messages is, and how one is run over a log or a single event.
import * as E from 'fp-ts/lib/Either.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Seq } from '../domain/units.js';
import { seqOf } from '../domain/units.js';
import type { Violation } from '../domain/violation.js';
import type { EventPlace } from './context-source.js';
import { START, evolvePosition } from './position.js';
import { emptySurface, evolveSurface } from './surface-fold.js';

/** A finding before it is known which event it is about. */
export type Finding = Omit<Violation, 'seq'>;

/**
 * The check of one source.
 *
 * Shape:  `judge` sees the state folded from the events before, and the event with its place (surface and position
 *         after it). A message of another kind is none of its business.
 * Errors: total over any event.
 * Source: SPEC I1
 */
export interface Invariant<S> {
  readonly kind: string;
  readonly initial: (header: SessionHeader) => S;
  readonly judge: (state: S, event: LogEvent, place: EventPlace) => readonly Finding[];
  readonly evolve: (state: S, event: LogEvent, place: EventPlace) => S;
}

/** The check of some source, whatever state it folds. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an existential type, which TypeScript lacks
export type AnyInvariant = Invariant<any>;

const MAX_QUOTED_CHARS = 400;

/** A finding may quote a whole message, and each of its findings again. */
const quoted = (text: string): string =>
  text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS).replace(/[\ud800-\udbff]$/, '')}…` : text;

/**
 * Begins to check a log, event by event.
 *
 * Shape:  as `checkEvents`; what comes back takes the next event. What a finding quotes is cut after 400 characters.
 * Cost:   O(1) an event but for what the checks themselves fold.
 * Source: SPEC I2
 */
export const eventChecker = (
  invariants: readonly AnyInvariant[],
  header: SessionHeader,
  report: (violation: Violation) => void,
): ((event: LogEvent) => void) => {
  const states: unknown[] = invariants.map((invariant): unknown => invariant.initial(header));
  let surface = emptySurface();
  let position = START;
  let seq: Seq = seqOf(0);
  /** What seqs have run ahead of their lines by: one gap is one violation, not one for every line behind it. */
  let shift = 0;
  return (event) => {
    if (event.seq !== undefined && event.seq !== seq + shift) {
      report({ seq, rule: 'log/seq', severity: 'error', expected: `seq ${seq + shift}`, found: `seq ${event.seq}` });
      shift = event.seq - seq;
    }
    const stepped = evolveSurface(surface, event, seq);
    if (E.isLeft(stepped)) {
      const expected = 'a replace of a range that is on the surface';
      report({ seq, rule: 'log/surface', severity: 'error', expected, found: describeError(stepped.left) });
    } else {
      surface = stepped.right.surface;
      position = evolvePosition(position, event);
      const place: EventPlace = { seq, change: stepped.right.change, surface, position };
      invariants.forEach((invariant, index) => {
        for (const { expected, found, ...finding } of invariant.judge(states[index], event, place))
          report({ seq: place.seq, ...finding, expected: quoted(expected), found: quoted(found) });
        states[index] = invariant.evolve(states[index], event, place);
      });
    }
    seq = seqOf(seq + 1);
  };
};

/**
 * Checks every event of a log.
 *
 * Shape:  an event that breaks the rules of seqs or surface is a violation itself; a replace that cannot be is not
 *         folded.
 * Cost:   one pass.
 * Source: SPEC I2
 */
export const checkEvents = (
  invariants: readonly AnyInvariant[],
  header: SessionHeader,
  events: Iterable<LogEvent>,
  report: (violation: Violation) => void,
): void => {
  const check = eventChecker(invariants, header, report);
  for (const event of events) check(event);
};

/**
 * Checks one event against the history before it.
 *
 * Source: SPEC I1
 */
export const validate =
  (invariant: AnyInvariant, header: SessionHeader) =>
  (history: readonly LogEvent[], event: LogEvent): readonly Violation[] => {
    const found: Violation[] = [];
    checkEvents([invariant], header, [...history, event], (violation) => {
      if (violation.seq === history.length) found.push(violation);
    });
    return found;
  };
