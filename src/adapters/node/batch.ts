// Owns: answering many questions at once: which of them are asked without waiting, in what order, and which need not
// be asked. What a call is, and what it comes to, is the file system's own business.
import type { AbsolutePath } from '../../domain/path.js';
import { basename } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion } from '../../ports/file-system.js';
import type { Absences, Listed } from './absence.js';
import { MIN_NAMES } from './absence.js';
import { unavailable } from './failure.js';
import type { Pace } from './pace.js';
import type { Place } from './places.js';
import { placesOf, scoutsAmong } from './places.js';
import { SLICE_MS, yieldOnce } from './turns.js';
import type { Ways } from './ways.js';
import { speedOf } from './ways.js';

/** The two ways to ask, and what decides between them. */
export interface BatchWays extends Ways<FileQuestion, FileAnswer> {
  /** `undefined` for what should rather be waited for. */
  readonly now: (question: FileQuestion, listed: (directory: Listed) => void) => FileAnswer | undefined;
  readonly absences: Absences;
}

/** Probes are so quick that a look at the clock after each of them would be felt. */
const CALLS_BETWEEN_LOOKS = 4;

/** What cannot be spelled in several ways on any file system of this platform. */
const isPlain = (name: string): boolean => process.platform !== 'win32' && /^[!-~]+$/u.test(name);

/** The names of a directory that was listed completely; letter case may not matter to the file system. */
const namesIn = (answer: FileAnswer): ReadonlySet<string> | undefined =>
  answer._tag !== 'names' || answer.partial ? undefined : new Set(answer.names.map((name) => name.toLowerCase()));

/** What a batch has come to so far. */
interface Batch {
  readonly ways: BatchWays;
  readonly questions: readonly FileQuestion[];
  readonly signal: CancelSignal | undefined;
  readonly answers: (FileAnswer | undefined)[];
  /** Calls that are waited for, beside everything else. */
  readonly waits: Promise<void>[];
  /** Units: ms; when the process was last free for others, and when the newest call was over. */
  freeMs: number;
  nowMs: number;
}

const wait = async ({ ways, questions, signal, answers }: Batch, index: number, directory: AbsolutePath) => {
  answers[index] = await ways.waiting(questions[index] as FileQuestion, signal, (ms) =>
    ways.pace.waited(directory, ms),
  );
};

/** Gives everything else its turn where that is due; tells whether to go on. */
const pause = async (batch: Batch): Promise<boolean> => {
  await yieldOnce();
  batch.freeMs = batch.nowMs = performance.now();
  return batch.signal?.aborted !== true;
};

/** Tells whether the call that is just over leaves its directory quick. */
const isStillQuick = (batch: Batch, directory: AbsolutePath): boolean => {
  const startedMs = batch.nowMs;
  batch.nowMs = performance.now();
  return batch.ways.pace.blocked(directory, batch.nowMs - startedMs) || batch.ways.blocking === 'always';
};

/** What a directory lacks, as far as that needs no listing; it may be gone or closed by now. Reads ask for nothing. */
const stillLacking = ({ ways, questions }: Batch, place: Place): ReadonlySet<string> | undefined => {
  const { directory, items, lists } = place;
  if (lists > 0 || items.length < 2 || questions[items[0] as number]?.kind !== 'probe') return undefined;
  try {
    return ways.absences.stillIn(directory);
  } catch {
    return undefined;
  }
};

/** What is known of a directory while it is asked about. */
interface Look {
  readonly place: Place;
  /** Names that it is known to lack since an earlier batch. */
  readonly lacking: ReadonlySet<string> | undefined;
  /** Names that were looked for in vain. */
  readonly missed: string[];
  isQuick: boolean;
  calls: number;
  /** Whether a file was found, and whether the listings that depend on it are dealt with. */
  found: boolean;
  chosen: boolean;
  /** Whether names can be looked up here: some directories may only be listed. */
  searched: boolean;
  names: ReadonlySet<string> | undefined;
  /** What it was like just before these names were read. */
  listed: Listed | undefined;
}

const lookAt = (batch: Batch, place: Place, isQuick: boolean): Look => ({
  place,
  lacking: isQuick ? stillLacking(batch, place) : undefined,
  missed: [],
  isQuick,
  calls: 0,
  found: false,
  chosen: place.optional.length === 0,
  searched: false,
  names: undefined,
  listed: undefined,
});

/** Asks without waiting; `undefined` where that is not quick. */
const askNow = (batch: Batch, look: Look, question: FileQuestion): FileAnswer | undefined => {
  if (!look.isQuick) return undefined;
  const answer = batch.ways.now(question, (before) => {
    look.listed = before;
  });
  if (answer === undefined) return undefined;
  if (question.kind === 'list') look.names = namesIn(answer);
  look.calls += 1;
  if (question.kind !== 'probe' || look.calls % CALLS_BETWEEN_LOOKS === 0) {
    look.isQuick = isStillQuick(batch, look.place.directory);
  }
  return answer;
};

