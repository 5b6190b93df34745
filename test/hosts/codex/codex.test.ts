// Owns: what Codex's events mean, how it is answered, and what a hook sees in its rollout.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { mayTurn } from '../../../src/hosts/codex/glance.js';
import { codexHook } from '../../../src/hosts/codex/index.js';
import { begin } from '../hooks/desk.js';
import { shownTo } from '../hooks/rules.js';
import { home } from '../life.js';
import { codex } from './dialect.js';

const { sha1 } = nodeHash;
const BASE = { session_id: 's', cwd: '/repo', transcript_path: null, turn_id: 't', model: 'm' };
const occurrence = (fields: object) => {
  const input = codexHook.decode({ ...BASE, ...fields });
  return E.isRight(input) ? input.right.event.occurrence : input.left;
};
const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Move to: b.ts\n*** Add File: c/d.ts\n*** End Patch';

describe('events (R6)', () => {
  test.each([{ command: PATCH }, { input: PATCH }, PATCH])(
    'a patch touches the files that it names: %j',
    (tool_input) => {
      expect(
        occurrence({ hook_event_name: 'PostToolUse', tool_name: 'apply_patch', tool_use_id: 'c', tool_input }),
      ).toEqual({
        kind: 'after-tool',
        failed: false,
        call: { id: 'c', name: 'apply_patch', arguments: { paths: ['a.ts', 'b.ts', 'c/d.ts'] } },
      });
    },
  );

  test('a patch that was refused touched nothing', () => {
    const fields = { tool_name: 'apply_patch', tool_input: PATCH, tool_response: { success: false } };
    expect(occurrence({ hook_event_name: 'PostToolUse', ...fields })).toMatchObject({ failed: true });
  });

  test('a session without a transcript has none', () => {
    expect(codexHook.decode({ ...BASE, hook_event_name: 'UserPromptSubmit', prompt: 'Hi' })).toEqual(
      E.right({
        name: 'UserPromptSubmit',
        event: { session: 's', cwd: '/repo', occurrence: { kind: 'prompt', text: 'Hi' } },
      }),
    );
  });

  test('answers hold no field that Codex would refuse', () => {
    expect(JSON.parse(codexHook.answer('PostToolUse', { kind: 'context', text: 'x' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'x' },
    });
    expect(codexHook.answer('PostToolUse', { kind: 'silent' })).toBe('');
  });
});

describe('its rollout (A12)', () => {
  const text = '<system-reminder>\nRules.\n</system-reminder>';
  const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;
  const row = (type: string, second: number, payload: object): string =>
    JSON.stringify({ timestamp: at(second), type, payload });
  const message = (role: string, said: string) => ({
    type: 'message',
    role,
    content: [{ type: 'input_text', text: said }],
  });
  const item = (second: number, payload: object): string => row('response_item', second, payload);
  const TURN = [
    item(0, message('user', 'Hi')),
    item(1, message('developer', text)),
    item(2, { type: 'function_call', call_id: 'c', name: 'x', arguments: '{}' }),
    item(3, { type: 'function_call_output', call_id: 'c', output: 'ok' }),
    item(4, message('assistant', 'Done.')),
  ];
  const sightOf = (rows: readonly string[]) => codexHook.follow(rows, { sha1 }).sight;

  test('what a hook said is live, and the newest answer is dated', () => {
    expect(sightOf(TURN)).toEqual({ live: [sha1(text)], turnedAt: 0, answeredAt: Date.parse(at(4)) });
  });

  test('a compaction leaves its own history', () => {
    const replacement = (history: readonly object[]) =>
      row('compacted', 5, { message: '', replacement_history: history });
    expect(sightOf([...TURN, replacement([message('user', 'Hi')])])).toMatchObject({
      live: [],
      turnedAt: Date.parse(at(5)),
    });
    expect(sightOf([...TURN, replacement([message('developer', text)])])).toMatchObject({ live: [sha1(text)] });
    expect(mayTurn(replacement([]))).toBe(true);
  });

  test('who writes down what it loaded reads it anew when a process begins', () => {
    const world = (state: object): string => row('world_state', 0, { full: true, state });
    expect(sightOf([world({ agents_md: { text: '' } }), ...TURN])).toMatchObject({ reloads: true });
    expect(sightOf([world({}), ...TURN])).not.toHaveProperty('reloads');
  });

  test('a rollback takes back turns', () => {
    const back = row('event_msg', 6, { type: 'thread_rolled_back', num_turns: 1 });
    expect(
      sightOf([...TURN, item(5, message('user', 'More')), item(5, message('developer', `${text}!`)), back]),
    ).toMatchObject({ live: [sha1(text)] });
    expect(sightOf([...TURN, back])).toMatchObject({ live: [], turnedAt: Date.parse(at(6)) });
    expect(mayTurn(back)).toBe(true);
  });

  test('the reason of a denied call counts as said, whatever stands around it', () => {
    const output = `Blocked: ${text}. Command: apply_patch`;
    expect(sightOf([item(0, { type: 'custom_tool_call_output', call_id: 'c', output })])?.live).toEqual([sha1(text)]);
  });
});

test('what it loads itself and changed while it was away is told by Codex, the rest by us', async () => {
  const at = home();
  const { agent } = begin(codex, at, { baseline: 'host' });
  await agent.start('startup');
  await agent.prompt('Hello.');
  await agent.answer([codex.read('lib/a.ts')]);
  await agent.answer();
  at.files.put('/repo/AGENTS.md', 'Write tests last.\n');
  at.files.put('/repo/lib/AGENTS.md', 'The library is pure.\n');
  await agent.start('resume');
  await agent.prompt('I am back.');
  at.files.put('/repo/AGENTS.md', 'Write no tests.\n');
  await agent.answer([codex.read('lib/b.ts')]);
  await agent.answer();
  const lib = 'additional lib/AGENTS.md, updated lib/AGENTS.md';
  expect(shownTo(agent).slice(2)).toEqual([lib, `${lib}, updated AGENTS.md`]);
});
