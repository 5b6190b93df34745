// Owns: answering many questions at once: which of them are asked without waiting, in what order, and which need not
// be asked. What a call is, and what it comes to, is the file system's own business.
import type { AbsolutePath } from '../../domain/path.js';
import { basename, dirname } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion } from '../../ports/file-system.js';
import type { Absences, Listed } from './absence.js';
import { unavailable } from './failure.js';
import type { Pace } from './pace.js';

/** The two ways to ask, and what decides between them. */
export interface Ways {
  readonly waiting: (
    question: FileQuestion,
    signal: CancelSignal | undefined,
    took?: (ms: number) => void,
  ) => Promise<FileAnswer>;
  /** `undefined` for what should rather be waited for. */
  readonly now: (question: FileQuestion, listed: (directory: Listed) => void) => FileAnswer | undefined;
  readonly pace: Pace;
  readonly absences: Absences;
  readonly blocking: 'quick' | 'always' | 'never';
}

/** Units: ms. After so long without waiting, everything else in the process gets its turn. */
const SLICE_MS = 4;

/** Probes are so quick that a look at the clock after each of them would be felt. */
const CALLS_BETWEEN_LOOKS = 4;

const yieldOnce = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One question with its place in the batch and the last part of its path. */
interface Item {
  readonly question: FileQuestion;
  readonly index: number;
  readonly name: string;
}

/** The questions of one batch about one directory. */
interface Place {
  readonly directory: AbsolutePath;
  /** Listings first. */
  readonly items: Item[];
  lists: number;
}

/** The questions of a touch are mostly those of the touch before. */
const knownPlaces = new WeakMap<readonly FileQuestion[], readonly Place[]>();

const placesOf = (questions: readonly FileQuestion[]): readonly Place[] => {
  const known = knownPlaces.get(questions);
  if (known !== undefined) return known;
  const places = new Map<AbsolutePath, Place>();
  questions.forEach((question, index) => {
    const { kind, path } = question;
    const directory = kind === 'list' ? path : dirname(path);
    const place = places.get(directory) ?? { directory, items: [], lists: 0 };
    const item = { question, index, name: basename(path) };
    if (kind === 'list') place.items.splice(place.lists++, 0, item);
    else place.items.push(item);
    places.set(directory, place);
  });
  const made = [...places.values()];
  knownPlaces.set(questions, made);
  return made;
};

interface Scout {
  readonly item: Item;
  readonly directory: AbsolutePath;
}

/** One question for each directory that nothing is known of; a directory speaks for those above it. */
const scoutsAmong = (places: readonly Place[], pace: Pace): readonly Scout[] => {
  const unknown = places.filter(({ directory }) => pace.isUnknown(directory));
  const spokenFor = new Set<AbsolutePath>();
  const scouts: Scout[] = [];
  for (const { directory, items, lists } of unknown.sort((a, b) => b.directory.length - a.directory.length)) {
    if (spokenFor.has(directory)) continue;
    scouts.push({ item: (items[lists] ?? items[0]) as Item, directory });
    for (let at = directory; !spokenFor.has(at); at = dirname(at)) spokenFor.add(at);
  }
  return scouts;
};

/** What cannot be spelled in several ways on any file system of this platform. */
const isPlain = (name: string): boolean => process.platform !== 'win32' && /^[!-~]+$/u.test(name);

/** The names of a directory that was listed completely; letter case may not matter to the file system. */
const namesIn = (answer: FileAnswer): ReadonlySet<string> | undefined =>
  answer._tag !== 'names' || answer.partial ? undefined : new Set(answer.names.map((name) => name.toLowerCase()));

/** What a batch has come to so far. */
interface Batch {
  readonly ways: Ways;
  readonly signal: CancelSignal | undefined;
  readonly answers: (FileAnswer | undefined)[];
  /** Calls that are waited for, beside everything else. */
  readonly waits: Promise<void>[];
  /** Units: ms; when the process was last free for others, and when the newest call was over. */
  freeMs: number;
  nowMs: number;
}

const wait = async ({ ways, signal, answers }: Batch, { question, index }: Item, directory: AbsolutePath) => {
  answers[index] = await ways.waiting(question, signal, (ms) => ways.pace.waited(directory, ms));
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

/** What a directory lacks, as far as that needs no listing; it may be gone or closed by now. */
const stillLacking = ({ ways }: Batch, { directory, items, lists }: Place): ReadonlySet<string> | undefined => {
  if (lists > 0 || items.length < 2) return undefined;
  try {
    return ways.absences.stillIn(directory);
  } catch {
    return undefined;
  }
};

const ABSENT: FileAnswer = { _tag: 'absent' };

/** Asks everything about one directory; false when the batch was aborted meanwhile. */
const askPlace = async (batch: Batch, place: Place): Promise<boolean> => {
  const { ways, answers } = batch;
  const { directory } = place;
  let isQuick = ways.blocking === 'always' || (ways.blocking === 'quick' && ways.pace.isQuick(directory));
  const lacking = isQuick ? stillLacking(batch, place) : undefined;
  let listed: Listed | undefined;
  let names: ReadonlySet<string> | undefined;
  const missed = new Set<string>();
  const isMissing = (name: string): boolean => {
    if (names === undefined) return lacking?.has(name) === true;
    if (names.has(name.toLowerCase()) || !isPlain(name)) return false;
    missed.add(name);
    return true;
  };
  const learnBefore = (before: Listed): void => {
    listed = before;
  };
  let calls = 0;
  for (const item of place.items) {
    const { question, index, name } = item;
    if (answers[index] !== undefined) continue;
    if (batch.nowMs - batch.freeMs > SLICE_MS && !(await pause(batch))) return false;
    if (question.kind === 'probe' && isMissing(name)) {
      answers[index] = ABSENT;
      continue;
    }
    const answer = isQuick ? ways.now(question, learnBefore) : undefined;
    if (answer === undefined) {
      batch.waits.push(wait(batch, item, directory));
      continue;
    }
    answers[index] = answer;
    if (question.kind === 'list') names = namesIn(answer);
    calls += 1;
    if (question.kind !== 'probe' || calls % CALLS_BETWEEN_LOOKS === 0) isQuick = isStillQuick(batch, directory);
  }
  if (listed !== undefined && missed.size > 0) ways.absences.learn(directory, listed, missed);
  return true;
};

/**
 * Answers a batch.
 *
 * Shape:  answers stand in the order of the questions. Of directories that nothing is known of, one question each is
 *         waited for first; then whatever lies in a quick directory is asked without waiting, listings first. What a
 *         listing lacks, now or while the directory has not changed since, is absent.
 * Errors: as each question's own; an abort leaves the rest unavailable.
 * Source: SPEC F6; docs/PERFORMANCE.md
 */
export const askAll = async (
  ways: Ways,
  questions: readonly FileQuestion[],
  signal: CancelSignal | undefined,
): Promise<readonly FileAnswer[]> => {
  const places = placesOf(questions);
  const startedMs = performance.now();
  const answers = questions.map((): FileAnswer | undefined => undefined);
  const batch: Batch = { ways, signal, answers, waits: [], freeMs: startedMs, nowMs: startedMs };
  if (ways.blocking === 'quick') {
    const scouts = scoutsAmong(places, ways.pace);
    if (scouts.length > 0) {
      await Promise.all(scouts.map(({ item, directory }) => wait(batch, item, directory)));
      batch.freeMs = batch.nowMs = performance.now();
    }
  }
  for (const place of places) if (!(await askPlace(batch, place))) break;
  await Promise.all(batch.waits);
  return answers.map((answer) => answer ?? unavailable(new Error('aborted')));
};
