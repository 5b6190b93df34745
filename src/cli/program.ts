// Owns: the command line as a whole: its commands, its help and what its exit codes mean.
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { check } from './commands/check.js';
import { explain } from './commands/explain.js';
import { hook } from './commands/hook.js';
import { init } from './commands/init.js';
import { inspect } from './commands/inspect.js';
import { replay } from './commands/replay.js';
import { sessions } from './commands/sessions.js';
import { simulate } from './commands/simulate.js';
import type { ExitCode, MakeCommand, Terminal } from './terminal.js';
import { complain } from './terminal.js';

/** Every command, in the order of the help. A new one is a file in commands/ and its name here. */
const COMMANDS: readonly MakeCommand[] = [explain, simulate, replay, inspect, sessions, check, hook, init];

const withoutLabel = (message: string): string => message.replace(/^error: /u, 'contextfold: ');

/**
 * Runs the command line.
 *
 * Shape:  `args` without the program's own name.
 * Errors: none: wrong usage is 2, and something that went wrong inside is one line and 1.
 * Source: SPEC R
 */
export const runCommandLine = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  let ended: ExitCode = 0;
  const exit = (code: ExitCode): void => {
    ended = code;
  };
  const program = new Command('contextfold')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.width ?? 80,
      getErrHelpWidth: () => terminal.width ?? 80,
      getOutHasColors: () => terminal.colours,
      getErrHasColors: () => false,
      outputError: (message, write) => write(withoutLabel(message)),
    });
  for (const make of COMMANDS) {
    const command = make({ terminal, exit });
    program.addCommand(command.copyInheritedSettings(program).helpOption('-h, --help', 'print help'));
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    complain(terminal, error instanceof Error ? error.message : String(error));
    return 1;
  }
};
