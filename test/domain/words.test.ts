// Owns: examples of the small words: content, digests, questions and what errors say.
import { describe, expect, test } from 'vitest';
import { isDigest } from '../../src/domain/digest.js';
import type { ContextError } from '../../src/domain/error.js';
import { describeError, describeReason } from '../../src/domain/error.js';
import { isDirect, textBlocks, textContent, textOf } from '../../src/domain/message.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { Question } from '../../src/domain/question.js';
import { questionKey } from '../../src/domain/question.js';
import { seqOf } from '../../src/domain/units.js';

describe('content', () => {
  test('only text blocks are text, and several are joined by a line feed', () => {
    const content = [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text' }, { type: 'text', text: 'b' }];
    expect(textBlocks(content)).toEqual(['a', 'b']);
    expect(textOf(content)).toBe('a\nb');
    expect(textOf('a')).toBe('a');
    expect(textContent(['a'])).toEqual([{ type: 'text', text: 'a' }]);
  });

  test('C1 a message is direct when a person wrote it', () => {
    expect(isDirect({ content: '', source: { kind: 'user' } })).toBe(true);
    expect(isDirect({ content: '', source: { kind: 'plugin', plugin: 'user' } })).toBe(false);
  });
});

describe('digests', () => {
  test.each([
    ['da39a3ee5e6b4b0d3255bfef95601890afd80709', true],
    ['DA39A3EE5E6B4B0D3255BFEF95601890AFD80709', false],
    ['da39a3ee5e6b4b0d3255bfef95601890afd8070', false],
    ['da39a3ee5e6b4b0d3255bfef95601890afd80709\n', false],
  ])('I1 %j is well formed: %j', (text, expected) => {
    expect(isDigest(text)).toBe(expected);
  });
});

describe('questions', () => {
  const path = '/a' as AbsolutePath;
  const questions: readonly Question[] = [
    { kind: 'probe', path },
    { kind: 'probe', path: '/b' as AbsolutePath },
    { kind: 'list', path },
    { kind: 'read', path, maxBytes: 1 },
    { kind: 'read', path, maxBytes: 2 },
    { kind: 'now' },
    { kind: 'zone' },
    { kind: 'shell', command: 'now' },
    { kind: 'read-surface', sessionId: 'now' },
    { kind: 'list-sessions' },
  ];

  test('C2 different questions have different keys, equal ones the same', () => {
    expect(new Set(questions.map(questionKey)).size).toBe(questions.length);
    expect(questions.map((question) => questionKey({ ...question }))).toEqual(questions.map(questionKey));
  });
});

describe('errors', () => {
  test.each<[ContextError, string]>([
    [{ _tag: 'Cancelled', reason: 'timeout' }, 'cancelled: timeout'],
    [
      { _tag: 'InvalidConfig', code: 'INVALID_CONFIG', source: 'clock', key: 'zone', expected: 'a zone', found: '"X"' },
      'clock: zone must be a zone, found "X"',
    ],
    [
      { _tag: 'InvalidValue', path: '$.steps[3].prompt', expected: 'a string', found: '3' },
      '$.steps[3].prompt: expected a string, found 3',
    ],
    [
      { _tag: 'SurfaceRangeError', seq: seqOf(9), start: 2, end: 1, problem: 'out-of-order' },
      'event 9 replaces surface 2..1, but its end comes before its start',
    ],
    [{ _tag: 'SeqMismatch', expected: seqOf(4), found: 6 }, 'expected an event with seq 4, found seq 6'],
    [{ _tag: 'MalformedLine', line: 7, problem: 'no JSON' }, 'line 7: no JSON'],
    [
      { _tag: 'Conflict', sessionId: 's1', expected: seqOf(4), found: seqOf(5) },
      'session s1: expected next seq 4, found 5; nothing was written',
    ],
    [
      { _tag: 'Refused', source: 'session-reference', code: 'TOO_MANY', detail: 'four' },
      'session-reference refused the step (TOO_MANY): four',
    ],
    [{ _tag: 'StoreFailure', operation: 'read', detail: 'gone' }, 'session store cannot read: gone'],
  ])('F7 %j says what was expected and found', (error, sentence) => {
    expect(describeError(error)).toBe(sentence);
  });

  test.each<[unknown, string]>([
    [new Error('gone'), 'gone'],
    [AbortSignal.abort().reason, 'This operation was aborted'],
    ['gone', 'gone'],
    [undefined, 'undefined'],
    [Symbol('gone'), 'Symbol(gone)'],
    [Object.create(null), '[object Object]'],
    [{ message: 7 }, '[object Object]'],
  ])('F7 whatever was thrown has words', (reason, words) => {
    expect(describeReason(reason)).toBe(words);
  });
});
