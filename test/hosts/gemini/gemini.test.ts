// Owns: what Gemini CLI's events mean, and how it is answered.
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { geminiHook } from '../../../src/hosts/gemini/index.js';

const occurrence = (fields: object) => {
  const input = geminiHook.decode({ session_id: 's', cwd: '/repo', transcript_path: '/t', timestamp: '', ...fields });
  return E.isRight(input) ? input.right.event.occurrence : input.left;
};
const CALL = { tool_name: 'read_file', tool_input: { file_path: 'a.ts' } };
const call = { id: '', name: 'read_file', arguments: { file_path: 'a.ts' } };

test.each([
  ['SessionStart', { source: 'clear' }, { kind: 'started', why: 'clear' }],
  ['BeforeAgent', { prompt: 'Hi' }, { kind: 'prompt', text: 'Hi' }],
  ['BeforeTool', CALL, { kind: 'before-tool', call }],
  ['AfterTool', { ...CALL, tool_response: { llmContent: 'x' } }, { kind: 'after-tool', call, failed: false }],
  ['AfterTool', { ...CALL, tool_response: { error: { message: 'x' } } }, { kind: 'after-tool', call, failed: true }],
  ['PreCompress', { trigger: 'auto' }, { kind: 'compacted' }],
  ['AfterModel', {}, { kind: 'other' }],
])('%s with %j (R6)', (hook_event_name, fields, expected) => {
  expect(occurrence({ hook_event_name, ...fields })).toEqual(expected);
});

test('answers', () => {
  expect(JSON.parse(geminiHook.answer('AfterTool', { kind: 'context', text: 'x' }))).toEqual({
    hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'x' },
  });
  expect(JSON.parse(geminiHook.answer('BeforeTool', { kind: 'hold', text: 'x' }))).toEqual({
    decision: 'deny',
    reason: 'x',
  });
  expect(geminiHook.answer('AfterTool', { kind: 'silent' })).toBe('');
});
