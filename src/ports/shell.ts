// Owns: the shell port. What may be run, and in which sandbox, is the host's to decide: it lends the port or does
// not.
import type { Task } from 'fp-ts/lib/Task.js';
import type { ShellResult } from '../domain/question.js';
import type { CancelSignal } from './cancel-signal.js';

/**
 * Runs one read-only command.
 *
 * Errors: total; a command that cannot be run, runs too long or says too much is `unavailable`.
 * Source: SPEC M2
 */
export interface Shell {
  readonly run: (
    command: string,
    signal?: CancelSignal,
  ) => Task<Exclude<ShellResult, { readonly _tag: 'no-provider' }>>;
}
