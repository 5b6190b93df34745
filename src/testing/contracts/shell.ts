// Owns: the laws of the shell port. How a command is spelled is the fixture's to say, so that a shell which runs
// nothing can be tried too.
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { Shell } from '../../ports/shell.js';
import type { Law } from './law.js';
import { check, checkEqual, promptly } from './law.js';

/**
 * A shell, and commands for it.
 *
 * Shape:  `printing` gives a command that prints exactly this and exits so; `failing` one that cannot be run, or never
 *         ends, or prints without end. `runs` counts what was really run; it may be missing where nobody can tell.
 */
export interface ShellFixture {
  readonly shell: Shell;
  readonly printing: (stdout: string, exitCode: number) => string;
  readonly failing: () => string;
  readonly runs?: () => PromiseLike<number> | number;
  readonly dispose?: () => PromiseLike<void> | void;
}

interface Clause {
  readonly name: string;
  readonly holds: (fixture: ShellFixture) => Promise<void>;
}

const ABORTED: CancelSignal = {
  aborted: true,
  reason: 'a law aborted it',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

const CLAUSES: readonly Clause[] = [
  {
    name: 'what a command prints comes back as it is',
    holds: async ({ shell, printing }) => {
      for (const stdout of ['', 'one\ttwo\n', ' ü漢😀 ', "it's \\n two\n\nlines\n"]) {
        const answer = await shell.run(printing(stdout, 0))();
        checkEqual('a command that prints', answer, { _tag: 'exited', exitCode: 0, stdout });
      }
    },
  },
  {
    name: 'another exit code than 0 is an answer, not a failure',
    holds: async ({ shell, printing }) => {
      for (const exitCode of [1, 3, 127]) {
        const answer = await shell.run(printing('said', exitCode))();
        checkEqual('a command that exits', answer, { _tag: 'exited', exitCode, stdout: 'said' });
      }
    },
  },
  {
    name: 'a command that fails is unavailable, with a reason, in time',
    holds: async ({ shell, failing }) => {
      const answer = await promptly('a failing command', shell.run(failing())());
      check(answer._tag === 'unavailable', `a failing command: expected unavailable, found ${answer._tag}`);
      check(answer.reason !== '', 'a failing command: expected a reason, found an empty one');
    },
  },
  {
    name: 'an aborted call is over soon, and runs nothing that it says it did not run',
    holds: async ({ shell, printing, runs }) => {
      const answer = await promptly('an aborted command', shell.run(printing('said', 0), ABORTED)());
      const ran = answer._tag === 'exited' ? 1 : 0;
      const counted = await runs?.();
      checkEqual('the number of commands run', counted ?? ran, ran);
    },
  },
  {
    name: 'a call runs the command when it is run, not when it is made, and each time again',
    holds: async ({ shell, printing, runs }) => {
      const call = shell.run(printing('said', 0));
      const made = await runs?.();
      checkEqual('the number of commands run before', made ?? 0, 0);
      await call();
      await call();
      const ran = await runs?.();
      checkEqual('the number of commands run', ran ?? 2, 2);
    },
  },
];

/**
 * The laws of a shell.
 *
 * Shape:  `make` gives a new fixture for each law.
 * Source: SPEC M2, F6; DESIGN 5
 *
 * @example
 * ```ts
 * import { nodeShell } from 'contextfold/node';
 * import { shellLaws } from 'contextfold/testing';
 *
 * const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
 * const make = () => ({
 *   shell: nodeShell({ timeoutMs: 5_000 }),
 *   printing: (stdout: string, exitCode: number) => `printf '%s' ${quoted(stdout)}; exit ${exitCode}`,
 *   failing: () => 'yes',
 * });
 * const broken: string[] = [];
 * for (const { name, run } of shellLaws(make)) {
 *   await run().catch(() => broken.push(name));
 * }
 * broken; // => []
 * ```
 */
export const shellLaws = (make: () => PromiseLike<ShellFixture> | ShellFixture): readonly Law[] =>
  CLAUSES.map(({ name, holds }) => ({
    name,
    run: async () => {
      const fixture = await make();
      try {
        await holds(fixture);
      } finally {
        await fixture.dispose?.();
      }
    },
  }));
