// Owns: examples of what the fold gives to sources, and of what it may keep from them. Its laws are in
// property-tests/fold.laws.test.ts and reads.laws.test.ts.
import { describe, expect, test } from 'vitest';
import type { MountedSource } from '../../src/core/context-source.js';
import { advance, attach, foldEvents, initialState, restoreSnapshot, typesRead } from '../../src/core/fold.js';
import { settled } from '../../src/core/inquiry.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' };

/** Keeps the types of all events that it is told of. */
const listener = (kind: string, fields: Partial<MountedSource> = {}): MountedSource => ({
  kind,
  initial: () => [],
  evolve: (heard: readonly string[], { type }: LogEvent) => [...heard, type],
  consider: () => settled({}),
  ...fields,
});

const event = (type: string): LogEvent => ({ type, data: {} });

describe('event types', () => {
  test('a source that says nothing about what it reads is told of everything', () => {
    expect(typesRead([listener('all'), listener('titles', { reads: ['session/title'] })])).toBe('all');
  });

  test('what moves the position or the surface is always read, and what any source reads', () => {
    expect([...(typesRead([]) as ReadonlySet<string>)]).toEqual([
      'session/start',
      'turn/start',
      'turn/end',
      'step/start',
      'step/end',
      'user/message',
      'assistant/message',
      'tool/result',
    ]);
    const both = [listener('a', { reads: ['tool/call'] }), listener('b', { reads: ['session/title'] })];
    expect([...(typesRead(both) as ReadonlySet<string>)].slice(8)).toEqual(['tool/call', 'session/title']);
  });

  test('what nobody reads counts and is told to nobody', () => {
    const sources = [listener('titles', { reads: ['session/title'] })];
    const folded = foldEvents(sources, initialState(sources, header), ['noise', 'session/title', 'noise'].map(event));
    expect(folded).toMatchObject({ right: { nextSeq: 3, parts: [['session/title']] } });
  });
});

describe('a process that comes to a session', () => {
  const memory = { initial: 'fresh', continued: 'continued', observe: (): string => 'observed' };
  const sources = [
    listener('both', { memory }),
    listener('one', { memory: { initial: 'fresh', observe: (): string => 'observed' } }),
    listener('none'),
  ];
  const state = initialState(sources, header);

  test('remembers nothing, unless it goes on for one that ended', () => {
    expect(attach(sources, state).memories).toEqual(['fresh', 'fresh', null]);
    expect(attach(sources, state, 'attached').memories).toEqual(['fresh', 'fresh', null]);
    expect(attach(sources, state, 'continued').memories).toEqual(['continued', 'fresh', null]);
  });

  test('decisions that were taken are counted until the log grows', () => {
    const live = { ...attach(sources, state), taken: 3 };
    expect(advance(sources, live, [])).toMatchObject({ right: { taken: 3 } });
    expect(advance(sources, live, [event('noise')])).toMatchObject({ right: { taken: 0 } });
  });
});

describe('a snapshot', () => {
  test('of a session without a source that is mounted now is not restored, whatever objects inherit', () => {
    const snapshot = { contextfold: 1, header, nextSeq: 0, surface: [], position: { lastTurn: 0 }, parts: {} } as const;
    expect(restoreSnapshot([listener('toString')], snapshot)).toBeUndefined();
    expect(restoreSnapshot([], snapshot)).toEqual(initialState([], header));
  });

  test.each<readonly [string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no header', { header: 's' }],
    ['no count', { nextSeq: '2' }],
    ['no surface', { surface: { length: 1 } }],
    ['a surface of what is not before it', { surface: [2] }],
    ['a surface of what is no place', { surface: [0, -1] }],
    ['no position', { position: null }],
    ['a position without its last turn', { position: { turn: 1 } }],
    ['no parts', { parts: [] }],
  ])('that is none, with %s, is not restored (F3, F8)', (_, damage) => {
    const whole = { contextfold: 1, header, nextSeq: 2, surface: [1], position: { lastTurn: 0 }, parts: {} };
    expect(restoreSnapshot([], whole as never)).toBeDefined();
    const damaged = damage === null || Array.isArray(damage) ? damage : { ...whole, ...(damage as object) };
    expect(restoreSnapshot([], damaged as never)).toBeUndefined();
  });
});
