// Owns: a host for a terminal of its own: it lives in a directory and answers each `<name>.ask` that appears there with
// what the shell port gave, as `<name>.answer`. Started by real-tmux.test.ts, whose processes cannot be in a pane.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeShell } from '../../../src/adapters/node/shell.js';
import type { ShellResult } from '../../../src/domain/question.js';
import { LOCATE } from '../../../src/sources/tmux-context/reading.js';

/** How to ask: what the environment is changed by (`null` takes a variable away), and through which kind of shell. */
export interface Ask {
  readonly env?: Readonly<Record<string, string | null>>;
  /** In the session of the host, as a shell port that does not detach would run it. */
  readonly attached?: boolean;
}

const runAttached = (): ShellResult => {
  try {
    const stdout = execFileSync('/bin/sh', ['-c', LOCATE], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return { _tag: 'exited', exitCode: 0, stdout };
  } catch (error) {
    return { _tag: 'exited', exitCode: (error as { readonly status: number }).status, stdout: '' };
  }
};

const locate = async ({ env = {}, attached = false }: Ask): Promise<ShellResult> => {
  const own = { ...process.env };
  for (const [name, value] of Object.entries(env)) {
    if (value === null) delete process.env[name];
    else process.env[name] = value;
  }
  const result = attached ? runAttached() : await nodeShell({ timeoutMs: 20_000 }).run(LOCATE)();
  process.env = own;
  return result;
};

const directory = process.argv[2] ?? '.';
while (existsSync(directory)) {
  for (const ask of readdirSync(directory).filter((name) => name.endsWith('.ask'))) {
    const path = join(directory, ask);
    const answer = await locate(JSON.parse(readFileSync(path, 'utf8')) as Ask);
    rmSync(path);
    writeFileSync(`${path}.part`, JSON.stringify(answer));
    renameSync(`${path}.part`, path.replace(/ask$/u, 'answer'));
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
