// Owns: Claude Code's hook events in our words. Pure.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { decodeValue } from '../../domain/codec/decode.js';
import type { InvalidValue } from '../../domain/error.js';
import type { HookCall, HookOccurrence } from '../../programs/hook-event.js';
import type { HookInput } from '../hook-host.js';
import type { Input } from './codec.js';
import { inputCodec } from './codec.js';

/** The tools that touch, and by which argument. Source: SPEC A1 */
export const TOUCH_TOOLS = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
  NotebookRead: 'notebook_path',
};

/** Those that change files. */
export const WRITE_TOOLS = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

const STARTS = ['startup', 'resume', 'fork', 'clear', 'compact'] as const;

const callOf = ({ tool_name, tool_use_id, tool_input }: Input): HookCall | undefined =>
  tool_name === undefined ? undefined : { id: tool_use_id ?? '', name: tool_name, arguments: tool_input };

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
      return call === undefined ? OTHER : { kind: 'after-tool', call, failed: false };
    case 'PostToolUseFailure':
      return call === undefined ? OTHER : { kind: 'after-tool', call, failed: true };
    case 'PreCompact':
      return { kind: 'compacting', trigger: input.trigger === 'manual' ? 'manual' : 'auto' };
    case 'PostCompact':
      return { kind: 'compacted' };
    default:
      return OTHER;
  }
};

/** Where a sub-agent's own transcript is, which its events do not name: below a folder called as its session. */
const transcriptOf = ({ transcript_path, agent_id, agent_transcript_path }: Input): string | undefined => {
  if (agent_id === undefined) return transcript_path;
  return agent_transcript_path ?? transcript_path?.replace(/\.jsonl$/u, `/subagents/agent-${agent_id}.jsonl`);
};

/**
 * Reads an event of Claude Code.
 *
 * Shape:  a sub-agent is a context of its own: what its principal was told it has not heard.
 * Errors: no object, or `session_id`, `hook_event_name` or `cwd` are missing or no text.
 * Source: SPEC R6, F8; docs/hosts/claude-code.md
 */
export const decode = (value: unknown): Either<InvalidValue, HookInput> =>
  E.map((input: Input): HookInput => {
    const { session_id, agent_id, hook_event_name: name, cwd } = input;
    const transcript = transcriptOf(input);
    return {
      name,
      event: {
        session: agent_id === undefined ? session_id : `${session_id}.${agent_id}`,
        cwd,
        ...(transcript === undefined || transcript === '' ? {} : { transcript }),
        occurrence: occurrenceOf(input),
      },
      ...(agent_id === undefined ? {} : { isSidechain: true }),
    };
  })(decodeValue(inputCodec, value));
