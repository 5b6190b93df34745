// Owns: Codex's hook events in our words. Pure.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { decodeValue, isFields } from '../../domain/codec/decode.js';
import type { InvalidValue } from '../../domain/error.js';
import type { HookCall, HookOccurrence } from '../../programs/hook-event.js';
import type { HookInput } from '../hook-host.js';
import type { Input } from './codec.js';
import { inputCodec } from './codec.js';

/** The one tool with hooks that touches; `paths` is taken out of its patch. Source: SPEC A1 */
export const TOUCH_TOOLS = { apply_patch: 'paths' };

/** It changes files. */
export const WRITE_TOOLS = ['apply_patch'];

const STARTS = ['startup', 'resume', 'fork', 'clear', 'compact'] as const;

const FILE_LINE = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gmu;

/** The patch is the only text among the arguments, under whatever name. */
const pathsIn = (input: unknown): readonly string[] => {
  const texts = isFields(input) ? Object.values(input) : [input];
  const patch = texts.filter((text): text is string => typeof text === 'string').join('\n');
  return [...new Set([...patch.matchAll(FILE_LINE)].map(([, path = '']) => path.trim()))];
};

const callOf = ({ tool_name: name, tool_use_id: id = '', tool_input: input }: Input): HookCall | undefined => {
  if (name === undefined) return undefined;
  return { id, name, arguments: name === 'apply_patch' ? { paths: pathsIn(input) } : input };
};

/** A patch that could not be applied comes as a success whose answer says so. */
const hasFailed = ({ tool_response: response }: Input): boolean => {
  if (!isFields(response)) return false;
  return response['success'] === false || response['is_error'] === true || isFields(response['error']);
};

const OTHER: HookOccurrence = { kind: 'other' };

const occurrenceOf = (input: Input): HookOccurrence => {
  const call = callOf(input);
  switch (input.hook_event_name) {
    case 'SessionStart':
      return { kind: 'started', why: STARTS.find((why) => why === input.source) ?? 'resume' };
    case 'UserPromptSubmit':
      return { kind: 'prompt', text: input.prompt ?? '' };
    case 'SubagentStart':
      return { kind: 'prompt', text: '' };
    case 'PreToolUse':
      return call === undefined ? OTHER : { kind: 'before-tool', call };
    case 'PostToolUse':
      return call === undefined ? OTHER : { kind: 'after-tool', call, failed: hasFailed(input) };
    case 'PreCompact':
      return { kind: 'compacting', trigger: input.trigger === 'manual' ? 'manual' : 'auto' };
    case 'PostCompact':
      return { kind: 'compacted' };
    default:
      return OTHER;
  }
};

/**
 * Reads an event of Codex.
 *
 * Errors: no object, or `session_id`, `hook_event_name` or `cwd` are missing or no text.
 * Source: SPEC R6, F8; docs/hosts/codex.md
 */
export const decode = (value: unknown): Either<InvalidValue, HookInput> =>
  E.map((input: Input): HookInput => {
    const { session_id, agent_id, hook_event_name: name, cwd } = input;
    const isAgent = typeof agent_id === 'string' && agent_id !== '';
    const transcript = isAgent ? input.agent_transcript_path : input.transcript_path;
    return {
      name,
      event: {
        session: isAgent ? `${session_id}.${agent_id}` : session_id,
        cwd,
        ...(typeof transcript === 'string' && transcript !== '' ? { transcript } : {}),
        occurrence: occurrenceOf(input),
      },
      ...(isAgent ? { isSidechain: true } : {}),
    };
  })(decodeValue(inputCodec, value));
