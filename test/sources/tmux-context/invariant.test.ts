// Owns: that each way in which a reading of tmux can be wrong is found, and that a right one is left in peace.
// What is wrong with any snapshot's tag or message is shown once, in test/sources/time-context/invariant.test.ts.
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { tmuxContextInvariant } from '../../../src/sources/tmux-context/index.js';
import { direct, logged, snapshot, stepEnd, stepStart, turnEnd, turnStart, violations } from '../given.js';

const VALID = [
  'tmux location (turn 2):',
  'session main work, window 1 "a \\"b\\"", pane 0 %7',
  'window active=1, pane active=0, layout b25d,80x24,0,0,7',
].join('\n');

const before = [turnStart(2), stepStart(2, 1)];
const rulesOf = (events: readonly LogEvent[]): readonly string[] =>
  violations(tmuxContextInvariant, events).map(({ rule }) => rule);
const rulesFor = (text: string, events: readonly LogEvent[] = before): readonly string[] =>
  rulesOf([...events, snapshot('tmux-context', text)]);

describe('what a reading says (I1, M3)', () => {
  test.each([
    ['nothing changed', VALID, VALID, undefined],
    ['another session', 'main work', 'other', undefined],
    ['escaped controls in the session', 'main work', 'main\\u0007work', undefined],
    ['an empty window name', '"a \\"b\\""', '""', undefined],
    ['escaped controls in the window', '"a \\"b\\""', '"\\u0007\\t\\ud83d\\\\🎉"', undefined],
    ['another layout', 'b25d,80x24,0,0,7', 'even-horizontal', undefined],
    ['another turn', 'turn 2', 'turn 3', 'position'],
    ['a turn written otherwise', 'turn 2', 'turn 02', 'position'],
    ['another headline', 'tmux location', 'screen location', 'position'],
    ['no session', 'main work', '', 'fields'],
    ['a control in the session', 'main work', 'main\u0007work', 'fields'],
    ['a window index that is none', 'window 1 ', 'window x ', 'fields'],
    ['no window index', 'window 1 ', 'window ', 'fields'],
    ['a bare window name', '"a \\"b\\""', 'a', 'fields'],
    ['a quote that is not escaped', '"a \\"b\\""', '"a "b""', 'fields'],
    ['a name that does not end', '"a \\"b\\""', '"a \\"b\\"', 'fields'],
    ['an escape that JSON does not write', 'a \\"b', 'a \\u0041b', 'fields'],
    ['a control in the window name', 'a \\"b', 'a \u0007b', 'fields'],
    ['half a pair in the window name', 'a \\"b', 'a \ud83db', 'fields'],
    ['a pane index that is none', 'pane 0', 'pane -1', 'fields'],
    ['a pane id without its sign', '%7', '7', 'fields'],
    ['a pane id without digits', '%7', '%', 'fields'],
    ['more after the pane id', '%7', '%7 ', 'fields'],
    ['a flag that is none', 'window active=1', 'window active=2', 'fields'],
    ['something before the flags', 'window active=1', ' window active=1', 'fields'],
    ['no flag', 'pane active=0', 'pane active=', 'fields'],
    ['no layout', 'b25d,80x24,0,0,7', '', 'fields'],
    ['a tab in the layout', 'b25d,80x24,0,0,7', 'b25d\t80x24', 'fields'],
    ['a line too many', '0,0,7', '0,0,7\n', 'lines'],
    ['a line too few', '\nwindow active=1, pane active=0, layout b25d,80x24,0,0,7', '', 'fields'],
  ])('%s', (_, from, to, rule) => {
    expect(VALID).toContain(from);
    expect(rulesFor(VALID.replace(from, () => to))).toEqual(rule === undefined ? [] : [`tmux-context/${rule}`]);
  });

  test('it stands in the first step of a turn', () => {
    expect(rulesFor(VALID, [...before, stepEnd(2, 1), stepStart(2, 2)])).toEqual(['tmux-context/position']);
    expect(rulesFor(VALID, [turnStart(2)])).toEqual(['tmux-context/position']);
  });

  test('it tells another place than the last one that was told, whatever its size', () => {
    const next = [...before, snapshot('tmux-context', VALID), stepEnd(2, 1), turnEnd(2), turnStart(3), stepStart(3, 1)];
    const later = VALID.replace('turn 2', 'turn 3');
    expect(rulesFor(later, next)).toEqual(['tmux-context/unchanged']);
    expect(rulesFor(later.replace('80x24', '90x30'), next)).toEqual(['tmux-context/unchanged']);
    expect(rulesFor(later.replace('%7', '%8'), next)).toEqual([]);
  });
});

describe('what is said of a wrong reading (I2)', () => {
  const foundIn = (text: string, step = 1): readonly unknown[] =>
    violations(tmuxContextInvariant, [turnStart(2), stepStart(2, step), snapshot('tmux-context', text)]).map(
      ({ rule, expected, found }) => `${rule}: expected ${expected}, found ${found}`,
    );

  test('names what was expected and what was found, line by line', () => {
    expect(foundIn('here\nand\nthere', 2)).toEqual([
      'tmux-context/position: expected the first step of a turn, found step 2',
      'tmux-context/position: expected tmux location (turn 2):, found here',
      'tmux-context/fields: expected session <name>, window <index> "<name>", pane <index> %<id>, found and',
      'tmux-context/fields: expected window active=<0|1>, pane active=<0|1>, layout <layout>, found there',
    ]);
    expect(foundIn('')).toEqual([
      'tmux-context/position: expected tmux location (turn 2):, found ',
      'tmux-context/fields: expected session <name>, window <index> "<name>", pane <index> %<id>, found ',
      'tmux-context/fields: expected window active=<0|1>, pane active=<0|1>, layout <layout>, found ',
    ]);
    expect(foundIn('a\nb\nc\nd')).toEqual(['tmux-context/lines: expected three lines, found a\nb\nc\nd']);
  });

  test('or that it is none', () => {
    const told = [...before, snapshot('tmux-context', VALID), stepEnd(2, 1), turnEnd(2)];
    const again = [...told, turnStart(3), stepStart(3, 1)];
    const later = snapshot('tmux-context', VALID.replace('turn 2', 'turn 3'));
    expect(violations(tmuxContextInvariant, [...again, later])).toMatchObject([
      {
        rule: 'tmux-context/unchanged',
        severity: 'error',
        expected: 'another place than the last reading told',
        found: VALID.split('\n')[1],
      },
    ]);
  });
});

describe('the message around it (I1)', () => {
  const source = { kind: 'plugin', plugin: 'tmux-context', form: 'snapshot' };
  const section = { name: 'tmux-context', text: VALID };

  test.each([
    ['no form or sections', { kind: 'plugin', plugin: 'tmux-context' }],
    ['a field too many', { ...source, sections: [section], version: 1 }],
    ['another section name', { ...source, sections: [{ ...section, name: 'tmux' }] }],
  ])('%s', (_, tag) => {
    expect(rulesOf([...before, logged({ ...direct(), content: VALID, source: tag })])).toEqual(['tmux-context/source']);
  });

  test('another text than the section has', () => {
    const tag = { ...source, sections: [section] };
    expect(rulesOf([...before, logged({ ...direct(), content: 'hi', source: tag })])).toEqual(['tmux-context/text']);
  });
});
