// Laws of the readers of other tools' logs: they are total, what they write is a log of ours, every line is accounted
// for, and what is visible is what the tool's own model saw.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { foldEvents, initialState } from '../src/core/fold.js';
import { oddities } from '../src/domain/codec/event-data.js';
import { encodeLog } from '../src/domain/codec/session-log.js';
import { readAnyLog } from '../src/programs/read-any-log.js';
import { readLog } from '../src/programs/read-log.js';
import { claudeCode } from '../src/readers/claude-code/index.js';
import { codex } from '../src/readers/codex/index.js';
import { conversation } from '../src/readers/conversation.js';
import { deepseekHarness } from '../src/readers/deepseek-harness/index.js';
import type { Item } from '../src/readers/history.js';
import { TYPED, withItems } from '../src/readers/history.js';
import { pi } from '../src/readers/pi/index.js';
import type { Reader, Translation } from '../src/readers/reader.js';
import { translate } from '../src/readers/reader.js';
import type { LogEvent } from '../src/domain/log-event.js';
import { anyLife, asClaudeCode, asCodex, asPi, momentsOf } from '../test/readers/life.js';
import { seenIn, viewsOf } from '../test/readers/seen.js';
import { seed } from '../test/seed.js';

const READERS: readonly Reader[] = [deepseekHarness, claudeCode, codex, pi];

const FIXTURES = resolve(import.meta.dirname, '../test/fixtures/logs');
const SAMPLES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => readFileSync(join(FIXTURES, name), 'utf8').trimEnd().split('\n'));

/** Any JSON, with the names and words strewn in that mean something to some reader. */
const anyRow = (): fc.Arbitrary<unknown> => {
  const word = fc.constantFrom(
    ...[
      'session',
      'user',
      'assistant',
      'system',
      'summary',
      'compact_boundary',
      'message',
      'compaction',
      'custom_message',
    ],
    ...[
      'response_item',
      'event_msg',
      'compacted',
      'session_meta',
      'function_call',
      'function_call_output',
      'reasoning',
    ],
    ...['thread_rolled_back', 'text-chunks', 'tool-call-chunks', 'user/message', 'tool/code-dispatch', 'toolResult'],
    ...['tool_result', 'tool_use', 'text', 'a', 'b', 'c', '__proto__', 'append', 'replace', '2026-01-05T10:00:00Z'],
  );
  const key = fc.constantFrom(
    ...[
      'type',
      'uuid',
      'parentUuid',
      'logicalParentUuid',
      'isCompactSummary',
      'isSidechain',
      'message',
      'content',
      'id',
    ],
    ...['parentId', 'firstKeptEntryId', 'summary', 'payload', 'call_id', 'name', 'arguments', 'output', 'num_turns'],
    ...['replacement_history', 'data', 'dt', 'seq', 'seq0', 'version', 'createdAt', 'timestamp', 'role', 'subtype'],
    ...['compactMetadata', 'preservedMessages', 'preservedSegment', 'uuids', 'headUuid', 'tailUuid', 'anchorUuid'],
    ...['tool_use_id', 'toolCallId', 'text', 'surfaceOp', 'op', 'start', 'end', '__proto__'],
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.constantFrom(null, true, false, 0, 1, 3, -1, 1e15, ''),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('tree')), { maxLength: 7 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  return tree;
};

/** One value somewhere inside another, put in place of what is there. */
const replaced = (value: unknown, at: number, by: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)];
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], Math.floor(at / (keys.length + 1)), by);
  return copy;
};

/** A sample with lines lost, doubled, swapped, cut, or changed inside. */
const anyMutant = (): fc.Arbitrary<readonly string[]> => {
  const change = fc.record({
    what: fc.constantFrom('drop', 'double', 'swap', 'cut', 'inside', 'foreign'),
    at: fc.nat(),
    place: fc.nat(100_000),
    row: anyRow(),
  });
  return fc
    .tuple(fc.constantFrom(...SAMPLES), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([sample, changes]) =>
      changes.reduce<readonly string[]>((lines, { what, at, place, row }) => {
        const index = at % Math.max(1, lines.length);
        const [before, line = '', after] = [lines.slice(0, index), lines[index], lines.slice(index + 1)];
        switch (what) {
          case 'drop':
            return [...before, ...after];
          case 'double':
            return [...before, line, line, ...after];
          case 'swap':
            return [...before, ...after.slice(0, 1), line, ...after.slice(1)];
          case 'cut':
            return [...before, line.slice(0, place % (line.length + 1)), ...after];
          case 'foreign':
            return [...before, JSON.stringify(row) ?? '', ...after];
          default:
            try {
              return [...before, JSON.stringify(replaced(JSON.parse(line), place, row)) ?? '', ...after];
            } catch {
              return lines;
            }
        }
      }, sample),
    );
};

const anyLines = (): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    fc.array(
      fc.oneof(
        anyRow().map((row) => JSON.stringify(row)),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 12 },
    ),
    anyMutant(),
  );

