// Owns: what Gemini CLI's events mean, how it is answered, and what a hook sees in its chat.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { mayTurn } from '../../../src/hosts/gemini/glance.js';
import { geminiHook } from '../../../src/hosts/gemini/index.js';

const occurrence = (fields: object) => {
  const input = geminiHook.decode({ session_id: 's', cwd: '/repo', transcript_path: '/t', timestamp: '', ...fields });
  return E.isRight(input) ? input.right.event.occurrence : input.left;
};
const CALL = { tool_name: 'read_file', tool_input: { file_path: 'a.ts' } };
const call = { id: '', name: 'read_file', arguments: { file_path: 'a.ts' } };

test.each([
  ['SessionStart', { source: 'clear' }, { kind: 'started', why: 'clear' }],
  ['SessionStart', { source: 'startup' }, { kind: 'started', why: 'startup' }],
  ['SessionStart', { source: 'moon' }, { kind: 'started', why: 'resume' }],
  ['BeforeAgent', {}, { kind: 'prompt', text: '' }],
  ['BeforeTool', {}, { kind: 'other' }],
  ['AfterTool', {}, { kind: 'other' }],
  ['AfterTool', CALL, { kind: 'after-tool', call, failed: false }],
  ['AfterTool', { ...CALL, tool_response: { error: null } }, { kind: 'after-tool', call, failed: false }],
  ['AfterTool', { ...CALL, tool_response: 'error' }, { kind: 'after-tool', call, failed: false }],
  ['BeforeAgent', { prompt: 'Hi' }, { kind: 'prompt', text: 'Hi' }],
  ['BeforeTool', CALL, { kind: 'before-tool', call }],
  ['AfterTool', { ...CALL, tool_response: { llmContent: 'x' } }, { kind: 'after-tool', call, failed: false }],
  ['AfterTool', { ...CALL, tool_response: { error: { message: 'x' } } }, { kind: 'after-tool', call, failed: true }],
  ['PreCompress', { trigger: 'auto' }, { kind: 'other' }],
  ['AfterModel', {}, { kind: 'other' }],
])('%s with %j (R6)', (hook_event_name, fields, expected) => {
  expect(occurrence({ hook_event_name, ...fields })).toEqual(expected);
});

test('a session has a transcript, or none; a mistake has its place (F8)', () => {
  const of = (fields: object): unknown =>
    geminiHook.decode({ session_id: 's', cwd: '/repo', hook_event_name: 'AfterModel', ...fields });
  const event = { session: 's', cwd: '/repo', occurrence: { kind: 'other' } };
  for (const fields of [{}, { transcript_path: '' }]) {
    expect(of(fields)).toEqual(E.right({ name: 'AfterModel', event }));
  }
  expect(of({ transcript_path: '/t' })).toEqual(E.right({ name: 'AfterModel', event: { ...event, transcript: '/t' } }));
  expect(of({ cwd: 7 })).toMatchObject({ left: { path: '$.cwd', expected: 'a string' } });
});

