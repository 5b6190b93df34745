// Owns: that the API reference can be made from the doc comments without a warning. Writing its pages takes as long
// again, and is left to `npm run docs`.
import { expect, test } from 'vitest';
import { writeReference } from '../../scripts/docs.mjs';
import { entries } from '../../scripts/entries.mjs';

// One run for both, since typedoc reads all of src/ for it.
test('the doc comments make a reference without a warning, and a link that leads nowhere is one', async () => {
  const wrong = 'test/package/reference/wrong.mts';
  const tsconfig = 'test/package/reference/tsconfig.json';
  const problems = await writeReference({ sources: { ...entries, './wrong': wrong }, tsconfig });
  expect(problems).toEqual(['Failed to resolve link to "Nothing" in comment for test/package/reference/wrong.wrong']);
}, 120_000);
