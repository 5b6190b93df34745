// Owns: `contextfold check`: session logs in, findings about their durable messages out.
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { showPath } from '../../core/frame.js';
import type { Violation } from '../../domain/violation.js';
import type { Checking } from '../../programs/check.js';
import { checking } from '../../programs/check.js';
import type { AnyHead, VisitEvent } from '../../programs/read-any-log.js';
import type { ReadingOptions } from '../../programs/log-lines.js';
import { UNREADABLE } from '../../programs/log-lines.js';
import { visitLogFile } from '../log-file.js';
import { skippedLines, skippedText } from '../print/log.js';
import { counted, grouped } from '../print/words.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly lenient?: true;
  readonly json?: true;
}

/** What was found in one log. */
interface Findings extends Pick<AnyHead, 'format' | 'lines' | 'skipped' | 'diagnostics'> {
  readonly log: string;
  /** Without those that stand in the place of a bad line and mean nothing. */
  readonly events: number;
  /** How many of the events are messages of this library. */
  readonly own: number;
  readonly violations: readonly Violation[];
}

const findIn = async (
  path: string,
  terminal: Terminal,
  options: ReadingOptions,
): Promise<Either<string, Findings>> => {
  const violations: Violation[] = [];
  let checked: Checking | undefined;
  let events = 0;
  const visit: VisitEvent = (event, { header }) => {
    checked ??= checking(header, (violation) => violations.push(violation));
    checked.visit(event);
    if (event.type !== UNREADABLE) events += 1;
  };
  const head = await visitLogFile(path, terminal, visit, options)();
  return E.map(({ format, lines, skipped, diagnostics }: AnyHead): Findings => {
    const own = checked?.claimed() ?? 0;
    return { log: path, format, events, own, lines, skipped, violations, diagnostics };
  })(head);
};

const paragraph = ({ seq, rule, severity, expected, found }: Violation): string =>
  [
    `  seq ${seq}  ${severity}  ${rule}`,
    `    expected ${expected}`,
    `    found    ${found.replace(/\n/gu, '\n             ')}`,
    '',
  ].join('\n');

const NOTHING = '  nothing of ours is in it: only the order of the log itself was checked\n';

const printed = (findings: Findings): string => {
  const { log, format, events, own, violations } = findings;
  const errors = violations.filter(({ severity }) => severity === 'error').length;
  const skipped = skippedLines(findings);
  const counts = [
    format,
    counted(events, 'event'),
    `${grouped(own)} of ours`,
    counted(errors, 'error'),
    counted(violations.length - errors, 'warning'),
    ...(skipped === 0 ? [] : [`${counted(skipped, 'line')} skipped`]),
  ];
  return `${log}: ${counts.join(', ')}\n${own === 0 ? NOTHING : ''}${violations.map(paragraph).join('')}`;
};

const tell = (findings: Findings, terminal: Terminal): void => {
  for (const { code, detail } of findings.diagnostics) terminal.err(`${findings.log}: ${code}: ${showPath(detail)}\n`);
  const left = skippedText(findings);
  if (left !== undefined) terminal.err(`${findings.log}: ${left}\n`);
};

const run = async (paths: readonly string[], terminal: Terminal, options: Options): Promise<ExitCode> => {
  const found: Findings[] = [];
  let code: ExitCode = 0;
  for (const path of paths) {
    const checked = await findIn(path, terminal, { lenient: options.lenient === true });
    if (E.isLeft(checked)) {
      complain(terminal, `${path}: ${checked.left}`);
      code = 2;
      continue;
    }
    found.push(checked.right);
    tell(checked.right, terminal);
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
    .argument('<logs...>', 'session logs, ours or of other agents, "-" for standard input')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--json', 'print everything as JSON')
    .action(async (paths: readonly string[], options: Options) => exit(await run(paths, terminal, options)));
