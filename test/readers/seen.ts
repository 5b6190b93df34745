// Owns: what a model could see at the end and at each point of a translated log, in short labels, found by folding it
// as any other log.
import * as E from 'fp-ts/lib/Either.js';
import { itemsOf } from '../../src/core/append-list.js';
import type { Surface } from '../../src/core/surface-fold.js';
import { emptySurface, evolveSurface } from '../../src/core/surface-fold.js';
import { isFields } from '../../src/domain/codec/decode.js';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';

const labelOf = (block: unknown): readonly string[] => {
  if (!isFields(block)) return [];
  if (block['type'] === 'tool-call') return [`call ${String(block['id'])}`];
  if (block['type'] === 'tool-result') return [`result ${String(block['toolCallId'])}`];
  return typeof block['text'] === 'string' ? [block['text']] : [`[${String(block['type'])}]`];
};

/** What a message shows: its texts, the ids of calls and of the results. */
const labelsOf = ({ data }: LogEvent): readonly string[] => {
  const message = isFields(data) && isFields(data['message']) ? data['message'] : data;
  const content = isFields(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [content];
  return Array.isArray(content) ? content.flatMap(labelOf) : [];
};

/** The surface after every event. */
const surfaces = (events: readonly LogEvent[]): readonly Surface[] => {
  let surface = emptySurface();
  return events.map((event, seq) => {
    const stepped = evolveSurface(surface, event, seqOf(seq));
    if (E.isLeft(stepped)) throw new Error(describeError(stepped.left));
    surface = stepped.right.surface;
    return surface;
  });
};

const shown = (events: readonly LogEvent[], surface: Surface): readonly string[] =>
  itemsOf(surface).flatMap((seq) => labelsOf(events[seq] as LogEvent));

/** What is visible at the end. */
export const seenIn = (events: readonly LogEvent[]): readonly string[] =>
  shown(events, surfaces(events).at(-1) ?? emptySurface());

/** Everything that was ever visible at once, in order, each as one text; what did not change is there once. */
export const viewsOf = (events: readonly LogEvent[]): readonly string[] =>
  surfaces(events)
    .map((surface) => shown(events, surface).join(' | '))
    .filter((view, index, views) => view !== views[index - 1]);
