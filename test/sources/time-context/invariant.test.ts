// Owns: that each way in which a reading can be wrong is found, and that a right one is left in peace.
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { timeContextInvariant } from '../../../src/sources/time-context/index.js';
import { direct, from, logged, snapshot, stepEnd, stepStart, turnEnd, turnStart, violations } from '../given.js';

const ZONE = 'Browser time zone for this request:';
const VALID = [
  'Time sampled while preparing turn 2, step 1: 2026-07-01T05:45:00+05:45[Asia/Kathmandu]',
  `${ZONE} Asia/Kathmandu. Read dates and times without a zone as being in it.`,
  'Elapsed since the preceding model-visible message: 1d 3s.',
].join('\n');

const before = [turnStart(2), stepStart(2, 1), logged(from('Asia/Kathmandu'))];
const rulesOf = (events: readonly LogEvent[]): readonly string[] =>
  violations(timeContextInvariant, events).map(({ rule }) => rule);
const rulesFor = (text: string, events: readonly LogEvent[] = before): readonly string[] =>
  rulesOf([...events, snapshot('time-context', text)]);

/** The valid text with one thing changed. */
const but = (from: string, to: string): string => {
  expect(VALID).toContain(from);
  return VALID.replace(from, to);
};

describe('what a reading says (I1)', () => {
  test('a valid one is left in peace', () => {
    expect(rulesFor(VALID)).toEqual([]);
  });

  test.each([
    ['another turn', 'turn 2', 'turn 3', 'position'],
    ['another step', 'step 1:', 'step 2:', 'position'],
    ['a turn written otherwise', 'turn 2', 'turn 02', 'position'],
    ['another opening', 'Time sampled', 'Time measured', 'position'],
    ['another year is none of ours to know', '2026', '2025', undefined],
    ['no such day', '07-01', '06-31', 'stamp'],
    ['another offset', '+05:45', '+05:30', 'stamp'],
    ['another sign', '+05:45', '-05:45', 'stamp'],
    ['another zone in the stamp', '+05:45[Asia/Kathmandu]', '+09:00[Asia/Tokyo]', 'stamp'],
    ['the twin in the stamp', '[Asia/Kathmandu]', '[Asia/Katmandu]', 'stamp'],
    ['a zone in the stamp that nobody knows', '[Asia/Kathmandu]', '[Mars/Phobos]', 'stamp'],
    ['no zone in the stamp', '[Asia/Kathmandu]', '', 'stamp'],
    ['another zone of the request', 'request: Asia/Kathmandu', 'request: Asia/Tokyo', 'zone'],
    ['the twin as the zone of the request', 'request: Asia/Kathmandu', 'request: Asia/Katmandu', 'zone'],
    ['no zone of the request', 'request: Asia/Kathmandu', 'request: unavailable', 'zone'],
    ['a mix of one', 'request: Asia/Kathmandu', 'request: mixed ["Asia/Kathmandu"]', 'zone'],
    ['a mix with another', 'request: Asia/Kathmandu', 'request: mixed ["Asia/Kathmandu","UTC"]', 'zone'],
    ['another label', 'Browser time zone', 'Server time zone', 'zone'],
    ['no full stop after the zone', 'Kathmandu. Read', 'Kathmandu, read', 'zone'],
    ['more of the zone after its full stop', 'Kathmandu. Read', 'Kathmandu.Read', 'zone'],
    ['other prose after the full stop', 'Read dates and times without a zone as being in it.', 'Beware.', undefined],
    ['no prose after the full stop', ' Read dates and times without a zone as being in it.', '', undefined],
    ['the label of later steps', 'model-visible message', 'step context', 'elapsed'],
    ['a negative duration', '1d 3s', '-3s', 'elapsed'],
    ['no duration', '1d 3s', '', 'elapsed'],
    ['more than ten days', '1d 3s', '10d 3s', undefined],
    ['days that are no number', '1d 3s', '1xd 3s', 'elapsed'],
    ['another label of the same length', 'Elapsed since', 'Elapsed until', 'elapsed'],
    ['a mark that is no full stop', '3s.', '3s!', 'elapsed'],
    ['no seconds', '1d 3s', '1d', 'elapsed'],
    ['a part that is zero', '1d 3s', '1d 0h 3s', 'elapsed'],
    ['too many seconds', '1d 3s', '1d 60s', 'elapsed'],
    ['too many minutes', '1d 3s', '60m 0s', 'elapsed'],
    ['too many hours', '1d 3s', '24h 0s', 'elapsed'],
    ['parts in another order', '1d 3s', '3s 1d', 'elapsed'],
    ['a zero in front', '1d 3s', '01d 3s', 'elapsed'],
    ['no full stop at the end', '3s.', '3s', 'elapsed'],
    ['an unavailable duration', '1d 3s', 'unavailable', undefined],
    ['a line too many', '3s.', '3s.\n', 'lines'],
    ['a line too few', '\nElapsed since the preceding model-visible message: 1d 3s.', '', 'elapsed'],
    ['a carriage return', '1: 2026', '1: \r2026', 'stamp'],
  ])('%s', (_, from, to, rule) => {
    expect(rulesFor(but(from, to))).toEqual(rule === undefined ? [] : [`time-context/${rule}`]);
  });

  test('the offset is derived again on both sides of an edge of daylight saving', () => {
    const told = (stamp: string): readonly string[] =>
      rulesFor(
        but('2026-07-01T05:45:00+05:45[Asia/Kathmandu]', stamp).replaceAll('Asia/Kathmandu', 'Europe/Berlin'),
        [turnStart(2), stepStart(2, 1), logged(from('Europe/Berlin'))],
      );
    expect(told('2026-03-29T01:59:59+01:00[Europe/Berlin]')).toEqual([]);
    expect(told('2026-03-29T03:00:00+02:00[Europe/Berlin]')).toEqual([]);
    expect(told('2026-03-29T03:00:00+01:00[Europe/Berlin]')).toEqual(['time-context/stamp']);
    expect(told('2026-03-29T02:30:00+01:00[Europe/Berlin]')).toEqual(['time-context/stamp']);
    expect(told('2026-10-25T02:30:00+02:00[Europe/Berlin]')).toEqual([]);
    expect(told('2026-10-25T02:30:00+01:00[Europe/Berlin]')).toEqual([]);
  });
});

