// Owns: examples of lines of any format: what nothing comes to, and what is no row of theirs.
import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../src/readers/claude-code/index.js';
import { codex } from '../../src/readers/codex/index.js';
import { deepseekHarness } from '../../src/readers/deepseek-harness/index.js';
import { pi } from '../../src/readers/pi/index.js';
import { translated } from './given.js';

const skippedBy = (...rows: readonly (object | string)[]): unknown => translated(codex, rows).skipped;

describe('any format', () => {
  test.each([claudeCode, codex, deepseekHarness, pi])('$format: of nothing there is nothing', (reader) => {
    const whose = reader === deepseekHarness ? { version: 0 } : { version: 1, format: reader.format };
    const header = { type: 'session', id: '', createdAt: 0, cwd: '', ...whose };
    expect(translated(reader, [])).toEqual({ header, lines: 0, skipped: {}, events: [] });
    expect(translated(reader, ['', '  ', '\uFEFF'])).toEqual({ header, lines: 0, skipped: {}, events: [] });
  });

  test('a long kind is named by its beginning, and each is counted', () => {
    const row = { type: 'x'.repeat(100), payload: {} };
    expect(skippedBy(row, row)).toEqual({ [`${'x'.repeat(80)}…`]: 2 });
    expect(skippedBy({ type: 'x'.repeat(80), payload: {} })).toEqual({ ['x'.repeat(80)]: 1 });
    expect(skippedBy('{"ty', '7', '{}', '[]', '{"type":7}')).toEqual({
      'not JSON': 1,
      'not an object': 2,
      'no type': 2,
    });
  });
});
