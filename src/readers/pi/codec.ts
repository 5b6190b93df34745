// Owns: the entries of a pi session file, as far as they are understood.
import * as t from 'io-ts';
import { chosen, fields, flag, listOf, natural, oneOf, open, text, that } from '../../domain/codec/shape.js';

/** The first line. */
export const headerCodec = open(
  'a session',
  { type: oneOf('session'), id: text, timestamp: text },
  { version: natural, cwd: text, parentSession: text },
);

const link = that('an id or null', (value): value is string | null => value === null || typeof value === 'string');

/** Every entry; the first version of the format knew no ids. */
export const entryCodec = open('an entry', { type: text }, { id: text, parentId: link, timestamp: text });

const anyBlock = open('a block', { type: text }, { text });
const thinking = open('a thought', { type: text, thinking: text }, {});
const toolCall = open('a call', { type: text, id: text, name: text }, { arguments: t.unknown });

/** A block of a message. */
export type Block = t.TypeOf<typeof anyBlock>;

const BLOCKS: ReadonlyMap<unknown, t.Mixed> = new Map<unknown, t.Mixed>([
  ['thinking', thinking],
  ['toolCall', toolCall],
]);
const block = chosen<Block>('a block', (value) => BLOCKS.get(fields.is(value) ? value['type'] : undefined) ?? anyBlock);
const content = chosen<string | readonly Block[]>('a text or blocks', (value) =>
  typeof value === 'string' ? text : listOf(block),
);

/** A thought in a message. */
export const isThinking = (one: Block): one is Block & t.TypeOf<typeof thinking> => one.type === 'thinking';

/** A call in a message. */
export const isToolCall = (one: Block): one is Block & t.TypeOf<typeof toolCall> => one.type === 'toolCall';

/** What a person or the model said. */
export const spokenCodec = open('a message', { role: oneOf('user', 'assistant'), content }, { model: text });

/** What came of a call. */
export const resultCodec = open(
  'a result',
  { role: oneOf('toolResult'), toolCallId: text, content },
  { isError: flag },
);

/** A command that a person ran. */
export const bashCodec = open(
  'a command',
  { role: oneOf('bashExecution'), command: text },
  { output: text, excludeFromContext: flag },
);

/** What an extension put before the model: as an entry, or in older files as a message. */
export const customCodec = open(
  'a custom message',
  { customType: text, content },
  { role: oneOf('custom', 'hookMessage'), type: oneOf('custom_message'), details: t.unknown },
);

/** A message of an extension. */
export type Custom = t.TypeOf<typeof customCodec>;

/** A summary of a branch that was left. */
export const branchSummaryCodec = open('a summary', { type: oneOf('branch_summary'), summary: text }, {});

/** A compaction; what it kept is named by id, in the first version by its place in the file. */
export const compactionCodec = open(
  'a compaction',
  { type: oneOf('compaction'), summary: text },
  { firstKeptEntryId: text, firstKeptEntryIndex: natural },
);

/** A name that the session got, or lost. */
export const infoCodec = open('a name', { type: oneOf('session_info') }, { name: text });

const source = open('a source', { kind: text }, {});

/** The source of a message of ours that came through pi. */
export const ourDetails = open('details', { contextfold: source }, {});

/** Several messages of ours that came as one: how many blocks of the content each has. */
export const ourParts = open('details', { contextfold: listOf(open('a part', { source, blocks: natural }, {})) }, {});
