// Owns: the laws of a whole decision: what is written obeys its budget and its invariant, whatever was said where.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate } from '../src/core/invariant.js';
import type { LogEvent } from '../src/domain/log-event.js';
import type { UserMessage } from '../src/domain/message.js';
import { textOf } from '../src/domain/message.js';
import type { SurfaceReading } from '../src/domain/question.js';
import { sessionReferenceInvariant } from '../src/sources/session-reference/index.js';
import { formatMention, readMentions } from '../src/sources/session-reference/mention.js';
import { jsonInside } from '../src/sources/session-reference/render.js';
import { anyLog } from '../src/testing/arbitraries/log.js';
import { anyItem, anyProse, anyReference, eventsSaying } from '../src/testing/arbitraries/session-reference.js';
import { seed } from '../test/seed.js';
import { considered, message, self, surface } from '../test/sources/session-reference/given.js';

const anyEvents = fc.oneof(anyLog({ maxLength: 8 }), fc.array(anyItem(), { maxLength: 6 }).map(eventsSaying));
const anyMention = fc.tuple(anyReference(), anyEvents, fc.constantFrom(' ', '\n', '漢'));

/** A batch that refers to sessions, its first message a string, its second in blocks; and what those sessions hold. */
const anyBatch = fc
  .array(fc.array(anyMention, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((batch) => ({
    messages: batch.map((mentions, index): UserMessage => {
      const texts = mentions.map(([reference, , gap]) => formatMention('dsh-session', reference) + gap);
      return message(index === 0 ? texts.join('') : texts.map((text) => ({ type: 'text', text })));
    }),
    sessions: Object.fromEntries(
      batch.flat().map(([{ sessionId }, events]): [string, SurfaceReading] => [sessionId, surface(sessionId, events)]),
    ),
  }));

const logged = (data: unknown): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' });

const opening: readonly LogEvent[] = [
  { type: 'turn/start', data: { turn: 1 } },
  { type: 'step/start', data: { turn: 1, step: 1 } },
];

describe(`session-reference snapshots (seed ${seed})`, () => {
  test('I1 whatever is written has no violation where it is written, and S5 never exceeds its budget', () => {
    fc.assert(
      fc.property(anyBatch, fc.integer({ min: 90, max: 600 }), ({ messages, sessions }, maxReferenceBytes) => {
        const { rewrites = [], refusal } = considered(messages, sessions, { maxReferenceBytes }).value;
        expect(['BUDGET_EXCEEDED', undefined]).toContain(refusal?.code);
        let history = opening;
        for (const { message: direct, after } of rewrites) {
          const [snapshot] = after;
          const event = logged({ id: 'm2', role: 'user', ...snapshot });
          history = [...history, logged(direct)];
          expect(validate(sessionReferenceInvariant, self)(history, event)).toEqual([]);
          history = [...history, event];
          const told = JSON.parse(jsonInside(textOf(snapshot?.content ?? '')) ?? '[]') as readonly unknown[];
          for (const session of told) {
            const json = JSON.stringify(session).replaceAll('<', '\\u003c');
            expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxReferenceBytes);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('S3 S6 a batch takes one round of distinct reads at most, and is rewritten or refused as a whole', () => {
    fc.assert(
      fc.property(fc.array(anyProse(), { minLength: 1, maxLength: 3 }), (texts) => {
        // No session can be read here, so that whoever refers to one is refused.
        const { value, batches } = considered(texts.map((text) => message(text)));
        const asked = batches.flat().map((question) => JSON.stringify(question));
        expect(batches.length).toBeLessThanOrEqual(1);
        expect(new Set(asked).size).toBe(asked.length);
        const read = texts.map((text) => readMentions('dsh-session', text));
        const isOrdinary = read.every((each) => E.isRight(each) && each.right.references.length === 0);
        expect(value.refusal === undefined).toBe(isOrdinary);
        expect(value.rewrites).toEqual(isOrdinary ? [] : undefined);
      }),
      { numRuns: 400 },
    );
  });
});
