// Owns: `contextfold simulate`: scenario files in, session logs out.
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { decoder } from '../../adapters/encoding/index.js';
import { nodeHash } from '../../adapters/node/index.js';
import { encodeLog } from '../../domain/codec/session-log.js';
import { describeError } from '../../domain/error.js';
import type { Report } from '../../scenario/host.js';
import { readScenario, runScenario } from '../../scenario/run.js';
import { readJson, writeWhole } from '../files.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly output?: string;
  readonly manifest?: true;
}

type ReportLine = (report: Report) => void;

/** The log of one scenario file as text, or what is wrong with the file. */
const simulateFile = (path: string, terminal: Terminal, report: ReportLine): TaskEither<string, string> =>
  pipe(
    readJson(path, terminal),
    TE.chainEitherK((value) => pipe(readScenario(value), E.mapLeft(describeError))),
    TE.chainTaskK((scenario) => () => runScenario(scenario, { hash: nodeHash, decoder, report })),
    TE.map(({ header, events }) => encodeLog(header, events)),
  );

/** Reports as JSON lines; `where` is put into each where there is more than one scenario. */
const reporter = (terminal: Terminal, { manifest }: Options, where: object = {}): ReportLine => (report) => {
  if ('code' in report || manifest === true) terminal.err(`${JSON.stringify({ ...report, ...where })}\n`);
};

const simulateOne = async (path: string, terminal: Terminal, options: Options): Promise<ExitCode> => {
  const log = await simulateFile(path, terminal, reporter(terminal, options))();
  if (E.isLeft(log)) {
    complain(terminal, `${path}: ${log.left}`);
    return 2;
  }
  terminal.out(log.right);
  return 0;
};

/** Every scenario of a directory, one after the other: a bad one does not stop the rest. */
const simulateAll = async (
  directory: string,
  names: readonly string[],
  output: string,
  terminal: Terminal,
  options: Options,
): Promise<ExitCode> => {
  let code: ExitCode = 0;
  for (const name of names) {
    const path = join(directory, name);
    const target = resolve(terminal.cwd, output, `${basename(name, '.json')}.jsonl`);
    const written = await pipe(
      simulateFile(path, terminal, reporter(terminal, options, { scenario: name })),
      TE.chain((text) => pipe(writeWhole(target, text), TE.mapLeft((problem) => `${target} ${problem}`))),
    )().catch((error: unknown) => E.left(String(error)));
    if (E.isLeft(written)) {
      complain(terminal, `${path}: ${written.left}`);
      code = 1;
    }
  }
  return code;
};

const scenariosIn = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json')).map(({ name }) => name);
  return names.sort((a, b) => (a < b ? -1 : 1));
};

const isDirectory = (path: string): Promise<boolean> => stat(path).then((found) => found.isDirectory(), () => false);

const refuse = (terminal: Terminal, problem: string): ExitCode => {
  complain(terminal, problem);
  return 2;
};

const run = async (path: string, terminal: Terminal, options: Options): Promise<ExitCode> => {
  const directory = resolve(terminal.cwd, path);
  const many = path !== '-' && (await isDirectory(directory));
  if (!many) {
    return options.output === undefined
      ? simulateOne(path, terminal, options)
      : refuse(terminal, `${path}: --output is for a directory of scenarios`);
  }
  if (options.output === undefined) return refuse(terminal, `${path}: a directory needs --output`);
  const names = await scenariosIn(directory);
  if (names.length === 0) return refuse(terminal, `${path}: holds no *.json`);
  return simulateAll(path, names, options.output, terminal, options);
};

/**
 * `contextfold simulate`.
 *
 * Errors: a bad scenario is 2; in a directory it is 1 and the others run.
 * Source: SPEC R2, R (scenario files)
 */
export const simulate: MakeCommand = ({ terminal, exit }) =>
  new Command('simulate')
    .description('run a scenario on an in-memory host and print the session log as JSON Lines')
    .argument('<scenario>', 'a scenario file, "-" for standard input, or a directory of *.json files')
    .option('-o, --output <directory>', 'where the logs of a directory of scenarios go, as <name>.jsonl')
    .option('--manifest', 'print the manifest of each decision to standard error')
    .action(async (path: string, options: Options) => exit(await run(path, terminal, options)));
