// Owns: the life of a session as a timeline, found out event by event. It asks nobody anything and draws nothing.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { ContextSource, EventPlace, MountedSource } from '../core/context-source.js';
import type { FoldError, SessionState } from '../core/fold.js';
import { foldEvents, initialState } from '../core/fold.js';
import { settled } from '../core/inquiry.js';
import { openStep } from '../core/position.js';
import type { InvalidConfig } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { ScopeKey } from '../domain/scope.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { AgentInstructionsConfig, AgentInstructionsState } from '../sources/agent-instructions/index.js';
import { agentInstructions } from '../sources/agent-instructions/index.js';
import { settingsFrom } from '../sources/agent-instructions/model.js';
import { trackBars } from './timeline-bars.js';
import { trackCauses } from './timeline-causes.js';
import { trackMessages } from './timeline-messages.js';
import type { Timeline, TimelineMark } from './timeline-model.js';
import { trackScopes } from './timeline-scopes.js';
import { trackSteps } from './timeline-steps.js';
import { visibleWorkspace } from './visible.js';

/** What is known of how the session ran; without `config` the defaults count. */
export interface TimelineOptions {
  readonly config?: unknown;
  readonly surroundings: Surroundings;
}

/**
 * A timeline that grows with its log.
 *
 * Shape:  `push` takes the next event, and the header as it is known by then; `end` may be asked at any time.
 * Errors: an event that violates the log's rules; nothing has changed then.
 * Cost:   amortised O(1) an event, O(scopes) for one that changes what is visible of them, O(visible) for a replace.
 *         Of the log it keeps the texts of context sources and a few numbers for each event.
 */
export interface TimelineBuilder {
  readonly push: (event: LogEvent, header?: SessionHeader) => FoldError | undefined;
  readonly end: () => Timeline;
}

const DEFAULTS: AgentInstructionsConfig = { maxBytes: 65_536 };

/** A source that only notes where the last event landed. */
const witness: ContextSource<EventPlace | null> = {
  kind: 'timeline',
  initial: () => null,
  evolve: (_, __, place) => place,
  consider: () => settled({}),
};

/**
 * Begins the timeline of a session.
 *
 * Errors: the first setting that is wrong.
 * Source: SPEC R5; property-tests/timeline.laws.test.ts
 */
export const startTimeline = (
  header: SessionHeader,
  { config = DEFAULTS, surroundings }: TimelineOptions,
): Either<InvalidConfig, TimelineBuilder> =>
  E.map((source: MountedSource): TimelineBuilder => {
    const settings = settingsFrom(config as AgentInstructionsConfig, surroundings);
    const sources: readonly MountedSource[] = [source, witness];
    const messages = trackMessages();
    const scopes = trackScopes();
    const bars = trackBars(messages);
    const steps = trackSteps(messages.totals);
    const causes = trackCauses();
    const marks: TimelineMark[] = [];
    let state: SessionState = initialState(sources, header);
    let session = header;

    const follow = (event: LogEvent, before: SessionState): void => {
      const was = before.parts[0] as AgentInstructionsState;
      const [part, place] = state.parts as [AgentInstructionsState, EventPlace];
      steps.after(event, place.seq, was.touches);
      const cause = causes.after({ event, place, was, part, from: before.position, entered: steps.entered() });
      if (cause.mark !== undefined) {
        marks.push({ kind: cause.mark, seq: place.seq, ...(event.time === undefined ? {} : { time: event.time }) });
      }
      const message = messages.push(event, place);
      if (place.change.kind === 'none') return;
      const workspace = visibleWorkspace(session, part, settings);
      const said = (scope: ScopeKey): string => cause.said(workspace.isBaselineScope(scope));
      const occurrence = { place, at: openStep(place.position) ?? null, said, lost: cause.lost };
      bars.turn(scopes.push(part, workspace, place), occurrence);
      bars.say(message, occurrence);
    };
    return {
      push: (event, known = session) => {
        session = known;
        const folded = foldEvents(sources, state, [event]);
        if (E.isLeft(folded)) return folded.left;
        steps.before(event, state.nextSeq);
        const before = state;
        state = folded.right;
        follow(event, before);
        return undefined;
      },
      end: () => ({
        session,
        events: state.nextSeq,
        ...steps.end(state.nextSeq),
        ...bars.end(),
        marks: marks.slice(),
        messages: messages.messages.slice(),
        texts: messages.texts,
        sources: messages.sources.slice(),
      }),
    };
  })(agentInstructions(config, surroundings));
