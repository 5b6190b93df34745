// Owns: running the command line in a test, inside this process, and what came of it.
import { runCommandLine } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

/** How a run of the command line ended, and what it wrote. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a test changes about the terminal; `input` is what stands on standard input. */
export type Setting = Partial<Terminal> & { readonly input?: string };

async function* piecesOf(text: string): AsyncGenerator<string, void, undefined> {
  await Promise.resolve();
  yield text;
}

/** Runs the command line with arguments. */
export const run = async (args: readonly string[], setting: Setting = {}): Promise<Ran> => {
  let out = '';
  let err = '';
  const code = await runCommandLine(args, {
    cwd: process.cwd(),
    env: {},
    colours: false,
    readInput: () => Promise.resolve(setting.input ?? ''),
    streamInput: () => piecesOf(setting.input ?? ''),
    ...setting,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
};
