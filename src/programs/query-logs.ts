// Owns: reading other sessions from a store of JSON Lines: which log is whose, what of it is visible, and its title.
// Where the text comes from is a port's business, and what is done with a session a context source's.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { itemsOf } from '../core/append-list.js';
import type { FoldError } from '../core/fold.js';
import { emptySurface, evolveSurface } from '../core/surface-fold.js';
import { isFields } from '../domain/codec/decode.js';
import type { StoreFailure } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { SessionSummary, SurfaceReading } from '../domain/question.js';
import { seqOf } from '../domain/units.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { LogFiles } from '../ports/log-files.js';
import type { SessionQuery } from '../ports/session-query.js';
import { linesOf, readLogLines, visitLogLines } from './read-log.js';

type Surface = Extract<SurfaceReading, { readonly _tag: 'surface' }>;

/** The surface of a log that comes event by event. */
interface SurfaceFold {
  readonly visit: (event: LogEvent) => void;
  readonly end: () => Either<FoldError, Pick<Surface, 'events' | 'lastSeq'>>;
}

/** Cost: O(1) an event but for replaces; memory for what is visible only. */
const surfaceFold = (): SurfaceFold => {
  const visible = new Map<number, LogEvent>();
  let surface = emptySurface();
  let seq = seqOf(0);
  let wrong: FoldError | undefined;
  const fold = (event: LogEvent): FoldError | undefined => {
    if (event.seq !== undefined && event.seq !== seq) return { _tag: 'SeqMismatch', expected: seq, found: event.seq };
    const stepped = evolveSurface(surface, event, seq);
    if (E.isLeft(stepped)) return stepped.left;
    const { change } = stepped.right;
    if (change.kind === 'replaced') for (const shadowed of change.shadowed) visible.delete(shadowed);
    if (change.kind !== 'none') visible.set(seq, event);
    surface = stepped.right.surface;
    seq = seqOf(seq + 1);
    return undefined;
  };
  return {
    visit: (event) => {
      wrong ??= fold(event);
    },
    end: () => {
      if (wrong !== undefined) return E.left(wrong);
      const events = itemsOf(surface).flatMap((at) => visible.get(at) ?? []);
      return E.right({ events, lastSeq: seq === 0 ? null : seq - 1 });
    },
  };
};

const TITLE = 'session/title';

/** The header's line and those that may hold a title: the rest of a log is not parsed for a list. */
async function* headAndTitles(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let isHeadPast = false;
  for await (const line of lines) {
    if (!isHeadPast || line.includes(TITLE)) yield line;
    isHeadPast ||= line.trim() !== '';
  }
}

/** The header's line alone. */
async function* headOnly(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) {
    yield line;
    if (line.trim() !== '') return;
  }
}

const titleOf = ({ type, data }: LogEvent): string | undefined => {
  const title = type === TITLE && isFields(data) ? data['title'] : undefined;
  return typeof title === 'string' ? title : undefined;
};

const failed = (operation: 'list' | 'read', detail: string): Either<StoreFailure, never> =>
  E.left({ _tag: 'StoreFailure', operation, detail });

/** A port that rejects has failed. */
const orFailed = <A>(
  operation: 'list' | 'read',
  work: () => Promise<Either<StoreFailure, A>>,
): Promise<Either<StoreFailure, A>> =>
  work().catch((reason: unknown) => failed(operation, reason instanceof Error ? reason.message : String(reason)));

/** What a list shows of a log; nothing of one whose header cannot be read. */
const summarise = async (files: LogFiles, name: string, signal?: CancelSignal): Promise<readonly SessionSummary[]> => {
  const lines = headAndTitles(linesOf(files.read(name, signal)));
  const read = await readLogLines(lines, { lenient: true })().catch(() => undefined);
  if (read === undefined || E.isLeft(read)) return [];
  const { header, events } = read.right;
  const title = events.flatMap((event) => titleOf(event) ?? []).at(-1);
  return [title === undefined ? { header } : { header, title }];
};

const headerIn = async (files: LogFiles, name: string, signal?: CancelSignal): Promise<SessionHeader | undefined> => {
  const read = await readLogLines(headOnly(linesOf(files.read(name, signal))))().catch(() => undefined);
  return read === undefined || E.isLeft(read) ? undefined : read.right.header;
};

/** A log that is named by its session's id is tried first; what counts is the header. */
const nameOf = async (
  files: LogFiles,
  names: readonly string[],
  sessionId: string,
  signal?: CancelSignal,
): Promise<string | undefined> => {
  const likely = files.nameOf?.(sessionId) ?? `${sessionId}.jsonl`;
  const others = names.filter((name) => name !== likely).sort();
  for (const name of names.includes(likely) ? [likely, ...others] : others) {
    if ((await headerIn(files, name, signal))?.id === sessionId) return name;
  }
  return undefined;
};

const surfaceIn = async (
  files: LogFiles,
  name: string,
  signal?: CancelSignal,
): Promise<Either<StoreFailure, Surface>> => {
  const fold = surfaceFold();
  const read = await visitLogLines(linesOf(files.read(name, signal)), fold.visit)();
  if (E.isLeft(read)) return failed('read', `${name}: ${describeError(read.left)}`);
  const folded = fold.end();
  if (E.isLeft(folded)) return failed('read', `${name}: ${describeError(folded.left)}`);
  return E.right({ _tag: 'surface', header: read.right.header, ...folded.right });
};

/**
 * Reads sessions from their logs.
 *
 * Shape:  a session is found by its log's header, whatever the log is called. A last line that was cut by a crash is
 *         left out. A list holds every log with a header, under its latest title.
 * Errors: an unknown session, a bad line or a replace of what is not visible is a `StoreFailure`.
 * Cost:   one pass over a log, keeping what is visible; a list passes over all logs, parsing headers and titles only.
 * Source: SPEC L3, L5, L6, S4, S8
 */
export const queryLogs = (files: LogFiles): SessionQuery => ({
  list: (signal) => () =>
    orFailed('list', async () => {
      const names = await files.names(signal)();
      if (E.isLeft(names)) return names;
      const sessions: SessionSummary[] = [];
      // One after the other: a store may hold more logs than a process may open.
      for (const name of [...names.right].sort()) sessions.push(...(await summarise(files, name, signal)));
      return E.right(sessions);
    }),
  readSurface: (sessionId, signal) => () =>
    orFailed('read', async () => {
      const names = await files.names(signal)();
      if (E.isLeft(names)) return names;
      const name = await nameOf(files, names.right, sessionId, signal);
      if (name === undefined) return failed('read', `there is no session ${JSON.stringify(sessionId)}`);
      return surfaceIn(files, name, signal);
    }),
});
