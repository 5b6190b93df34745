// Owns: the check that a logged context snapshot is one this library could have written where it stands.
// Which contexts there are is configuration, so their names and texts are only judged for form.
import type { EventPlace } from '../core/context-source.js';
import type { Finding, Invariant } from '../core/invariant.js';
import { openStep } from '../core/position.js';
import { snapshotError } from '../core/snapshot-invariant.js';
import { isOfPlugin } from '../core/snapshot-message.js';
import type { LogEvent } from '../domain/log-event.js';
import { textBlocks, textOf } from '../domain/message.js';
import { isBlank } from './assemble.js';
import type { SnapshotMessage } from './snapshot.js';
import { SYSTEM_PROMPT, snapshotMessageOf, snapshotText } from './snapshot.js';
import type { PromptState } from './state.js';
import { evolvePrompt, initialPrompt, isNews } from './state.js';

type Verdict = Finding | undefined;

const error = (what: string, expected: string, found: string): Finding =>
  snapshotError(SYSTEM_PROMPT, what, expected, found);

const judgeNames = ({ source }: SnapshotMessage): Verdict => {
  const names = source.sections.map(({ name }) => name);
  return new Set(names).size === names.length ? undefined : error('names', 'distinct names', JSON.stringify(names));
};

const judgeSections = ({ source }: SnapshotMessage): Verdict => {
  const blank = source.sections.find(({ text }) => isBlank(text));
  return blank && error('blank', 'sections that say something', `only white space in ${JSON.stringify(blank.name)}`);
};

const judgeText = ({ content, source }: SnapshotMessage): Verdict => {
  const expected = snapshotText(source.sections);
  const isSole = typeof content === 'string' || content.length === 1;
  return isSole && textBlocks(content)[0] === expected
    ? undefined
    : error('text', `one text, ${JSON.stringify(expected)}`, JSON.stringify(textOf(content)));
};

const judgePlace = (state: PromptState, { source }: SnapshotMessage, place: EventPlace): readonly Verdict[] => [
  place.change.kind === 'appended' ? undefined : error('surface', 'an append to the surface', place.change.kind),
  openStep(place.position) === undefined ? error('position', 'an open step around the message', 'none') : undefined,
  isNews(state, snapshotText(source.sections))
    ? undefined
    : error('repeated', 'something that the last snapshot on the surface does not say', 'the same again'),
];

const judge = (state: PromptState, event: LogEvent, place: EventPlace): readonly Finding[] => {
  if (!isOfPlugin(event, SYSTEM_PROMPT)) return [];
  const message = snapshotMessageOf(event);
  if (message === undefined) return [error('source', 'a user message that is a snapshot of sections', 'another shape')];
  const verdicts = [
    judgeNames(message),
    judgeSections(message),
    judgeText(message),
    ...judgePlace(state, message, place),
  ];
  return verdicts.filter((verdict) => verdict !== undefined);
};

/**
 * The check of context snapshots.
 *
 * Shape:  rules `system-prompt/` `source`, `names`, `blank`, `text`, `surface`, `position` and `repeated`.
 * Errors: total over any event.
 * Source: SPEC I1
 */
export const promptInvariant: Invariant<PromptState> = {
  kind: SYSTEM_PROMPT,
  initial: initialPrompt,
  judge,
  evolve: evolvePrompt,
};
