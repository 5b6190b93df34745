// Owns: the rows of a DeepSeek Harness log that say something other than our events of their type do: packed chunks,
// and the dispatches of tools that ran inside another.
import * as t from 'io-ts';
import { finite, flag, listOf, natural, oneOf, open, text } from '../../domain/codec/shape.js';

/** A row that stands for a run of chunks: one more than it has gaps between them. */
export const packedRow = open(
  'a packed row',
  {
    type: oneOf('text-chunks', 'reasoning-chunks', 'tool-call-chunks'),
    data: open('a run', { dt: listOf(finite) }, { texts: listOf(text), args: listOf(text) }),
  },
  { seq0: natural, time0: finite },
);

/** A packed row. */
export type PackedRow = t.TypeOf<typeof packedRow>;

const dispatched = { rootCallId: text, subCallId: text, name: text, arguments: t.unknown };

/** A tool that begins to run inside another. */
export const dispatchStart = open(
  'a dispatch',
  { type: oneOf('tool/code-dispatch-start'), data: open('a call', dispatched, {}) },
  {},
);

/** A tool that ran inside another. */
export const dispatchEnd = open(
  'a settled dispatch',
  { type: oneOf('tool/code-dispatch'), data: open('a result', dispatched, { isError: flag, content: t.unknown }) },
  {},
);
