// Owns: `contextfold check`: session logs in, findings about their durable messages out.
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import type { Violation } from '../../domain/violation.js';
import { checkLog } from '../../programs/check.js';
import type { LogReading } from '../../programs/read-log.js';
import { readingDiagnostics } from '../../programs/read-log.js';
import { readLogFile } from '../files.js';
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
  /** Bad lines that were passed over; an event that means nothing stands in the place of each. */
  readonly skipped: number;
  readonly violations: readonly Violation[];
  readonly diagnostics: readonly Diagnostic[];
}

const findingsIn = (path: string, { header, events, ...head }: LogReading): Findings => ({
  log: path,
  events: events.length - head.skipped.length,
  skipped: head.skipped.length,
  violations: checkLog(header, events),
  diagnostics: readingDiagnostics({ header, events, ...head }),
});

const paragraph = ({ seq, rule, severity, expected, found }: Violation): string =>
  [
    `  seq ${seq}  ${severity}  ${rule}`,
    `    expected ${expected}`,
    `    found    ${found.replace(/\n/gu, '\n             ')}`,
    '',
  ].join('\n');

const printed = ({ log, events, skipped, violations }: Findings): string => {
  const errors = violations.filter(({ severity }) => severity === 'error').length;
  const count = (amount: number, word: string): string => `${amount} ${word}${amount === 1 ? '' : 's'}`;
  const warnings = violations.length - errors;
  const counts = [count(events, 'event'), count(errors, 'error'), count(warnings, 'warning')];
  const summary = [...counts, ...(skipped === 0 ? [] : [`${count(skipped, 'line')} skipped`])].join(', ');
  return `${log}: ${summary}\n${violations.map(paragraph).join('')}`;
};

const run = async (paths: readonly string[], terminal: Terminal, options: Options): Promise<ExitCode> => {
  const found: Findings[] = [];
  let code: ExitCode = 0;
  for (const path of paths) {
    const reading = await readLogFile(path, terminal, { lenient: options.lenient === true })();
    if (E.isLeft(reading)) {
      complain(terminal, `${path}: ${reading.left}`);
      code = 2;
      continue;
    }
    const checked = findingsIn(path, reading.right);
    found.push(checked);
    for (const { code: kind, detail } of checked.diagnostics) terminal.err(`${path}: ${kind}: ${detail}\n`);
    if (options.json !== true) terminal.out(printed(checked));
    if (code === 0 && checked.violations.some(({ severity }) => severity === 'error')) code = 1;
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
    .argument('<logs...>', 'session logs as JSON Lines, "-" for standard input')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--json', 'print everything as JSON')
    .action(async (paths: readonly string[], options: Options) => exit(await run(paths, terminal, options)));
