// Owns: `contextfold check`: session logs in, findings about their durable messages out.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { checkEvents } from '../../core/invariant.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { describeError } from '../../domain/error.js';
import type { Violation } from '../../domain/violation.js';
import { invariants } from '../../invariants.js';
import type { LogReading } from '../../programs/read-log.js';
import { linesOf, readLogLines, readingDiagnostics } from '../../programs/read-log.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly lenient?: true;
  readonly json?: true;
}

/** What was found in one log. */
interface Findings {
  readonly log: string;
  readonly events: number;
  readonly violations: readonly Violation[];
  readonly diagnostics: readonly Diagnostic[];
}

const reading = async (path: string, terminal: Terminal, lenient: boolean): Promise<Either<string, LogReading>> => {
  const chunks: AsyncIterable<string> = createReadStream(resolve(terminal.cwd, path), { encoding: 'utf8' });
  const read = await readLogLines(linesOf(chunks), { lenient })().catch((error: unknown) => E.left(error));
  if (E.isRight(read)) return read;
  const problem = read.left;
  if (problem instanceof Error) return E.left(`cannot be read: ${problem.message}`);
  return E.left(describeError(problem as Parameters<typeof describeError>[0]));
};

const checkOne = async (path: string, terminal: Terminal, lenient: boolean): Promise<Either<string, Findings>> =>
  E.map((log: LogReading): Findings => {
    const violations: Violation[] = [];
    checkEvents(invariants, log.header, log.events, (violation) => violations.push(violation));
    return { log: path, events: log.events.length, violations, diagnostics: readingDiagnostics(log) };
  })(await reading(path, terminal, lenient));

const paragraph = ({ seq, rule, severity, expected, found }: Violation): string =>
  [
    `  seq ${seq}  ${severity}  ${rule}`,
    `    expected ${expected}`,
    `    found    ${found.replace(/\n/gu, '\n             ')}`,
    '',
  ].join('\n');

const printed = ({ log, events, violations }: Findings): string => {
  const errors = violations.filter(({ severity }) => severity === 'error').length;
  const count = (amount: number, word: string): string => `${amount} ${word}${amount === 1 ? '' : 's'}`;
  const warnings = violations.length - errors;
  const summary = [count(events, 'event'), count(errors, 'error'), count(warnings, 'warning')].join(', ');
  return `${log}: ${summary}\n${violations.map(paragraph).join('')}`;
};

const run = async (paths: readonly string[], terminal: Terminal, options: Options): Promise<ExitCode> => {
  const found: Findings[] = [];
  let code: ExitCode = 0;
  for (const path of paths) {
    const checked = await checkOne(path, terminal, options.lenient === true);
    if (E.isLeft(checked)) {
      complain(terminal, `${path}: ${checked.left}`);
      code = 2;
      continue;
    }
    found.push(checked.right);
    for (const { code: kind, detail } of checked.right.diagnostics) terminal.err(`${path}: ${kind}: ${detail}\n`);
    if (options.json !== true) terminal.out(printed(checked.right));
    if (code === 0 && checked.right.violations.some(({ severity }) => severity === 'error')) code = 1;
  }
  if (options.json === true) terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  return code;
};

/**
 * `contextfold check`.
 *
 * Errors: a log that cannot be read is 2, and the others are still checked; a violation is 1, a warning is not.
 * Source: SPEC I2
 */
export const check: MakeCommand = ({ terminal, exit }) =>
  new Command('check')
    .description('check the durable messages of session logs: could this library have written them where they stand?')
    .argument('<logs...>', 'session logs, as JSON Lines')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--json', 'print everything as JSON')
    .action(async (paths: readonly string[], options: Options) => exit(await run(paths, terminal, options)));
