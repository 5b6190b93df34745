// Owns: how a baseline grows with the depth of the tree, two files in each directory; and a bare script beside it, for
// the system walks a longer path for each of them.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '../../src/node.js';
import { NAMES, enterStep, inFolder, instructions, makeChain, opener } from '../given.js';
import type { Growth } from '../measure.js';
import { expectEqual, grown } from '../measure.js';

const DEPTHS = [1, 3, 10, 30, 100] as const;

/** The first session of a process, as in rows/deep.ts. */
export const depthGrowth = (): Promise<readonly Growth[]> =>
  inFolder(async (folder) => {
    const { directories } = makeChain(folder, Math.max(...DEPTHS));
    const sources = [instructions(join(folder, 'home'))];
    const composing = (depth: number) => async (): Promise<void> => {
      expectEqual('messages', await enterStep(opener(sources, nodePorts())(directories[depth] ?? '')), 2);
    };
    const bare = (depth: number) => (): void => {
      for (const directory of directories.slice(0, depth + 1)) {
        for (const path of NAMES.map((name) => join(directory, name))) {
          if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) readFileSync(path, 'utf8');
        }
      }
    };
    return [
      await grown('baseline, by depth', DEPTHS, composing),
      await grown('  bare statSync and readFileSync of the same', DEPTHS, bare),
    ];
  });
