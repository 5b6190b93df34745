// Laws of reading a log from where it is: how its bytes are cut into pieces never matters, and neither do the ends of
// its lines; any bytes are a log or an error value.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { logText } from '../src/adapters/node/index.js';
import { encodeLog } from '../src/domain/codec/session-log.js';
import type { LogEvent } from '../src/domain/log-event.js';
import { readLog, visitLog } from '../src/node.js';
import { readLog as readOurs } from '../src/programs/read-log.js';
import { seed } from '../test/seed.js';

const FIXTURES = resolve(import.meta.dirname, '../test/fixtures/logs');
const SAMPLES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => readFileSync(join(FIXTURES, name), 'utf8'));

const OURS = encodeLog({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/w' }, [
  { type: 'a', data: 'é漢😀\u2028\r\u0000\ud800' },
  { type: 'user/message', data: { id: 'm', role: 'user', content: 'ß'.repeat(40), source: { kind: 'user' } } },
]);

/** A sample whose texts are full of characters of two to four bytes. */
const anyLog = (): fc.Arbitrary<string> =>
  fc.constantFrom(OURS, ...SAMPLES.map((log) => log.replaceAll('"text":"', '"text":"é漢😀')));

/** Bytes in pieces that are cut anywhere, some of them empty. */
const anyPieces = (bytes: Buffer): fc.Arbitrary<readonly Uint8Array[]> =>
  fc.array(fc.nat(bytes.length), { maxLength: 60 }).map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  });

const lenient = { lenient: true };
const streamed = (pieces: readonly (string | Uint8Array)[]): Readable => Readable.from(pieces, { objectMode: true });

describe(`pieces never matter (L1, L5), seed ${seed}`, () => {
  test('bytes cut anywhere, in the middle of a character too, give the same log as the whole', async () => {
    const cut = anyLog().chain((log) => fc.tuple(fc.constant(log), anyPieces(Buffer.from(log))));
    await fc.assert(
      fc.asyncProperty(cut, async ([log, pieces]) => {
        const whole = await readLog(streamed([log]), lenient)();
        expect(E.isRight(whole)).toBe(true);
        expect(await readLog(streamed(pieces), lenient)()).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  test('a byte order mark, CR LF, blank lines and a missing last line end change no event and no count', async () => {
    const dressed = fc.record({
      log: anyLog(),
      mark: fc.boolean(),
      end: fc.constantFrom('\n', '\r\n', ' \n', '\n\n', '\n \r\n'),
      isEnded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(dressed, async ({ log, mark, end, isEnded }) => {
        const lines = log.trimEnd().split('\n');
        const text = `${mark ? '\uFEFF' : ''}${lines.join(end)}${isEnded ? end : ''}`;
        const [plain, other] = await Promise.all([
          readLog(streamed([log]), lenient)(),
          readLog(streamed([Buffer.from(text)]), lenient)(),
        ]);
        // Blank lines count as lines where a bad one is named by its number, and there alone.
        const told = (read: typeof plain): unknown =>
          E.isLeft(read) ? read.left : { ...read.right, diagnostics: read.right.diagnostics.map(({ code }) => code) };
        expect(told(other)).toEqual(told(plain));
      }),
      { numRuns: 150 },
    );
  });

  test('event by event it is the same, and of ours the same as from the whole text', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog(), async (log) => {
        const read = await readLog(streamed([log]), lenient)();
        const events: LogEvent[] = [];
        const head = await visitLog(streamed([log]), (event) => events.push(event), lenient)();
        expect(E.isRight(head) && { ...head.right, events }).toEqual(E.isRight(read) && read.right);
        if (!log.startsWith(OURS.slice(0, 20)) || !log.includes('"version":1')) return;
        const whole = readOurs(log, lenient);
        if (E.isRight(whole)) expect(events).toEqual(whole.right.events);
      }),
      { numRuns: 60 },
    );
  });
});

describe(`reading is total (F7, F8), seed ${seed}`, () => {
  test('bytes become the text that they are as a whole, be they UTF-8 or not, wherever they are cut', async () => {
    const byte = fc.oneof(fc.constantFrom(...Buffer.from('aé漢😀\uFEFF'), 0xff, 0xed, 0xa0, 0xc0, 0xf4), fc.nat(255));
    const cut = fc
      .array(byte, { maxLength: 40 })
      .chain((bytes) => fc.tuple(fc.constant(Buffer.from(bytes)), anyPieces(Buffer.from(bytes))));
    await fc.assert(
      fc.asyncProperty(cut, async ([bytes, pieces]) => {
        let text = '';
        for await (const piece of logText(streamed(pieces))) text += piece;
        expect(text).toBe(new TextDecoder().decode(bytes));
      }),
      { numRuns: 300 },
    );
  });

  test('any bytes, whole or behind any beginning, are a log or an error value', async () => {
    const noise = fc.uint8Array({ maxLength: 300 });
    const log = fc.oneof(
      noise.map((bytes) => Buffer.from(bytes)),
      fc.tuple(anyLog(), fc.nat(), noise).map(([text, at, bytes]) => {
        const whole = Buffer.from(text);
        const kept = whole.subarray(0, at % (whole.length + 1));
        return Buffer.concat([kept, bytes, whole.subarray(kept.length)]);
      }),
    );
    const cut = log.chain((bytes) => anyPieces(bytes));
    await fc.assert(
      fc.asyncProperty(cut, fc.boolean(), async (pieces, isLenient) => {
        const read = await readLog(streamed(pieces), { lenient: isLenient })();
        if (E.isLeft(read)) expect(['InvalidValue', 'MalformedLine']).toContain(read.left._tag);
        else expect(read.right.events).toBeInstanceOf(Array);
      }),
      { numRuns: 250 },
    );
  });
});
