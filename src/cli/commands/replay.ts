// Owns: `contextfold replay`: a session log in, its state at one point out.
import { Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { surroundings } from '../../adapters/node/index.js';
import { showPath } from '../../core/frame.js';
import { oddities } from '../../domain/codec/event-data.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { describeError } from '../../domain/error.js';
import type { LogReading } from '../../programs/read-log.js';
import { readingDiagnostics } from '../../programs/read-log.js';
import { replay as replayLog } from '../../programs/replay.js';
import type { FoundConfig } from '../config.js';
import { misplaced, readConfig } from '../config.js';
import { readLogFile } from '../files.js';
import { printReplay } from '../print/replay.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly at?: number;
  readonly config?: string;
  readonly lenient?: true;
  readonly json?: true;
}

const parseSeq = (text: string): number => {
  if (!/^\d{1,15}$/u.test(text)) throw new InvalidArgumentError('It must be the seq of an event, 0 or more.');
  return Number(text);
};

const fail = (terminal: Terminal, problem: string, code: ExitCode): ExitCode => {
  complain(terminal, problem);
  return code;
};

/** What was tolerated up to the point, with the seq where there is one. */
const diagnosticsOf = (reading: LogReading, at: number): readonly (Diagnostic & { readonly seq?: number })[] => [
  ...readingDiagnostics(reading),
  ...reading.events.slice(0, at + 1).flatMap((event, seq) => oddities(event).map((odd) => ({ seq, ...odd }))),
];

const show = (
  path: string,
  reading: LogReading,
  config: FoundConfig | undefined,
  options: Options,
  terminal: Terminal,
): ExitCode => {
  const { header, events } = reading;
  const { at = events.length - 1 } = options;
  if (at >= events.length && options.at !== undefined) {
    const last = events.length === 0 ? 'the log has no events' : `the last event is ${events.length - 1}`;
    return fail(terminal, `${path}: --at ${at}: ${last}`, 2);
  }
  const replayed = replayLog(header, events, {
    at,
    surroundings: { ...surroundings(), variables: terminal.env },
    ...(config === undefined ? {} : { config: config.value }),
  });
  if (E.isLeft(replayed)) {
    const error = replayed.left;
    return config !== undefined && error._tag === 'InvalidConfig'
      ? fail(terminal, misplaced(config, error), 2)
      : fail(terminal, `${path}: ${describeError(error)}`, 2);
  }
  const diagnostics = diagnosticsOf(reading, at);
  const { colours, width } = terminal;
  const style = { colours, events: events.length, ...(width === undefined ? {} : { width }) };
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ ...replayed.right, diagnostics }, null, 2)}\n`
      : printReplay(replayed.right, style),
  );
  for (const { seq, code, detail } of diagnostics) {
    terminal.err(`contextfold: ${seq === undefined ? '' : `event ${seq}: `}${code}: ${showPath(detail)}\n`);
  }
  return 0;
};

const run = async (path: string, options: Options, terminal: Terminal): Promise<ExitCode> => {
  const config = options.config === undefined ? undefined : await readConfig(options.config, terminal)();
  if (config !== undefined && E.isLeft(config)) return fail(terminal, config.left, 2);
  const reading = await readLogFile(path, terminal, { lenient: options.lenient === true })();
  if (E.isLeft(reading)) return fail(terminal, `${path}: ${reading.left}`, 2);
  return show(path, reading.right, config?.right, options, terminal);
};

const MORE_HELP = `
The configuration file holds the settings of agent-instructions that the session ran with, as JSON, alone or as
{ "agentInstructions": … }. Without it the defaults decide which tools touch.
`;

/**
 * `contextfold replay`.
 *
 * Errors: a log that cannot be read, has a bad line or breaks the rules of its surface is wrong input: 2.
 * Source: SPEC R3
 */
export const replay: MakeCommand = ({ terminal, exit }) =>
  new Command('replay')
    .description('show what a session log says at one point: position, surface, each scope, and what is due')
    .argument('<log>', 'a session log as JSON Lines, or "-" for standard input')
    .option('--at <seq>', 'the last event to fold (default: the last one there is)', parseSeq)
    .option('--config <file>', 'settings of agent-instructions as JSON')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', MORE_HELP)
    .action(async (path: string, options: Options) => exit(await run(path, options, terminal)));
