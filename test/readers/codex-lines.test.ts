// Owns: examples of single rows of Codex rollouts: what each becomes as a whole, and how it is called where it is none.
import { describe, expect, test } from 'vitest';
import { codex } from '../../src/readers/codex/index.js';
import { told, translated } from './given.js';

const TIME = '2026-01-05T10:00:00Z';
const USER = { kind: 'user' };
const text = (said: string): object => ({ type: 'text', text: said });

describe('Codex', () => {
  const META = { type: 'session_meta', payload: { id: 's', cwd: '/w' } };
  const item = (type: string, payload: object): object => ({
    type: 'response_item',
    timestamp: TIME,
    payload: { type, ...payload },
  });
  const said = (role: string, ...texts: readonly string[]): object =>
    item('message', { role, content: texts.map((one) => ({ type: 'input_text', text: one })) });
  const itemTold = (payload: object): readonly unknown[] => told(codex, META, payload)[0] ?? [];

  test('what was said, by whom, and what Codex put in between', () => {
    const image = { type: 'input_image', image_url: 'data:' };
    expect(itemTold(item('message', { role: 'user', content: [{ type: 'input_text', text: 'hi' }, image] }))).toEqual([
      ...['user/message', 's:1', [text('hi'), image], USER],
    ]);
    expect(itemTold(said('assistant', 'yes'))).toEqual(['assistant/message', 's:1', [text('yes')], { kind: 'model' }]);
    for (const role of ['developer', 'system']) {
      expect(itemTold(said(role, 'x'))).toMatchObject({ 3: { kind: 'plugin', plugin: 'codex', form: role } });
    }
    for (const tag of [
      ...['environment_context', 'user_instructions', 'instructions', 'skill', 'turn_aborted', 'user_shell_command'],
      ...['subagent_notification', 'permissions instructions', 'collaboration_mode'],
    ]) {
      expect(itemTold(said('user', ` <${tag}>`))).toMatchObject({ 3: { plugin: 'codex', form: 'context' } });
    }
    expect(itemTold(said('user', '# AGENTS.md instructions for /w'))).toMatchObject({ 3: { form: 'context' } });
    expect(itemTold(said('user', 'my <skill>'))).toMatchObject({ 3: USER });
    expect(itemTold(item('message', { role: 'user', content: [] }))).toMatchObject({ 2: [], 3: USER });
    expect(itemTold(item('message', { role: 'assistant', content: [{ type: 'output_text' }] }))).toMatchObject({
      2: [text('')],
    });
  });

  test('thoughts: what can be read of them', () => {
    const thought = (payload: object): unknown => itemTold(item('reasoning', payload))[2];
    const [a, b] = [{ type: 'summary_text', text: 'a' }, { type: 'summary_text' }];
    expect(thought({ summary: [a, b] })).toEqual([{ type: 'reasoning', text: 'a\n' }]);
    expect(thought({ summary: [a], content: [b, { type: 'text', text: 'c' }] })).toEqual([
      { type: 'reasoning', text: '\nc' },
    ]);
    expect(thought({ summary: [a], content: null })).toEqual([{ type: 'reasoning', text: 'a' }]);
    expect(thought({})).toEqual([{ type: 'reasoning', text: '' }]);
  });

  test('calls: with their arguments, and a patch with the paths that it names, each once', () => {
    const call = (payload: object): unknown => (itemTold(payload)[2] as readonly unknown[])[0];
    const as = (name: string, args: unknown): object => ({ type: 'tool-call', id: 'c', name, arguments: args });
    const input = '*** Begin Patch\n*** Add File:  a \n+x\n*** Move to: b\n*** Update File: b\n@@\n*** End Patch';
    const patch = { input, paths: ['a', 'b'] };
    const json = JSON.stringify({ input });
    const named = (name: string, more: object): object => ({ name, call_id: 'c', ...more });
    expect(call(item('function_call', named('read', { arguments: '{"a":1}' })))).toEqual(as('read', '{"a":1}'));
    expect(call(item('function_call', named('apply_patch', { arguments: json })))).toEqual(as('apply_patch', patch));
    expect(call(item('function_call', named('read', { arguments: json })))).toEqual(as('read', json));
    expect(call(item('function_call', named('apply_patch', { arguments: '{"inp' })))).toEqual(
      as('apply_patch', '{"inp'),
    );
    expect(call(item('custom_tool_call', named('apply_patch', { input })))).toEqual(as('apply_patch', patch));
    expect(call(item('custom_tool_call', named('exec', { input: 'ls' })))).toEqual(as('exec', { input: 'ls' }));
    const action = { type: 'exec', command: ['ls'] };
    expect(call(item('local_shell_call', { call_id: 'c', action }))).toEqual(as('local_shell', action));
  });

  test.each<readonly [unknown, unknown, boolean]>([
    ['done', 'done', false],
    ['Exit code: 0\nok', 'Exit code: 0\nok', false],
    ['Exit code: 1\nno', 'Exit code: 1\nno', true],
    ['Exit code: -1', 'Exit code: -1', true],
    ['then Exit code: 1', 'then Exit code: 1', false],
    ['apply_patch verification failed: x', 'apply_patch verification failed: x', true],
    ['{"metadata":{"exit_code":0}}', '{"metadata":{"exit_code":0}}', false],
    ['{"metadata":{"exit_code":2}}', '{"metadata":{"exit_code":2}}', true],
    ['{"metadata":{}}', '{"metadata":{}}', false],
    [{ content: 'x' }, 'x', false],
    [{ content: 'x', success: true }, 'x', false],
    [{ content: 'x', success: null }, 'x', false],
    [{ content: 'x', success: false }, 'x', true],
    [[{ type: 'input_text', text: 'Exit code: 1' }], [text('Exit code: 1')], true],
    [[{ type: 'input_image' }, { type: 'input_text', text: 'x' }], [{ type: 'input_image' }, text('x')], false],
  ])('an output of %j says %j, failed: %s', (output, content, isError) => {
    const source = { kind: 'tool', callId: 'c' };
    for (const type of ['function_call_output', 'custom_tool_call_output']) {
      const block = { type: 'tool-result', toolCallId: 'c', content, isError };
      expect(itemTold(item(type, { call_id: 'c', output }))).toEqual(['tool/result', 's:1', [block], source]);
    }
  });

  test('a checkpoint of the provider, by any of its names', () => {
    for (const type of ['compaction', 'context_compaction', 'compaction_summary']) {
      const source = { kind: 'plugin', plugin: 'compact' };
      expect(itemTold(item(type, {}))).toEqual(['user/message', 's:1', [{ type: 'compaction' }], source]);
    }
  });

  test('what is no item, or a malformed one, is counted by what it is', () => {
    expect(
      translated(codex, [
        ...[META, item('message', { role: 'other', content: [] }), item('message', { role: 'user' })],
        ...[item('reasoning', { summary: 7 }), item('function_call', {}), item('custom_tool_call', {})],
        ...[item('local_shell_call', {}), item('function_call_output', {}), item('custom_tool_call_output', {})],
        ...[item('new_thing', {}), { type: 'response_item', payload: {} }, { type: 'compacted', payload: {} }],
        ...[
          { type: 'event_msg', payload: { type: 'token_count' } },
          { type: 'turn_context', payload: {} },
        ],
        ...[{ type: 'response_item' }, { type: 'toString', payload: {} }],
      ]).skipped,
    ).toEqual({
      'response_item/message: malformed': 2,
      'response_item/reasoning: malformed': 1,
      'response_item/function_call: malformed': 1,
      'response_item/custom_tool_call: malformed': 1,
      'response_item/local_shell_call: malformed': 1,
      'response_item/function_call_output: malformed': 1,
      'response_item/custom_tool_call_output: malformed': 1,
      'response_item/new_thing': 1,
      response_item: 1,
      'compacted: malformed': 1,
      'event_msg/token_count': 1,
      turn_context: 1,
      'response_item: malformed': 1,
      toString: 1,
    });
    expect(translated(codex, [{ type: 'session_meta', payload: {} }]).skipped).toEqual({
      'session_meta: malformed': 1,
    });
  });

  test.each<readonly [string, object]>([
    ['message', { role: 'user', content: [] }],
    ['reasoning', {}],
    ['function_call', { name: 'n', call_id: 'c', arguments: '' }],
    ['custom_tool_call', { name: 'n', call_id: 'c', input: '' }],
    ['local_shell_call', { call_id: 'c', action: {} }],
    ['function_call_output', { call_id: 'c', output: '' }],
  ])('every part of a %s has its kind, or all of it is malformed', (type, payload) => {
    const malformed = { [`response_item/${type}: malformed`]: 1 };
    expect(told(codex, META, item(type, payload))).toHaveLength(1);
    for (const field of ['id', ...Object.keys(payload)]) {
      expect(translated(codex, [META, item(type, { ...payload, [field]: 7 })]).skipped).toEqual(malformed);
      const rest = Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field));
      if (field !== 'id') expect(translated(codex, [META, item(type, rest)]).skipped).toEqual(malformed);
    }
  });

  test.each([
    ['message', { role: 'user', content: [{ type: 7 }] }],
    ['message', { role: 'user', content: [{ type: 'input_text', text: 7 }] }],
    ['reasoning', { summary: [{}] }],
    ['reasoning', { content: 'x' }],
    ['function_call_output', { call_id: 'c', output: {} }],
    ['function_call_output', { call_id: 'c', output: { content: 'x', success: 7 } }],
    ['function_call_output', { call_id: 'c', output: [7] }],
  ])('a %s of %j is malformed', (type, payload) => {
    expect(translated(codex, [META, item(type, payload)]).skipped).toEqual({ [`response_item/${type}: malformed`]: 1 });
  });

  test('so it is with rows, sessions, compactions, rollbacks and names', () => {
    const skipped = (row: object): unknown => translated(codex, [META, row]).skipped;
    expect(skipped({ ...said('user', 'hi'), timestamp: 7 })).toEqual({ 'response_item: malformed': 1 });
    for (const field of ['cwd', 'timestamp']) {
      const { skipped: wrong } = translated(codex, [{ ...META, payload: { id: 's', [field]: 7 } }]);
      expect(wrong).toEqual({ 'session_meta: malformed': 1 });
    }
    const compacted = { type: 'compacted', payload: { message: 'sum', replacement_history: 7 } };
    expect(skipped(compacted)).toEqual({ 'compacted: malformed': 1 });
    expect(skipped(item('compaction', { id: 7 }))).toEqual({ 'response_item/compaction': 1 });
    for (const type of ['thread_rolled_back', 'thread_name_updated']) {
      expect(skipped({ type: 'event_msg', payload: { type } })).toEqual({ [`event_msg/${type}`]: 1 });
    }
  });

  test('a session without its beginning has no id and no place', () => {
    expect(told(codex, said('user', 'hi'))).toEqual([['user/message', ':1', [text('hi')], USER]]);
    const { header } = translated(codex, [{ type: 'session_meta', timestamp: TIME, payload: { id: 's' } }]);
    expect(header).toEqual({
      type: 'session',
      version: 1,
      id: 's',
      createdAt: Date.parse(TIME),
      cwd: '',
      format: 'codex',
    });
  });

  test('whose it is is told by type and payload', () => {
    expect(codex.recognises({ type: 'x', payload: {} })).toBe(true);
    expect([null, { type: 'x' }, { payload: {} }, { type: 7, payload: {} }].some(codex.recognises)).toBe(false);
  });
});
