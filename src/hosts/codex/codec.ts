// Owns: the values that Codex gives a hook, and the rows of its rollout as far as a hook needs them.
import * as t from 'io-ts';
import type { Digest } from '../../domain/digest.js';
import { isDigest } from '../../domain/digest.js';
import { fields, finite, flag, listOf, natural, open, text, that } from '../../domain/codec/shape.js';

const path = that('a path or null', (value): value is string | null => value === null || typeof value === 'string');

/** What every event of a hook carries; unknown fields are passed over. */
export const inputCodec = open(
  'a hook event',
  { session_id: text, hook_event_name: text, cwd: text },
  {
    transcript_path: path,
    agent_id: path,
    agent_transcript_path: path,
    source: text,
    trigger: text,
    prompt: text,
    tool_name: text,
    tool_use_id: text,
    tool_input: t.unknown,
    tool_response: t.unknown,
  },
);

/** A decoded event. */
export type Input = t.TypeOf<typeof inputCodec>;

/** A row of a rollout. */
export const rowCodec = open('a row', { type: text, payload: fields }, { timestamp: text });

/** A decoded row. */
export type Row = t.TypeOf<typeof rowCodec>;

const digest = that('a digest', (value): value is Digest => typeof value === 'string' && isDigest(value));

/** Where following stands, as another process left it. */
export const trailCodec = open(
  'a trail',
  {
    at: natural,
    turns: listOf(natural),
    heard: listOf(open('a text', { digest, at: natural }, {})),
    isAnswering: flag,
    reloads: flag,
    turnedAt: finite,
    answeredAt: finite,
  },
  {},
);
