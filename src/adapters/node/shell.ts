// Owns: the shell port over `/bin/sh`: one command, bounded in time and output, gone with everything it started.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Shell } from '../../ports/shell.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import { unavailable } from './failure.js';

/** Bounds of a command. */
export interface NodeShellOptions {
  /** 2 000 by default. */
  readonly timeoutMs?: number;
  /** 64 KiB by default. */
  readonly maxOutputBytes?: number;
  /** What understands `-c <command>`; `/bin/sh` by default. */
  readonly program?: string;
}

type Answer = Awaited<ReturnType<ReturnType<Shell['run']>>>;

/** The command leads a process group of its own, so the group is what it started. */
const killGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
};

const collect = (
  child: ChildProcess,
  { timeoutMs, maxOutputBytes }: Required<NodeShellOptions>,
  signal: CancelSignal | undefined,
): Promise<Answer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(answer);
    };
    const stop = (reason: string): void => {
      killGroup(child);
      child.stdout?.destroy();
      child.unref();
      settle(unavailable(reason));
    };
    const abort = (): void => stop('aborted');
    const timer = setTimeout(() => stop(`the command took longer than ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', abort);
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxOutputBytes) stop(`the command printed more than ${maxOutputBytes} bytes`);
    });
    child.on('error', (error) => settle(unavailable(error)));
    child.on('close', (exitCode, killedBy) => {
      const stdout = Buffer.concat(chunks).toString('utf8');
      settle(exitCode === null ? unavailable(`ended by ${killedBy}`) : { _tag: 'exited', exitCode, stdout });
    });
  });

/**
 * Makes a shell over this machine's `/bin/sh`.
 *
 * Shape:  standard input is empty, standard error is discarded. The command sees this process as `$PPID`, but it runs
 *         in a session of its own, without a controlling terminal. What it leaves running in the background with its
 *         output open counts as the command.
 * Errors: total. A non-zero exit is `exited`; one that cannot be started, takes too long, prints too much, is aborted
 *         or dies of a signal is `unavailable`, and its whole process group is killed.
 * Source: SPEC M2, F6; testing/contracts/shell
 */
export const nodeShell = ({
  timeoutMs = 2_000,
  maxOutputBytes = 64 * 1024,
  program = '/bin/sh',
}: NodeShellOptions = {}): Shell => ({
  run: (command, signal) => async () => {
    if (signal?.aborted === true) return unavailable('aborted');
    try {
      const child = spawn(program, ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
      return await collect(child, { timeoutMs, maxOutputBytes, program }, signal);
    } catch (error) {
      return unavailable(error);
    }
  },
});
