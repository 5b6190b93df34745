// Owns: examples of retention, worked out by hand.
import { describe, expect, test } from 'vitest';
import type { ProjectedItem } from '../../../src/sources/session-reference/model.js';
import { omissionSums, retain } from '../../../src/sources/session-reference/retain.js';

const user = (text: string): ProjectedItem => ({ role: 'user', text, checkpoint: false });
const assistant = (text: string): ProjectedItem => ({ role: 'assistant', text, checkpoint: false });
const checkpoint = (text: string): ProjectedItem => ({ role: 'user', text, checkpoint: true });

/** `{"role":"user","text":""}` */
const USER = 25;

describe('S5 dropping', () => {
  const items = [user('a'), assistant('bb'), checkpoint('ccc'), user('dddd'), user('eeeee')];
  const all = JSON.stringify(items.map(({ role, text }) => ({ role, text }))).length - 2;

  const kept = (room: number): string =>
    retain(items, room)?.conversation.map(({ text }) => text).join(' ') ?? 'nothing';

  test('nothing is dropped where everything fits, to the byte', () => {
    expect(retain(items, all)).toEqual({
      conversation: items.map(({ role, text }) => ({ role, text })),
      omittedMessages: 0,
      omittedBytes: 0,
    });
  });

  test('the oldest go first, checkpoints and the newest stay', () => {
    expect(kept(all - 1)).toBe('bb ccc dddd eeeee');
    expect(kept(all - USER - ',a'.length - 1)).toBe('ccc dddd eeeee');
    expect(retain(items, 2 * USER + 1 + 'ccceeeee'.length)).toEqual({
      conversation: [
        { role: 'user', text: 'ccc' },
        { role: 'user', text: 'eeeee' },
      ],
      omittedMessages: 3,
      omittedBytes: 'abbdddd'.length,
    });
  });

  test('an older item that would fit goes all the same when a newer one goes', () => {
    const room = 2 * USER + 1 + 'anew'.length;
    expect(retain([user('a'), user('b'.repeat(99)), user('new')], room)).toEqual({
      conversation: [{ role: 'user', text: 'new' }],
      omittedMessages: 2,
      omittedBytes: 100,
    });
  });

  test('a text that would not get shorter is kept or does not fit', () => {
    expect(kept(2 * USER + 1 + 'ccceeeee'.length - 1)).toBe('nothing');
  });

  test('a conversation without items fits into nothing, and into less than nothing does not', () => {
    expect(retain([], 0)).toEqual({ conversation: [], omittedMessages: 0, omittedBytes: 0 });
    expect(retain([], -1)).toBeUndefined();
  });
});

describe('S5 cutting', () => {
  const cutOf = (text: string, room: number): string | undefined => retain([user(text)], room)?.conversation[0]?.text;

  /** The room for one item whose notice tells two digits, beside that many bytes of text. */
  const roomFor = (bytes: number): number => USER + bytes + '\\n[… 99 bytes omitted …]\\n'.length + 4;

  test('head and tail are halves, the odd byte is the head\'s', () => {
    const text = 'abcdefghij'.repeat(8);
    expect(cutOf(text, roomFor(10))).toBe('abcde\n[… 70 bytes omitted …]\nfghij');
    expect(cutOf(text, roomFor(11))).toBe('abcdef\n[… 69 bytes omitted …]\nfghij');
  });

  test('the cut is at code points, and the bytes are those really left out', () => {
    expect(cutOf('漢'.repeat(30), roomFor(10))).toBe('漢漢\n[… 81 bytes omitted …]\n漢');
    expect(cutOf('😀'.repeat(20), roomFor(11))).toBe('😀\n[… 72 bytes omitted …]\n😀');
  });

  test('what is escaped counts as it is written', () => {
    expect(cutOf('<'.repeat(90), roomFor(12))).toBe('<\n[… 88 bytes omitted …]\n<');
  });

  test('nothing but the notice may be left', () => {
    expect(cutOf('a'.repeat(80), roomFor(0))).toBe('\n[… 80 bytes omitted …]\n');
    expect(cutOf('a'.repeat(80), roomFor(0) - 1)).toBeUndefined();
  });

  test('all texts are cut to one length; one that is shorter, or would not get shorter, stays', () => {
    const items = [checkpoint('c'.repeat(200)), checkpoint('d'.repeat(30)), user('n'.repeat(300))];
    const room = JSON.stringify(items.map(({ role, text }) => ({ role, text }))).length - 2 - 300;
    expect(retain(items, room)?.conversation.map(({ text }) => text)).toEqual([
      `${'c'.repeat(35)}\n[… 131 bytes omitted …]\n${'c'.repeat(34)}`,
      'd'.repeat(30),
      `${'n'.repeat(35)}\n[… 231 bytes omitted …]\n${'n'.repeat(34)}`,
    ]);
  });
});

test('S5 a text that would get no shorter, to the byte, stays', () => {
  // At the length 70 the first would become 70 bytes and a notice of 30.
  const items = [checkpoint('c'.repeat(100)), user('n'.repeat(300))];
  const room = 2 * USER + 1 + 100 + 70 + '\\n[… 230 bytes omitted …]\\n'.length + 4;
  expect(retain(items, room)?.conversation[0]?.text).toBe('c'.repeat(100));
  expect(retain(items, room - 1)?.conversation[0]?.text).toContain('[… 31 bytes omitted …]');
});

describe('I1 what notices account for', () => {
  test('each text was cut once or not at all', () => {
    const notice = '\n[… 5 bytes omitted …]\n';
    expect(omissionSums(['a', `b${notice}c`, `${notice}[… 7 bytes omitted …]\n`])).toEqual(new Set([0, 5, 7, 10, 12]));
  });

  test('too many to tell are not told', () => {
    const texts = Array.from({ length: 20 }, (_, power) => `\n[… ${2 ** power} bytes omitted …]\n`);
    expect(omissionSums(texts)).toBeUndefined();
  });
});

test('S5 a session of 50 MB is fitted in linear time', () => {
  const items = Array.from({ length: 50_000 }, (_, index) => user(`${index} ${'x'.repeat(1_000)}`));
  items.push(user('y'.repeat(5_000_000)));
  const started = performance.now();
  const retained = retain(items, 65_536);
  expect(retained?.omittedMessages).toBe(50_000);
  expect(retained?.conversation).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});
