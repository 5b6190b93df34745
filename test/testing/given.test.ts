// Owns: that given/when/then says what would be recorded, and rejects with the difference.
import { describe, expect, test } from 'vitest';
import { given } from '../../src/testing/given.js';

const files = { '/repo/.git': 'x', '/repo/AGENTS.md': 'root', '/repo/lib/AGENTS.md': 'lib' };

describe('given, when, then', () => {
  test('a touch below a directory, on an empty log: the baseline and what the touch adds', async () => {
    await given([])
      .when('lib/x.ts', files)
      .then([
        { action: 'set', path: 'AGENTS.md' },
        { action: 'set', path: 'lib/AGENTS.md', scope: 'lib/AGENTS.md' as never },
      ]);
  });

  test('rejects with what was expected and what was found', async () => {
    const outcome = given([]).when(undefined, files);
    await expect(outcome.then([])).rejects.toThrow(/^expected nothing\nfound {4}\{"action":"set"/u);
    await expect(outcome.then([{ action: 'remove', path: 'AGENTS.md' }])).rejects.toThrow(
      'expected {"action":"remove"',
    );
  });

  test('rejects where the log breaks its own rules or the configuration is wrong', async () => {
    const replace = { type: 'user/message', surfaceOp: { op: 'replace', start: 0, end: 1 } } as const;
    await expect(given([replace]).when(undefined, files).transitions()).rejects.toThrow('the given log');
    const config = { maxBytes: 'many' } as never;
    await expect(given([], { config }).when(undefined, files).transitions()).rejects.toThrow('the configuration');
  });
});
