// Owns: when time-context speaks, in which zone, and what it measures from.
import { describe, expect, test } from 'vitest';
import type { TimeContextConfig } from '../../../src/sources/time-context/index.js';
import { timeContext } from '../../../src/sources/time-context/index.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { UserMessage } from '../../../src/domain/message.js';
import type { Facts, When } from '../given.js';
import {
  answered,
  decide,
  direct,
  entered,
  folded,
  from,
  logged,
  preStep,
  right,
  snapshot,
  stepEnd,
  stepStart,
  told,
  turnEnd,
  turnStart,
} from '../given.js';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const FIRST: When = { turn: 1, step: 1 };

const at = (
  events: readonly LogEvent[],
  when: When = FIRST,
  facts: Facts = { now: T0, zone: 'UTC' },
  config: TimeContextConfig = {},
) => preStep(right(timeContext(config)), events, when, facts);

const line = (number: 1 | 2 | 3, ...args: Parameters<typeof at>): string | undefined =>
  told(at(...args))?.split('\n')[number - 1];

describe('when (T1)', () => {
  test('every entering pre-step gets one reading, the last of its batch, its section equal to its text', () => {
    const { messages, added, diagnostics } = at([turnStart(1)]);
    const text = told(at([turnStart(1)]));
    expect(messages).toEqual([direct(), added[0]]);
    expect(added).toHaveLength(1);
    expect(diagnostics).toEqual([]);
    expect(added[0]).toMatchObject({
      content: [{ type: 'text', text }],
      source: { kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text }] },
    });
    expect(Object.keys(added[0]?.source ?? {})).toEqual(['kind', 'plugin', 'form', 'sections']);
    expect(told(at([turnStart(1)], { turn: 1, step: 2 }))).toMatch(/turn 1, step 2/u);
  });

  test('tool calls and empty first batches get none', () => {
    const source = right(timeContext());
    const call = { name: 'read', arguments: {} };
    const state = folded(source, [turnStart(1)]);
    const place = { turn: 1, step: 1 };
    const facts = { now: T0 };
    expect(decide(source, state, { kind: 'tool-settled', ...place, call, touched: [] }, facts).added).toEqual([]);
    expect(decide(source, state, { kind: 'before-tool', ...place, call }, facts).added).toEqual([]);
    expect(at([turnStart(1)], { turn: 1, step: 1, messages: [] }).added).toEqual([]);
  });

  test.each([undefined, NaN, Infinity, 8.64e15 + 1])('a host whose clock says %s hears nothing', (now) => {
    const { added, diagnostics } = at([turnStart(1)], FIRST, now === undefined ? {} : { now });
    expect(added).toEqual([]);
    // A host without a clock lends none; one whose clock is broken hears so.
    const broken = { code: 'clock-unavailable', detail: `the clock shows no instant: ${now}` };
    expect(diagnostics).toEqual(now === undefined ? [] : [broken]);
  });

  const interval = { refreshIntervalMs: 60_000 };
  const earlier = [turnStart(1), stepStart(1, 1), snapshot('time-context', 'x', T0), turnEnd(1), turnStart(2)];
  test.each([
    ['no earlier reading', [turnStart(1)], T0, true],
    ['too early', earlier, T0 + 59_999, false],
    ['at the same time', earlier, T0, false],
    ['just in time', earlier, T0 + 60_000, true],
    ['the clock went backwards', earlier, T0 - 1, true],
    ['a reading without a time', [snapshot('time-context', 'x')], T0, true],
    ['the last one counts', [...earlier, snapshot('time-context', 'y', T0 + 1_000)], T0 + 60_500, false],
    ['a malformed reading is none', [logged(direct({ kind: 'plugin', plugin: 'time-context' }), T0)], T0, true],
    ['a foreign snapshot is none', [snapshot('time', 'x', T0)], T0, true],
  ])('with an interval: %s', (_, events, now, due) => {
    expect(at(events, { turn: 2, step: 1 }, { now, zone: 'UTC' }, interval).added).toHaveLength(due ? 1 : 0);
  });

  test('with an interval, a reading that compaction shadowed still counts', () => {
    const checkpoint: LogEvent = {
      type: 'user/message',
      data: { id: 'c', role: 'user', content: 'so far', source: { kind: 'plugin', plugin: 'compact' } },
      surfaceOp: { op: 'replace', start: 2, end: 2 },
      time: T0,
    };
    const events = [...earlier, checkpoint];
    expect(at(events, { turn: 2, step: 1 }, { now: T0 + 1 }, interval).added).toEqual([]);
  });

  test('without an interval, or with 0, every step is due', () => {
    expect(at(earlier, { turn: 2, step: 1 }, { now: T0 }, { refreshIntervalMs: 0 }).added).toHaveLength(1);
    expect(at(earlier, { turn: 2, step: 1 }, { now: T0 }).added).toHaveLength(1);
  });
});

