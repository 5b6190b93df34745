// Owns: how touches grow that are settled at once in one session: it takes them in turn.
import { join } from 'node:path';
import { nodePorts } from '../../src/node.js';
import { inFolder, instructions, knowing, makeProject, opener, settleRead, writeInstructions } from '../given.js';
import type { Growth } from '../measure.js';
import { expectEqual, grown } from '../measure.js';

const COUNTS = [1, 2, 4, 8, 16, 32, 64] as const;
const DIRECTORIES = 20;

/** All of them together, each unchanged, in a session that knows forty scopes. */
export const parallelGrowth = (): Promise<readonly Growth[]> =>
  inFolder(async (folder) => {
    const root = makeProject(folder);
    const directories = Array.from({ length: DIRECTORIES }, (_, index) => join(root, `p${index}`));
    directories.forEach((directory) => writeInstructions(directory));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const source = instructions(join(folder, 'home'), { delivery: 'tool-result' });
    const session = await knowing(opener([source], nodePorts())(root), directories);
    const touching = (count: number) => async (): Promise<void> => {
      const touches = Array.from({ length: count }, (_, index) =>
        settleRead(session, [`${directories[index % DIRECTORIES]}/y${index}.ts`]),
      );
      const said = await Promise.all(touches);
      expectEqual(
        'messages',
        said.reduce((sum, messages) => sum + messages, 0),
        0,
      );
    };
    return [await grown('parallel unchanged touches', COUNTS, touching)];
  });
