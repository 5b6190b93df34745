// Owns: the values that Claude Code gives a hook, and the lines of its transcript as far as a hook needs them.
import * as t from 'io-ts';
import { fields, flag, open, text, that } from '../../domain/codec/shape.js';

/** What every event of a hook carries; unknown fields are passed over. */
export const inputCodec = open(
  'a hook event',
  { session_id: text, hook_event_name: text, cwd: text },
  {
    transcript_path: text,
    agent_id: text,
    agent_transcript_path: text,
    source: text,
    trigger: text,
    prompt: text,
    tool_name: text,
    tool_use_id: text,
    tool_input: t.unknown,
  },
);

/** A decoded event. */
export type Input = t.TypeOf<typeof inputCodec>;

const link = that('a uuid or null', (value): value is string | null => value === null || typeof value === 'string');

/** A line of a transcript. */
export const lineCodec = open(
  'a line',
  { type: text },
  {
    uuid: text,
    parentUuid: link,
    timestamp: text,
    subtype: text,
    isSidechain: flag,
    isApiErrorMessage: flag,
    compactMetadata: fields,
    attachment: fields,
    message: fields,
  },
);

/** A decoded line. */
export type Line = t.TypeOf<typeof lineCodec>;
