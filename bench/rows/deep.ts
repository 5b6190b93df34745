// Measures the baseline of a 20-deep tree with 40 files, from disk, against bare scripts.
//
// The scripts stat the very 85 candidates (four names in each of 21 directories, and the user-global file), and read
// and decode the 40 files that exist. Ours finds the root besides, notes near misses, hashes, renders and accounts.
// Every one of our sessions has ports of its own, so that nothing is known of any directory; with ports that other
// sessions have used, the speed of the directories is known already. The calls alone, with nothing decided, are the
// least that a baseline can take: the markers of the root, a look at each candidate and at each file once it is open,
// the digests, the text.
//
// Several runs on two shared cores, Node 20.20, each as it is in the middle of 300: 0.56 to 0.67 (0.7 promised), and
// 2.6 to 2.8 (1.5 promised; 2.0 with ports that were used before); the calls alone are 1.3 times that script.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { UserMessage } from '../../src/domain/message.js';
import { nodeHash, nodePorts } from '../../src/node.js';
import type { Session } from '../../src/programs/open-session.js';
import { NAMES, inFolder, instructions, makeChain, opener, prompt, right } from '../given.js';
import type { Bench } from '../measure.js';
import { expectEqual, middleOf } from '../measure.js';

const ROUNDS = 300;
const DEPTH = 20;
const PLAIN = { throwIfNoEntry: false } as const;

/** What a file holds, with a look at what was opened: the path may have led somewhere else a moment before. */
const readOpened = (path: string): string => {
  const file = openSync(path, 'r');
  const room = Buffer.allocUnsafe(fstatSync(file).size + 1);
  const length = readSync(file, room, 0, room.length, null);
  closeSync(file);
  return room.toString('utf8', 0, length);
};

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
    const markers = [...directories, folder, dirname(folder), '/'].map((directory) => join(directory, '.git'));
    const calls = (): void => {
      for (const path of markers) statSync(path, PLAIN);
      const there = candidates.filter((path) => statSync(path, PLAIN)?.isFile() === true);
      const texts = there.map(readOpened);
      // Each as it is and without the white space around it, which is how near-duplicates are told.
      const digests = texts.flatMap((text) => [nodeHash.sha1(text), nodeHash.sha1(text.trim())]);
      expectEqual('digests', new Set(digests).size, 2 * files.length);
      expectEqual('a text', texts.join('\n').endsWith('\n'), true);
    };
    // As many as there are runs: no session may learn from another.
    const unused = Array.from({ length: ROUNDS }, () => opener(sources, nodePorts()));
    const cold = (): Promise<void> => compose((unused.pop() ?? opener(sources, nodePorts()))(deepest));
    const known = (): Promise<void> => compose(warm(deepest));

    const [first = NaN, later = NaN, promises = NaN, sync = NaN, least = NaN] = await middleOf(
      [cold, known, concurrently, synchronously, calls],
      ROUNDS,
      check,
    );
    const what = 'baseline of a 20-deep tree with 40 files';
    const again = 'the same, in a process with sessions before it';
    return {
      rows: [
        { what, against: 'fs.promises, concurrently', figure: first / promises, unit: '×', limit: 0.7 },
        { what, against: 'node:fs, synchronously', figure: first / sync, unit: '×', limit: 1.5 },
        { what, against: 'the calls and digests alone', figure: first / least, unit: '×' },
        { what: again, against: 'fs.promises, concurrently', figure: later / promises, unit: '×' },
        { what: again, against: 'node:fs, synchronously', figure: later / sync, unit: '×' },
        { what: 'the calls and digests alone', against: 'node:fs, synchronously', figure: least / sync, unit: '×' },
      ],
    };
  });
