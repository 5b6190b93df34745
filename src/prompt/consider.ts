// Owns: the context source that delivers the registry's contexts as one durable snapshot. It asks for no facts.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ContextSource, Contribution } from '../core/context-source.js';
import { settled } from '../core/inquiry.js';
import { isOfPlugin, snapshotDraft } from '../core/snapshot-message.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { LogEvent, SessionHeader, TurnStep } from '../domain/log-event.js';
import { assemble } from './assemble.js';
import { describePromptError } from './model.js';
import type { PromptRegistry } from './registry.js';
import { renderContexts } from './render.js';
import { SYSTEM_PROMPT, snapshotMessageOf, snapshotText } from './snapshot.js';
import type { PromptState } from './state.js';
import { evolvePrompt, initialPrompt, isNews, promptSnapshot } from './state.js';

/** What a text can depend on when it is assembled for a step of a session. */
export interface StepFacts extends TurnStep {
  readonly session: SessionHeader;
}

const examine = (event: LogEvent): readonly Diagnostic[] =>
  isOfPlugin(event, SYSTEM_PROMPT) && snapshotMessageOf(event) === undefined
    ? [{ code: 'malformed-source', detail: 'a message of system-prompt is no context snapshot and was ignored' }]
    : [];

const contribute = (registry: PromptRegistry<StepFacts>, state: PromptState, facts: StepFacts): Contribution =>
  pipe(
    assemble(registry, facts),
    E.chain(renderContexts),
    E.match(
      (error): Contribution => ({ diagnostics: [{ code: 'prompt-invalid', detail: describePromptError(error) }] }),
      (sections): Contribution => {
        const text = snapshotText(sections);
        return isNews(state, text) ? { messages: [snapshotDraft(SYSTEM_PROMPT, sections, text)] } : {};
      },
    ),
  );

/**
 * The contexts of a registry as a context source.
 *
 * Shape:  one message with all contexts, whenever it would say something else than the last one on the surface; one
 *         without sections when the last context vanished.
 * Errors: an invalid prompt is a diagnostic, and what was said before stays as it is.
 * Source: SPEC P1, C1
 */
export const promptContext = (registry: PromptRegistry<StepFacts>): ContextSource<PromptState> => ({
  kind: SYSTEM_PROMPT,
  placement: 'tail',
  initial: initialPrompt,
  evolve: evolvePrompt,
  reads: [],
  consider: ({ state, header }, occasion) =>
    settled(
      occasion.kind === 'pre-step'
        ? contribute(registry, state, { session: header, turn: occasion.turn, step: occasion.step })
        : {},
    ),
  snapshot: promptSnapshot,
  examine,
});
