// Owns: real instruction trees under every budget: what is said stays within it and its frame stays intact.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { allocate } from '../../../src/core/allocate.js';
import { readScenario } from '../../../src/scenario/run.js';
import type { Scenario } from '../../../src/scenario/model.js';
import { baselineSection, everyOpening } from '../../../src/sources/agent-instructions/render.js';
import { play } from '../../play.js';

const TREES = ['deepseek-harness', 'kimi-code', 'gemini-cli'] as const;
const NAMES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

const treeOf = (name: string): Scenario => {
  const file = resolve(import.meta.dirname, '../../../../shared/trees', `${name}.json`);
  const scenario = readScenario(JSON.parse(readFileSync(file, 'utf8')));
  if (E.isLeft(scenario)) throw new Error(`${file} is no scenario`);
  return scenario.right;
};

const SYSTEM_REMINDER = /<\s*\/?\s*system-reminder/giu;

describe.each(TREES)('A18 over %s', (name) => {
  const tree = treeOf(name);
  const sections = Object.entries(tree.files ?? {}).flatMap(([path, file]) =>
    typeof file === 'string' && NAMES.includes(path.slice(path.lastIndexOf('/') + 1))
      ? [baselineSection(path.slice('/repo/'.length), file)]
      : [],
  );
  const full = allocate(sections, everyOpening(), Number.MAX_SAFE_INTEGER)?.bytes ?? 0;

  test(`every budget from 0 to twice the full size (${full} bytes) holds`, () => {
    // Every small budget, where the stages change; then budgets spread over the rest by a step that shares no factor.
    const budgets = Array.from({ length: 1500 }, (_, budget) => budget);
    for (let budget = 1500; budget <= full * 2; budget += 997) budgets.push(budget);
    for (const budget of [...budgets, full - 1, full, full + 1, full * 2]) {
      const allocation = allocate(sections, everyOpening(), budget);
      if (allocation === undefined) continue;
      if (allocation.bytes > budget) throw new Error(`${allocation.bytes} bytes in a budget of ${budget}`);
      if (allocation.text.match(SYSTEM_REMINDER)?.length !== 2)
        throw new Error(`broken frame in a budget of ${budget}`);
    }
    expect(allocate(sections, everyOpening(), full)?.fates.every(({ kind }) => kind === 'whole')).toBe(true);
  });

  test('the baseline of each directory that holds a file says what it records, in any budget', async () => {
    const directories = [...new Set(sections.map(({ label }) => label.slice(0, Math.max(label.lastIndexOf('/'), 0))))];
    for (const directory of directories) {
      for (const maxBytes of [200_000, 3000, 700]) {
        const { told, violations } = await play({
          session: { id: 's1', cwd: directory === '' ? '/repo' : `/repo/${directory}`, createdAt: 0 },
          files: tree.files ?? {},
          config: { maxBytes, instructionFileCandidates: NAMES },
          steps: [{ do: 'turn', prompt: 'Start.' }],
        });
        expect(violations).toEqual([]);
        expect(told).toHaveLength(1);
        for (const text of told[0]?.texts ?? []) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        const recorded = (told[0]?.changes ?? []).map((change) => change.replace('set ', 'Instructions from: '));
        for (const heading of recorded) expect(told[0]?.texts[0]).toContain(`\n${heading}\n`);
      }
    }
  });
});
