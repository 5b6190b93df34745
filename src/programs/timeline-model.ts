// Owns: the words of a timeline: the life of a session as lanes with bars, marks, steps and the messages behind them.
// How it is found out is timeline.ts's work, and how it looks the command line's.
import type { SessionHeader } from '../domain/log-event.js';
import type { ScopeKey } from '../domain/scope.js';
import type { Seq } from '../domain/units.js';

/**
 * What began or ended a bar.
 *
 * Shape:  `set`, `replace` and `remove` as the log says them; `repeat`: the same text was said again, by a later
 *         message; `say`: a newer message of the same source. Without a word about it: `shadow`: its message left the
 *         surface; `resurface`: what had spoken over it left the surface; `supersede`: a newer complete baseline,
 *         another root or another slot of the directory took its place.
 * Source: SPEC, word table; A12, A13, L3
 */
export type Turning = 'set' | 'replace' | 'remove' | 'repeat' | 'say' | 'shadow' | 'resurface' | 'supersede';

/**
 * One line of the picture: a scope of agent-instructions, or a whole other source.
 *
 * Shape:  `path` is the last one that the scope held.
 */
export type Lane =
  | { readonly kind: 'scope'; readonly scope: ScopeKey; readonly path: string }
  | { readonly kind: 'source'; readonly source: string };

/**
 * A text that was in force.
 *
 * Shape:  from after event `from` until event `to`; `null`: to the end of the log. `message` and `part` say where the
 *         text stands: an index into the timeline's messages and into the parts of that message, where the part was
 *         found. In a lane of another source it is the newest message: older ones stay visible all the same.
 * Units:  `bytes` of UTF-8, of the part, or of the whole message where there is no part.
 */
export interface Bar {
  readonly lane: number;
  readonly from: Seq;
  readonly to: Seq | null;
  readonly began: Turning;
  readonly ended: Turning | null;
  readonly message: number;
  readonly part?: number;
  readonly path?: string;
  readonly digest?: string;
  readonly bytes: number;
}

/**
 * Something that happened to the session as a whole.
 *
 * Shape:  `attach`: a first baseline although steps were entered before and no start of the session was logged: the
 *         library was mounted late, or the first file appeared late.
 */
export interface TimelineMark {
  readonly kind: 'start' | 'resume' | 'compaction' | 'rewind' | 'attach';
  readonly seq: Seq;
  readonly time?: number;
}

/**
 * A step that was entered.
 *
 * Shape:  `seq` of its start, `seenAt` of the last event before the model answered: what was visible then is what it
 *         saw. `touches` are the paths, as named, that were touched since the step before.
 */
export interface TimelineStep {
  readonly turn: number;
  readonly step: number;
  readonly seq: Seq;
  readonly seenAt: Seq;
  readonly time?: number;
  readonly touches: readonly string[];
}

/**
 * A piece of a message: an index into the texts, and the scope whose file it shows, if it shows one.
 *
 * Shape:  `lead` are the words before a file's own: its heading and what is said about it.
 */
export interface Part {
  readonly text: number;
  readonly scope?: ScopeKey;
  readonly lead?: true;
}

/**
 * A message of a context source.
 *
 * Shape:  visible from `seq` until `gone`; `place` orders what is visible as the model sees it. The texts of a block's
 *         parts in a row are the block.
 */
export interface TimelineMessage {
  readonly seq: Seq;
  readonly gone: Seq | null;
  readonly place: number;
  readonly source: string;
  readonly bytes: number;
  readonly blocks: readonly (readonly Part[])[];
}

/** How much was visible at a step, by source: parallel to the timeline's sources. Units: bytes of UTF-8. */
export type Totals = readonly number[];

/**
 * One change of what is in force, as one line can tell it.
 *
 * Shape:  `at` is the open step, if one is open.
 */
export interface TimelineChange {
  readonly seq: Seq;
  readonly at: { readonly turn: number; readonly step: number } | null;
  readonly source: string;
  readonly action: Turning;
  readonly scope?: ScopeKey;
  readonly path?: string;
  readonly digest?: string;
  readonly bytes?: number;
  readonly why: string;
}

/**
 * The life of a session.
 *
 * Shape:  scopes from broad to specific, then the other sources as they came. `totals` has one entry for each step and
 *         a last one for the end; its columns are `sources`, of which the first is agent-instructions and the second
 *         everything that is no context source. Each text stands in `texts` once.
 * Source: SPEC R5
 */
export interface Timeline {
  readonly session: SessionHeader;
  readonly events: number;
  readonly steps: readonly TimelineStep[];
  readonly lanes: readonly Lane[];
  readonly bars: readonly Bar[];
  readonly marks: readonly TimelineMark[];
  readonly changes: readonly TimelineChange[];
  readonly messages: readonly TimelineMessage[];
  readonly texts: readonly string[];
  readonly sources: readonly string[];
  readonly totals: readonly Totals[];
}

/** The column of everything that is no context source. */
export const CONVERSATION = 'conversation';
