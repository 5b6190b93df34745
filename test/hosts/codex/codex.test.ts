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

  const CALL = { tool_name: 'shell', tool_use_id: 'c', tool_input: { command: ['ls'] } };
  const call = { id: 'c', name: 'shell', arguments: { command: ['ls'] } };

  test.each([
    ...['startup', 'resume', 'fork', 'clear', 'compact'].map((source): [string, object, object] => [
      'SessionStart',
      { source },
      { kind: 'started', why: source },
    ]),
    ['SessionStart', { source: 'moon' }, { kind: 'started', why: 'resume' }],
    ['SessionStart', {}, { kind: 'started', why: 'resume' }],
    ['UserPromptSubmit', {}, { kind: 'prompt', text: '' }],
    ['SubagentStart', { prompt: 'Hi' }, { kind: 'prompt', text: '' }],
    ['PreToolUse', CALL, { kind: 'before-tool', call }],
    [
      'PreToolUse',
      { tool_name: 'shell' },
      { kind: 'before-tool', call: { id: '', name: 'shell', arguments: undefined } },
    ],
    ['PreToolUse', {}, { kind: 'other' }],
    ['PostToolUse', CALL, { kind: 'after-tool', call, failed: false }],
    ['PostToolUse', {}, { kind: 'other' }],
    ['PreCompact', { trigger: 'manual' }, { kind: 'compacting', trigger: 'manual' }],
    ['PreCompact', { trigger: 'auto' }, { kind: 'compacting', trigger: 'auto' }],
    ['PreCompact', {}, { kind: 'compacting', trigger: 'auto' }],
    ['PostCompact', {}, { kind: 'compacted' }],
    ['Stop', CALL, { kind: 'other' }],
  ])('%s with %j', (hook_event_name, fields, expected) => {
    expect(occurrence({ hook_event_name, ...fields })).toEqual(expected);
  });

  test.each([
    [{ success: true }, false],
    [{ success: false }, true],
    [{ is_error: true }, true],
    [{ is_error: 'yes' }, false],
    [{ error: { message: 'no' } }, true],
    [{ error: null }, false],
    ['success: false', false],
    [undefined, false],
  ])('an answer %j: failed is %j', (tool_response, failed) => {
    expect(occurrence({ hook_event_name: 'PostToolUse', ...CALL, tool_response })).toMatchObject({ failed });
  });

  test.each([
    ['*** Delete File:  a.ts \n*** Add File: a.ts\n', ['a.ts']],
    ['+*** Add File: a.ts\n *** Add File: b.ts\n*** Rename File: c.ts', []],
    [
      { command: ['*** Add File: a.ts'], more: 7, patch: '*** Add File: b.ts', also: '*** Add File: c.ts' },
      ['b.ts', 'c.ts'],
    ],
    [undefined, []],
  ])('of the patch %j the paths are %j', (tool_input, paths) => {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input };
    expect(occurrence(event)).toMatchObject({ call: { arguments: { paths } } });
  });

  test('a sub-agent is a context of its own, with a transcript of its own (C3)', () => {
    const of = (fields: object): unknown => {
      const input = codexHook.decode({ ...BASE, hook_event_name: 'Stop', transcript_path: '/t', ...fields });
      return E.isRight(input) ? { ...input.right.event, isSidechain: input.right.isSidechain } : input.left;
    };
    const [cwd, occurrence] = ['/repo', { kind: 'other' }];
    const main = { session: 's', cwd, occurrence, isSidechain: undefined };
    const own = { session: 's.a', cwd, occurrence, isSidechain: true };
    expect(of({})).toEqual({ ...main, transcript: '/t' });
    expect(of({ agent_id: '', agent_transcript_path: '/a' })).toEqual({ ...main, transcript: '/t' });
    expect(of({ agent_id: null })).toEqual({ ...main, transcript: '/t' });
    expect(of({ transcript_path: '' })).toEqual(main);
    expect(of({ agent_id: 'a', agent_transcript_path: '/a' })).toEqual({ ...own, transcript: '/a' });
    expect(of({ agent_id: 'a' })).toEqual(own);
    expect(of({ agent_id: 7 })).toMatchObject({ path: '$.agent_id', expected: 'a path or null' });
  });

  test('what is said by default is what the agent does not load itself (A1)', () => {
    const agentInstructions = {
      maxBytes: 9500,
      home: '/home/me/.codex',
      instructionFileCandidates: ['AGENTS.md'],
      localInstructionFileCandidates: [],
      touchTools: { apply_patch: 'paths' },
      writeTools: ['apply_patch'],
    };
    expect(codexHook.defaults({}, '/home/me')).toEqual({ baseline: 'host', agentInstructions });
    expect(codexHook.defaults({ CODEX_HOME: '/c' }, '/home/me').agentInstructions['home']).toBe('/c');
    expect([codexHook.name, codexHook.textFor('x', 'context')]).toEqual(['codex', 'x']);
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

  test('a rollback counts what a person typed, and takes back as much as there is', () => {
    const rules = item(1, message('developer', text));
    const back = (num_turns: unknown, type = 'thread_rolled_back'): string => row('event_msg', 6, { type, num_turns });
    const typed = (said: string): string => item(5, message('user', said));
    const after = (...rows: readonly string[]): number => sightOf([typed('Hi'), rules, ...rows]).live.length;
    expect(after(typed('More'), back(1))).toBe(1);
    for (const said of ['<environment>', '  <x>', '# AGENTS.md instructions for /repo']) {
      expect(after(typed(said), back(1)), said).toBe(0);
    }
    expect(after(typed('# AGENTS'), back(1))).toBe(1);
    expect(after(item(5, message('assistant', 'More')), back(1))).toBe(0);
    expect(after(item(5, { ...message('user', 'More'), type: 'note' }), back(1))).toBe(0);
    expect(after(typed('More'), typed('Still'), back(2))).toBe(1);
    expect(after(typed('More'), back(1), back(1))).toBe(0);
    expect(after(typed('More'), back(9))).toBe(0);
    for (const odd of [0, -1, '1', undefined]) {
      expect(sightOf([...TURN, back(odd)]), String(odd)).toMatchObject({ live: [sha1(text)], turnedAt: 0 });
    }
    expect(sightOf([...TURN, back(1, 'token_count')])).toMatchObject({ live: [sha1(text)], turnedAt: 0 });
    expect(sightOf([...TURN, row('note', 6, { type: 'thread_rolled_back', num_turns: 1 })]).live).toHaveLength(1);
  });

  test.each(['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call'])(
    'an answer begins with the first item of the model, such as %s',
    (type) => {
      const rows = [
        item(0, message('user', 'Hi')),
        item(1, { type }),
        item(2, { type }),
        item(3, message('assistant', '')),
      ];
      expect(sightOf(rows).answeredAt).toBe(Date.parse(at(1)));
      const output = item(4, { type: 'function_call_output', output: '' });
      expect(sightOf([...rows, output]).answeredAt).toBe(Date.parse(at(1)));
      expect(sightOf([...rows, output, item(5, { type })]).answeredAt).toBe(Date.parse(at(5)));
      expect(sightOf([item(1, { type: 'note', role: 'assistant' })]).answeredAt).toBe(0);
      expect(sightOf([JSON.stringify({ type: 'response_item', payload: { type } })]).answeredAt).toBe(0);
    },
  );

  test('a text of ours is heard in blocks, in an output, and in an output of blocks', () => {
    const count = (payload: object): number => sightOf([item(0, payload)]).live.length;
    expect(count({ type: 'message', content: text })).toBe(1);
    expect(count({ type: 'message', content: [{ text }, { text: 'x' }, { text: 7 }, text, null, { text }] })).toBe(2);
    expect(count({ type: 'function_call_output', output: text })).toBe(1);
    expect(count({ type: 'function_call_output', output: [{ text }], content: text })).toBe(2);
    expect(count({ type: 'function_call_output', output: { text } })).toBe(0);
    expect(count({ type: 'message', text })).toBe(0);
    expect(sightOf([row('note', 0, message('user', text))]).live).toEqual([]);
  });

  test('a compaction without a history, or with an odd one, leaves what it can', () => {
    const leaves = (replacement_history: unknown): number =>
      sightOf([...TURN, row('compacted', 5, { replacement_history })]).live.length;
    expect([undefined, 'x', {}, [text, null, message('user', text), 7]].map(leaves)).toEqual([0, 0, 0, 1]);
  });

  test('what a world holds elsewhere is not what it loaded', () => {
    for (const payload of [{ agents_md: {} }, { state: 'agents_md' }, {}]) {
      expect(sightOf([row('world_state', 0, payload)])).not.toHaveProperty('reloads');
    }
    expect(sightOf([row('note', 0, { state: { agents_md: {} } })])).not.toHaveProperty('reloads');
    const loads = row('world_state', 0, { state: { agents_md: null } });
    expect(sightOf([loads, row('world_state', 1, { state: {} })])).toMatchObject({ reloads: true });
  });

  test('a row of another shape is none, and following goes on from where it stood', () => {
    const odd = ['x', '[]', '{"type":"compacted"}', '{"type":7,"payload":{}}', '{"type":"compacted","payload":[]}'];
    const late = JSON.stringify({ type: 'compacted', payload: {}, timestamp: 7 });
    expect(sightOf([...TURN, ...odd, late])).toMatchObject({ live: [sha1(text)], turnedAt: 0 });
    const rows = [...TURN, item(5, message('user', 'More')), item(6, message('developer', text))];
    for (let cut = 0; cut <= rows.length; cut += 1) {
      const first = codexHook.follow(rows.slice(0, cut), { sha1 });
      const trail: unknown = JSON.parse(JSON.stringify(first.trail));
      const back = row('event_msg', 6, { type: 'thread_rolled_back', num_turns: 1 });
      const { sight, isLost } = codexHook.follow([...rows.slice(cut), back], { sha1, trail });
      expect({ sight, isLost }).toEqual({ sight: sightOf([...rows, back]), isLost: false });
    }
    expect([TURN[0] ?? '', row('event_msg', 0, {})].map(mayTurn)).toEqual([false, false]);
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
