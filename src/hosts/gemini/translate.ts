// Owns: Gemini CLI's hook events in our words, and our answers in its. Pure.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { decodeValue, isFields } from '../../domain/codec/decode.js';
import type { InvalidValue } from '../../domain/error.js';
import type { HookAnswer, HookCall, HookOccurrence } from '../../programs/hook-event.js';
import type { HookInput } from '../hook-host.js';
import type { Input } from './codec.js';
import { inputCodec } from './codec.js';

/** The tools that touch, and by which arguments; older versions call the first one's `absolute_path`. */
export const TOUCH_TOOLS = {
  read_file: ['file_path', 'absolute_path'],
  write_file: 'file_path',
  replace: 'file_path',
};

/** Those that change files. */
export const WRITE_TOOLS = ['write_file', 'replace'];

const STARTS = ['startup', 'resume', 'clear'] as const;

const callOf = ({ tool_name: name, tool_input: args }: Input): HookCall | undefined =>
  name === undefined ? undefined : { id: '', name, arguments: args };

const hasFailed = ({ tool_response: response }: Input): boolean =>
  isFields(response) && response['error'] !== undefined && response['error'] !== null;

const OTHER: HookOccurrence = { kind: 'other' };

const occurrenceOf = (input: Input): HookOccurrence => {
  const call = callOf(input);
  switch (input.hook_event_name) {
    case 'SessionStart':
      return { kind: 'started', why: STARTS.find((why) => why === input.source) ?? 'resume' };
    case 'BeforeAgent':
      return { kind: 'prompt', text: input.prompt ?? '' };
    case 'BeforeTool':
      return call === undefined ? OTHER : { kind: 'before-tool', call };
    case 'AfterTool':
      return call === undefined ? OTHER : { kind: 'after-tool', call, failed: hasFailed(input) };
    default:
      return OTHER;
  }
};

/**
 * Reads an event of Gemini CLI.
 *
 * Shape:  `PreCompress` means nothing: it comes before every call of the model, whether anything is compressed or not.
 * Errors: no object, or `session_id`, `hook_event_name` or `cwd` are missing or no text.
 * Source: SPEC R6, F8; docs/hosts/gemini.md
 */
export const decode = (value: unknown): Either<InvalidValue, HookInput> =>
  E.map((input: Input): HookInput => {
    const { session_id: session, hook_event_name: name, cwd, transcript_path: transcript = '' } = input;
    const followed = transcript === '' ? {} : { transcript };
    return { name, event: { session, cwd, ...followed, occurrence: occurrenceOf(input) } };
  })(decodeValue(inputCodec, value));

/** What goes to standard output: one JSON object, or nothing. */
export const answer = (event: string, { kind, ...said }: HookAnswer): string => {
  if (!('text' in said)) return '';
  const { text } = said;
  if (kind === 'hold') return JSON.stringify({ decision: 'deny', reason: text });
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });
};
