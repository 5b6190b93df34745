// Owns: the closed set of facts that a decision can ask for, and the shape of each answer.
// A question never says how it is answered: that is the host's, or a program's over ports.
import type { LogEvent, SessionHeader } from './log-event.js';
import type { AbsolutePath } from './path.js';
import type { Listing, Probe, ReadResult } from './probe.js';

/**
 * One fact that a decision needs.
 *
 * Shape:  an `optional` listing is of use only where the batch finds no file in its directory; where it does, the
 *         listing may be answered with `unavailable`.
 * Units:  `maxBytes` bounds what one read may take from its file.
 * Source: SPEC F1, A19; DESIGN 1
 */
export type Question =
  | { readonly kind: 'probe'; readonly path: AbsolutePath }
  | { readonly kind: 'read'; readonly path: AbsolutePath; readonly maxBytes: number }
  | { readonly kind: 'list'; readonly path: AbsolutePath; readonly optional?: true }
  | { readonly kind: 'now' }
  | { readonly kind: 'zone' }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'read-surface'; readonly sessionId: string }
  | { readonly kind: 'list-sessions' };

/** The kinds of question, for answers and for tables over them. */
export type QuestionKind = Question['kind'];

/** What a shell command gave; `no-provider` where no shell is lent. Source: SPEC M2 */
export type ShellResult =
  | { readonly _tag: 'exited'; readonly exitCode: number; readonly stdout: string }
  | { readonly _tag: 'no-provider' }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/** The visible events of another session, in surface order. Source: SPEC S4 */
export type SurfaceReading =
  | {
      readonly _tag: 'surface';
      readonly header: SessionHeader;
      readonly events: readonly LogEvent[];
      /** The last seq of the source log; `null` when it holds no event. */
      readonly lastSeq: number | null;
    }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/** One session as a list of candidates shows it. */
export interface SessionSummary {
  readonly header: SessionHeader;
  readonly title?: string;
}

/** The sessions a store knows. Source: SPEC S8 */
export type SessionList =
  | { readonly _tag: 'sessions'; readonly sessions: readonly SessionSummary[] }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/** The value that answers each kind of question. */
export interface AnswerByKind {
  readonly probe: Probe;
  readonly read: ReadResult;
  readonly list: Listing;
  /** ms since the epoch; `undefined` where the host lends no clock, `NaN` where its clock failed. */
  readonly now: number | undefined;
  /** The process's IANA zone name, or `undefined` where it is not known. */
  readonly zone: string | undefined;
  readonly shell: ShellResult;
  readonly 'read-surface': SurfaceReading;
  readonly 'list-sessions': SessionList;
}

/** An answer, in the place of its question. */
export type Answer = AnswerByKind[QuestionKind];

/** A text that is equal exactly for equal questions, so that a batch asks each of them once. */
export const questionKey = (question: Question): string => {
  switch (question.kind) {
    case 'probe':
      return `probe ${question.path}`;
    case 'list':
      return `list${question.optional === true ? '?' : ''} ${question.path}`;
    case 'read':
      return `read ${question.maxBytes} ${question.path}`;
    case 'shell':
      return `shell ${question.command}`;
    case 'read-surface':
      return `read-surface ${question.sessionId}`;
    case 'now':
    case 'zone':
    case 'list-sessions':
      return question.kind;
  }
};