describe('zone of the request (T2)', () => {
  const second = (events: readonly LogEvent[], messages: readonly ReturnType<typeof from>[]): string | undefined =>
    line(2, events, { turn: 1, step: 1, messages });

  test.each([
    ['one', [from('Asia/Tokyo')], 'Asia/Tokyo'],
    ['the same twice', [from('Asia/Tokyo'), from('Asia/Tokyo')], 'Asia/Tokyo'],
    ['twins, as first given', [from('Asia/Kolkata'), from('Asia/Calcutta')], 'Asia/Kolkata'],
    ['twins, as first given', [from('Asia/Calcutta'), from('Asia/Kolkata')], 'Asia/Calcutta'],
    ['two', [from('UTC'), from('Asia/Tokyo')], 'mixed ["Asia/Tokyo","UTC"]'],
    ['twins and UTC', [from('Europe/Kyiv'), from('UTC'), from('Europe/Kiev')], 'mixed ["Europe/Kyiv","UTC"]'],
    ['none', [direct()], 'unavailable'],
    ['one without', [direct(), from('UTC')], 'UTC'],
    ['one that does not count', [from('US/Pacific')], 'unavailable'],
    ['one that counts beside one that does not', [from('+05:30'), from('UTC')], 'UTC'],
    ['one without an rpcId', [direct({ clientTimeZone: 'UTC' })], 'unavailable'],
    ['one that is no text', [from(5)], 'unavailable'],
  ])('proposed: %s', (_, messages, zone) => {
    expect(second([turnStart(1)], messages)).toContain(`Browser time zone for this request: ${zone}. `);
  });

  test('direct messages that the turn has logged count like proposed ones, and come first', () => {
    const events = [turnStart(1), logged(from('Asia/Kolkata'))];
    expect(second(events, [from('Asia/Calcutta')])).toContain(': Asia/Kolkata. ');
    expect(second(events, [from('UTC')])).toContain(': mixed ["Asia/Kolkata","UTC"]. ');
    expect(line(2, [...events, stepStart(1, 1)], { turn: 1, step: 2 })).toContain(': Asia/Kolkata. ');
  });

  test('messages of another turn, or of none, do not count', () => {
    const before = logged(from('Asia/Tokyo'));
    expect(second([before, turnStart(1)], [direct()])).toContain(': unavailable. ');
    const ended = [turnStart(1), before, turnEnd(1)];
    expect(line(2, [...ended, turnStart(2)], { turn: 2, step: 1 })).toContain(': unavailable. ');
    expect(line(2, [turnStart(1), before, stepStart(2, 1)], { turn: 2, step: 1 })).toContain(': unavailable. ');
    expect(line(2, [turnStart(1), before, turnStart(1)], { turn: 1, step: 1 })).toContain(': unavailable. ');
    expect(line(2, [turnStart(1), before], { turn: 2, step: 1 })).toContain(': unavailable. ');
  });

  test('a direct message counts whether the model still sees it or not', () => {
    const unseen: LogEvent = { type: 'user/message', data: from('Asia/Tokyo') };
    expect(second([turnStart(1), unseen], [direct()])).toContain(': Asia/Tokyo. ');
  });

  test('each name that does not count is reported once beside the decision', () => {
    const events = [turnStart(1), logged(from('utc'))];
    const messages = [from('US/Pacific'), from('US/Pacific'), from('UTC')];
    const { diagnostics } = at(events, { turn: 1, step: 1, messages });
    expect(diagnostics.map(({ code }) => code)).toEqual(['time-zone-ignored', 'time-zone-ignored']);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('"utc"'),
      expect.stringContaining('"US/Pacific"'),
    ]);
  });
});

