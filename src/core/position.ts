// Owns: where in the turn structure a log stands. Touches are the business of the source that reconciles them.
import type { LogEvent, TurnStep } from '../domain/log-event.js';
import { startReasonOf, turnOf, turnStepOf } from '../domain/log-event.js';

/**
 * The open turn and step, and whether a session start still waits for its first step.
 *
 * Source: SPEC L4
 */
export interface Position {
  readonly turn?: number;
  readonly step?: number;
  /** The largest turn number that was ever opened; 0 before the first. */
  readonly lastTurn: number;
  /** The reason of the last `session/start`, until a `step/start` follows it. */
  readonly starting?: 'startup' | 'resume';
}

/** The position in an empty log. */
export const START: Position = { lastTurn: 0 };

const opened = (position: Position, turn: number, step?: number): Position => ({
  turn,
  ...(step === undefined ? {} : { step }),
  lastTurn: Math.max(position.lastTurn, turn),
});

const whileStarting = (position: Position, from: Position): Position =>
  from.starting === undefined ? position : { ...position, starting: from.starting };

/**
 * Folds one event into the position.
 *
 * Shape:  returns the same reference for an event that moves nothing.
 * Cost:   O(1).
 * Source: SPEC L2, L4
 */
export const evolvePosition = (position: Position, event: LogEvent): Position => {
  switch (event.type) {
    case 'session/start': {
      const reason = startReasonOf(event);
      return reason === undefined ? position : { ...position, starting: reason };
    }
    case 'turn/start': {
      const turn = turnOf(event);
      return turn === undefined ? position : whileStarting(opened(position, turn), position);
    }
    case 'step/start': {
      const at = turnStepOf(event);
      return at === undefined ? position : opened(position, at.turn, at.step);
    }
    case 'step/end':
      return position.turn === undefined || position.step === undefined
        ? position
        : whileStarting(opened(position, position.turn), position);
    case 'turn/end':
      return position.turn === undefined ? position : whileStarting({ lastTurn: position.lastTurn }, position);
    default:
      return position;
  }
};

/** The open step, if one is open. */
export const openStep = (position: Position): TurnStep | undefined =>
  position.turn === undefined || position.step === undefined ? undefined : { turn: position.turn, step: position.step };