test('what is said by default is of the family that the agent does not load itself (A1)', () => {
  expect(geminiHook.name).toBe('gemini');
  expect(geminiHook.defaults({}, '/home/me')).toEqual({
    baseline: 'said',
    agentInstructions: {
      maxBytes: 65_536,
      instructionFileCandidates: ['AGENTS.md'],
      localInstructionFileCandidates: ['AGENTS.local.md'],
      touchTools: { read_file: ['file_path', 'absolute_path'], write_file: 'file_path', replace: 'file_path' },
      writeTools: ['write_file', 'replace'],
    },
  });
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

test('additional context is escaped as Gemini CLI would escape it, and stands in no frame of ours', () => {
  const text = '<system-reminder>\nUse <b> & "c".\n</system-reminder>';
  expect(geminiHook.textFor(text, 'context')).toBe('Use &lt;b&gt; & "c".');
  expect(geminiHook.textFor(text, 'hold')).toBe(text);
});

describe('its chat (A12)', () => {
  const { sha1 } = nodeHash;
  const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;
  const message = (type: string, id: string, second: number, content: unknown) => ({
    id,
    timestamp: at(second),
    type,
    content,
  });
  const said = (text: string): string => `<hook_context>${text}</hook_context>`;
  const result = (response: object) => [{ functionResponse: { id: 'c', name: 'read_file', response } }];
  const PROMPT = message('user', 'p1', 1, [{ text: 'Hi' }, { text: said('one') }]);
  const RESULT = message('user', 'r1', 3, result({ output: `A file.\n\n${said('two')}` }));
  const MESSAGES = [PROMPT, message('gemini', 'g1', 2, ''), RESULT, message('gemini', 'g2', 4, 'Done.')];
  const sightOf = (records: readonly object[]) =>
    geminiHook.follow(
      records.map((record) => JSON.stringify(record)),
      { sha1 },
    ).sight;
  const live = (...texts: readonly string[]) => texts.map((text) => sha1(text));

  test('what a hook said is live, in a prompt and behind a result, and the newest answer is dated', () => {
    expect(sightOf(MESSAGES)).toEqual({ live: live('one', 'two'), turnedAt: 0, answeredAt: Date.parse(at(4)) });
  });

  test('a record that is written again counts once', () => {
    const again = { ...message('gemini', 'g1', 2, ''), toolCalls: [{ result: RESULT.content }] };
    expect(sightOf([PROMPT, again, again, RESULT, RESULT])).toMatchObject({
      live: live('one', 'two'),
      answeredAt: Date.parse(at(2)),
    });
  });

  test('a file that looks like a context is none', () => {
    const spoof = result({ output: `${said('three')}\nmore <hook_context> of it` });
    const before = result({ output: `<hook_context>\n\n${said('two')}` });
    expect(sightOf([message('user', 'x', 1, spoof), message('user', 'y', 2, before)]).live).toEqual(live('two'));
  });

  test('the reason of a denied call counts as said', () => {
    const text = '<system-reminder>\nRules.\n</system-reminder>';
    const denied = message('user', 'x', 1, result({ error: `Tool execution blocked: ${text}` }));
    expect(sightOf([denied]).live).toEqual(live(text));
  });

  test('a history that takes the place of another has what it holds, and turns only what it lost', () => {
    const all = { $set: { messages: MESSAGES, lastUpdated: at(6) } };
    expect(sightOf([...MESSAGES, all])).toMatchObject({ live: live('one', 'two'), turnedAt: 0 });
    const part = { $set: { messages: [RESULT], lastUpdated: at(7) } };
    expect(sightOf([...MESSAGES, part])).toMatchObject({ live: live('two'), turnedAt: Date.parse(at(7)) });
    for (const record of [all, part]) expect(mayTurn(JSON.stringify(record))).toBe(true);
  });

  test('what hooks said stands last in a text of a prompt or a result, and nowhere else', () => {
    const count = (content: unknown, type = 'user'): number => sightOf([message(type, 'x', 1, content)]).live.length;
    expect(count([{ text: `${said('one')} \n` }, { text: said('two') }, 7, null])).toBe(2);
    expect(count([{ text: `${said('one')} more` }, { text: 'one</hook_context>' }, { text: 7 }])).toBe(0);
    expect(count(said('one'))).toBe(0);
    expect(count([{ text: said('one') }], 'gemini')).toBe(0);
    expect(count([{ text: said('one') }], 'info')).toBe(0);
    expect(count(result({ output: said('one'), error: said('two') }))).toBe(2);
    expect(count([{ functionResponse: { response: said('one') } }, { functionResponse: 7 }])).toBe(0);
    expect(count([{ response: { output: said('one') } }])).toBe(0);
  });

  test('a result in which nothing was heard is no place to go back to, a prompt is', () => {
    const silent = message('user', 'r9', 5, result({ output: 'x' }));
    expect(sightOf([...MESSAGES, silent, { $rewindTo: 'r9' }])).toMatchObject({ live: [] });
    expect(sightOf([...MESSAGES, message('user', 'p9', 5, []), { $rewindTo: 'p9' }])).toMatchObject({
      live: live('one', 'two'),
      turnedAt: 0,
    });
    expect(sightOf([...MESSAGES, { $rewindTo: 'p1' }])).toMatchObject({ live: [], turnedAt: Date.parse(at(4)) });
    expect(sightOf([...MESSAGES, { $rewindTo: 'r1' }]).live).toEqual(live('one'));
  });

  test('a message that is written again stands where it was written last, with what it says now', () => {
    const again = message('user', 'p1', 5, [{ text: said('three') }]);
    expect(sightOf([...MESSAGES, again])).toMatchObject({ live: live('two', 'three'), turnedAt: 0 });
  });

  test('a record of another shape is none, and following goes on from where it stood', () => {
    const odd = [
      [],
      'x',
      { type: 'user' },
      { id: 7, type: 'user' },
      { ...PROMPT, id: 'q', timestamp: 7 },
      { $set: {} },
    ];
    expect(sightOf([...MESSAGES, ...(odd as object[])])).toEqual(sightOf(MESSAGES));
    const bare = geminiHook.follow(['{', '7'], { sha1 });
    expect(bare.sight).toEqual({ live: [], turnedAt: 0, answeredAt: 0 });
    const history = { messages: [...MESSAGES, { id: 7 }, 'x'], lastUpdated: at(6) };
    expect(sightOf([history])).toMatchObject({ live: live('one', 'two'), turnedAt: 0, answeredAt: 0 });
    const records = [...MESSAGES, { $set: { messages: [RESULT] } }, message('gemini', 'g3', 8, '')].map((record) =>
      JSON.stringify(record),
    );
    for (let cut = 0; cut <= records.length; cut += 1) {
      const first = geminiHook.follow(records.slice(0, cut), { sha1 });
      const trail: unknown = JSON.parse(JSON.stringify(first.trail));
      const { sight, isLost } = geminiHook.follow(records.slice(cut), { sha1, trail });
      expect({ sight, isLost }).toEqual({ sight: geminiHook.follow(records, { sha1 }).sight, isLost: false });
    }
  });

  test('a rewind takes back a prompt and what came after it', () => {
    const second = message('user', 'p2', 5, [{ text: 'More' }, { text: said('three') }]);
    const back = { $rewindTo: 'p2' };
    expect(sightOf([...MESSAGES, second, back])).toMatchObject({
      live: live('one', 'two'),
      turnedAt: Date.parse(at(5)),
    });
    expect(sightOf([...MESSAGES, { $rewindTo: 'unknown' }]).live).toEqual([]);
    expect(mayTurn(JSON.stringify(back))).toBe(true);
    expect(MESSAGES.some((record) => mayTurn(JSON.stringify(record)))).toBe(false);
  });
});
