// Owns: which events are marks of a timeline, and why something changed, in words.
import type { EventPlace } from '../core/context-source.js';
import type { Position } from '../core/position.js';
import type { LogEvent } from '../domain/log-event.js';
import { sourceOf, startReasonOf } from '../domain/log-event.js';
import type { AgentInstructionsState } from '../sources/agent-instructions/index.js';
import { isCheckpoint } from '../sources/session-reference/project.js';
import type { TimelineMark } from './timeline-model.js';

/** An event with what it changed; `from` is the position before it, `entered` how many steps there were with it. */
export interface Folded {
  readonly event: LogEvent;
  readonly place: EventPlace;
  readonly was: AgentInstructionsState;
  readonly part: AgentInstructionsState;
  readonly from: Position;
  readonly entered: number;
}

/** What an event is to the session, why its message speaks of a scope, and why others left the surface. */
export interface Cause {
  readonly mark: TimelineMark['kind'] | undefined;
  readonly said: (ofBaseline: boolean) => string;
  readonly lost: string;
}

const replacedBy = (event: LogEvent): Exclude<TimelineMark['kind'], 'start' | 'resume' | 'attach'> | 'retelling' => {
  const source = sourceOf(event);
  if (source !== undefined && isCheckpoint(source)) return 'compaction';
  // What names the events that it was made of is told again; the mark stands before it (docs/READERS.md).
  return event.sourceEventSeqs === undefined ? 'rewind' : 'retelling';
};

const MOST_NAMED = 3;

const named = (touches: readonly string[]): string => {
  const shown = touches.slice(0, MOST_NAMED).join(', ');
  return touches.length <= MOST_NAMED ? shown : `${shown} and ${touches.length - MOST_NAMED} more`;
};

/** Follows what leads to changes: touches, resumes, baselines that are lost. */
export const trackCauses = (): { readonly after: (folded: Folded) => Cause } => {
  let touches: readonly string[] = [];
  let starting: Position['starting'];
  let started = false;
  let hadBaseline = false;

  const whySaid = ({ was, part, place }: Folded, isFirst: boolean, ofBaseline: boolean): string => {
    if (ofBaseline && part.baseline?.seq === place.seq) {
      if (isFirst) return 'baseline';
      if (was.baseline === undefined) return 'baseline again: the last one was shadowed';
      return starting === 'resume' ? 'a new baseline after the resume' : 'a new baseline';
    }
    const all = [...new Set([...touches, ...part.touches])];
    if (all.length > 0) return `touched ${named(all)}`;
    return starting === 'resume' ? 'compared with the files after the resume' : 'compared with the files';
  };
  return {
    after: (folded) => {
      const { event, place, was, part, from, entered } = folded;
      const reason = startReasonOf(event);
      if (reason !== undefined) started = true;
      if (event.type === 'step/start') {
        touches = was.touches;
        starting = from.starting;
      }
      const isFirst = !hadBaseline && part.baseline?.seq === place.seq;
      if (isFirst) hadBaseline = true;
      const lost = place.change.kind === 'replaced' ? replacedBy(event) : undefined;
      const attached = isFirst && !started && entered > 1;
      const mark = lost === undefined || lost === 'retelling' ? (attached ? 'attach' : undefined) : lost;
      return {
        mark: reason === undefined ? mark : reason === 'resume' ? 'resume' : 'start',
        said: (ofBaseline) => whySaid(folded, isFirst, ofBaseline),
        lost: lost === 'compaction' ? 'compacted away' : lost === 'rewind' ? 'taken back' : 'told anew',
      };
    },
  };
};
