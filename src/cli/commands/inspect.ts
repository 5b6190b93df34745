// Owns: `contextfold inspect`: from a session log to a report in one HTML file. What a report holds is report/'s work.
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { decoder } from '../../adapters/encoding/index.js';
import { nodeHash, surroundings } from '../../adapters/node/index.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import type { Timeline } from '../../programs/timeline-model.js';
import { startTimeline } from '../../programs/timeline.js';
import { findDirectory } from '../directory.js';
import { writeWhole } from '../files.js';
import { bytesText, counted } from '../print/words.js';
import type { HypotheticalData } from '../report/data.js';
import { REPORT_MARK } from '../report/data.js';
import { encodeReport } from '../report/encode.js';
import { hypothesis } from '../report/hypothetical.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';
import { thoroughFileSystem } from '../thorough.js';
import type { TimelineFile } from '../timeline-file.js';
import { readTimeline, tellReading } from '../timeline-file.js';

interface Options {
  readonly output?: string;
  readonly cwd?: string;
  readonly config?: string;
  readonly lenient?: true;
  readonly force?: true;
  readonly json?: true;
}

/** What a report shows: the log as it is, or as it would have been. */
interface Shown {
  readonly timeline: Timeline;
  readonly hypothetical: HypotheticalData | null;
}

const hasInstructions = ({ messages, sources }: Timeline): boolean =>
  messages.some(({ source }) => source === sources[0]);

const asItWouldHaveBeen = async (
  { head, config }: TimelineFile,
  events: readonly LogEvent[],
  named: string,
  terminal: Terminal,
): Promise<Either<string, Shown>> => {
  const fileSystem = thoroughFileSystem();
  const directory = await findDirectory(named, terminal, fileSystem)();
  if (E.isLeft(directory)) return directory;
  const here = { ...surroundings(), variables: terminal.env };
  const ports = { fileSystem, hash: nodeHash, decoder };
  const plan = { header: head.header, events, directory: directory.right, config, surroundings: here, ports };
  const told = await hypothesis(plan)();
  if (E.isLeft(told)) return told;
  const builder = startTimeline(told.right.header, { config, surroundings: here });
  if (E.isLeft(builder)) return E.left(describeError(builder.left));
  for (const event of told.right.events) builder.right.push(event);
  return E.right({
    timeline: builder.right.end(),
    hypothetical: { directory: directory.right, time: Date.now() },
  });
};

const showing = async (
  path: string,
  options: Options,
  terminal: Terminal,
): Promise<Either<string, Shown & TimelineFile>> => {
  const events: LogEvent[] = [];
  const keep = options.cwd === undefined ? {} : { watch: (event: LogEvent) => void events.push(event) };
  const read = await readTimeline(path, terminal, {
    config: options.config,
    lenient: options.lenient === true,
    ...keep,
  })();
  if (E.isLeft(read)) return read;
  if (options.cwd === undefined) return E.right({ ...read.right, hypothetical: null });
  if (hasInstructions(read.right.timeline)) {
    complain(terminal, `${path}: holds instructions of its own; --cwd is ignored`);
    return E.right({ ...read.right, hypothetical: null });
  }
  const shown = await asItWouldHaveBeen(read.right, events, options.cwd, terminal);
  return E.map((found: Shown) => ({ ...read.right, ...found }))(shown);
};

const isReport = async (path: string): Promise<boolean> => {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(REPORT_MARK.length), 0, REPORT_MARK.length, 0);
      return buffer.toString('utf8', 0, bytesRead) === REPORT_MARK;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
};

const orNothing = <A>(asked: Promise<A>): Promise<A | undefined> => asked.catch(() => undefined);

/**
 * Where a report is written: the file itself, or the one that a link leads to.
 *
 * Errors: why what stands there must not be written over. Whether it can be written at all, the writing shows.
 */
const placeFor = async (file: string, log: string | undefined, force: boolean): Promise<Either<string, string>> => {
  const there = await orNothing(stat(file, { bigint: true }));
  if (there === undefined) {
    const link = await orNothing(lstat(file));
    return link === undefined ? E.right(file) : E.left('is a link that leads nowhere; name another with -o');
  }
  if (!there.isFile()) {
    return E.left(`is ${there.isDirectory() ? 'a directory' : 'no regular file'}; name another with -o`);
  }
  const read = log === undefined ? undefined : await orNothing(stat(log, { bigint: true }));
  if (read?.dev === there.dev && read.ino === there.ino) return E.left('is the log itself; name another with -o');
  if (!force && !(await isReport(file))) {
    return E.left('exists and is no report; name another with -o, or write over it with --force');
  }
  return E.right((await orNothing(realpath(file))) ?? file);
};