describe('the zone of the request, derived from the turn (I1, T2)', () => {
  const saying = (zone: string, stamp = '2026-07-01T00:00:00+00:00[UTC]'): string =>
    VALID.replace(/: 2026\S+/u, `: ${stamp}`).replace('request: Asia/Kathmandu', `request: ${zone}`);
  const open = [turnStart(2), stepStart(2, 1)];

  test.each([
    ['none', [direct()], 'unavailable', 'UTC'],
    ['names that do not count', [from('US/Pacific'), from('+01:00'), from('utc')], 'unavailable', 'US/Pacific'],
    ['a name that is a word of ours', [from('unavailable')], 'unavailable', 'UTC'],
    ['several', [from('UTC'), from('Asia/Tokyo')], 'mixed ["Asia/Tokyo","UTC"]', 'mixed ["UTC","Asia/Tokyo"]'],
    ['twins as first given', [from('Asia/Kolkata'), from('Asia/Calcutta')], 'Asia/Kolkata', 'Asia/Calcutta'],
  ])('%s', (_, messages, right, wrong) => {
    const events = [...open, ...messages.map((message) => logged(message))];
    const stamp = right.startsWith('Asia') ? `2026-07-01T00:00:00+05:30[${right}]` : undefined;
    expect(rulesFor(saying(right, stamp), events)).toEqual([]);
    expect(rulesFor(saying(wrong, stamp), events)).toEqual(['time-context/zone']);
  });

  test('messages of an earlier turn and after the reading do not count', () => {
    const earlier = [turnStart(1), logged(from('Asia/Tokyo')), turnEnd(1), ...open];
    expect(rulesFor(saying('unavailable'), earlier)).toEqual([]);
    expect(rulesOf([...open, snapshot('time-context', saying('unavailable')), logged(from('Asia/Tokyo'))])).toEqual([]);
  });

  test('a later step still has the zone of the turn', () => {
    const later = [...before, stepEnd(2, 1), stepStart(2, 2)];
    const text = VALID.replace('step 1', 'step 2').replace('model-visible message', 'step context');
    expect(rulesFor(text, later)).toEqual([]);
    expect(rulesFor(VALID, later)).toEqual(['time-context/position', 'time-context/elapsed']);
  });

  test('a stamp may be in any zone while the request has not just one', () => {
    const shown = (offset: string): string => saying('unavailable', `2026-07-01T00:00:00${offset}[US/Pacific]`);
    expect(rulesFor(shown('-07:00'), open)).toEqual([]);
    expect(rulesFor(shown('-08:00'), open)).toEqual(['time-context/stamp']);
  });

  test('a zone that this runtime does not know is no violation, whether the writer knew it or not', () => {
    const events = [...open, logged(from('Mars/Phobos'))];
    expect(rulesFor(saying('Mars/Phobos', '2026-07-01T00:00:00+24:39[Mars/Phobos]'), events)).toEqual([]);
    expect(rulesFor(saying('unavailable'), events)).toEqual([]);
    expect(rulesFor(saying('unavailable', '2026-07-01T00:00:00+24:39[Mars/Phobos]'), open)).toEqual([]);
    expect(rulesFor(saying('Mars/Deimos', '2026-07-01T00:00:00+24:39[Mars/Deimos]'), events)).toEqual([
      'time-context/zone',
    ]);
    const two = [...events, logged(from('UTC'))];
    expect(rulesFor(saying('mixed ["Mars/Phobos","UTC"]'), two)).toEqual([]);
    expect(rulesFor(saying('UTC'), two)).toEqual([]);
    expect(rulesFor(saying('Mars/Phobos', '2026-07-01T00:00:00+24:39[Mars/Phobos]'), two)).toEqual([
      'time-context/zone',
    ]);
  });
});

