// Laws of the codecs for logs and scenarios: decoding undoes encoding, is total, and changes nothing it accepts.
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { oddities } from '../src/domain/codec/event-data.js';
import { decodeEvent, decodeHeader, encodeLine, encodeLog, parseJson } from '../src/domain/codec/session-log.js';
import { isFields } from '../src/domain/codec/decode.js';
import type { InvalidValue } from '../src/domain/error.js';
import type { LogEvent } from '../src/domain/log-event.js';
import {
  assistantContentOf,
  startReasonOf,
  toolCallOf,
  toolResultOf,
  turnOf,
  userMessageOf,
} from '../src/domain/log-event.js';
import { UNREADABLE } from '../src/programs/log-lines.js';
import { readLog } from '../src/programs/read-log.js';
import { decodeScenario } from '../src/scenario/codec.js';
import { anyEvent, anyHeader, anyLog } from '../src/testing/arbitraries/log.js';
import { seed } from '../test/seed.js';

/** What a file holds: everything that JSON cannot say is gone. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Any JSON, with the names that mean something strewn in. */
const anyJson = (): fc.Arbitrary<unknown> => {
  const key = fc.oneof(
    fc.constantFrom('type', 'data', 'seq', 'time', 'surfaceOp', 'op', 'start', 'end'),
    fc.constantFrom('version', 'id', 'createdAt', 'cwd'),
    fc.constantFrom('contextfold', 'session', 'steps', 'do', 'prompt', 'files', 'sources', 'env', 'event', '__proto__'),
    fc.string(),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('session', 'append', 'replace', 'turn', 'log', '/a', 0, 1, -1, 1e300, null, true),
      fc.string({ unit: 'binary' }),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('tree')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  return tree;
};

describe(`codec laws (F8, L1, L5), seed ${seed}`, () => {
  test('decode ∘ encode = id, for headers and events', () => {
    fc.assert(
      fc.property(anyHeader(), anyEvent(), (header, event) => {
        expect(decodeHeader(JSON.parse(encodeLine(header)))).toEqual(E.right(throughJson(header)));
        expect(decodeEvent(JSON.parse(encodeLine(event)))).toEqual(E.right(throughJson(event)));
      }),
    );
  });

  test('a log is read back as it was written, and nothing of it is torn or skipped', () => {
    fc.assert(
      fc.property(anyHeader(), anyLog(), (header, events) => {
        const expected = throughJson({ header, events, skipped: [] });
        expect(readLog(encodeLog(header, events))).toEqual(E.right(expected));
      }),
    );
  });

  test('a line holds no character that any line reader ends a line at', () => {
    fc.assert(
      fc.property(anyEvent(), (event) => {
        expect(encodeLine({ ...event, note: '\n\r\u2028\u2029' })).not.toMatch(/[\n\r\u2028\u2029]/u);
      }),
    );
  });

  test('exactly what is JSON is read as such, with what stands around it', () => {
    const inside = (text: string): { readonly value: unknown } | undefined => {
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return undefined;
      }
    };
    const edge = fc.string({ unit: fc.constantFrom(...' \t\n\r\f\u00a0\ufeff{}[]",:019-+.eEltfn*'), maxLength: 2 });
    const text = fc.oneof(fc.json(), fc.string(), fc.constantFrom('true', 'false', 'null', '-1', '1.5e9', ''));
    fc.assert(
      fc.property(edge, text, edge, (before, middle, after) => {
        expect(parseJson(before + middle + after)).toEqual(inside(before + middle + after));
      }),
      { numRuns: 1000 },
    );
  });

  test('decoding is total over any JSON, and what it accepts is the value itself', () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        for (const decode of [decodeEvent, decodeScenario, decodeHeader]) {
          const decoded: Either<InvalidValue, unknown> = decode(value);
          if (E.isLeft(decoded)) expect(decoded.left.path).toMatch(/^\$/u);
          else if (decode !== decodeHeader) expect(decoded.right).toBe(value);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a log cut anywhere behind its header loses at most the event that was cut', () => {
    fc.assert(
      fc.property(anyHeader(), anyLog({ maxLength: 6 }), fc.nat(), (header, events, at) => {
        const text = encodeLog(header, events);
        const begun = encodeLine(header).length;
        const cut = text.slice(0, begun + (at % (text.length - begun + 1)));
        const whole = cut.split('\n').length - 1;
        const read = readLog(cut);
        const seen = E.isRight(read) ? read.right.events.length : -1;
        expect(seen === whole - 1 || (seen === whole && !cut.endsWith('\n')), `${seen} of ${whole}`).toBe(true);
        if (E.isRight(read)) expect(read.right.events).toEqual(throughJson(events.slice(0, seen)));
      }),
    );
  });

  test('lenient: lines that are bad in the middle cost nothing but themselves, and move no seq', () => {
    const bad = fc.constantFrom('{"ty', '42', '{"type":5}', 'null', '\0\0');
    fc.assert(
      fc.property(anyHeader(), fc.array(fc.oneof(bad, anyEvent()), { maxLength: 8 }), (header, lines) => {
        const last: LogEvent = { type: 'last' };
        const written = [header, ...lines, last].map((line) => (typeof line === 'string' ? line : encodeLine(line)));
        const read = readLog(written.join('\n'), { lenient: true });
        if (E.isLeft(read)) return expect.fail(read.left.problem);
        expect(read.right.events.map(({ type }) => type)).toEqual(
          [...lines, last].map((line) => (typeof line === 'string' ? UNREADABLE : line.type)),
        );
        expect(read.right.skipped).toHaveLength(lines.filter((line) => typeof line === 'string').length);
      }),
    );
  });

  test('lenient: where seqs are written, each event stands at its own, whatever bad lines there are', () => {
    const fate = fc.constantFrom('kept', 'lost', 'behind half a line');
    fc.assert(
      fc.property(anyHeader(), fc.array(fate, { maxLength: 8 }), (header, fates) => {
        const rows = [...fates, 'kept'].flatMap((what, seq) => {
          const line = encodeLine({ seq, type: 'x', data: null });
          return what === 'kept' ? [line] : what === 'lost' ? ['{"ty'] : ['{"ty', line];
        });
        const read = readLog([encodeLine(header), ...rows].join('\n'), { lenient: true });
        if (E.isLeft(read)) return expect.fail(read.left.problem);
        expect(read.right.events.map(({ seq }) => seq)).toEqual(
          [...fates, 'kept'].map((what, seq) => (what === 'lost' ? undefined : seq)),
        );
      }),
    );
  });

  test('data in which nothing is odd means something to the guards', () => {
    const meaning = (event: LogEvent): unknown =>
      startReasonOf(event) ??
      userMessageOf(event) ??
      assistantContentOf(event) ??
      toolCallOf(event) ??
      toolResultOf(event) ??
      turnOf(event);
    const known = /^(?:session\/start|(?:turn|step)\/(?:start|end)|(?:user|assistant)\/message|tool\/\w+)$/u;
    fc.assert(
      fc.property(fc.oneof(anyEvent(), anyJson()), (value) => {
        if (!isFields(value) || typeof value['type'] !== 'string') return;
        const event = value as unknown as LogEvent;
        const odd = oddities(event);
        if (!known.test(event.type)) expect(odd).toEqual([]);
        else if (odd.length === 0) expect(meaning(event)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });
});
