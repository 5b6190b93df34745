// Owns: which settings tmux-context takes, and that a wrong one is named.
import { describe, expect, test } from 'vitest';
import { tmuxContext } from '../../../src/sources/tmux-context/index.js';
import { left, right } from '../given.js';

describe('tmux-context settings (M)', () => {
  test.each([[{}], [{ refreshIntervalMs: 0 }], [{ refreshIntervalMs: 60_000 }]])(
    '%j makes a source that comes first',
    (config) => {
      expect(right(tmuxContext(config))).toMatchObject({ kind: 'tmux-context', placement: 'lead', reads: [] });
    },
  );

  test.each([
    ['refreshIntervalMs', -1],
    ['refreshIntervalMs', 0.5],
    ['refreshIntervalMs', '1'],
    ['timeZone', 'UTC'],
  ])('%s: %j is INVALID_CONFIG, and the error names the key', (key, value) => {
    expect(left(tmuxContext({ [key]: value }))).toMatchObject({ code: 'INVALID_CONFIG', source: 'tmux-context', key });
  });

  test('no object, no configuration', () => {
    expect(left(tmuxContext(null as never))).toMatchObject({ code: 'INVALID_CONFIG', key: 'config' });
  });
});