describe('the message around it (I1)', () => {
  const valid = snapshot('time-context', VALID);
  const data = valid.data as Record<string, unknown>;
  const source = data['source'] as Record<string, unknown>;
  const section = { name: 'time-context', text: VALID };
  const withData = (changed: Record<string, unknown>): LogEvent => ({ ...valid, data: { ...data, ...changed } });
  const withSource = (changed: Record<string, unknown>): LogEvent => withData({ source: { ...source, ...changed } });

  test('its text may be logged as a string', () => {
    expect(rulesOf([...before, withData({ content: VALID })])).toEqual([]);
  });

  test.each([
    ['another form', withSource({ form: 'delta' }), 'source'],
    ['no form', withSource({ form: undefined }), 'source'],
    ['a field too many', withSource({ version: 1 }), 'source'],
    ['no sections', withSource({ sections: [] }), 'source'],
    ['sections that are no list', withSource({ sections: section }), 'source'],
    ['a section that is none', withSource({ sections: [null] }), 'source'],
    ['two sections', withSource({ sections: [section, section] }), 'source'],
    ['another section name', withSource({ sections: [{ ...section, name: 'time' }] }), 'source'],
    ['a section field too many', withSource({ sections: [{ ...section, order: 1 }] }), 'source'],
    ['a section text that is none', withSource({ sections: [{ ...section, text: [VALID] }] }), 'source'],
    ['another text in the message', withData({ content: [{ type: 'text', text: `${VALID} ` }] }), 'text'],
    ['another text as a string', withData({ content: '' }), 'text'],
    ['no block', withData({ content: [] }), 'text'],
    ['two blocks', withData({ content: [{ type: 'text', text: VALID }, { type: 'text', text: '' }] }), 'text'],
    ['a block of another type', withData({ content: [{ type: 'image', text: VALID }] }), 'text'],
    ['no content', withData({ content: null }), 'message'],
    ['another role', withData({ role: 'assistant' }), 'message'],
    ['no id', withData({ id: 1 }), 'message'],
    ['a place of another', { ...valid, surfaceOp: { op: 'replace', start: 2, end: 2 } as const }, 'surface'],
    ['no place on the surface', { type: valid.type, data: valid.data }, 'surface'],
  ])('%s', (_, event, rule) => {
    expect(rulesOf([...before, event])).toEqual([`time-context/${rule}`]);
  });

  test.each([
    ['before any step', [turnStart(2)]],
    ['after the step', [...before, stepEnd(2, 1)]],
    ['after the turn', [...before, stepEnd(2, 1), turnEnd(2)]],
  ])('%s', (_, events) => {
    expect(rulesFor(VALID, events)).toEqual(['time-context/position']);
  });

  test('other kinds and plugins are not ours to judge', () => {
    expect(rulesOf([...before, withSource({ plugin: 'clock' }), withSource({ kind: 'user' })])).toEqual([]);
    expect(rulesOf([{ type: 'user/message', data: 7 }, { type: 'odd' }, withData({ source: null })])).toEqual([]);
  });

  test('a wrong line is told in the words of the right one', () => {
    const foundIn = (text: string, events = before): readonly string[] =>
      violations(timeContextInvariant, [...events, snapshot('time-context', text)]).map(
        ({ rule, expected, found }) => `${rule}: expected ${expected}, found ${found}`,
      );
    expect(foundIn('here\nand\nthere')).toEqual([
      'time-context/position: expected Time sampled while preparing turn 2, step 1: <stamp>, found here',
      'time-context/zone: expected Browser time zone for this request: Asia/Kathmandu., found and',
      'time-context/elapsed: expected Elapsed since the preceding model-visible message: ' +
        '<duration or "unavailable">., found there',
    ]);
    expect(foundIn('')).toEqual(foundIn('\n\n'));
    expect(foundIn('').map((finding) => finding.endsWith(', found '))).toEqual([true, true, true]);
    expect(foundIn('a\nb\nc\nd')).toEqual(['time-context/lines: expected three lines, found a\nb\nc\nd']);
    expect(foundIn(but('T05:45', 'T25:45'))).toEqual([
      'time-context/stamp: expected YYYY-MM-DDTHH:MM:SS±HH:MM[Zone] of a day that exists, ' +
        'found 2026-07-01T25:45:00+05:45[Asia/Kathmandu]',
    ]);
    expect(foundIn(but('+05:45[Asia/Kathmandu]', '+00:00[UTC]'))).toEqual([
      'time-context/stamp: expected the zone Asia/Kathmandu, found 2026-07-01T05:45:00+00:00[UTC]',
    ]);
  });

  test('a finding names its place, what was expected and what was found', () => {
    expect(violations(timeContextInvariant, [...before, snapshot('time-context', but('+05:45', '+05:30'))])).toEqual([
      {
        seq: 3,
        rule: 'time-context/stamp',
        severity: 'error',
        expected: 'an offset of 345 minutes then and there',
        found: '2026-07-01T05:45:00+05:30[Asia/Kathmandu]',
      },
    ]);
  });
});