describe('zone of the stamp (T2, T3)', () => {
  const stampZone = (messages: readonly UserMessage[], facts: Facts, config: TimeContextConfig): string | undefined => {
    const sampled = line(1, [turnStart(1)], { turn: 1, step: 1, messages }, facts, config) ?? '';
    return /\[(.*)\]$/u.exec(sampled)?.[1];
  };

  test.each([
    ['the single zone of the request', [from('Asia/Tokyo')], 'US/Pacific', { timeZone: 'Europe/Berlin' }, 'Asia/Tokyo'],
    ['else the setting', [direct()], 'US/Pacific', { timeZone: 'Europe/Berlin' }, 'Europe/Berlin'],
    ['else the setting', [from('UTC'), from('Asia/Tokyo')], 'UTC', { timeZone: 'Europe/Kyiv' }, 'Europe/Kyiv'],
    ['else the process, as it is', [direct()], 'US/Pacific', {}, 'US/Pacific'],
    ['else the process, as it is', [from('utc')], 'Etc/UTC', {}, 'Etc/UTC'],
    ['else UTC', [direct()], 'Mars/Phobos', {}, 'UTC'],
    ['else UTC', [direct()], '', {}, 'UTC'],
    ['else UTC', [direct()], undefined, {}, 'UTC'],
  ])('%s', (_, messages, zone, config, shown) => {
    const facts = zone === undefined ? { now: T0 } : { now: T0, zone };
    expect(stampZone(messages, facts, config)).toBe(shown);
  });

  test('a twin shows its own name and the right time', () => {
    expect(line(1, [turnStart(1)], { turn: 1, step: 1, messages: [from('Asia/Kolkata')] })).toBe(
      'Time sampled while preparing turn 1, step 1: 2026-01-01T05:30:00+05:30[Asia/Kolkata]',
    );
  });
});

describe('elapsed time (T3)', () => {
  const elapsed = (events: readonly LogEvent[], when: When, now: number): string | undefined =>
    line(3, events, when, { now });
  const visible = (duration: string): string => `Elapsed since the preceding model-visible message: ${duration}.`;
  const context = (duration: string): string => `Elapsed since the preceding step context: ${duration}.`;
  const result = (time: number): LogEvent => ({ type: 'tool/result', data: {}, surfaceOp: 'append', time });
  const title = (time: number): LogEvent => ({ type: 'session/title', data: {}, time });
  const second: When = { turn: 2, step: 1 };

  test.each([
    ['an empty log', [turnStart(2)], 'unavailable'],
    ['a direct message', [logged(direct(), T0), turnStart(2)], '1m 0s'],
    ['an answer', [logged(direct(), T0 - 5_000), answered(1, 1, T0), turnStart(2)], '1m 0s'],
    ['a tool result', [answered(1, 1, T0 - 5_000), result(T0), turnStart(2)], '1m 0s'],
    ['the one logged last, not the latest', [answered(1, 1, T0 + 5_000), result(T0), turnStart(2)], '1m 0s'],
    ['no other event', [result(T0), title(T0 + 5_000), turnStart(2)], '1m 0s'],
    ['our own reading', [result(T0 - 5_000), snapshot('time-context', 'x', T0), turnStart(2)], '1m 0s'],
    ['a message without a time', [result(T0), answered(1, 1), turnStart(2)], 'unavailable'],
    ['a message that is still to come', [result(T0 + 120_000), turnStart(2)], '0s'],
  ])('step 1 measures from %s', (_, events, duration) => {
    expect(elapsed(events, second, T0 + 60_000)).toBe(visible(duration));
  });

  const reading = snapshot('time-context', 'x', T0);
  test.each([
    ['a reading', [turnStart(2), stepStart(2, 1), reading, answered(2, 1, T0 + 5_000)], '1m 0s'],
    ['the last reading', [turnStart(2), snapshot('time-context', 'x', T0 - 9_000), reading], '1m 0s'],
    ['nothing', [turnStart(2), stepStart(2, 1), answered(2, 1, T0)], 'unavailable'],
    ['no reading of a turn that is still open', [turnStart(1), reading], 'unavailable'],
    ['no reading of an earlier turn', [turnStart(1), reading, turnEnd(1), turnStart(2)], 'unavailable'],
    ['no reading without a time', [turnStart(2), reading, snapshot('time-context', 'y')], 'unavailable'],
    ['a reading that is still to come', [turnStart(2), snapshot('time-context', 'x', T0 + 120_000)], '0s'],
  ])('a later step measures from %s', (_, events, duration) => {
    expect(elapsed(events, { turn: 2, step: 2 }, T0 + 60_000)).toBe(context(duration));
  });

  test('a session reads on: each step from the one before, each turn from the last message', () => {
    const source = right(timeContext());
    let events: readonly LogEvent[] = [turnStart(1)];
    const lines: (string | undefined)[] = [];
    const enter = (when: When, now: number): void => {
      const decision = preStep(source, events, when, { now });
      lines.push(told(decision)?.split('\n')[2]);
      events = entered(events, when, decision, now);
    };
    enter({ turn: 1, step: 1 }, T0);
    events = [...events, answered(1, 1, T0 + 4_000), stepEnd(1, 1)];
    enter({ turn: 1, step: 2 }, T0 + 5_000);
    events = [...events, answered(1, 2, T0 + 6_000), stepEnd(1, 2), turnEnd(1), turnStart(2)];
    enter({ turn: 2, step: 1 }, T0 + 66_000);
    expect(lines).toEqual([visible('unavailable'), context('5s'), visible('1m 0s')]);
  });
});
