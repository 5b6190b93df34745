// Owns: `contextfold hook` as a command that has help. What it does is in cli/hook/; started as a process of its own it
// does not come here, because that would take longer.
import { Command } from 'commander';
import { HOSTS } from '../hook/arguments.js';
import { hookProcess } from '../hook/light.js';
import type { MakeCommand } from '../terminal.js';

const MORE_HELP = `
The agent starts it for its events and gives it one as JSON on standard input. It
answers on standard output in the agent's format, or not at all. It always exits 0:
what goes wrong is a line in hook.log in $CONTEXTFOLD_HOME (~/.contextfold), where
its side logs are, too.

The configuration is --config, else .contextfold.json in the directory that the
session began in, else config.json in $CONTEXTFOLD_HOME. It holds settings as
"contextfold explain --config" takes them; what it leaves out is the agent's default.

contextfold init claude-code puts it into the settings of Claude Code.`;

/**
 * `contextfold hook`.
 *
 * Source: SPEC R6
 */
export const hook: MakeCommand = ({ exit }) =>
  new Command('hook')
    .description('answer one event of an installed agent: what it is told about its surroundings')
    .argument('<agent>', HOSTS.join(', '))
    .option('--config <file>', 'settings as JSON')
    .option('--timeout-ms <ms>', 'say nothing when it would take longer', '2000')
    .option('--hold-writes', 'hold a first write back until the instructions that it is under were shown')
    .addHelpText('after', MORE_HELP)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      await hookProcess(process.argv.slice(process.argv.indexOf('hook') + 1), () => import('../hook/run.js'));
      return exit(0);
    });
