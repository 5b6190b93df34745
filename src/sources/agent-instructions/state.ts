// Owns: the fold of the log that agent-instructions decides on: its own visible messages and the touches that no step
// has settled. What those messages add up to is entries.ts's work.
import type { AppendList } from '../../core/append-list.js';
import { append, emptyList, findLast, itemsOf, listOf } from '../../core/append-list.js';
import type { EventPlace, SnapshotCodec } from '../../core/context-source.js';
import type { LogEvent } from '../../domain/log-event.js';
import { sourceOf, startReasonOf, toolCallOf, toolResultOf } from '../../domain/log-event.js';
import type { Seq } from '../../domain/units.js';
import { seqOf } from '../../domain/units.js';
import type { InstructionsTag } from './codec.js';
import { claimsKind, decodeTag, writtenState } from './codec.js';
import { pathsNamed } from './touches.js';

/** One visible message of ours. */
export interface Mark extends InstructionsTag {
  readonly seq: Seq;
}

/** A call of a touching tool that has no result yet. */
interface OpenCall {
  readonly callId: string;
  readonly paths: readonly string[];
}

/**
 * What the log says about instructions.
 *
 * Shape:  `marks` in surface order; `touches` as named, since the last `step/start`; `calls` without a result;
 *         `resumedAt` is the place of the last resume.
 * Source: SPEC F3, L4
 */
export interface AgentInstructionsState {
  readonly marks: AppendList<Mark>;
  /** The last of the marks that is a complete baseline. */
  readonly baseline: Mark | undefined;
  readonly touches: readonly string[];
  readonly calls: readonly OpenCall[];
  readonly resumedAt?: Seq;
}

/** Which tools touch, and by which arguments. */
export type TouchTools = ReadonlyMap<string, readonly string[]>;

/** The state of an empty log. */
export const initialInstructions = (): AgentInstructionsState => ({
  marks: emptyList(),
  baseline: undefined,
  touches: [],
  calls: [],
});

const markOf = (event: LogEvent, place: EventPlace): Mark | undefined => {
  if (place.change.kind === 'none') return undefined;
  const source = sourceOf(event);
  const tag = source !== undefined && claimsKind(source) ? decodeTag(source) : undefined;
  return tag === undefined ? undefined : { seq: place.seq, ...tag };
};

/** The marks that remain after a replace, the replacement's own in its place. */
const replacedMarks = (marks: AppendList<Mark>, mark: Mark | undefined, place: EventPlace): AppendList<Mark> => {
  const shadowed = new Set(place.change.kind === 'replaced' ? place.change.shadowed : []);
  const kept = itemsOf(marks).filter(({ seq }) => !shadowed.has(seq));
  if (mark === undefined) return kept.length === marks.length ? marks : listOf(kept);
  const seqs = itemsOf(place.surface);
  const before = new Set(seqs.slice(0, seqs.indexOf(mark.seq)));
  const cut = kept.filter(({ seq }) => before.has(seq)).length;
  return listOf([...kept.slice(0, cut), mark, ...kept.slice(cut)]);
};

const lastBaseline = (marks: AppendList<Mark>): Mark | undefined => findLast(marks, ({ baseline }) => baseline);

const evolveMarks = (state: AgentInstructionsState, event: LogEvent, place: EventPlace): AgentInstructionsState => {
  const mark = markOf(event, place);
  if (place.change.kind === 'replaced') {
    const marks = replacedMarks(state.marks, mark, place);
    return marks === state.marks ? state : { ...state, marks, baseline: lastBaseline(marks) };
  }
  if (mark === undefined) return state;
  return { ...state, marks: append(state.marks, mark), baseline: mark.baseline ? mark : state.baseline };
};

/** A call that never gets a result is forgotten for good only when this many newer ones wait for theirs. */
const MAX_OPEN_CALLS = 256;

const withCall = (calls: readonly OpenCall[], call: OpenCall): readonly OpenCall[] =>
  [...calls.filter(({ callId }) => callId !== call.callId), call].slice(-MAX_OPEN_CALLS);

const evolveTouches = (state: AgentInstructionsState, event: LogEvent, tools: TouchTools): AgentInstructionsState => {
  if (event.type === 'step/start') return state.touches.length === 0 ? state : { ...state, touches: [] };
  const call = toolCallOf(event);
  if (call !== undefined) {
    const paths = pathsNamed(tools, call);
    return paths.length === 0 ? state : { ...state, calls: withCall(state.calls, { callId: call.callId, paths }) };
  }
  const result = toolResultOf(event);
  if (result === undefined) return state;
  const settled = state.calls.find(({ callId }) => callId === result.callId);
  const own = settled === undefined || result.failed || result.aborted ? [] : settled.paths;
  if (settled === undefined && result.touched.length === 0) return state;
  return {
    ...state,
    calls: state.calls.filter((open) => open !== settled),
    touches: [...new Set([...state.touches, ...result.touched, ...own])],
  };
};

/**
 * Folds one event.
 *
 * Shape:  the same reference comes back for an event that means nothing here.
 * Cost:   amortised O(1); O(own visible messages) when a replace shadows one of them or is one.
 * Source: SPEC F3, L3, L4
 */
export const evolveInstructions =
  (tools: TouchTools) =>
  (state: AgentInstructionsState, event: LogEvent, place: EventPlace): AgentInstructionsState =>
    startReasonOf(event) === 'resume'
      ? { ...state, resumedAt: place.seq }
      : evolveTouches(evolveMarks(state, event, place), event, tools);

/**
 * The state as JSON.
 *
 * Shape:  carries the touching tools it was folded with: under others the touches would be different.
 */
export const snapshotCodec = (tools: TouchTools): SnapshotCodec<AgentInstructionsState> => {
  const folded = JSON.stringify([...tools]);
  return {
    encode: ({ marks, touches, calls, resumedAt }) => ({
      tools: folded,
      marks: itemsOf(marks).slice(),
      touches,
      calls,
      ...(resumedAt === undefined ? {} : { resumedAt }),
    }),
    decode: (snapshot) => {
      if (!writtenState.is(snapshot) || snapshot.tools !== folded) return undefined;
      const { touches, calls, resumedAt } = snapshot;
      const marks = listOf(snapshot.marks.slice() as unknown as readonly Mark[]);
      const state = { marks, baseline: lastBaseline(marks), touches, calls };
      return resumedAt === undefined ? state : { ...state, resumedAt: seqOf(resumedAt) };
    },
  };
};
