// Owns: what another process left of a transcript that was followed, and the glance at lines: neither may mislead.
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/adapters/node/index.js';
import { mayTurn } from '../../src/hosts/claude-code/glance.js';
import { follow as followClaudeCode } from '../../src/hosts/claude-code/transcript.js';
import { follow as followCodex } from '../../src/hosts/codex/transcript.js';
import { follow as followGemini } from '../../src/hosts/gemini/transcript.js';
import type { Follow } from '../../src/hosts/hook-host.js';

const { sha1 } = nodeHash;

describe.each<readonly [string, Follow]>([
  ['Claude Code', followClaudeCode],
  ['Codex', followCodex],
  ['Gemini CLI', followGemini],
])('%s: a trail that nobody wrote is none (F8)', (_, follow) => {
  const { trail: kept, sight } = follow([], { sha1 });

  test.each(Object.keys(kept as object))('where %s has another shape', (key) => {
    const places = [[['x', -1]], [['x', 'y']], [['x', 1, 2]], [[1, 1]], ['xy'], [null]];
    const texts = [
      { digest: 'none', uuid: 'x', at: 0 },
      { digest: 7, uuid: 'x', at: 0 },
      { digest: sha1('x') },
      'x',
      -1,
    ];
    for (const value of [{}, 'x', [{}], [[]], [['x']], null, ...places, ...texts.map((text) => [text])]) {
      const trail = { ...(kept as object), [key]: value };
      if (key === 'response' && value === 'x') continue;
      expect(follow([], { sha1, trail })).toEqual({ trail: kept, isLost: false, sight });
    }
  });
});

test('Codex: any number of texts in one row are heard', () => {
  const text = '<system-reminder>\nx\n</system-reminder>';
  const content = new Array(150_000).fill({ type: 'input_text', text });
  const row = JSON.stringify({ type: 'response_item', payload: { type: 'message', role: 'developer', content } });
  expect(followCodex([row], { sha1 }).sight.live).toHaveLength(150_000);
});

test('Claude Code: a prompt that is called like a result may turn (A12)', () => {
  const line = { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'tool_result' } };
  expect(mayTurn(JSON.stringify(line))).toBe(true);
});
