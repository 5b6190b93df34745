// Owns: `contextfold replay`: a session log in, its state at one point out.
import { Command, InvalidArgumentError, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { surroundings } from '../../adapters/node/index.js';
import { showPath } from '../../core/frame.js';
import { oddities } from '../../domain/codec/event-data.js';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import type { AnyHead, VisitEvent } from '../../programs/read-any-log.js';
import type { Replay, Replaying } from '../../programs/replay.js';
import { replaying } from '../../programs/replay.js';
import { misplaced, readConfig } from '../config.js';
import { visitLogFile } from '../log-file.js';
import { skippedText } from '../print/log.js';
import { printReplay } from '../print/replay.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';
import { replaySteps } from './replay-steps.js';

interface Options {
  readonly at?: number;
  readonly steps?: true;
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

/** More of them than this say nothing new. */
const MAX_DIAGNOSTICS = 1000;

type PlacedDiagnostic = Diagnostic & { readonly seq?: number };

/** What passes by while a log is read: how many events, and what is odd about those up to the point. */
interface Watch {
  readonly visit: (event: LogEvent) => void;
  readonly events: () => number;
  readonly oddities: () => readonly PlacedDiagnostic[];
}

const watchUpTo = (at: number): Watch => {
  const found: PlacedDiagnostic[] = [];
  let events = 0;
  let more = 0;
  return {
    visit: (event) => {
      const odd = events > at ? [] : oddities(event);
      if (found.length < MAX_DIAGNOSTICS) found.push(...odd.map((each) => ({ seq: events, ...each })));
      else more += odd.length;
      events += 1;
    },
    events: () => events,
    oddities: () =>
      more === 0 ? found : [...found, { code: 'malformed-event', detail: `and ${more} more of this kind` }],
  };
};

/** A log that was read to its end. */
interface Seen {
  readonly head: AnyHead;
  readonly watch: Watch;
  readonly replayed: Replay;
}

const see = async (
  path: string,
  begun: Replaying,
  { at = Infinity, lenient }: Options,
  terminal: Terminal,
): Promise<Either<string, Seen>> => {
  const watch = watchUpTo(at);
  const visit: VisitEvent = (event, origin) => {
    begun.visit(event, origin);
    watch.visit(event);
  };
  const head = await visitLogFile(path, terminal, visit, { lenient: lenient === true })();
  if (E.isLeft(head)) return head;
  const events = watch.events();
  if (at >= events && at !== Infinity) {
    return E.left(`--at ${at}: ${events === 0 ? 'the log has no events' : `the last event is ${events - 1}`}`);
  }
  return pipe(
    begun.end(head.right),
    E.bimap(describeError, (replayed) => ({ head: head.right, watch, replayed })),
  );
};

const show = (path: string, { head, watch, replayed }: Seen, { json }: Options, terminal: Terminal): void => {
  const { format, lines, skipped } = head;
  const { colours, width } = terminal;
  const diagnostics: readonly PlacedDiagnostic[] = [...head.diagnostics, ...watch.oddities()];
  const style = { colours, events: watch.events(), ...(width === undefined ? {} : { width }) };
  terminal.out(
    json === true
      ? `${JSON.stringify({ ...replayed, format, lines, skipped, diagnostics }, null, 2)}\n`
      : printReplay(replayed, head, style),
  );
  for (const { seq, code, detail } of diagnostics) {
    terminal.err(`contextfold: ${seq === undefined ? '' : `event ${seq}: `}${code}: ${showPath(detail)}\n`);
  }
  const left = skippedText(head);
  if (left !== undefined) complain(terminal, `${path}: ${left}`);
};

const run = async (path: string, options: Options, terminal: Terminal): Promise<ExitCode> => {
  if (options.steps === true) return replaySteps(path, options, terminal);
  const config = options.config === undefined ? undefined : await readConfig(options.config, terminal)();
  if (config !== undefined && E.isLeft(config)) return fail(terminal, config.left, 2);
  const begun = replaying({
    surroundings: { ...surroundings(), variables: terminal.env },
    ...(options.at === undefined ? {} : { at: options.at }),
    ...(config === undefined ? {} : { config: config.right.value }),
  });
  if (E.isLeft(begun)) {
    return fail(terminal, config === undefined ? describeError(begun.left) : misplaced(config.right, begun.left), 2);
  }
  const seen = await see(path, begun.right, options, terminal);
  if (E.isLeft(seen)) return fail(terminal, `${path}: ${seen.left}`, 2);
  show(path, seen.right, options, terminal);
  return 0;
};

const MORE_HELP = `
Logs of contextfold, DeepSeek Harness, Claude Code, Codex and pi are told apart by what they hold. Events are numbered
as ours are: what an agent packs into one line counts as the events that it stands for.

The configuration file holds the settings of agent-instructions that the session ran with, as JSON, alone or as
{ "agentInstructions": … }. Which tools touch is known for each agent, unless its touchTools say it.
`;

/**
 * `contextfold replay`.
 *
 * Errors: a log that cannot be read, is nobody's, has a bad line or breaks the rules of its surface is wrong input: 2.
 * Source: SPEC R3
 */
export const replay: MakeCommand = ({ terminal, exit }) =>
  new Command('replay')
    .description('show what a session log says at one point: position, surface, each scope, and what is due')
    .argument('<log>', 'a session log, ours or of another agent, or "-" for standard input')
    .option('--at <seq>', 'the last event to fold (default: the last one there is)', parseSeq)
    .addOption(new Option('--steps', 'print the whole life instead: a line for each change').conflicts('at'))
    .option('--config <file>', 'settings of agent-instructions as JSON')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--json', 'print everything as JSON, with --steps one object on each line')
    .addHelpText('after', MORE_HELP)
    .action(async (path: string, options: Options) => exit(await run(path, options, terminal)));
