// Owns: examples of the durable snapshot message that plugins write.
import { describe, expect, test } from 'vitest';
import {
  hasExactly,
  isOfPlugin,
  isRefreshDue,
  snapshotDraft,
  soleSectionOf,
} from '../../src/core/snapshot-message.js';
import type { LogEvent } from '../../src/domain/log-event.js';

const tag = { kind: 'plugin', plugin: 'clock', form: 'snapshot', sections: [{ name: 'clock', text: 'noon' }] };
const logged = (source: unknown): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: 'noon', source },
});

describe('a snapshot', () => {
  test('T, M its source repeats what it says', () => {
    expect(snapshotDraft('clock', [{ name: 'clock', text: 'noon' }], 'noon')).toEqual({
      content: [{ type: 'text', text: 'noon' }],
      source: tag,
    });
  });

  test('I1 it is of its plugin, well formed or not', () => {
    expect(isOfPlugin(logged(tag), 'clock')).toBe(true);
    expect(isOfPlugin(logged({ kind: 'plugin', plugin: 'clock' }), 'clock')).toBe(true);
    expect(isOfPlugin(logged(tag), 'other')).toBe(false);
    expect(isOfPlugin(logged({ kind: 'clock' }), 'clock')).toBe(false);
    expect(isOfPlugin({ ...logged(tag), type: 'assistant/message' }, 'clock')).toBe(false);
  });

  test('F8 its one section is read from an exact tag only', () => {
    expect(soleSectionOf(logged(tag), 'clock')).toBe('noon');
    const odd: readonly unknown[] = [
      { ...tag, form: 'delta' },
      { ...tag, version: 1 },
      { ...tag, sections: [] },
      { ...tag, sections: [tag.sections[0], tag.sections[0]] },
      { ...tag, sections: [{ name: 'other', text: 'noon' }] },
      { ...tag, sections: [{ name: 'clock', text: 12 }] },
      { ...tag, sections: [{ name: 'clock', text: 'noon', more: 1 }] },
      { ...tag, sections: 'noon' },
      { ...tag, sections: [null] },
      { ...tag, sections: ['noon'] },
      { ...tag, sections: [{ title: 'clock', text: 'noon' }] },
      { kind: 'plugin', plugin: 'clock', form: 'snapshot', parts: tag.sections },
    ];
    for (const source of odd) expect(soleSectionOf(logged(source), 'clock')).toBeUndefined();
  });
});

test.each([
  [{ a: 1, b: 2 }, true],
  [{ b: undefined, a: 1 }, true],
  [{ a: 1 }, false],
  [{ a: 1, c: 2 }, false],
  [{ a: 1, b: 2, c: 3 }, false],
  [null, false],
  ['ab', false],
])('F8 %j has exactly the fields a and b: %s', (value, expected) => {
  expect(hasExactly(value, ['a', 'b'])).toBe(expected);
});

describe('a refresh', () => {
  test.each([
    ['without an interval', 5, 0, undefined, true],
    ['with an interval of zero', 5, 5, 0, true],
    ['without an earlier reading', 5, undefined, 10, true],
    ['when the clock went backwards', 5, 6, 10, true],
    ['not while the clock stands', 5, 5, 10, false],
    ['when the interval has just passed', 15, 5, 10, true],
    ['not a moment before', 14, 5, 10, false],
  ])('T1, M1 is due %s', (_, now, lastAt, intervalMs, expected) => {
    expect(isRefreshDue(now, lastAt, intervalMs)).toBe(expected);
  });
});
