// Owns: the values that Gemini CLI gives a hook, and the records of its chat as far as a hook needs them.
import * as t from 'io-ts';
import { finite, listOf, open, text, that } from '../../domain/codec/shape.js';
import type { Digest } from '../../domain/digest.js';
import { isDigest } from '../../domain/digest.js';

const digest = that('a digest', (value): value is Digest => typeof value === 'string' && isDigest(value));

/** Where following stands, as another process left it. */
export const trailCodec = open(
  'a trail',
  {
    kept: listOf(open('a message', { id: text, heard: listOf(digest) }, {})),
    response: text,
    at: finite,
    turnedAt: finite,
    answeredAt: finite,
  },
  {},
);

/** What every event of a hook carries; unknown fields are passed over. */
export const inputCodec = open(
  'a hook event',
  { session_id: text, hook_event_name: text, cwd: text },
  {
    transcript_path: text,
    source: text,
    prompt: text,
    tool_name: text,
    tool_input: t.unknown,
    tool_response: t.unknown,
  },
);

/** A decoded event. */
export type Input = t.TypeOf<typeof inputCodec>;

/** A message of a chat. */
export const messageCodec = open('a message', { id: text, type: text }, { timestamp: text, content: t.unknown });

/** A decoded message. */
export type Message = t.TypeOf<typeof messageCodec>;
