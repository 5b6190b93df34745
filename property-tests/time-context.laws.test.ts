// Owns: the laws of time-context: its fold, its interval, its durations, and that its own check finds nothing to say
// about whatever it wrote, however a session went.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEvents, restoreSnapshot, snapshotOf } from '../src/core/fold.js';
import type { LogEvent } from '../src/domain/log-event.js';
import type { MessageDraft } from '../src/domain/message.js';
import { timeContext, timeContextInvariant } from '../src/sources/time-context/index.js';
import { showDuration } from '../src/sources/time-context/render.js';
import { distinctZones } from '../src/sources/time-context/zone.js';
import { anyForeignEvent, anyLog } from '../src/testing/arbitraries/log.js';
import {
  answered,
  direct,
  entered,
  folded,
  from,
  preStep,
  right,
  snapshot,
  stepEnd,
  turnEnd,
  turnStart,
  violations,
} from '../test/sources/given.js';
import { seed } from '../test/seed.js';

const source = right(timeContext());

const anyName = fc.constantFrom(
  ...['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'America/St_Johns', 'Pacific/Chatham'],
  ...['US/Pacific', 'utc', '+05:30', 'Mars/Phobos', 'Mars/Phobos/Base', '', 'no "zone".'],
);

const anyDraft: fc.Arbitrary<MessageDraft> = fc.oneof(
  anyName.map((name): MessageDraft => from(name)),
  fc.constant(direct()),
  fc.constantFrom('x', 'y').map((text) => snapshot('time-context', text).data as MessageDraft),
);

/** A log in which most events have a time. */
const anyTimedLog = fc
  .tuple(anyLog({ messages: anyDraft }), fc.infiniteStream(fc.option(fc.nat(10_000), { nil: undefined })))
  .map(([events, times]) =>
    events.map((event): LogEvent => {
      const time = times.next().value as number | undefined;
      return time === undefined ? event : { ...event, time };
    }),
  );

describe(`the fold of time-context (F3; seed ${seed})`, () => {
  test('in one go, in two, and from JSON in between is the same; the state in between stays as it was', () => {
    fc.assert(
      fc.property(anyTimedLog, fc.nat(30), (events, at) => {
        const cut = Math.min(at, events.length);
        const between = folded(source, events.slice(0, cut));
        const written = JSON.stringify(snapshotOf([source], between));
        const restored = restoreSnapshot([source], JSON.parse(written) as ReturnType<typeof snapshotOf>);
        const whole = folded(source, events);
        expect(right(foldEvents([source], between, events.slice(cut))).parts).toEqual(whole.parts);
        expect(restored && right(foldEvents([source], restored, events.slice(cut))).parts).toEqual(whole.parts);
        expect(JSON.stringify(snapshotOf([source], between))).toBe(written);
      }),
    );
  });

  test('an event of an unknown type keeps the reference', () => {
    fc.assert(
      fc.property(anyTimedLog, anyForeignEvent(), (events, event) => {
        const before = folded(source, events);
        const after = right(foldEvents([source], before, [{ ...event, type: `odd ${event.type}` }]));
        expect(after.parts[0]).toBe(before.parts[0]);
      }),
    );
  });
});

describe(`what time-context says (T1, T2, T3, I1; seed ${seed})`, () => {
  const anyStep = fc.record({
    claims: fc.array(fc.option(anyName, { nil: undefined }), { maxLength: 3 }),
    passedMs: fc.oneof(fc.nat(100_000), fc.integer({ min: -50_000_000, max: 50_000_000 })),
    reject: fc.boolean(),
  });
  const anySession = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const anyConfig = fc.record(
    { timeZone: fc.constantFrom('UTC', 'Asia/Calcutta', 'Australia/Lord_Howe'), refreshIntervalMs: fc.nat(200_000) },
    { requiredKeys: [] },
  );
  const anyProcessZone = fc.constantFrom('US/Pacific', 'Etc/UTC', 'Asia/Tehran', 'Mars/Phobos', '');

  interface Step {
    readonly claims: readonly (string | undefined)[];
    readonly passedMs: number;
    readonly reject: boolean;
  }

  /** The log of a session in which a host asks before each step and logs what it is given. */
  const played = (mounted: typeof source, turns: readonly (readonly Step[])[], start: number, zone: string) => {
    let events: readonly LogEvent[] = [];
    let now = start;
    turns.forEach((steps, index) => {
      const turn = index + 1;
      events = [...events, turnStart(turn)];
      steps.forEach(({ claims, passedMs, reject }, place) => {
        now += passedMs;
        const messages = claims.map((claim) => (claim === undefined ? direct() : from(claim)));
        const when = { turn, step: place + 1, messages };
        const decision = preStep(mounted, events, when, { now, zone });
        if (!decision.enters || reject) return;
        events = [...entered(events, when, decision, now), answered(turn, place + 1, now), stepEnd(turn, place + 1)];
      });
      events = [...events, turnEnd(turn)];
    });
    return events;
  };

  test('its own check has nothing to say about it', () => {
    const anyStart = fc.integer({ min: 0, max: 2e12 });
    fc.assert(
      fc.property(anySession, anyConfig, anyProcessZone, anyStart, (turns, config, zone, start) => {
        const events = played(right(timeContext(config)), turns, start, zone);
        expect(violations(timeContextInvariant, events)).toEqual([]);
      }),
    );
  });

  test('the check is total over any log', () => {
    fc.assert(fc.property(anyTimedLog, (events) => void violations(timeContextInvariant, events)));
  });

  test('with an interval it is silent exactly while the last reading is younger than that', () => {
    const anyMs = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(fc.option(anyMs, { nil: undefined }), anyMs, fc.nat(10_000), (readAt, now, refreshIntervalMs) => {
        const mounted = right(timeContext({ refreshIntervalMs }));
        const events = readAt === undefined ? [] : [snapshot('time-context', 'x', readAt)];
        const spoke = preStep(mounted, [...events, turnStart(1)], { turn: 1, step: 1 }, { now }).added.length === 1;
        const age = readAt === undefined ? Infinity : now - readAt;
        expect(spoke).toBe(!(age >= 0 && age < refreshIntervalMs));
      }),
    );
  });
});

describe(`the parts of time-context (T2, T3; seed ${seed})`, () => {
  test('a duration is whole seconds, none of its parts overflowing', () => {
    const units: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -1_000, max: 2_000_000_000 }), fc.maxSafeInteger()), (ms) => {
        const parts = showDuration(ms).split(' ').map((part) => [Number(part.slice(0, -1)), part.slice(-1)] as const);
        const seconds = parts.reduce((sum, [amount, unit]) => sum + amount * (units[unit] ?? NaN), 0);
        expect(seconds).toBe(Math.max(0, Math.floor(ms / 1_000)));
        const limits: Readonly<Record<string, number>> = { h: 24, m: 60, s: 60 };
        expect(parts.every(([amount, unit]) => amount < (limits[unit] ?? Infinity))).toBe(true);
        expect(parts.slice(0, -1).every(([amount]) => amount > 0)).toBe(true);
      }),
    );
  });

  test('distinct zones: nothing new, nothing twice, and as many in any order', () => {
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 8 }), (names) => {
        const zones = distinctZones(names);
        expect(zones.every((zone) => names.includes(zone))).toBe(true);
        expect(distinctZones(zones)).toEqual(zones);
        expect(distinctZones([...names, ...zones])).toEqual(zones);
        expect(distinctZones([...names].reverse())).toHaveLength(zones.length);
      }),
    );
  });
});