/** What holds of every translation, whatever the lines. */
const expectSound = (reader: Reader, lines: readonly string[]): void => {
  const { header, events, skipped, lines: count }: Translation = translate(reader, lines);
  expect(count).toBe(lines.filter((line) => line.replace(/^\uFEFF/u, '').trim() !== '').length);
  const counts = Object.values(skipped);
  expect(counts.every((amount) => amount > 0)).toBe(true);
  expect(counts.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(count);
  const written = readLog(encodeLog(header, events));
  expect(E.isRight(written) && written.right.skipped.length === 0 && written.right.torn === undefined).toBe(true);
  expect(E.isRight(written) && written.right.events.length).toBe(events.length);
  // A log of DeepSeek Harness is its writer's: what it says wrongly of its own surface stays wrong.
  if (reader === deepseekHarness) return;
  const folded = foldEvents([], initialState([], header), events);
  expect(E.isRight(folded) ? 'folded' : folded.left).toBe('folded');
  expect(events.flatMap(oddities)).toEqual([]);
};

async function* inPieces(text: string, size: number): AsyncGenerator<string, void, undefined> {
  await Promise.resolve();
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe(`readers are total (F8, L1), seed ${seed}`, () => {
  test('whatever the lines, each reader counts them and writes a log of ours that can be folded', () => {
    fc.assert(
      fc.property(anyLines(), (lines) => {
        for (const reader of READERS) expectSound(reader, lines);
      }),
      { numRuns: 250 },
    );
  });

  test('any bytes are a log or an error', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('utf8'));
    const text = fc.oneof(
      bytes,
      anyLines().map((lines) => lines.join('\n')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 999 }), fc.boolean(), async (log, size, lenient) => {
        const read = await readAnyLog(inPieces(log, size), { lenient })();
        if (E.isRight(read)) expect(read.right.events).toBeInstanceOf(Array);
        else expect(['InvalidValue', 'MalformedLine']).toContain(read.left._tag);
      }),
      { numRuns: 200 },
    );
  });
});

describe(`what is visible is what the tool showed its model (L3), seed ${seed}`, () => {
  const tools = [
    { reader: claudeCode, writer: asClaudeCode },
    { reader: codex, writer: asCodex },
    { reader: pi, writer: asPi },
  ] as const;

  test.each(tools)('$reader.format: at the end of a log cut after anything that happens', ({ reader, writer }) => {
    fc.assert(
      fc.property(anyLife(), (life) => {
        for (const { lines, seen } of momentsOf(life, writer())) {
          expect(seenIn(translate(reader, lines).events)).toEqual(seen);
        }
      }),
    );
  });

  test.each(tools)(
    '$reader.format: time never goes back, and a step is never open twice (L2)',
    ({ reader, writer }) => {
      fc.assert(
        fc.property(anyLife(), (life) => {
          const { events } = translate(reader, momentsOf(life, writer()).at(-1)?.lines ?? []);
          const times = events.flatMap(({ time }) => time ?? []);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          const marks = events.map(({ type }) => type).filter((type) => /^(?:turn|step)\//u.test(type));
          expect(marks.join(' ')).toMatch(
            /^(?:turn\/start step\/start(?: step\/end step\/start)*(?: step\/end turn\/end ?| ?$))*$/u,
          );
        }),
      );
    },
  );

  test.each(tools)('$reader.format: at every moment of the whole log, in order', ({ reader, writer }) => {
    fc.assert(
      fc.property(anyLife(), (life) => {
        const moments = momentsOf(life, writer());
        const views = viewsOf(translate(reader, moments.at(-1)?.lines ?? []).events);
        let from = 0;
        for (const { seen } of moments) {
          const found = views.indexOf(seen.join(' | '), from);
          expect(found, `${seen.join(' | ')}\nis not among\n${views.slice(from).join('\n')}`).toBeGreaterThanOrEqual(0);
          from = found;
        }
      }),
    );
  });
});

describe(`a conversation becomes whatever is wanted (L3), seed ${seed}`, () => {
  const item = (id: string): Item => ({ kind: 'user', id, content: id, source: TYPED });
  const pool = Array.from('abcdefgh', item);

  test('after each change exactly the wanted messages are visible, in their order', () => {
    const wanted = fc.array(fc.shuffledSubarray(pool), { maxLength: 8 });
    fc.assert(
      fc.property(wanted, (lists) => {
        const events: LogEvent[] = [];
        const talk = conversation((event) => events.push(event));
        for (const list of lists) {
          talk.become(withItems(undefined, list));
          expect(seenIn(events)).toEqual(list.map(({ id }) => id));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a history that only lost its end is told by its last message, told again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 6 }), (length, lost) => {
        fc.pre(lost < length);
        const events: LogEvent[] = [];
        const talk = conversation((event) => events.push(event));
        const whole = withItems(undefined, pool.slice(0, length));
        let rest = whole;
        for (let count = 0; count < lost; count += 1) rest = rest?.before;
        talk.become(whole);
        const before = events.length;
        talk.become(rest);
        expect(seenIn(events)).toEqual(pool.slice(0, length - lost).map(({ id }) => id));
        expect(events.length - before).toBe(lost === 0 ? 0 : 1);
        expect(events.at(-1)?.sourceEventSeqs === undefined).toBe(lost === 0);
      }),
    );
  });

  test('what stays at the end is not told again where as many messages leave before it as come', () => {
    const parts = fc.record({
      kept: fc.nat(3),
      gone: fc.integer({ min: 1, max: 3 }),
      tail: fc.nat(2),
      fresh: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(parts, ({ kept, gone, tail, fresh }) => {
        fc.pre(fresh <= gone);
        const old = pool.slice(0, kept + gone + tail);
        const news = Array.from({ length: fresh }, (_, index) => item(`new ${index}`));
        let count = 0;
        const talk = conversation(({ surfaceOp }) => void (count += surfaceOp === undefined ? 0 : 1));
        talk.become(withItems(undefined, old));
        talk.become(withItems(undefined, [...old.slice(0, kept), ...news, ...old.slice(kept + gone)]));
        expect(count).toBe(old.length + fresh);
      }),
    );
  });
});

test('every fixture is sound for every reader', () => {
  for (const lines of SAMPLES) for (const reader of READERS) expectSound(reader, lines);
});
