// Owns: examples of what the guards read out of an event, and of what they leave alone.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/domain/log-event.js';
import {
  assistantContentOf,
  isSurfaceType,
  sourceOf,
  startReasonOf,
  toolCallOf,
  toolResultOf,
  turnOf,
  turnStepOf,
  userMessageOf,
} from '../../src/domain/log-event.js';
import { anyEvent, anyForeignEvent } from '../../src/testing/arbitraries/log.js';

const event = (type: string, data?: unknown): LogEvent => ({ type, data });
const result = (fields: object): LogEvent => event('tool/result', fields);
const block = { type: 'tool-result', toolCallId: 'c1', content: 'done', isError: false };

describe('turns and steps', () => {
  test('L2 they are read where both are numbers', () => {
    expect(turnOf(event('turn/start', { turn: 2 }))).toBe(2);
    expect(turnStepOf(event('step/start', { turn: 2, step: 1 }))).toEqual({ turn: 2, step: 1 });
    expect(turnStepOf(event('step/start', { turn: 2 }))).toBeUndefined();
    expect(turnOf(event('turn/start', { turn: '2' }))).toBeUndefined();
    expect(turnOf(event('turn/start'))).toBeUndefined();
  });

  test('L2 a session starts up or resumes', () => {
    expect(startReasonOf(event('session/start', { reason: 'resume' }))).toBe('resume');
    expect(startReasonOf(event('session/start', { reason: 'again' }))).toBeUndefined();
    expect(startReasonOf(event('turn/start', { reason: 'resume' }))).toBeUndefined();
  });
});

describe('messages', () => {
  const data = { id: 'm1', role: 'user', content: 'hi', source: { kind: 'user' } };

  test('L2 a user message is the very object that was logged', () => {
    const extended = { ...data, custom: 1 };
    expect(userMessageOf(event('user/message', extended))).toBe(extended);
    expect(sourceOf(event('user/message', extended))).toBe(extended.source);
  });

  test.each([
    ['no id', { ...data, id: 1 }],
    ['another role', { ...data, role: 'assistant' }],
    ['no content', { ...data, content: null }],
    ['a block without type', { ...data, content: [{ text: 'hi' }] }],
    ['no source', { ...data, source: undefined }],
    ['a source without kind', { ...data, source: { plugin: 'x' } }],
    ['nothing', null],
  ])('F8 data with %s is no user message', (_, found) => {
    expect(userMessageOf(event('user/message', found))).toBeUndefined();
  });

  test('L2 assistant content is a string or blocks', () => {
    const content = [{ type: 'text', text: 'hi' }];
    expect(assistantContentOf(event('assistant/message', { message: { content } }))).toBe(content);
    expect(assistantContentOf(event('assistant/message', { message: { content: 3 } }))).toBeUndefined();
    expect(assistantContentOf(event('user/message', { message: { content } }))).toBeUndefined();
  });
});

describe('tools', () => {
  test('L2 a call has an id, a name and arguments in either form', () => {
    const call = event('tool/call', { turn: 1, step: 1, callId: 'c1', name: 'read', arguments: '{"file_path":"a"}' });
    expect(toolCallOf(call)).toEqual({ callId: 'c1', name: 'read', arguments: '{"file_path":"a"}' });
    expect(toolCallOf(event('tool/call', { callId: 'c1' }))).toBeUndefined();
  });

  test('L4 a result settles the call its block names', () => {
    const settled = { callId: 'c1', failed: false, aborted: false, touched: [] };
    expect(toolResultOf(result({ message: { content: [{ type: 'text', text: '' }, block] } }))).toEqual(settled);
  });

  test('L2 an error and an abort are told apart', () => {
    const failed = { message: { content: [{ ...block, isError: true }] } };
    expect(toolResultOf(result(failed))).toMatchObject({ failed: true, aborted: false });
    const aborted = { message: { content: [block] }, meta: { aborted: true } };
    expect(toolResultOf(result(aborted))).toMatchObject({ failed: false, aborted: true });
  });

  test('L4 touched paths are read whatever the result was, and only texts among them', () => {
    const nested = { message: { content: 'boom' }, meta: { touched: ['a', 3, 'b'] } };
    expect(toolResultOf(result(nested))).toEqual({ callId: '', failed: true, aborted: false, touched: ['a', 'b'] });
  });
});

describe('any event', () => {
  test('F8 the guards are total', () => {
    const ofTurns = [turnOf, turnStepOf, startReasonOf];
    const ofMessages = [sourceOf, userMessageOf, assistantContentOf, toolCallOf, toolResultOf];
    fc.assert(
      fc.property(fc.oneof(anyEvent(), anyForeignEvent()), (found) => {
        for (const guard of [...ofTurns, ...ofMessages]) expect(() => guard(found)).not.toThrow();
      }),
    );
  });

  test('L3 three types can be on the surface', () => {
    const types = ['user/message', 'assistant/message', 'tool/result', 'tool/call', 'session/start', 'x'];
    expect(types.filter(isSurfaceType)).toEqual(['user/message', 'assistant/message', 'tool/result']);
  });
});
