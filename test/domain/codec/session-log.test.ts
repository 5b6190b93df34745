// Owns: examples of decoding and writing headers and events, and of what is odd about data.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { oddities } from '../../../src/domain/codec/event-data.js';
import { decodeEvent, decodeHeader, encodeLine } from '../../../src/domain/codec/session-log.js';

const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' };

describe('headers and events (L1, F8)', () => {
  test('a decoded header or event is the very object that came in', () => {
    const event = { type: 'x', data: {}, more: 1 };
    expect(decodeEvent(event)).toEqual(E.right(event));
    expect(E.toUnion(decodeEvent(event))).toBe(event);
    expect(E.toUnion(decodeHeader(header))).toBe(header);
  });

  test('a header without a cwd has the empty one (S5, S8)', () => {
    const without = { type: 'session', version: 1, id: 's', createdAt: 0 };
    for (const given of [without, { ...without, cwd: null }]) {
      expect(decodeHeader(given)).toEqual(E.right({ ...without, cwd: '' }));
    }
  });

  test('a path begins where the value stands', () => {
    expect(decodeEvent({}, '$[3]')).toMatchObject({ left: { path: '$[3].type' } });
  });

  test('line separators inside strings are escaped, so that every line reader sees one line', () => {
    const line = encodeLine({ type: 'x', data: 'a\u2028b\u2029c\nd' });
    expect(line).toBe('{"type":"x","data":"a\\u2028b\\u2029c\\nd"}');
  });
});

describe('oddities (F7, L2)', () => {
  const user = { id: 'm', role: 'user', content: 'x', source: { kind: 'user' } };
  const toolResult = { type: 'tool-result', toolCallId: 'c', content: '', isError: false };
  const result = (block: object): object => ({ message: { content: [block] } });

  test.each<readonly [string, unknown, string | undefined]>([
    ['anything/else', null, undefined],
    ['session/start', { reason: 'startup' }, undefined],
    ['session/start', { reason: 'whim' }, '$.data.reason'],
    ['turn/start', undefined, '$.data'],
    ['turn/end', { turn: 1.5 }, '$.data.turn'],
    ['step/start', { turn: 1 }, '$.data.step'],
    ['step/end', { turn: 1, step: 1 }, undefined],
    ['user/message', user, undefined],
    ['user/message', { ...user, content: [{ type: 'text', text: 'x' }, { type: 'image' }] }, undefined],
    ['user/message', { ...user, content: [{ text: 'x' }] }, '$.data.content[0].type'],
    ['user/message', { ...user, role: 'system' }, '$.data.role'],
    ['user/message', { ...user, source: {} }, '$.data.source.kind'],
    ['assistant/message', { message: { content: 'x' } }, undefined],
    ['assistant/message', { message: {} }, '$.data.message.content'],
    ['tool/call', { callId: 'c', name: 'read', arguments: '{}' }, undefined],
    ['tool/call', { callId: 'c', name: 'read', arguments: [] }, '$.data.arguments'],
    ['tool/result', result(toolResult), undefined],
    ['tool/result', result({ type: 'tool-result', content: '' }), '$.data.message.content[0].toolCallId'],
    ['tool/result', result({ type: 'text', text: '' }), '$.data.message.content'],
    ['tool/result', { ...result(toolResult), meta: { touched: ['a', 1] } }, '$.data.meta.touched[1]'],
  ])('%s %j → %s', (type, data, path) => {
    expect(oddities({ type, data }).map((oddity) => oddity.path)).toEqual(path === undefined ? [] : [path]);
  });

  test.each<readonly [string, unknown, string]>([
    ['session/start', {}, 'session/start: $.data.reason: expected "startup" or "resume", found nothing'],
    ['turn/start', 7, 'turn/start: $.data: expected an object, found 7'],
    ['step/end', null, 'step/end: $.data: expected an object, found null'],
    ['user/message', 7, 'user/message: $.data: expected a message, found 7'],
    ['user/message', { ...user, source: 7 }, 'user/message: $.data.source: expected a source, found 7'],
    [
      'user/message',
      { ...user, content: 7 },
      'user/message: $.data.content: expected a string or a list of blocks, found 7',
    ],
    ['user/message', { ...user, content: [7] }, 'user/message: $.data.content[0]: expected a content block, found 7'],
    ['assistant/message', [], 'assistant/message: $.data: expected an object, found a list'],
    ['assistant/message', { message: 7 }, 'assistant/message: $.data.message: expected a message, found 7'],
    ['tool/call', 7, 'tool/call: $.data: expected an object, found 7'],
    [
      'tool/call',
      { callId: 'c', name: 'n', arguments: 7 },
      'tool/call: $.data.arguments: expected an object or its JSON text, found 7',
    ],
    ['tool/result', 7, 'tool/result: $.data: expected an object, found 7'],
    ['tool/result', { message: 7 }, 'tool/result: $.data.message: expected a message, found 7'],
    [
      'tool/result',
      { message: { content: [] } },
      'tool/result: $.data.message.content: expected a list with a tool-result block, found a list',
    ],
    ['tool/result', { ...result(toolResult), meta: 7 }, 'tool/result: $.data.meta: expected an object, found 7'],
  ])('%s %j is told in words', (type, data, detail) => {
    expect(oddities({ type, data })).toMatchObject([{ code: 'malformed-event', detail }]);
  });
});

describe('what is said of a wrong envelope (L1)', () => {
  const wrong = (value: unknown): unknown => E.toUnion(E.swap(decodeEvent(value)));
  const place = '"append" or { op: "replace", start, end }';
  const natural = 'an integer of 0 or more';
  test.each([
    [7, '$', 'an event', '7'],
    [{ type: 7 }, '$.type', 'a string', '7'],
    [{ type: 'x', seq: 0.5 }, '$.seq', 'an integer', '0.5'],
    [{ type: 'x', time: null }, '$.time', 'a finite number', 'null'],
    [{ type: 'x', surfaceOp: 'prepend' }, '$.surfaceOp', place, '"prepend"'],
    [{ type: 'x', surfaceOp: { op: 'insert' } }, '$.surfaceOp.op', '"replace"', '"insert"'],
    [{ type: 'x', surfaceOp: { op: 'replace', start: 0, end: '1' } }, '$.surfaceOp.end', natural, '"1"'],
  ])('%j', (value, path, expected, found) => {
    expect(wrong(value)).toEqual({ _tag: 'InvalidValue', path, expected, found });
  });

  test.each([
    [7, '$', 'a session header', '7'],
    [{ ...header, type: 'log' }, '$.type', '"session"', '"log"'],
    [{ ...header, version: 2 }, '$.version', '0 or 1', '2'],
    [{ ...header, id: 7 }, '$.id', 'a string', '7'],
    [{ ...header, createdAt: '0' }, '$.createdAt', 'a finite number', '"0"'],
    [{ ...header, cwd: 7 }, '$.cwd', 'a string', '7'],
  ])('a header: %j', (value, path, expected, found) => {
    expect(decodeHeader(value)).toEqual(E.left({ _tag: 'InvalidValue', path, expected, found }));
  });
});
