// Measures the baseline of a 20-deep tree with 40 files, from disk, against bare scripts.
//
// The scripts stat the very 85 candidates (four names in each of 21 directories, and the user-global file), and read
// and decode the 40 files that exist. Ours finds the root besides, notes near misses, hashes, renders and accounts.
// Every one of our sessions has ports of its own, so that nothing is known of any directory; with ports that other
// sessions have used, the speed of the directories is known already.
//
// Several runs on two shared cores, Node 20.20: 0.8 to 1.3, and 2.6; 0.7 and 1.5 are promised.
import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserMessage } from '../../src/domain/message.js';
import { nodePorts } from '../../src/node.js';
import type { Session } from '../../src/programs/open-session.js';
import { NAMES, inFolder, instructions, makeChain, opener, prompt, right } from '../given.js';
import type { Bench } from '../measure.js';
import { bestOf, expectEqual } from '../measure.js';

const ROUNDS = 300;
const DEPTH = 20;

const headingsIn = (content: UserMessage['content']): number =>
  JSON.stringify(content).split('nstructions from: ').length - 1;

/** The newest baseline. */
let composed: UserMessage['content'] | undefined;

/** Looks into what was composed, which would take as long as the composing. */
const check = (): void => {
  if (composed !== undefined) expectEqual('files in the baseline', headingsIn(composed), 2 * DEPTH);
  composed = undefined;
};

const compose = async (session: Session): Promise<void> => {
  const { messages } = right(await session.preStep({ turn: 1, step: 1, messages: [prompt] })());
  composed = messages[1]?.content ?? '';
};

export const bench: Bench = () =>
  inFolder(async (folder) => {
    const home = join(folder, 'home');
    const { directories, files } = makeChain(folder, DEPTH);
    const deepest = directories.at(-1) ?? '';
    const candidates = [
      join(home, 'AGENTS.md'),
      ...directories.flatMap((directory) => NAMES.map((name) => join(directory, name))),
    ];
    const sources = [instructions(home)];
    const warm = opener(sources, nodePorts());

    const concurrently = async (): Promise<void> => {
      const texts = await Promise.all(
        candidates.map((path) =>
          stat(path).then(
            (found) => (found.isFile() ? readFile(path, 'utf8') : undefined),
            () => undefined,
          ),
        ),
      );
      expectEqual('files read', texts.filter((text) => text !== undefined).length, files.length);
    };
    const synchronously = (): void => {
      let read = 0;
      for (const path of candidates) {
        if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
        if (readFileSync(path, 'utf8') !== '') read += 1;
      }
      expectEqual('files read', read, files.length);
    };
    // As many as there are runs: no session may learn from another.
    const unused = Array.from({ length: ROUNDS }, () => opener(sources, nodePorts()));
    const cold = (): Promise<void> => compose((unused.pop() ?? opener(sources, nodePorts()))(deepest));
    const known = (): Promise<void> => compose(warm(deepest));

    const [first = NaN, later = NaN, promises = NaN, sync = NaN] = await bestOf(
      [cold, known, concurrently, synchronously],
      ROUNDS,
      check,
    );
    const what = 'baseline of a 20-deep tree with 40 files';
    const again = 'the same, in a process with sessions before it';
    return {
      rows: [
        { what, against: 'fs.promises, concurrently', figure: first / promises, unit: '×', limit: 0.7 },
        { what, against: 'node:fs, synchronously', figure: first / sync, unit: '×', limit: 1.5 },
        { what: again, against: 'fs.promises, concurrently', figure: later / promises, unit: '×' },
        { what: again, against: 'node:fs, synchronously', figure: later / sync, unit: '×' },
      ],
    };
  });
