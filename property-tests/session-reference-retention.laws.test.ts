// Owns: the laws of what a snapshot keeps. The oracle measures by writing the JSON and tries every length.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapedLength, tagSafeJson } from '../src/sources/session-reference/json.js';
import type { ConversationItem, ProjectedItem } from '../src/sources/session-reference/model.js';
import { fixedBytes, jsonInside, render } from '../src/sources/session-reference/render.js';
import { cutNotice, omissionSums, retain } from '../src/sources/session-reference/retain.js';
import { anyItem, anyReference } from '../src/testing/arbitraries/session-reference.js';
import { seed } from '../test/seed.js';

/** Lone surrogates are three bytes, as U+FFFD. */
const utf8 = (text: string): number => Buffer.byteLength(text, 'utf8');

const written = (value: unknown): number => utf8(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** The items as they stand between the brackets of the conversation. */
const bytesOf = (items: readonly ConversationItem[]): number =>
  written(items.map(({ role, text }) => ({ role, text }))) - '[]'.length;

/** Whole code points from the front, and from the back, that fit into a number of bytes. */
const cutNaively = (text: string, limit: number): string => {
  const points = [...text];
  let head = '';
  for (const point of points) {
    if (utf8(head + point) > Math.ceil(limit / 2)) break;
    head += point;
  }
  let tail = '';
  for (const point of points.reverse()) {
    if (utf8(point + tail) > Math.floor(limit / 2)) break;
    tail = point + tail;
  }
  const cut = `${head}${cutNotice(utf8(text) - utf8(head) - utf8(tail))}${tail}`;
  return written(cut) < written(text) ? cut : text;
};

/** S5 word for word: drop one by one, then try every length from the longest down. */
const retainNaively = (items: readonly ProjectedItem[], room: number): readonly ConversationItem[] | undefined => {
  const kept = [...items];
  while (bytesOf(kept) > room) {
    const oldest = kept.findIndex((item, index) => !item.checkpoint && index < kept.length - 1);
    if (oldest < 0) break;
    kept.splice(oldest, 1);
  }
  for (let limit = Math.max(0, ...kept.map(({ text }) => utf8(text))); limit >= 0; limit -= 1) {
    const conversation = kept.map(({ role, text }) => ({
      role,
      text: utf8(text) > limit ? cutNaively(text, limit) : text,
    }));
    if (bytesOf(conversation) <= room) return conversation;
  }
  return undefined;
};

const anyConversation = fc.oneof(
  fc.array(anyItem(60), { maxLength: 6 }),
  fc.array(anyItem(12), { maxLength: 12 }),
  fc.array(anyItem(200), { maxLength: 2 }),
);

/** Budgets around what everything takes, where the interesting decisions are. */
const anyCase = anyConversation.chain((items) =>
  fc.record({ items: fc.constant(items), room: fc.integer({ min: -3, max: Math.max(0, bytesOf(items)) + 3 }) }),
);

describe(`retention (seed ${seed})`, () => {
  test('S5 the escaped length of a text is what the tag-safe JSON of it takes', () => {
    const anyUnits = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
    const anyAscii = fc.string({ unit: fc.nat(0x7f).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(fc.oneof(anyUnits, anyAscii), (text) => {
        expect(escapedLength(text)).toBe(utf8(tagSafeJson(text)) - 2);
      }),
    );
  });

  test('S5 what is kept is what dropping one by one and trying every length keeps', () => {
    fc.assert(
      fc.property(anyCase, ({ items, room }) => {
        const expected = room < 0 ? undefined : retainNaively(items, room);
        expect(retain(items, room)?.conversation).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test('S5 the largest length is found where many bytes are escaped and halves are odd', () => {
    const anyLong = fc
      .array(fc.constantFrom('<', 'a', '"', '漢', '😀', '\ud800', '\n'), { minLength: 20, maxLength: 120 })
      .map((parts) => parts.join(''));
    const anyCheckpoints = fc.array(anyLong, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyCheckpoints, fc.double({ min: 0, max: 1, noNaN: true }), (texts, part) => {
        const items = texts.map((text): ProjectedItem => ({ role: 'user', text, checkpoint: true }));
        const room = Math.floor(bytesOf(items) * part);
        expect(retain(items, room)?.conversation).toEqual(retainNaively(items, room));
      }),
      { numRuns: 300 },
    );
  });

  test('S (source) every byte and message is kept or counted, and every checkpoint and the newest item stay', () => {
    fc.assert(
      fc.property(anyCase, ({ items, room }) => {
        const retained = retain(items, room);
        fc.pre(retained !== undefined);
        const { conversation, omittedMessages, omittedBytes } = retained;
        expect(bytesOf(conversation)).toBeLessThanOrEqual(room);
        expect(conversation.length + omittedMessages).toBe(items.length);
        const all = items.reduce((bytes, { text }) => bytes + utf8(text), 0);
        const kept = conversation.reduce((bytes, { text }) => bytes + utf8(text), 0);
        const notices = conversation
          .flatMap(({ text }, index) => {
            const original = items.filter((item, at) => item.checkpoint || at >= items.length - conversation.length);
            return original[index]?.text === text ? [] : Array.from(text.matchAll(/\n\[… (\d+) bytes omitted …\]\n/gu));
          })
          .reduce((bytes, [notice]) => bytes + utf8(notice), 0);
        expect(all - (kept - notices)).toBe(omittedBytes);
        expect(omissionSums(conversation.map(({ text }) => text))).toSatisfy(
          (sums: ReadonlySet<number>) => omittedMessages > 0 || sums.has(omittedBytes),
        );
        expect(conversation.length).toBeGreaterThanOrEqual(items.filter(({ checkpoint }) => checkpoint).length);
        if (items.length > 0) expect(conversation.at(-1)?.role).toBe(items.at(-1)?.role);
      }),
      { numRuns: 300 },
    );
  });

  test('S5 what does not fit into a smaller room does not fit, and a larger room never omits more', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(40), ({ items, room }, more) => {
        const small = retain(items, room);
        const large = retain(items, room + more);
        if (small !== undefined) expect(large?.omittedBytes).toBeLessThanOrEqual(small.omittedBytes);
      }),
      { numRuns: 300 },
    );
  });

  test('S5 S7 what is measured is what is written, and nothing in it can close the tag', () => {
    fc.assert(
      fc.property(
        anyReference(),
        fc.array(anyItem(), { maxLength: 4 }),
        fc.option(fc.nat()),
        fc.constantFrom('/repo<', null),
        (reference, items, capturedThroughSeq, cwd) => {
          const known = { ...reference, cwd, capturedThroughSeq };
          const conversation = items.map(({ role, text }) => ({ role, text }));
          const text = render([{ ...known, conversation }]);
          const json = jsonInside(text) ?? '';
          expect(utf8(json)).toBe('[]'.length + fixedBytes(known) + bytesOf(conversation));
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([{ ...known, conversation }])));
          expect(text.split('</referenced-sessions>')).toHaveLength(2);
          expect(json).not.toContain('<');
        },
      ),
    );
  });
});
