// Owns: the same life through the processes of every agent's hook.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claudeCode } from '../../hosts/claude-code/dialect.js';
import { codex } from '../../hosts/codex/dialect.js';
import { gemini } from '../../hosts/gemini/dialect.js';
import type { Dialect } from '../../hosts/hooks/agent.js';
import type { Place } from './processes.js';
import { place } from './processes.js';

const FILES = { 'AGENTS.md': 'Write tests first.\n', 'CLAUDE.md': 'Not ours.\n', 'lib/AGENTS.md': 'No state.\n' };

/** A file that changed a moment ago has no version that could be believed. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

const DIALECTS: readonly (readonly [name: string, dialect: Dialect])[] = [claudeCode, codex, gemini].map(
  (dialect) => [dialect.host.name, dialect] as const,
);

describe.each(DIALECTS)('contextfold hook %s', (_, dialect) => {
  let at: Place;
  beforeAll(() => {
    at = place(FILES);
    mkdirSync(at.home);
    writeFileSync(join(at.home, 'config.json'), '{ "hook": { "baseline": "said" } }');
  });
  afterAll(() => at.clean());
  const read = (path: string) => dialect.read(join(at.project, path));

  test('a life in processes: baseline, nested, edit once, removal, compaction (R6, A8–A14)', async () => {
    const agent = at.agent('life', dialect);
    await agent.start('startup');
    await agent.prompt('Hello.');
    await agent.answer([read('lib/a.ts')]);
    await settled();
    await agent.answer([read('lib/a.ts')]);
    await agent.answer([read('lib/b.ts')]);
    at.put('lib/AGENTS.md', 'Pure.\n');
    await agent.answer([read('lib/a.ts')]);
    at.remove('lib/AGENTS.md');
    await agent.answer([read('lib/a.ts')]);
    await agent.answer();
    await agent.compact('nothing', 'manual');
    await agent.prompt('And now?');
    await agent.answer();
    expect(agent.shown().map((texts) => texts.length)).toEqual([1, 2, 2, 2, 3, 4, 1]);
    const all = agent.shown().flat().join('\n');
    expect(all).toContain('Write tests first.');
    expect(all).toContain('Instructions removed: lib/AGENTS.md');
    expect(all).not.toContain('Not ours.');
    // Where the agent frames what hooks say, our own frame is left off.
    expect(all.includes('system-reminder')).toBe(dialect === codex);
    expect(at.log()).toEqual([]);
  });
});
