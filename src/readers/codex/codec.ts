// Owns: the rows of a Codex rollout, as far as they are understood.
import * as t from 'io-ts';
import { chosen, fields, finite, listOf, natural, oneOf, open, text, that } from '../../domain/codec/shape.js';

/** Every row. */
export const rowCodec = open('a row', { type: text, payload: fields }, { timestamp: text });

/** Any row. */
export type RolloutRow = t.TypeOf<typeof rowCodec>;

/** What the first row says. */
export const metaCodec = open('a session', { id: text }, { cwd: text, timestamp: text, source: t.unknown });

const block = open('a block', { type: text }, { text });
const blocks = listOf(block);

/** A block of a message or of an output. */
export type Block = t.TypeOf<typeof block>;

/** What was said. */
export const messageCodec = open(
  'a message',
  { type: oneOf('message'), role: oneOf('user', 'assistant', 'developer', 'system'), content: blocks },
  { id: text },
);

/** What the model thought; what is encrypted of it stays away. */
export const reasoningCodec = open(
  'a thought',
  { type: oneOf('reasoning') },
  { id: text, summary: blocks, content: t.union([blocks, t.null]) },
);

const called = { name: text, call_id: text };

/** A call with its arguments as JSON text. */
export const callCodec = open('a call', { type: oneOf('function_call'), arguments: text, ...called }, { id: text });

/** A call with free text. */
export const customCallCodec = open(
  'a call',
  { type: oneOf('custom_tool_call'), input: text, ...called },
  { id: text },
);

/** A call of the shell that the model brings along. */
export const shellCallCodec = open(
  'a call',
  { type: oneOf('local_shell_call'), call_id: text, action: fields },
  { id: text },
);

const wrapped = open('an output', { content: text }, { success: t.union([t.boolean, t.null]) });

/** An output as older rollouts wrap it. */
export type Wrapped = t.TypeOf<typeof wrapped>;

const output = chosen<string | readonly Block[] | Wrapped>('an output', (value) =>
  typeof value === 'string' ? text : Array.isArray(value) ? blocks : wrapped,
);

/** What came of a call. */
export const outputCodec = open(
  'an output',
  { type: oneOf('function_call_output', 'custom_tool_call_output'), call_id: text, output },
  { id: text },
);

/** What a compaction by the provider left; nobody else can read it. */
export const opaqueCodec = open(
  'a checkpoint',
  { type: oneOf('compaction', 'context_compaction', 'compaction_summary') },
  { id: text },
);

/** A compaction. */
export const compactedCodec = open(
  'a compaction',
  { message: text },
  { replacement_history: t.union([listOf(t.unknown), t.null]) },
);

/** Turns that were taken back. */
export const rollbackCodec = open('a rollback', { type: oneOf('thread_rolled_back'), num_turns: natural }, {});

/** A name that the session got. */
export const nameCodec = open('a name', { type: oneOf('thread_name_updated'), thread_name: text }, {});

/** The arguments of a patch that came as JSON. */
export const patchCodec = open('a patch', { input: text }, {});

/** What some outputs say, as JSON text, of how a command ended. */
export const exitCodec = open('an ending', { metadata: open('metadata', { exit_code: finite }, {}) }, {});

/** A session that another one started for a part of its work. */
export const isSubagent = that(
  'a sub-agent',
  (source): source is { readonly subagent: unknown } => fields.is(source) && Object.hasOwn(source, 'subagent'),
).is;
