// Owns: the lines of a Claude Code transcript, as far as they are understood.
import * as t from 'io-ts';
import { chosen, fields, flag, listOf, oneOf, open, text, that } from '../../domain/codec/shape.js';

const link = that('a uuid or null', (value): value is string | null => value === null || typeof value === 'string');

/** What any line may say of itself. */
export const lineCodec = open(
  'a line',
  { type: text },
  {
    uuid: text,
    parentUuid: link,
    logicalParentUuid: link,
    sessionId: text,
    cwd: text,
    timestamp: text,
    subtype: text,
    isSidechain: flag,
    isMeta: flag,
    isCompactSummary: flag,
    isApiErrorMessage: flag,
    compactMetadata: fields,
    attachment: fields,
    message: t.unknown,
  },
);

/** A line of a transcript. */
export type Line = t.TypeOf<typeof lineCodec>;

const typed = (value: unknown): unknown => (fields.is(value) ? value['type'] : undefined);

const anyBlock = open('a content block', { type: text }, { text });

/** A block of a message. */
export type Block = t.TypeOf<typeof anyBlock>;

const contentOf = (one: t.Type<Block>): t.Type<string | readonly Block[]> =>
  chosen('a text or blocks', (value) => (typeof value === 'string' ? text : listOf(one)));

const plain = contentOf(anyBlock);
const toolResult = open('a result', { type: text, tool_use_id: text }, { content: plain, is_error: flag });
const toolUse = open('a call', { type: text, id: text, name: text }, { input: t.unknown });
const thinking = open('a thought', { type: text, thinking: text }, {});

const BLOCKS: ReadonlyMap<unknown, t.Mixed> = new Map<unknown, t.Mixed>([
  ['tool_result', toolResult],
  ['tool_use', toolUse],
  ['thinking', thinking],
]);

const block = chosen<Block>('a content block', (value) => BLOCKS.get(typed(value)) ?? anyBlock);

/** What a user or assistant line carries. */
export const messageCodec = open('a message', { content: contentOf(block) }, { id: text, model: text });

/** A tool's result in a user line. */
export const isToolResult = (one: Block): one is Block & t.TypeOf<typeof toolResult> => one.type === 'tool_result';

/** A call in an assistant line. */
export const isToolUse = (one: Block): one is Block & t.TypeOf<typeof toolUse> => one.type === 'tool_use';

/** A thought in an assistant line. */
export const isThinking = (one: Block): one is Block & t.TypeOf<typeof thinking> => one.type === 'thinking';

/** What a compaction kept: the ends of a stretch, or a list. */
export const keptCodec = open(
  'what was kept',
  {},
  {
    preservedSegment: open('a stretch', { headUuid: text, tailUuid: text }, { anchorUuid: text }),
    preservedMessages: open('a list', { uuids: listOf(text) }, { anchorUuid: text }),
  },
);

/** A summary of a conversation, made for the message that it ended with. */
export const summaryCodec = open('a summary', { type: oneOf('summary'), summary: text, leafUuid: text }, {});

/** A title that a person gave. */
export const customTitleCodec = open('a title', { type: oneOf('custom-title'), customTitle: text }, {});

/** A title that a model gave. */
export const aiTitleCodec = open('a title', { type: oneOf('ai-title'), aiTitle: text }, {});
