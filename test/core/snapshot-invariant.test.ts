// Owns: what is said about a snapshot whose tag, message or place is wrong, in its exact words. What its text may say
// is judged by the source that writes it (test/sources/*/invariant.test.ts).
import { describe, expect, test } from 'vitest';
import { validate } from '../../src/core/invariant.js';
import { judgeSnapshots, snapshotError } from '../../src/core/snapshot-invariant.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' };

/** Says what it was given, so that one sees whether it was asked. */
const clock = {
  kind: 'clock',
  initial: () => 'state',
  evolve: (state: string) => state,
  judge: judgeSnapshots('clock', (state: string, text, { turn, step }) => [
    snapshotError('clock', 'asked', `${state} at ${turn}.${step}`, text),
  ]),
};

const inStep: readonly LogEvent[] = [
  { type: 'turn/start', data: { turn: 3 } },
  { type: 'step/start', data: { turn: 3, step: 2 } },
];
const tag = { kind: 'plugin', plugin: 'clock', form: 'snapshot', sections: [{ name: 'clock', text: 'noon' }] };
const message = { id: 'm', role: 'user', content: 'noon', source: tag };
const said = (data: object, surfaceOp: NonNullable<LogEvent['surfaceOp']> = 'append'): LogEvent => ({
  type: 'user/message',
  data,
  surfaceOp,
});

const asked = { seq: 2, rule: 'clock/asked', severity: 'error', expected: 'state at 3.2', found: 'noon' };
const judged = (event: LogEvent, history = inStep): readonly unknown[] => validate(clock, header)(history, event);

describe('a snapshot (I1)', () => {
  test('whose tag, message and place are right is judged by what it says', () => {
    expect(judged(said(message))).toEqual([asked]);
    expect(judged(said({ ...message, content: [{ type: 'text', text: 'noon' }] }))).toEqual([asked]);
  });

  test('of another plugin is nobody’s business', () => {
    expect(judged(said({ ...message, source: { ...tag, plugin: 'weather' } }))).toEqual([]);
    expect(judged({ type: 'assistant/message', data: message })).toEqual([]);
  });

  test('with another tag says nothing that could be judged', () => {
    expect(judged(said({ ...message, source: { kind: 'plugin', plugin: 'clock' } }))).toEqual([
      {
        seq: 2,
        rule: 'clock/source',
        severity: 'error',
        expected: 'a snapshot of exactly one section, named clock',
        found: '{"kind":"plugin","plugin":"clock"}',
      },
    ]);
  });

  test('without an id is no message', () => {
    expect(judged(said({ ...message, id: undefined }))).toEqual([
      {
        seq: 2,
        rule: 'clock/message',
        severity: 'error',
        expected: 'an id, the role user and content',
        found: 'another shape',
      },
      asked,
    ]);
  });

  test.each([
    'midnight',
    [],
    [{ type: 'text', text: 'noon' }, { type: 'text', text: 'noon' }],
    [{ type: 'text', text: 'noon' }, { type: 'image' }],
    [{ type: 'reasoning', text: 'noon' }],
    [{ type: 'text', text: 'midnight' }],
  ])('says exactly what its section says, not %j', (content) => {
    expect(judged(said({ ...message, content }))).toEqual([
      {
        seq: 2,
        rule: 'clock/text',
        severity: 'error',
        expected: 'the message to say what its section says',
        found: JSON.stringify(content),
      },
      asked,
    ]);
  });

  test('is appended: neither hidden nor in the place of something else', () => {
    const surface = { seq: 2, rule: 'clock/surface', severity: 'error', expected: 'an append to the surface' };
    expect(judged({ type: 'user/message', data: message })).toEqual([{ ...surface, found: 'none' }, asked]);
    const replacing = said(message, { op: 'replace', start: 2, end: 2 });
    expect(judged(replacing, [...inStep, said({ ...message, source: { kind: 'user' } })])).toEqual([
      { ...surface, seq: 3, found: 'replaced' },
      { ...asked, seq: 3 },
    ]);
  });

  test('stands inside of a step, or it is not judged by what it says', () => {
    const position = { rule: 'clock/position', severity: 'error', expected: 'an open step around the message' };
    expect(judged(said(message), [])).toEqual([{ ...position, seq: 0, found: 'none' }]);
  });
});
