// Owns: what every durable snapshot of one section must be, whatever it says: its tag, its message and its place.
// What the text may say is judged by the source that writes it.
import { describeJson } from '../domain/error.js';
import type { LogEvent, TurnStep } from '../domain/log-event.js';
import { sourceOf, userMessageOf } from '../domain/log-event.js';
import type { Content } from '../domain/message.js';
import type { EventPlace } from './context-source.js';
import type { Finding, Invariant } from './invariant.js';
import { openStep } from './position.js';
import { isOfPlugin, soleSectionOf } from './snapshot-message.js';

/** An error of a plugin's message, under the rule `<plugin>/<what>`. */
export const snapshotError = (plugin: string, what: string, expected: string, found: string): Finding => ({
  rule: `${plugin}/${what}`,
  severity: 'error',
  expected,
  found,
});

/** A text may be logged as a string or as one block. Source: SPEC L2 */
const saysExactly = (content: Content, text: string): boolean => {
  if (typeof content === 'string') return content === text;
  return content.length === 1 && content[0]?.type === 'text' && content[0].text === text;
};

/**
 * Judges the messages of one plugin.
 *
 * Shape:  `judgeText` sees what a message says once its tag is well formed and a step is open around it.
 * Errors: total; a message of another plugin is none of its business.
 * Source: SPEC I1
 */
export const judgeSnapshots =
  <S>(plugin: string, judgeText: (state: S, text: string, at: TurnStep) => readonly Finding[]): Invariant<S>['judge'] =>
  (state: S, event: LogEvent, place: EventPlace) => {
    if (!isOfPlugin(event, plugin)) return [];
    const error = (what: string, expected: string, found: string): Finding =>
      snapshotError(plugin, what, expected, found);
    const text = soleSectionOf(event, plugin);
    if (text === undefined) {
      const expected = `a snapshot of exactly one section, named ${plugin}`;
      return [error('source', expected, describeJson(sourceOf(event)))];
    }
    const found: Finding[] = [];
    const message = userMessageOf(event);
    if (message === undefined) found.push(error('message', 'an id, the role user and content', 'another shape'));
    else if (!saysExactly(message.content, text)) {
      found.push(error('text', 'the message to say what its section says', describeJson(message.content)));
    }
    if (place.change.kind !== 'appended') found.push(error('surface', 'an append to the surface', place.change.kind));
    const at = openStep(place.position);
    if (at === undefined) found.push(error('position', 'an open step around the message', 'none'));
    else found.push(...judgeText(state, text, at));
    return found;
  };
