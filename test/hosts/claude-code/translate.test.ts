// Owns: what Claude Code's events mean, and how it is answered.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../../src/domain/error.js';
import { claudeCodeHook } from '../../../src/hosts/claude-code/index.js';

const BASE = { session_id: 's', cwd: '/repo', transcript_path: '/t/s.jsonl' };
const decoded = (fields: object) => {
  const input = claudeCodeHook.decode({ ...BASE, ...fields });
  if (E.isLeft(input)) throw new Error(describeError(input.left));
  return input.right;
};
const occurrence = (fields: object) => decoded(fields).event.occurrence;
const CALL = { tool_name: 'Read', tool_use_id: 'c1', tool_input: { file_path: 'a.ts' } };
const call = { name: 'Read', id: 'c1', arguments: { file_path: 'a.ts' } };

describe('events (R6)', () => {
  test.each(['startup', 'resume', 'fork', 'clear', 'compact'])('a session starts by %s', (source) => {
    expect(occurrence({ hook_event_name: 'SessionStart', source })).toEqual({ kind: 'started', why: source });
  });

  test('a start for an unknown reason is a resume: nothing is taken for new that may be old', () => {
    expect(occurrence({ hook_event_name: 'SessionStart', source: 'moon' })).toEqual({ kind: 'started', why: 'resume' });
  });

  test.each([
    ['UserPromptSubmit', { prompt: 'Hi' }, { kind: 'prompt', text: 'Hi' }],
    ['SubagentStart', {}, { kind: 'prompt', text: '' }],
    ['PreToolUse', CALL, { kind: 'before-tool', call }],
    ['PostToolUse', CALL, { kind: 'after-tool', call, failed: false }],
    ['PostToolUseFailure', CALL, { kind: 'after-tool', call, failed: true }],
    ['PreCompact', { trigger: 'manual' }, { kind: 'compacting', trigger: 'manual' }],
    ['PreCompact', {}, { kind: 'compacting', trigger: 'auto' }],
    ['PostCompact', {}, { kind: 'compacted' }],
    ['UserPromptSubmit', {}, { kind: 'prompt', text: '' }],
    [
      'PreToolUse',
      { tool_name: 'Read' },
      { kind: 'before-tool', call: { name: 'Read', id: '', arguments: undefined } },
    ],
    ['PreToolUse', {}, { kind: 'other' }],
    ['PostToolUse', {}, { kind: 'other' }],
    ['PostToolUseFailure', {}, { kind: 'other' }],
    ['Stop', {}, { kind: 'other' }],
    ['Brandnew', {}, { kind: 'other' }],
  ])('%s with %j', (hook_event_name, fields, expected) => {
    expect(occurrence({ hook_event_name, ...fields })).toEqual(expected);
  });

  test('a sub-agent is a context of its own, with a transcript of its own (C3)', () => {
    const { event, isSidechain } = decoded({ hook_event_name: 'PostToolUse', agent_id: 'a1', ...CALL });
    expect({ session: event.session, transcript: event.transcript, isSidechain }).toEqual({
      session: 's.a1',
      transcript: '/t/s/subagents/agent-a1.jsonl',
      isSidechain: true,
    });
  });

  test('a transcript is where an event says, or below the one of the principal, or nowhere', () => {
    const of = (fields: object): unknown => decoded({ hook_event_name: 'Stop', ...fields }).event;
    expect(of({})).toMatchObject({ session: 's', cwd: '/repo', transcript: '/t/s.jsonl' });
    expect(of({ agent_id: 'a1', agent_transcript_path: '/own.jsonl' })).toMatchObject({ transcript: '/own.jsonl' });
    expect(of({ agent_id: 'a1', transcript_path: '/t.jsonl/s.jsonl' })).toMatchObject({
      transcript: '/t.jsonl/s/subagents/agent-a1.jsonl',
    });
    for (const nowhere of [{ transcript_path: '' }, { transcript_path: undefined }]) {
      expect(of(nowhere)).not.toHaveProperty('transcript');
    }
    expect(of({ agent_id: 'a1', transcript_path: undefined })).not.toHaveProperty('transcript');
    expect(decoded({ hook_event_name: 'Stop' })).toMatchObject({ name: 'Stop' });
    expect(decoded({ hook_event_name: 'Stop' })).not.toHaveProperty('isSidechain');
  });

  test('what is said by default is of the family that the agent does not load itself (A1)', () => {
    expect(claudeCodeHook.name).toBe('claude-code');
    expect(claudeCodeHook.defaults({}, '/home/me')).toEqual({
      baseline: 'said',
      agentInstructions: {
        maxBytes: 9500,
        instructionFileCandidates: ['AGENTS.md'],
        localInstructionFileCandidates: ['AGENTS.local.md'],
        touchTools: {
          ...{ Read: 'file_path', Write: 'file_path', Edit: 'file_path', MultiEdit: 'file_path' },
          ...{ NotebookEdit: 'notebook_path', NotebookRead: 'notebook_path' },
        },
        writeTools: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
      },
    });
  });

  test('a value that is no event is refused with the place of the mistake (F8)', () => {
    expect(claudeCodeHook.decode({ ...BASE, hook_event_name: 3 })).toMatchObject({
      _tag: 'Left',
      left: { path: '$.hook_event_name', expected: 'a string', found: '3' },
    });
  });
});

describe('answers', () => {
  const text = '<system-reminder>\nRules.\n</system-reminder>';

  test('silence is nothing at all', () => {
    expect(claudeCodeHook.answer('PostToolUse', { kind: 'silent' })).toBe('');
  });

  test('a context is additional context of the event; the agent has a frame of its own', () => {
    const said = claudeCodeHook.answer('PostToolUse', {
      kind: 'context',
      text: claudeCodeHook.textFor(text, 'context'),
    });
    expect(JSON.parse(said)).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Rules.' },
    });
  });

  test('a held call is denied with the framed text as the reason', () => {
    const said = claudeCodeHook.answer('PreToolUse', { kind: 'hold', text: claudeCodeHook.textFor(text, 'hold') });
    expect(JSON.parse(said)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: text },
    });
  });
});
