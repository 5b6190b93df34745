// Owns: taking away what sessions of long ago left behind, so that a home does not grow for ever. Loads nothing but
// Node's own and what the light path has anyway.
import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { appendGuarded, makeDirectory, readGuarded } from './guarded-files.js';
import { MAX_MEMO_BYTES } from './memo.js';
import type { HookPlaces } from './places.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** So long nobody has come back to a session. */
const KEPT_MS = 30 * DAY_MS;

/** When something was written last; never, where nothing is there any more. */
const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

const filesIn = (directory: string, kind: RegExp): readonly string[] => {
  try {
    return readdirSync(directory)
      .filter((name) => kind.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
};

/** Whether nothing was written to a file for so long; one that has just gone proves nothing. Locks lead to no file. */
const isOld = (file: string, now: number): boolean =>
  now - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now) > KEPT_MS;

/**
 * Whether nobody can go on with a session: only a memo tells where its transcript is, and only the system that it is
 * not there. A memo that cannot be read and a transcript that cannot be looked at prove nothing.
 */
const isGone = (memo: string): boolean => {
  try {
    const { transcript } = JSON.parse(readGuarded(memo, MAX_MEMO_BYTES)) as {
      readonly transcript?: { path?: unknown };
    };
    return typeof transcript?.path !== 'string' || changedAt(transcript.path) === undefined;
  } catch {
    return false;
  }
};

const LOG = /\.jsonl(?:\..*)?$/u;
const MEMO = /\.json(?:\..*)?$/u;

/** A log, its lock, its snapshot, a damaged copy and a memo are all of one session. */
const stemOf = (file: string): string => basename(file).replace(LOG, '').replace(MEMO, '');

/** Once a day is enough. */
const isDue = (memos: string, now: number): boolean => {
  const mark = join(memos, `pruned-${new Date(now).toISOString().slice(0, 10)}`);
  if (changedAt(mark) !== undefined) return false;
  makeDirectory(memos, 0o700);
  for (const file of filesIn(memos, /^pruned-/u)) rmSync(file, { force: true });
  appendGuarded(mark, '');
  return true;
};

/**
 * Takes old sessions away.
 *
 * Shape:  a session is old when nothing of it was written for 30 days and its agent's transcript is proven to be gone,
 *         too. All that a session left goes together; a log whose memo is missing or damaged stays.
 * Errors: none: what cannot be taken away stays, and is tried again the next day.
 * Cost:   once a day one look at each file.
 * Why:    a session that somebody may come back to needs its log: without it, it would be told everything again.
 */
export const pruneHome = ({ memos, sessions }: Pick<HookPlaces, 'memos' | 'sessions'>, now: number): void => {
  try {
    if (!isDue(memos, now)) return;
    const ofSession = new Map<string, { readonly logs: string[]; readonly memos: string[] }>();
    const partsOf = (file: string): { readonly logs: string[]; readonly memos: string[] } => {
      const parts = ofSession.get(stemOf(file)) ?? { logs: [], memos: [] };
      ofSession.set(stemOf(file), parts);
      return parts;
    };
    for (const file of filesIn(sessions, LOG)) partsOf(file).logs.push(file);
    for (const file of filesIn(memos, MEMO)) partsOf(file).memos.push(file);
    for (const parts of ofSession.values()) {
      const files = [...parts.logs, ...parts.memos];
      const isLeft = parts.logs.length === 0 || (parts.memos.length > 0 && parts.memos.every(isGone));
      if (isLeft && files.every((file) => isOld(file, now))) for (const file of files) rmSync(file, { force: true });
    }
  } catch {
    // A home that cannot be looked through is left alone.
  }
};
