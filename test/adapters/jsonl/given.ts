// Owns: what the tests of the JSON Lines store share: a directory, ways into its files, and short calls.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { onTestFinished } from 'vitest';
import type { ContextError } from '../../../src/domain/error.js';
import { describeError } from '../../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import { seqOf } from '../../../src/domain/units.js';
import type { Appended, LogMark, LogPage, SessionStore } from '../../../src/ports/session-store.js';

/** A directory that is gone after the test. */
export const temporary = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-jsonl-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** The header of the session `s`. */
export const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

/** Its line. */
export const HEAD = `${JSON.stringify(HEADER)}\n`;

/** An event that can be told apart. */
export const numbered = (n: number, pad = ''): LogEvent => ({ type: 'x', data: { n, pad } });

/** What succeeded, or a failed test. */
export const right = <A>(result: Either<ContextError, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(describeError(result.left));
};

/** Reads a log. */
export const read = async (
  store: SessionStore,
  from?: LogMark,
): Promise<{ readonly events: readonly LogEvent[]; readonly last: LogPage }> => {
  const pages: LogPage[] = [];
  for await (const page of store.read('s', from)) pages.push(right(page));
  const last = pages.at(-1);
  if (last === undefined) throw new Error('no page');
  return { events: pages.flatMap(({ events }) => events), last };
};

/** The error that a reading ends in. */
export const readError = async (store: SessionStore, from?: LogMark): Promise<ContextError | undefined> => {
  let error: ContextError | undefined;
  for await (const page of store.read('s', from)) error = E.isLeft(page) ? page.left : undefined;
  return error;
};

/** Appends to `s`. */
export const append = async (store: SessionStore, expected: number, events: readonly LogEvent[]): Promise<Appended> =>
  right(await store.append('s', seqOf(expected), events)());

/** The text of a file in a directory. */
export const textIn = (directory: string, name: string): string => readFileSync(join(directory, name), 'utf8');

/** Puts a file into a directory. */
export const put = (directory: string, name: string, content: string | Uint8Array): void =>
  writeFileSync(join(directory, name), content);

/** The names in a directory, sorted. */
export const namesIn = (directory: string): readonly string[] => readdirSync(directory).sort();
