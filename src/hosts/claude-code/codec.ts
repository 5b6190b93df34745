// Owns: the values that Claude Code gives a hook, and the lines of its transcript as far as a hook needs them.
import * as t from 'io-ts';
import type { Digest } from '../../domain/digest.js';
import { isDigest } from '../../domain/digest.js';
import { fields, finite, flag, integer, listOf, natural, open, text, that } from '../../domain/codec/shape.js';

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

const digest = that('a digest', (value): value is Digest => typeof value === 'string' && isDigest(value));
const known = that(
  'a uuid with its place',
  (value): value is readonly [string, number] =>
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && natural.is(value[1]),
);

/** Where following stands, as another process left it. */
export const trailCodec = open(
  'a trail',
  {
    at: natural,
    recent: listOf(known),
    cut: flag,
    heard: listOf(open('a text', { digest, uuid: text, at: natural }, {})),
    response: text,
    floor: integer,
    turnedAt: finite,
    answeredAt: finite,
  },
  {},
);
