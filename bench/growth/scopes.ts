// Owns: how an unchanged touch grows with the scopes that a session knows, and a baseline with those it has; and bare
// scripts beside them, for nobody can look at more files in the same time.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '../../src/node.js';
import type { Session } from '../../src/programs/open-session.js';
import {
  enterStep,
  inFolder,
  instructions,
  knowing,
  makeProject,
  opener,
  settleRead,
  writeInstructions,
} from '../given.js';
import type { Growth, Work } from '../measure.js';
import { expectEqual, grown } from '../measure.js';

const SIZES = [10, 100, 1000, 10_000] as const;
/** So many at once fit into one message. */
const CHUNK = 1000;
/** A baseline has so many directories; what it has more scopes for are more names. */
const DEPTH = 10;
const MAX_BYTES = 64 * 1024 * 1024;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

interface Ours {
  readonly ours: Work;
  readonly bare: Work;
}

/** Two scopes in each directory below the root. */
const touching = async (folder: string, scopes: number): Promise<Ours> => {
  const root = makeProject(folder);
  const directories = Array.from({ length: scopes / 2 }, (_, index) => join(root, `p${index}`));
  const paths = directories.flatMap((directory) => [directory, ...writeInstructions(directory, 200)]);
  await rest();
  const config = { delivery: 'tool-result', maxBytes: MAX_BYTES, maxTotalSourceBytes: MAX_BYTES } as const;
  let session: Session = opener([instructions(join(folder, 'home'), config)], nodePorts())(root);
  for (let start = 0; start < directories.length; start += CHUNK) {
    const some = directories.slice(start, start + CHUNK);
    if (start === 0) session = await knowing(session, some);
    else
      expectEqual(
        'messages',
        await settleRead(
          session,
          some.map((directory) => `${directory}/x.ts`),
        ),
        1,
      );
  }
  return {
    ours: async () => expectEqual('messages', await settleRead(session, [`${directories[1]}/y.ts`]), 0),
    bare: () => {
      for (const path of paths) statSync(path);
    },
  };
};

const composing = async (folder: string, scopes: number): Promise<Ours> => {
  const root = makeProject(folder);
  const names = Array.from({ length: scopes / DEPTH }, (_, index) => `N${index}.md`);
  const paths: string[] = [];
  let directory = root;
  for (let level = 0; level < DEPTH; level += 1) {
    if (level > 0) directory = join(directory, `d${level}`);
    mkdirSync(directory, { recursive: true });
    for (const name of names) {
      paths.push(join(directory, name));
      writeFileSync(join(directory, name), `${name} of level ${level}\n`.repeat(5));
    }
  }
  await rest();
  const source = instructions(join(folder, 'home'), {
    instructionFileCandidates: names,
    localInstructionFileCandidates: [],
    maxBytes: MAX_BYTES,
    maxTotalSourceBytes: MAX_BYTES,
  });
  return {
    ours: async () => expectEqual('messages', await enterStep(opener([source], nodePorts())(directory)), 2),
    bare: () => {
      for (const path of paths) if (statSync(path).isFile()) readFileSync(path, 'utf8');
    },
  };
};

/** With known scopes, two in a directory; and with the scopes of a baseline, in ten directories. */
export const scopeGrowth = (): Promise<readonly Growth[]> =>
  inFolder(async (folder) => {
    const of = async (what: string, kind: keyof Ours, prepare: typeof touching): Promise<Growth> =>
      grown(what, SIZES, async (size) => (await prepare(join(folder, `${what}-${size}`), size))[kind]);
    return [
      await of('unchanged touch, by known scopes', 'ours', touching),
      await of('  bare statSync of the same', 'bare', touching),
      await of('baseline, by scopes', 'ours', composing),
      await of('  bare statSync and readFileSync of the same', 'bare', composing),
    ];
  });