const outputFor = (path: string, { output }: Options): string =>
  output ?? (path === '-' ? 'session.html' : `${basename(path, extname(path))}.html`);

const summary = (timeline: Timeline) => ({
  lanes: timeline.lanes.length,
  steps: timeline.steps.length,
  marks: timeline.marks.length,
  events: timeline.events,
});

const write = async (
  path: string,
  html: string,
  timeline: Timeline,
  options: Options,
  terminal: Terminal,
): Promise<ExitCode> => {
  const output = outputFor(path, options);
  const file = resolve(terminal.cwd, output);
  const log = path === '-' ? undefined : resolve(terminal.cwd, path);
  const place = await placeFor(file, log, options.force === true);
  if (E.isLeft(place)) {
    complain(terminal, `${output}: ${place.left}`);
    return 2;
  }
  const written = await writeWhole(place.right, html)();
  if (E.isLeft(written)) {
    complain(terminal, `${output}: ${written.left}`);
    return 1;
  }
  const bytes = Buffer.byteLength(html);
  const { lanes, steps, marks, events } = summary(timeline);
  const what = [counted(lanes, 'lane'), counted(steps, 'step'), counted(marks, 'mark'), counted(events, 'event')];
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ output: file, bytes, ...summary(timeline) }, null, 2)}\n`
      : `wrote ${output}: ${bytesText(bytes)}; ${what.join(', ')}\n`,
  );
  return 0;
};

const run = async (path: string, options: Options, terminal: Terminal): Promise<ExitCode> => {
  if (options.output === '') {
    complain(terminal, '-o needs the name of a file, or "-" for standard output');
    return 2;
  }
  const shown = await showing(path, options, terminal);
  if (E.isLeft(shown)) {
    complain(terminal, shown.left);
    return 2;
  }
  const { head, timeline, hypothetical } = shown.right;
  tellReading(path, head, terminal);
  if (options.cwd === undefined && !hasInstructions(timeline)) {
    complain(terminal, `${path}: holds no instructions; --cwd DIR shows what would have been due with its files`);
  }
  const log = path === '-' ? 'standard input' : basename(path);
  // Only here: without a build that knows `?page`, every other command still runs.
  const { reportHtml } = await import('../report/html.js');
  const html = reportHtml(encodeReport(timeline, { log, format: head.format, hypothetical }));
  if (options.output !== '-') return write(path, html, timeline, options, terminal);
  terminal.out(html);
  return 0;
};

const MORE_HELP = `
The report is one file that opens from disk and loads nothing. Without -o it is
written to the current directory, under the name of the log: s1.jsonl becomes
s1.html. An earlier report there is replaced; any other file is not, unless
--force says so, and never the log or what is no regular file. A link to a file
stays, and the file is replaced. "-o -" writes to standard output.

A log without instructions of this library (a transcript of another agent) shows
what would have been due, touch by touch, when --cwd names a checkout: the paths
of the log are looked up there, in the files as they are now.
`;

/**
 * `contextfold inspect`.
 *
 * Errors: a log or configuration that cannot be used, and an output that is in the way, is 2; a file that cannot be
 *         written is 1.
 * Source: SPEC R5
 */
export const inspect: MakeCommand = ({ terminal, exit }) =>
  new Command('inspect')
    .description('draw what the model could see when: a timeline of a session log as one HTML file')
    .argument('<log>', 'a session log, ours or of another agent, or "-" for standard input')
    .option('-o, --output <file>', 'where the report goes, "-" for standard output (default: <name of the log>.html)')
    .option('--cwd <directory>', 'a checkout to show what would have been due in a log without instructions')
    .option('--config <file>', 'settings of agent-instructions as JSON')
    .option('--lenient', 'skip and count bad lines instead of refusing the log')
    .option('--force', 'write over a file that is no report')
    .option('--json', 'say what was written as JSON')
    .addHelpText('after', MORE_HELP)
    .action(async (path: string, options: Options) => exit(await run(path, options, terminal)));