const askItem = (batch: Batch, look: Look, index: number): void => {
  const answer = askNow(batch, look, batch.questions[index] as FileQuestion);
  if (answer === undefined) batch.waits.push(wait(batch, index, look.place.directory));
  else batch.answers[index] = answer;
};

const ABSENT: FileAnswer = { _tag: 'absent' };
const LEFT_OUT: FileAnswer = { _tag: 'unavailable', reason: 'left out: a file was found in this directory' };

const isUnlisted = ({ names, searched }: Look, path: AbsolutePath): boolean => {
  if (names === undefined || !searched) return false;
  const name = basename(path);
  return !names.has(name.toLowerCase()) && isPlain(name);
};

/** Listings that may be left out. Where the first name is missing, one costs less than to look for all the others. */
const choose = (batch: Batch, look: Look): void => {
  if (look.chosen) return;
  look.chosen = true;
  for (const index of look.place.optional) {
    if (look.found) batch.answers[index] = LEFT_OUT;
    else if (batch.answers[index] === undefined) askItem(batch, look, index);
  }
};

const miss = (batch: Batch, look: Look, name: string): void => {
  if (!isPlain(name)) return;
  look.missed.push(name);
  choose(batch, look);
};

const askAbout = (batch: Batch, look: Look, index: number): void => {
  const { questions, answers } = batch;
  const { kind, path } = questions[index] as FileQuestion;
  if (kind === 'probe' && answers[index] === undefined && look.lacking?.has(basename(path)) === true) {
    answers[index] = ABSENT;
    return;
  }
  if (answers[index] === undefined) {
    if (kind === 'probe' && isUnlisted(look, path)) answers[index] = ABSENT;
    else askItem(batch, look, index);
  }
  if (kind !== 'probe') return;
  const tag = answers[index]?._tag;
  if (tag === 'present') look.found = true;
  if (tag === 'present' || tag === 'absent') look.searched = true;
  if (tag === 'absent') miss(batch, look, basename(path));
};

/** Remembers what a listing lacked. Names that are missed for the second time are worth a listing of their own. */
const remember = (batch: Batch, look: Look): void => {
  const { absences } = batch.ways;
  const { place, missed, lacking } = look;
  const { directory } = place;
  if (missed.length < MIN_NAMES || lacking !== undefined) return;
  if (look.names === undefined && absences.isMissedAgain(directory))
    askNow(batch, look, { kind: 'list', path: directory });
  const { names, listed } = look;
  if (names === undefined || listed === undefined) return;
  absences.learn(directory, listed, new Set(missed.filter((name) => !names.has(name.toLowerCase()))));
};

type Speed = ReturnType<Pace['speedOf']>;

/** Asks everything about directories whose speed is known; false when the batch was aborted meanwhile. */
const askPlaces = async (batch: Batch, places: readonly Place[], speeds: readonly Speed[]): Promise<boolean> => {
  for (const [at, place] of places.entries()) {
    if (speeds[at] === 'unknown') continue;
    const look = lookAt(batch, place, speeds[at] === 'quick');
    for (const index of place.items) {
      if (batch.nowMs - batch.freeMs > SLICE_MS && !(await pause(batch))) return false;
      askAbout(batch, look, index);
    }
    choose(batch, look);
    remember(batch, look);
  }
  return true;
};

/**
 * Answers a batch.
 *
 * Shape:  answers stand in the order of the questions. Of directories that nothing is known of, one question each is
 *         waited for first; whatever lies in a quick directory is asked without waiting, listings first. What a
 *         listing lacks, now or while the directory has not changed since, is absent.
 * Errors: as each question's own; an abort leaves the rest unavailable.
 * Source: SPEC F6; docs/PERFORMANCE.md
 */
export const askAll = async (
  ways: BatchWays,
  questions: readonly FileQuestion[],
  signal: CancelSignal | undefined,
): Promise<readonly FileAnswer[]> => {
  const places = placesOf(questions);
  const startedMs = performance.now();
  const answers = questions.map((): FileAnswer | undefined => undefined);
  const batch: Batch = { ways, questions, signal, answers, waits: [], freeMs: startedMs, nowMs: startedMs };
  const speeds = places.map(({ directory }) => speedOf(ways, directory));
  const unknown = places.filter((_, at) => speeds[at] === 'unknown');
  const scouting = scoutsAmong(unknown).map(({ index, directory }) => wait(batch, index, directory));
  // While these are waited for, the others are asked about.
  const goesOn = await askPlaces(batch, places, speeds);
  if (unknown.length > 0) {
    await Promise.all(scouting);
    batch.freeMs = batch.nowMs = performance.now();
    const found = unknown.map(({ directory }) => (speedOf(ways, directory) === 'quick' ? 'quick' : 'slow'));
    if (goesOn) await askPlaces(batch, unknown, found);
  }
  await Promise.all(batch.waits);
  return answers.map((answer) => answer ?? unavailable(new Error('aborted')));
};
