// Owns: every expected failure, as one tagged union with a sentence for people.
import type { Seq } from './units.js';

/**
 * What can go wrong and is expected to.
 *
 * Source: SPEC F6, F7, L1, L3, L5, L6, S6
 */
export type ContextError =
  | Cancelled
  | InvalidConfig
  | InvalidValue
  | SurfaceRangeError
  | SeqMismatch
  | MalformedLine
  | InputFailure
  | Conflict
  | Refused
  | StoreFailure;

/** The signal of the step or tool execution was aborted; nothing was appended and no cache changed. */
export interface Cancelled {
  readonly _tag: 'Cancelled';
  readonly reason: unknown;
}

/** A source was given a setting it cannot work with; `key` names it. */
export interface InvalidConfig {
  readonly _tag: 'InvalidConfig';
  readonly code: 'INVALID_CONFIG';
  readonly source: string;
  readonly key: string;
  readonly expected: string;
  readonly found: string;
}

/** A value from outside has the wrong shape; `path` leads into it (`$.steps[3].prompt`). */
export interface InvalidValue {
  readonly _tag: 'InvalidValue';
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** A replace named ends that are not on the surface, or in the wrong order. */
export interface SurfaceRangeError {
  readonly _tag: 'SurfaceRangeError';
  readonly seq: Seq;
  readonly start: number;
  readonly end: number;
  readonly problem: 'start-not-visible' | 'end-not-visible' | 'out-of-order';
}

/** An event carried another seq than its place in the log. */
export interface SeqMismatch {
  readonly _tag: 'SeqMismatch';
  readonly expected: Seq;
  readonly found: number;
}

/** A line of a log file is not an event. */
export interface MalformedLine {
  readonly _tag: 'MalformedLine';
  /** 1-based, the header is line 1. */
  readonly line: number;
  readonly problem: string;
}

/** What was to be read could not be had to its end: no such file, or a stream that broke. */
export interface InputFailure {
  readonly _tag: 'InputFailure';
  readonly detail: string;
  /** The system's own, where it gave one: `ENOENT`. */
  readonly code?: string;
}

/** An append expected another next seq than the store holds; nothing was written. */
export interface Conflict {
  readonly _tag: 'Conflict';
  readonly sessionId: string;
  readonly expected: Seq;
  readonly found: Seq;
}

/** A source refused the whole batch: no step is entered. */
export interface Refused {
  readonly _tag: 'Refused';
  readonly source: string;
  readonly code: string;
  readonly detail: string;
}

/**
 * Why a session store failed, where a host may want to know.
 *
 * Shape:  `locked`: another process is writing, and did not stop in time. `unfit-mark`: a mark of another log, or of
 *         one that was rewritten since.
 */
export type StoreFailureCode = 'no-session' | 'session-exists' | 'locked' | 'no-space' | 'unfit-mark' | 'aborted';

/** A session store could not read or write. */
export interface StoreFailure {
  readonly _tag: 'StoreFailure';
  readonly operation: 'list' | 'create' | 'read' | 'append' | 'snapshot';
  readonly detail: string;
  readonly code?: StoreFailureCode;
}

const SURFACE_PROBLEMS: Readonly<Record<SurfaceRangeError['problem'], string>> = {
  'start-not-visible': 'its start is not on the surface',
  'end-not-visible': 'its end is not on the surface',
  'out-of-order': 'its end comes before its start',
};

/**
 * What somebody threw or aborted with, in words.
 *
 * Errors: total: an object without a message has no text of its own that could be trusted to exist.
 */
export const describeReason = (reason: unknown): string => {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const message = 'message' in reason ? reason.message : undefined;
  return typeof message === 'string' ? message : Object.prototype.toString.call(reason);
};

/**
 * A value of a log as JSON, for people.
 *
 * Errors: total. What is nested too deep for a JSON writer is only named: a reader takes it, and so a log may hold it.
 */
export const describeJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'a value that is nested too deep to be shown';
  }
};

/**
 * One sentence that says what was expected, what was found and where.
 *
 * Errors: total.
 */
export const describeError = (error: ContextError): string => {
  switch (error._tag) {
    case 'Cancelled':
      return `cancelled: ${describeReason(error.reason)}`;
    case 'InvalidConfig':
      return `${error.source}: ${error.key} must be ${error.expected}, found ${error.found}`;
    case 'InvalidValue':
      return `${error.path}: expected ${error.expected}, found ${error.found}`;
    case 'SurfaceRangeError':
      return `event ${error.seq} replaces surface ${error.start}..${error.end}, but ${SURFACE_PROBLEMS[error.problem]}`;
    case 'SeqMismatch':
      return `expected an event with seq ${error.expected}, found seq ${error.found}`;
    case 'MalformedLine':
      return `line ${error.line}: ${error.problem}`;
    case 'InputFailure':
      return `cannot be read: ${error.detail}`;
    case 'Conflict':
      return (
        `session ${error.sessionId}: expected next seq ${error.expected}, found ${error.found}; ` +
        'nothing was written'
      );
    case 'Refused':
      return `${error.source} refused the step (${error.code}): ${error.detail}`;
    case 'StoreFailure':
      return `session store cannot ${error.operation}: ${error.detail}`;
  }
};
