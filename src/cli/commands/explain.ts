// Owns: `contextfold explain`: from arguments to an explanation, and from that to what was asked for: a picture, JSON,
// or the very message. How it is found out is explanation.ts's work, how it looks print/explanation.ts's.
import { Command, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { decoder } from '../../adapters/encoding/index.js';
import { nodeHash, surroundings } from '../../adapters/node/index.js';
import { showPath } from '../../core/frame.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { textBlocks } from '../../domain/message.js';
import type { FoundConfig } from '../config.js';
import { misplaced, readConfig } from '../config.js';
import { findDirectory } from '../directory.js';
import { printExplanation } from '../print/explanation.js';
import type { MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';
import { thoroughFileSystem } from '../thorough.js';
import type { Explanation } from './explanation.js';
import { explainSession } from './explanation.js';

interface Options {
  readonly cwd: string;
  readonly config?: string;
  readonly render?: true;
  readonly json?: true;
  readonly all?: boolean;
}

const DEFAULT_CONFIG: FoundConfig = { value: { maxBytes: 65_536 }, place: 'the default configuration: $' };

const explanationOf = (
  paths: readonly string[],
  options: Options,
  terminal: Terminal,
): TaskEither<string, Explanation> => {
  const fileSystem = thoroughFileSystem();
  return pipe(
    TE.Do,
    TE.apS('cwd', findDirectory(options.cwd, terminal, fileSystem)),
    TE.bind('config', () =>
      options.config === undefined ? TE.right(DEFAULT_CONFIG) : readConfig(options.config, terminal),
    ),
    TE.chain(({ cwd, config }) =>
      pipe(
        explainSession({
          cwd,
          config: config.value,
          paths,
          surroundings: { ...surroundings(), variables: terminal.env },
          ports: { fileSystem, hash: nodeHash, decoder },
        }),
        TE.mapLeft((error) => misplaced(config, error)),
      ),
    ),
  );
};

/** The messages as the model gets them; only where there are several blocks a line feed stands between them. */
const rendered = ({ messages }: Explanation): string =>
  messages.flatMap(({ content }) => textBlocks(content)).join('\n');

const diagnosticText = ({ code, path, detail }: Diagnostic): string =>
  `contextfold: ${code}: ${path === undefined ? '' : `${showPath(path)}: `}${showPath(detail)}\n`;

const print = (explanation: Explanation, { render, json, all = false }: Options, terminal: Terminal): void => {
  const { colours, width } = terminal;
  if (render === true) terminal.out(rendered(explanation));
  else if (json === true) terminal.out(`${JSON.stringify(explanation, null, 2)}\n`);
  else {
    terminal.out(printExplanation(explanation, { colours, all, ...(width === undefined ? {} : { width }) }));
  }
  for (const diagnostic of explanation.diagnostics) terminal.err(diagnosticText(diagnostic));
};

const MORE_HELP = `
Without a path it shows the baseline: what a new session in the directory is told
first. With paths it shows what reading, writing or editing them would add after
that. A path is relative to --cwd and need not exist.

The file holds the settings of agent-instructions as JSON, alone or as
{ "agentInstructions": … }. Without one they are { "maxBytes": 65536 }.

Examples:
  contextfold explain                    Does the model see my AGENTS.md? Why not?
  contextfold explain src/app/main.ts    What does touching this file add?
  contextfold explain --render           The exact text.`;

/**
 * `contextfold explain`.
 *
 * Errors: a directory or configuration that cannot be used is wrong usage.
 * Source: SPEC R1, A19
 */
export const explain: MakeCommand = ({ terminal, exit }) =>
  new Command('explain')
    .description('show what the model is told in a directory: each instruction file, and why it is in, cut or out')
    .argument('[path...]', 'paths that would be touched')
    .option('--cwd <directory>', 'working directory of the session', '.')
    .option('--config <file>', 'settings of agent-instructions as JSON')
    .addOption(new Option('--render', 'print exactly the message that the model would see').conflicts('json'))
    .option('--json', 'print everything as JSON')
    .option('--all', 'show absent files, too')
    .addHelpText('after', MORE_HELP)
    .action(async (paths: readonly string[], options: Options) => {
      const explained = await explanationOf(paths, options, terminal)();
      if (E.isLeft(explained)) {
        complain(terminal, explained.left);
        return exit(2);
      }
      print(explained.right, options, terminal);
      return exit(0);
    });
