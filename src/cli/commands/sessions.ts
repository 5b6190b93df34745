// Owns: `contextfold sessions`: a directory of logs in, or none for the usual places, and a list of sessions out. Which
// files there are and what of them is read is session-files.ts's work.
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { surroundings } from '../../adapters/node/index.js';
import { isFields } from '../../domain/codec/decode.js';
import { describeError } from '../../domain/error.js';
import type { LogEvent } from '../../domain/log-event.js';
import { userMessageOf } from '../../domain/log-event.js';
import { isDirect, textOf } from '../../domain/message.js';
import type { AnyLog } from '../../programs/read-any-log.js';
import { readAnyLog } from '../../programs/read-any-log.js';
import type { ListedSession } from '../print/sessions.js';
import { printSessions } from '../print/sessions.js';
import type { Found, Glimpse } from '../session-files.js';
import { glimpse, logsBelow, usualPlaces } from '../session-files.js';
import type { ExitCode, MakeCommand, Terminal } from '../terminal.js';
import { complain } from '../terminal.js';

interface Options {
  readonly json?: true;
}

const MAX_TITLE_CHARS = 80;

const shortened = (text: string): string | null => {
  const line = text.trim().replace(/\s+/gu, ' ');
  if (line === '') return null;
  return line.length > MAX_TITLE_CHARS ? `${line.slice(0, MAX_TITLE_CHARS - 1)}…` : line;
};

const titleIn = ({ type, data }: LogEvent): string | null => {
  const title = type === 'session/title' && isFields(data) ? data['title'] : undefined;
  return typeof title === 'string' ? shortened(title) : null;
};

const promptIn = (event: LogEvent): string | null => {
  const message = userMessageOf(event);
  return message !== undefined && isDirect(message) ? shortened(textOf(message.content)) : null;
};

/** The latest title, else the first thing that was typed. */
const titleOf = (events: readonly LogEvent[]): string | null =>
  events.flatMap((event) => titleIn(event) ?? []).at(-1) ?? events.flatMap((event) => promptIn(event) ?? [])[0] ?? null;

/** A log that was seen in part tells how long it is by its last seq, or else by how much of it was seen. */
const lengthOf = (
  events: readonly LogEvent[],
  { seenBytes, sizeBytes }: Glimpse,
): Pick<ListedSession, 'events' | 'exact'> => {
  if (seenBytes === sizeBytes) return { events: events.length, exact: true };
  const last = events[events.length - 1]?.seq;
  if (last !== undefined) return { events: last + 1, exact: true };
  return { events: Math.round((events.length * sizeBytes) / Math.max(1, seenBytes)), exact: false };
};

const listed = (path: string, { header, events, format }: AnyLog, look: Glimpse): ListedSession => {
  const lastTime = events.reduce((latest, { time = -Infinity }) => Math.max(latest, time), -Infinity);
  return {
    id: header.id === '' ? basename(path, '.jsonl') : header.id,
    title: titleOf(events),
    cwd: header.cwd,
    ...lengthOf(events, look),
    lastActivity: Math.round(lastTime === -Infinity ? look.modifiedAt : lastTime),
    format,
    path,
  };
};

async function* piecesOf(text: string): AsyncGenerator<string, void, undefined> {
  await Promise.resolve();
  yield text;
}

/** The session in a log; nothing for one that is a part of another session. */
const sessionIn = async (path: string): Promise<Either<string, ListedSession | undefined>> => {
  try {
    const look = await glimpse(path);
    const read = await readAnyLog(piecesOf(look.text), { lenient: true })();
    if (E.isLeft(read)) return E.left(describeError(read.left));
    return E.right(read.right.header['origin'] === 'subagent' ? undefined : listed(path, read.right, look));
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error));
  }
};

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const findIn = async (directories: readonly string[]): Promise<Found> => {
  const found: Found[] = [];
  for (const directory of directories) found.push(await logsBelow(directory));
  return { paths: found.flatMap(({ paths }) => paths), problems: found.flatMap(({ problems }) => problems) };
};

const newestFirst = (a: ListedSession, b: ListedSession): number =>
  b.lastActivity - a.lastActivity || (a.path < b.path ? -1 : 1);

const list = async (directories: readonly string[], options: Options, terminal: Terminal): Promise<void> => {
  const { paths, problems } = await findIn(directories);
  for (const problem of problems) complain(terminal, problem);
  const sessions: ListedSession[] = [];
  // One after the other: there may be more logs than a process may open.
  for (const path of paths) {
    const session = await sessionIn(path);
    if (E.isLeft(session)) complain(terminal, `${path}: ${session.left}`);
    else if (session.right !== undefined) sessions.push(session.right);
  }
  sessions.sort(newestFirst);
  if (options.json === true) terminal.out(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length === 0) complain(terminal, `no sessions in ${directories.join(', ') || 'any usual place'}`);
  else {
    const { colours, width } = terminal;
    terminal.out(printSessions(sessions, { colours, ...(width === undefined ? {} : { width }) }));
  }
};

const run = async (named: string | undefined, options: Options, terminal: Terminal): Promise<ExitCode> => {
  if (named !== undefined) {
    const directory = resolve(terminal.cwd, named);
    if (!(await isDirectory(directory))) {
      complain(terminal, `${named}: there is no such directory`);
      return 2;
    }
    await list([directory], options, terminal);
    return 0;
  }
  const home = terminal.env['HOME'] ?? surroundings().osHome ?? '';
  const places: string[] = [];
  for (const place of usualPlaces(terminal.env, home)) if (await isDirectory(place)) places.push(place);
  await list(places, options, terminal);
  return 0;
};

const MORE_HELP = `
Logs of contextfold, DeepSeek Harness, Claude Code, Codex and pi are told apart by what they hold. Without a directory
the usual places are looked into: ~/.contextfold/sessions, ~/.claude/projects, ~/.codex/sessions and
~/.pi/agent/sessions, or where CONTEXTFOLD_HOME, CLAUDE_CONFIG_DIR, CODEX_HOME and PI_CODING_AGENT_DIR put them.
Of a long log only the beginning and the end are read: its number of events is then an estimate, marked with "~".
`;

/**
 * `contextfold sessions`.
 *
 * Errors: a directory that is not there is 2. A log that cannot be read is complained about and left out; that is no
 *         failure of the list.
 * Source: SPEC R; docs/READERS.md
 */
export const sessions: MakeCommand = ({ terminal, exit }) =>
  new Command('sessions')
    .description('list sessions, newest activity first: from a directory of logs, or from the usual places')
    .argument('[directory]', 'where to look, also below it')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', MORE_HELP)
    .action(async (named: string | undefined, options: Options) => exit(await run(named, options, terminal)));
