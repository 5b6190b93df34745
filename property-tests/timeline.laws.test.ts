// Owns: the laws of the timeline: it says at every point what a replay of the log up to there says.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decoder } from '../src/adapters/encoding/index.js';
import { nodeHash } from '../src/adapters/node/index.js';
import { itemsOf } from '../src/core/append-list.js';
import { foldEvents, initialState } from '../src/core/fold.js';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';
import { userMessageOf } from '../src/domain/log-event.js';
import { textBlocks } from '../src/domain/message.js';
import { replay } from '../src/programs/replay.js';
import type { Timeline } from '../src/programs/timeline-model.js';
import { startTimeline } from '../src/programs/timeline.js';
import type { CheckedScenario } from '../src/scenario/run.js';
import { readScenario, runScenario } from '../src/scenario/run.js';
import { anyScenario } from '../src/testing/arbitraries/scenario.js';
import { seed } from '../test/seed.js';

interface Log {
  readonly header: SessionHeader;
  readonly events: readonly LogEvent[];
}

const surroundings = { variables: {} };

const run = async (value: unknown): Promise<Log> => {
  const scenario = readScenario(value);
  if (E.isLeft(scenario)) throw new Error(JSON.stringify(scenario.left));
  return runScenario(scenario.right satisfies CheckedScenario, { hash: nodeHash, decoder });
};

const timelineOf = ({ header, events }: Log): Timeline => {
  const builder = startTimeline(header, { surroundings });
  if (E.isLeft(builder)) throw new Error(JSON.stringify(builder.left));
  for (const event of events) expect(builder.right.push(event)).toBeUndefined();
  return builder.right.end();
};

const replayed = ({ header, events }: Log, at: number) => {
  const point = replay(header, events, { at, surroundings });
  if (E.isLeft(point)) throw new Error(JSON.stringify(point.left));
  return point.right;
};

/** The scopes whose bars are open after an event, as a replay tells them. */
const inForce = ({ bars, lanes, messages }: Timeline, at: number): readonly unknown[] =>
  bars.flatMap(({ lane, from, to, path, digest, message }) => {
    const { kind } = lanes[lane] ?? { kind: 'source' };
    if (kind !== 'scope' || from > at || (to !== null && to <= at)) return [];
    return [{ scope: (lanes[lane] as { scope: string }).scope, path, digest, seq: messages[message]?.seq }];
  });

const byScope = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item)).sort();

/** Everything that is visible after an event, in the order of the surface, of context sources. */
const visible = ({ messages }: Timeline, at: number) =>
  messages
    .filter(({ seq, gone }) => seq <= at && (gone === null || gone > at))
    .sort((one, other) => one.place - other.place);

const law = (name: string, judge: (log: Log, timeline: Timeline) => void, numRuns = 30): void =>
  test(name, async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario({ minSteps: 15, maxSteps: 45 }), async (scenario) => {
        const log = await run(scenario);
        judge(log, timelineOf(log));
      }),
      { numRuns },
    );
  });

describe(`timeline (seed ${seed})`, () => {
  law('R5 the open bars are the scopes of a replay, at every event', (log, timeline) => {
    for (let at = 0; at < log.events.length; at += 1) {
      const loaded = replayed(log, at).scopes.filter(({ state }) => state === 'loaded');
      const scopes = loaded.map((scope) => ({
        scope: scope.scope,
        path: scope.path,
        digest: scope.state === 'loaded' ? scope.digest : undefined,
        seq: scope.seq,
      }));
      expect(byScope(inForce(timeline, at))).toEqual(byScope(scopes));
    }
  });

  law('R5 bars of a lane follow each other and never overlap; what ended is followed by its reason', (_, timeline) => {
    const ends = new Map<number, number | null>();
    for (const { lane, from, to, ended } of timeline.bars) {
      const before = ends.get(lane);
      if (before !== undefined) expect(before).not.toBeNull();
      expect(from).toBeGreaterThanOrEqual(before ?? 0);
      if (to !== null) expect(to).toBeGreaterThan(from);
      expect(ended === null).toBe(to === null);
      ends.set(lane, to);
    }
  });

  law(
    'R5 bytes add up to the size of the surface, at every event',
    ({ header, events }) => {
      for (let length = 0; length <= events.length; length += 1) {
        const log = { header, events: events.slice(0, length) };
        const { totals, sources, messages } = timelineOf(log);
        const last = totals.at(-1) ?? [];
        expect(last.reduce((sum, bytes) => sum + bytes, 0)).toBe(replayed(log, length - 1).surface.bytes);
        sources.forEach((source, column) => {
          const told = messages.filter((message) => message.source === source && message.gone === null);
          if (source !== 'conversation') expect(last[column]).toBe(told.reduce((sum, { bytes }) => sum + bytes, 0));
        });
      }
    },
    25,
  );

  law('R5 the parts of a message are the message, and a text is kept once', ({ events }, timeline) => {
    for (const { seq, blocks } of timeline.messages) {
      const said = blocks.map((parts) => parts.map(({ text }) => timeline.texts[text]).join(''));
      const message = userMessageOf(events[seq] as LogEvent);
      expect(said).toEqual(message === undefined ? [] : textBlocks(message.content));
    }
    expect(new Set(timeline.texts).size).toBe(timeline.texts.length);
  });

  law('R5 visible messages stand in the order of the surface, at every event', ({ header, events }, timeline) => {
    let state = initialState([], header);
    events.forEach((event, at) => {
      const folded = foldEvents([], state, [event]);
      if (E.isRight(folded)) state = folded.right;
      const seqs = visible(timeline, at).map(({ seq }) => seq);
      expect(seqs).toEqual(itemsOf(state.surface).filter((seq) => seqs.includes(seq)));
    });
  });

  law(
    'R5 what a timeline says of a step does not change when the log goes on',
    ({ header, events }, timeline) => {
      timeline.steps.forEach(({ seenAt }, index) => {
        const before = timelineOf({ header, events: events.slice(0, seenAt + 1) });
        expect(before.totals.at(-1)?.reduce((sum, bytes) => sum + bytes, 0)).toBe(
          timeline.totals[index]?.reduce((sum, bytes) => sum + bytes, 0),
        );
        expect(visible(before, seenAt).map(({ seq }) => seq)).toEqual(visible(timeline, seenAt).map(({ seq }) => seq));
      });
    },
    25,
  );

  law('R5 every change of a scope is told once, where a bar begins or ends', (_, { bars, changes, lanes }) => {
    const began = bars.filter(({ lane }) => lanes[lane]?.kind === 'scope').map(({ from, path }) => `${from} ${path}`);
    const told = changes
      .filter(({ scope, action }) => scope !== undefined && !['remove', 'shadow', 'supersede'].includes(action))
      .map(({ seq, path }) => `${seq} ${path}`);
    expect([...told].sort()).toEqual([...began].sort());
  });
});
