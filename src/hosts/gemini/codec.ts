// Owns: the values that Gemini CLI gives a hook.
import * as t from 'io-ts';
import { open, text } from '../../domain/codec/shape.js';

/** What every event of a hook carries; unknown fields are passed over. */
export const inputCodec = open(
  'a hook event',
  { session_id: text, hook_event_name: text, cwd: text },
  { source: text, prompt: text, tool_name: text, tool_input: t.unknown, tool_response: t.unknown },
);

/** A decoded event. */
export type Input = t.TypeOf<typeof inputCodec>;
