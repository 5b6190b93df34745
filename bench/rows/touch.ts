// Measures a touch after which nothing changed, in a session that knows 300 scopes in 150 directories.
//
// Against a bare synchronous stat of those 300 files and 150 directories: what absent candidates cost is ours to save.
//
// Several runs on two shared cores, Node 20.20: 1.34 to 1.41, in one round, without a read; 1.5 is promised.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '../../src/node.js';
import type { Env } from '../../src/ports/env.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import { inFolder, instructions, knowing, makeProject, opener, settleRead, writeInstructions } from '../given.js';
import type { Bench } from '../measure.js';
import { expectEqual, ratioOf } from '../measure.js';

const DIRECTORIES = 150;
const ROUNDS = 200;

interface Counts {
  rounds: number;
  reads: number;
}

const counting = (files: Required<FileSystem>): { readonly files: FileSystem; readonly counts: Counts } => {
  const counts: Counts = { rounds: 0, reads: 0 };
  const many: FileSystem['many'] = (questions, signal) => {
    counts.rounds += 1;
    counts.reads += questions.filter(({ kind }) => kind === 'read').length;
    return files.many(questions, signal);
  };
  return { files: { ...files, many }, counts };
};

export const bench: Bench = () =>
  inFolder(async (folder) => {
    const root = makeProject(folder);
    const directories = Array.from({ length: DIRECTORIES }, (_, index) => join(root, `package-${index}`));
    const loaded = directories.flatMap((directory) => writeInstructions(directory));
    // A version speaks for a file when it was left alone for a while.
    await new Promise((resolve) => setTimeout(resolve, 100));

    const ports = nodePorts();
    const { files, counts } = counting(ports.fileSystem as Required<FileSystem>);
    const env: Env = { ...ports, fileSystem: files };
    const source = instructions(join(folder, 'home'), { delivery: 'tool-result' });
    const session = await knowing(opener([source], env)(root), directories);
    const touch = async (): Promise<void> => {
      expectEqual('messages of an unchanged touch', await settleRead(session, [`${directories[7]}/y.ts`]), 0);
    };
    const bare = (): void => {
      for (const path of loaded) statSync(path);
      for (const path of directories) statSync(path);
    };

    await touch();
    Object.assign(counts, { rounds: 0, reads: 0 });
    await touch();
    const { rounds, reads } = { ...counts };
    const figure = await ratioOf(touch, bare, ROUNDS);
    const what = 'unchanged touch, 300 known scopes in 150 directories';
    return {
      rows: [
        { what, against: 'statSync of the files and directories', figure, unit: '×', limit: 1.5 },
        { what, against: '', figure: rounds, unit: 'rounds', limit: 1 },
        { what, against: '', figure: reads, unit: 'reads', limit: 0 },
      ],
    };
  });
