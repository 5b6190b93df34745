// Owns: a shell that runs nothing: it gives the answer it was told to give.
import type { Shell } from '../../ports/shell.js';
import type { ShellResult } from '../../domain/question.js';

/** What a shell can answer. */
export type ShellAnswer = Exclude<ShellResult, { readonly _tag: 'no-provider' }>;

/** A shell with a settable answer. */
export interface MemoryShell extends Shell {
  readonly set: (answer: ShellAnswer) => void;
  /** Every command that was run, oldest first. */
  readonly commands: () => readonly string[];
}

/**
 * Makes a shell that gives the same answer to every command; at first a success that printed nothing.
 *
 * @example
 * ```ts
 * import { memoryShell } from 'contextfold/testing';
 *
 * const shell = memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main' });
 * await shell.run('git branch --show-current')(); // => { _tag: 'exited', exitCode: 0, stdout: 'main' }
 * shell.commands(); // => ['git branch --show-current']
 * ```
 */
export const memoryShell = (answer: ShellAnswer = { _tag: 'exited', exitCode: 0, stdout: '' }): MemoryShell => {
  const commands: string[] = [];
  let given = answer;
  return {
    run: (command, signal) => () => {
      if (signal?.aborted === true) return Promise.resolve({ _tag: 'unavailable', reason: 'aborted' });
      commands.push(command);
      return Promise.resolve(given);
    },
    set: (next) => {
      given = next;
    },
    commands: () => [...commands],
  };
};
