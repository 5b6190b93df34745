// Owns: saying what is odd about the data of an event whose type means something. Nothing depends on it: such an event
// simply carries no meaning, as an unknown type does (log-event.ts).
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Diagnostic } from '../diagnostic.js';
import { describeError } from '../error.js';
import type { LogEvent } from '../log-event.js';
import type { Content } from '../message.js';
import type { Fields } from './decode.js';
import { decodeValue, isFields } from './decode.js';
import { chosen, flag, integer, listOf, oneOf, open, text, that } from './shape.js';

const block = open('a content block', { type: text }, {});

const content = chosen<Content>('a string or a list of blocks', (value) =>
  typeof value === 'string' ? text : Array.isArray(value) ? listOf(block) : undefined,
);

const argumentsOrText = that(
  'an object or its JSON text',
  (value): value is Fields | string => typeof value === 'string' || isFields(value),
);

const inTurn = open('an object', { turn: integer }, {});
const inStep = open('an object', { turn: integer, step: integer }, {});

const toolResult = open(
  'a tool-result block',
  { type: oneOf('tool-result'), toolCallId: text },
  { content, isError: flag },
);

const isToolResult = (value: unknown): boolean => isFields(value) && value['type'] === 'tool-result';
const resultBlock = chosen('a content block', (value) => (isToolResult(value) ? toolResult : block));
const resultContent = chosen('a list with a tool-result block', (value) =>
  Array.isArray(value) && value.some(isToolResult) ? listOf(resultBlock) : undefined,
);

/** The data that each type promises. Source: SPEC L2 */
const PROMISED: ReadonlyMap<string, t.Mixed> = new Map<string, t.Mixed>([
  ['session/start', open('an object', { reason: oneOf('startup', 'resume') }, {})],
  ['turn/start', inTurn],
  ['turn/end', inTurn],
  ['step/start', inStep],
  ['step/end', inStep],
  [
    'user/message',
    open('a message', { id: text, role: oneOf('user'), content, source: open('a source', { kind: text }, {}) }, {}),
  ],
  ['assistant/message', open('an object', { message: open('a message', { content }, {}) }, {})],
  ['tool/call', open('an object', { callId: text, name: text, arguments: argumentsOrText }, {})],
  [
    'tool/result',
    open(
      'an object',
      { message: open('a message', { content: resultContent }, {}) },
      { meta: open('an object', {}, { aborted: flag, touched: listOf(text) }) },
    ),
  ],
]);

/**
 * What is odd about an event: its type promises data of another shape.
 *
 * Shape:  `malformed-event` with a JSON path that begins at the event; none for an unknown type.
 * Errors: total over any data.
 * Source: SPEC F7, F8, L2
 */
export const oddities = (event: LogEvent): readonly Diagnostic[] => {
  const promised = PROMISED.get(event.type);
  if (promised === undefined) return [];
  const decoded = decodeValue(promised, event.data, '$.data');
  if (E.isRight(decoded)) return [];
  const detail = `${event.type}: ${describeError(decoded.left)}`;
  return [{ code: 'malformed-event', path: decoded.left.path, detail }];
};
