// Owns: taking away what sessions of long ago left behind, so that a home does not grow for ever. Loads nothing but
// Node's own and what the light path has anyway.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { appendGuarded, makeDirectory, readGuarded } from './guarded-files.js';
import type { HookPlaces } from './places.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** So long nobody has come back to a session. */
const KEPT_MS = 30 * DAY_MS;

/** A memo names the transcript of its session; one that is larger is none. */
const MAX_MEMO_BYTES = 4 * 1024 * 1024;

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

/** Whether the agent still has what a session would be gone on from; only a memo tells where that is. */
const namesTranscript = (file: string): boolean => {
  try {
    const { transcript } = JSON.parse(readGuarded(file, MAX_MEMO_BYTES)) as {
      readonly transcript?: { path?: unknown };
    };
    return typeof transcript?.path === 'string' && changedAt(transcript.path) !== undefined;
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
 * Shape:  a session is old when nothing of it was written for 30 days and its agent's transcript is gone, too. All that
 *         a session left goes together.
 * Errors: none: what cannot be taken away stays, and is tried again the next day.
 * Cost:   once a day one look at each file.
 * Why:    a session that somebody may come back to needs its log: without it, it would be told everything again.
 */
export const pruneHome = ({ memos, sessions }: Pick<HookPlaces, 'memos' | 'sessions'>, now: number): void => {
  try {
    if (!isDue(memos, now)) return;
    const ofSession = new Map<string, string[]>();
    for (const file of [...filesIn(sessions, LOG), ...filesIn(memos, MEMO)]) {
      const stem = stemOf(file);
      ofSession.set(stem, [...(ofSession.get(stem) ?? []), file]);
    }
    for (const files of ofSession.values()) {
      const isOld = files.every((file) => now - (changedAt(file) ?? now) > KEPT_MS);
      if (isOld && !files.some(namesTranscript)) for (const file of files) rmSync(file, { force: true });
    }
  } catch {
    // A home that cannot be looked through is left alone.
  }
};
