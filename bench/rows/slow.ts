// Measures the baseline of the tree of deep.ts from a provider that takes 20 ms a call, whatever it is asked and
// however much at a time. It lives in memory, so what is left is how often it is waited for, and our own work.
//
// Against those 20 ms: a timer may be up to half a millisecond early, which three in a row never are.
//
// Several runs on two shared, busy cores, Node 20.20: 3.1 to 3.2; 3.3 is promised.
import { memoryFileSystem } from '../../src/adapters/memory/index.js';
import { nodePorts } from '../../src/node.js';
import { instructions, opener, prompt, right } from '../given.js';
import type { Bench } from '../measure.js';
import { bestOf, expectEqual } from '../measure.js';

const DEPTH = 20;
const DELAY_MS = 20;
const ROUNDS = 40;

const delay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, DELAY_MS));

export const bench: Bench = async () => {
  const files: Record<string, string | { readonly directory: true }> = { '/repo/.git': { directory: true } };
  let deepest = '/repo';
  for (let level = 0; level < DEPTH; level += 1) {
    deepest = `${deepest}/d${level}`;
    for (const name of ['AGENTS.md', 'CLAUDE.md']) {
      files[`${deepest}/${name}`] = `${name} of ${deepest}\n${'A rule of this directory.\n'.repeat(80)}`;
    }
  }
  const open = opener([instructions('/home/dsh')], { ...nodePorts(), fileSystem: memoryFileSystem(files, { delay }) });
  const compose = async (): Promise<void> => {
    const { messages, manifest } = right(await open(deepest).preStep({ turn: 1, step: 1, messages: [prompt] })());
    expectEqual('messages', messages.length, 2);
    expectEqual('files', manifest.candidates.filter(({ state }) => state === 'loaded').length, 2 * DEPTH);
  };
  const [bestMs = NaN] = await bestOf([compose], ROUNDS);
  const what = `baseline of a 20-deep tree with 40 files, ${DELAY_MS} ms a call`;
  return { rows: [{ what, against: 'those 20 ms', figure: bestMs / DELAY_MS, unit: '×', limit: 3.3 }] };
};
