// Owns: examples of the position in the turn structure, odd logs included.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../src/core/position.js';
import { START, evolvePosition, openStep } from '../../src/core/position.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { anyEvent } from '../../src/testing/arbitraries/log.js';

const event = (type: string, data: unknown = {}): LogEvent => ({ type, data });
const session = (reason: string): LogEvent => event('session/start', { reason });
const turn = (edge: 'start' | 'end', at: number): LogEvent => event(`turn/${edge}`, { turn: at });
const step = (edge: 'start' | 'end', at: number, number: number): LogEvent =>
  event(`step/${edge}`, { turn: at, step: number });

const after = (...events: readonly LogEvent[]): Position => events.reduce(evolvePosition, START);

describe('position', () => {
  test('L4 it knows the open turn and step', () => {
    expect(after(turn('start', 1))).toEqual({ turn: 1, lastTurn: 1 });
    expect(openStep(after(turn('start', 1), step('start', 1, 2)))).toEqual({ turn: 1, step: 2 });
    expect(openStep(after(turn('start', 1), step('start', 1, 2), step('end', 1, 2)))).toBeUndefined();
    expect(after(turn('start', 1), step('start', 1, 1), step('end', 1, 1), turn('end', 1))).toEqual({ lastTurn: 1 });
  });

  test('L4 a crash may leave a turn open; the next one takes over', () => {
    expect(after(turn('start', 1), step('start', 1, 1), turn('start', 2))).toEqual({ turn: 2, lastTurn: 2 });
  });

  test('the largest turn is kept, whatever comes after it', () => {
    expect(after(turn('start', 7), turn('end', 7), turn('start', 3)).lastTurn).toBe(7);
  });

  test('L4 what is not known of a position is not there, rather than there and undefined', () => {
    expect(Object.keys(after(turn('start', 1)))).toEqual(['turn', 'lastTurn']);
    const ended = after(session('resume'), turn('start', 1), step('start', 1, 1), step('end', 1, 1), turn('end', 1));
    expect(Object.keys(ended)).toEqual(['lastTurn']);
  });

  test('L4 a step ends within its turn: a turn without an open step stays as it is', () => {
    const open = after(turn('start', 1));
    expect(evolvePosition(open, step('end', 1, 1))).toBe(open);
    expect(openStep({ turn: 1, lastTurn: 1 })).toBeUndefined();
  });

  test('A13 a session that starts in an open step waits on when the step ends', () => {
    const started = after(turn('start', 1), step('start', 1, 1), session('resume'), step('end', 1, 1));
    expect(started).toEqual({ turn: 1, lastTurn: 1, starting: 'resume' });
  });

  test('A13 a session start waits for its first step, a new turn included', () => {
    expect(after(session('resume'), turn('start', 1)).starting).toBe('resume');
    expect(after(session('resume'), turn('start', 1), turn('end', 1)).starting).toBe('resume');
    expect(after(session('resume'), turn('start', 1), step('start', 1, 1)).starting).toBeUndefined();
    expect(after(session('startup'), session('resume')).starting).toBe('resume');
  });

  test('F8 an end without a start and data of another shape move nothing', () => {
    for (const odd of [turn('end', 1), step('end', 1, 1), event('turn/start'), event('step/start'), session('again')]) {
      expect(evolvePosition(START, odd)).toBe(START);
    }
  });

  test('F3 an event that moves nothing keeps the reference, and any log can be folded', () => {
    const anyStill = anyEvent().filter(({ type }) => !/^(session|turn|step)\//u.test(type));
    fc.assert(
      fc.property(fc.array(anyEvent()), anyStill, (events, still) => {
        const position = after(...events);
        expect(evolvePosition(position, still)).toBe(position);
        expect(position.lastTurn).toBeGreaterThanOrEqual(position.turn ?? 0);
        expect(position.step === undefined || position.turn !== undefined).toBe(true);
      }),
    );
  });
});
