// Owns: examples of running checks over a log: what each sees, what is reported, and what a broken event does.
import { describe, expect, test } from 'vitest';
import type { Invariant } from '../../src/core/invariant.js';
import { checkEvents, validate } from '../../src/core/invariant.js';
import { invariant } from '../../src/core/assert.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { Violation } from '../../src/domain/violation.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' };

/** Nothing may be said twice in a row; the state is what was said before. */
const noEcho: Invariant<unknown> = {
  kind: 'echo',
  initial: () => undefined,
  judge: (state, event) =>
    state === event.data
      ? [{ rule: 'echo/again', severity: 'error', expected: 'something new', found: String(event.data) }]
      : [],
  evolve: (_, event) => event.data,
};

/** Every event must be visible; it looks at the place after the event. */
const visible: Invariant<null> = {
  kind: 'visible',
  initial: () => null,
  judge: (_, __, { change }) =>
    change.kind === 'none'
      ? [{ rule: 'visible/hidden', severity: 'warning', expected: 'a place on the surface', found: 'none' }]
      : [],
  evolve: (state) => state,
};

const says = (data: string, fields: object = { surfaceOp: 'append' }): LogEvent => ({
  type: 'user/message',
  data,
  ...fields,
});

const check = (events: readonly LogEvent[]): readonly Violation[] => {
  const found: Violation[] = [];
  checkEvents([noEcho, visible], header, events, (violation) => found.push(violation));
  return found;
};

describe('checkEvents', () => {
  test('what a finding quotes is cut, and no character with it', () => {
    const quotes = (text: string): string | undefined => check([says(text), says(text)])[0]?.found;
    expect(quotes('x'.repeat(400))).toBe('x'.repeat(400));
    expect(quotes('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
    expect(quotes(`${'x'.repeat(399)}😀`)).toBe(`${'x'.repeat(399)}…`);
    expect(quotes(`${'😀'.repeat(200)}x`)).toBe(`${'😀'.repeat(200)}…`);
  });

  test('I2 each violation names its seq and rule, in the order of the log', () => {
    const found = check([says('a'), says('b'), says('b'), says('c', {}), says('c')]);
    expect(found.map(({ seq, rule }) => [seq, rule])).toEqual([
      [2, 'echo/again'],
      [3, 'visible/hidden'],
      [4, 'echo/again'],
    ]);
  });

  test('L3 an event that breaks the surface is reported and left out, and the seqs go on', () => {
    const broken = says('a', { surfaceOp: { op: 'replace', start: 9, end: 9 } });
    const found = check([says('a'), broken, says('b'), says('b')]);
    expect(found).toMatchObject([
      {
        seq: 1,
        rule: 'log/surface',
        severity: 'error',
        expected: 'a replace of a range that is on the surface',
        found: 'event 1 replaces surface 9..9, but its start is not on the surface',
      },
      { seq: 3, rule: 'echo/again' },
    ]);
  });

  test('L1 a seq that is not the index is reported', () => {
    const numbered = (seq: number): LogEvent => says(`said ${seq}`, { seq, surfaceOp: 'append' });
    const rule = { rule: 'log/seq', severity: 'error' };
    expect(check([numbered(0), numbered(1), numbered(2)])).toEqual([]);
    expect(check([says('a'), numbered(7)])).toEqual([{ ...rule, seq: 1, expected: 'seq 1', found: 'seq 7' }]);
    // A gap is told of once, and so is a step back behind it.
    expect(check([says('a'), numbered(7), numbered(8), says('b'), numbered(10), numbered(3), numbered(4)])).toEqual([
      { ...rule, seq: 1, expected: 'seq 1', found: 'seq 7' },
      { ...rule, seq: 5, expected: 'seq 11', found: 'seq 3' },
    ]);
  });
});

describe('a check', () => {
  test('I1 begins with what the header says', () => {
    const aboutHeader: Invariant<string> = {
      kind: 'header',
      initial: ({ cwd }) => cwd,
      judge: (cwd) => [{ rule: 'header/cwd', severity: 'warning', expected: cwd, found: '' }],
      evolve: (cwd) => `${cwd}/next`,
    };
    const found = validate(aboutHeader, { ...header, cwd: '/repo' })([says('a')], says('b'));
    expect(found).toEqual([{ seq: 1, rule: 'header/cwd', severity: 'warning', expected: '/repo/next', found: '' }]);
  });
});

describe('validate', () => {
  test('I1 only the event is judged, in the light of its history', () => {
    const judge = validate(noEcho, header);
    expect(judge([says('a'), says('a')], says('b'))).toEqual([]);
    expect(judge([says('a'), says('b')], says('b'))).toMatchObject([{ seq: 2, rule: 'echo/again' }]);
    expect(judge([], says('a'))).toEqual([]);
  });
});

describe('assert', () => {
  test('DESIGN 4 a broken invariant stops and says which', () => {
    expect(() => invariant(false, 'black is white')).toThrow('contextfold: broken invariant: black is white');
    expect(() => invariant(true, 'fine')).not.toThrow();
  });
});
