// Owns: answering many questions at once: which of them are asked without waiting, and in what order. What a call is,
// and what it comes to, is the file system's own business.
import type { AbsolutePath } from '../../domain/path.js';
import { basename, dirname } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion } from '../../ports/file-system.js';
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
  readonly now: (question: FileQuestion) => FileAnswer | undefined;
  readonly pace: Pace;
  readonly blocking: 'quick' | 'always' | 'never';
}

/** Units: ms. After so long without waiting, everything else in the process gets its turn. */
const SLICE_MS = 4;

const directoryOf = ({ kind, path }: FileQuestion): AbsolutePath => (kind === 'list' ? path : dirname(path));

const yieldOnce = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One question for each directory that nothing is known of; a directory speaks for those above it. */
const scoutsAmong = (questions: readonly FileQuestion[], pace: Pace): readonly number[] => {
  const unknown = new Map<AbsolutePath, number>();
  questions.forEach((question, index) => {
    const directory = directoryOf(question);
    if (!unknown.has(directory) && pace.isUnknown(directory)) unknown.set(directory, index);
  });
  const spokenFor = new Set<AbsolutePath>();
  const scouts: number[] = [];
  for (const [directory, index] of [...unknown].sort(([one], [other]) => other.length - one.length)) {
    if (spokenFor.has(directory)) continue;
    scouts.push(index);
    for (let at = directory; !spokenFor.has(at); at = dirname(at)) spokenFor.add(at);
  }
  return scouts;
};

/** What cannot be spelled in several ways on any file system of this platform. */
const isPlain = (name: string): boolean => process.platform !== 'win32' && /^[!-~]+$/u.test(name);

/** The names of directories that were listed completely, so that what is not among them need not be looked for. */
const makeListings = () => {
  const names = new Map<AbsolutePath, ReadonlySet<string>>();
  return {
    learn: (directory: AbsolutePath, answer: FileAnswer): void => {
      if (answer._tag !== 'names' || answer.partial) return;
      names.set(directory, new Set(answer.names.map((name) => name.toLowerCase())));
    },
    /** Letter case may not matter to the file system, so it does not here. */
    lacks: (path: AbsolutePath): boolean => {
      const listed = names.get(dirname(path));
      if (listed === undefined) return false;
      const name = basename(path);
      return isPlain(name) && !listed.has(name.toLowerCase());
    },
  };
};

/**
 * Answers a batch.
 *
 * Shape:  answers stand in the order of the questions. Of directories that nothing is known of, one question each is
 *         waited for first; then whatever lies in a quick directory is asked without waiting, listings first.
 * Errors: as each question's own; an abort leaves the rest unavailable.
 * Source: SPEC F6; docs/PERFORMANCE.md
 */
export const askAll = async (
  { waiting, now, pace, blocking }: Ways,
  questions: readonly FileQuestion[],
  signal: CancelSignal | undefined,
): Promise<readonly FileAnswer[]> => {
  const answers: (FileAnswer | undefined)[] = questions.map(() => undefined);
  const wait = async (index: number): Promise<void> => {
    const question = questions[index] as FileQuestion;
    answers[index] = await waiting(question, signal, (ms) => pace.waited(directoryOf(question), ms));
  };
  const isQuick = (question: FileQuestion): boolean =>
    blocking === 'always' || (blocking === 'quick' && pace.isQuick(directoryOf(question)));

  if (blocking === 'quick') await Promise.all(scoutsAmong(questions, pace).map(wait));
  const left = questions.flatMap((question, index) => (answers[index] === undefined ? [{ question, index }] : []));
  const waits = left.flatMap(({ question, index }) => (isQuick(question) ? [] : [wait(index)]));
  const quick = left.filter(({ question }) => isQuick(question));
  const lists = quick.filter(({ question }) => question.kind === 'list');
  const others = quick.filter(({ question }) => question.kind !== 'list');

  const listings = makeListings();
  let sliceMs = performance.now();
  let nowMs = sliceMs;
  for (const { question, index } of [...lists, ...others]) {
    if (nowMs - sliceMs > SLICE_MS) {
      await yieldOnce();
      if (signal?.aborted === true) break;
      sliceMs = nowMs = performance.now();
    }
    if (question.kind === 'probe' && listings.lacks(question.path)) {
      answers[index] = { _tag: 'absent' };
      continue;
    }
    const answer = isQuick(question) ? now(question) : undefined;
    if (answer === undefined) {
      waits.push(wait(index));
      continue;
    }
    answers[index] = answer;
    if (question.kind === 'list') listings.learn(question.path, answer);
    const startedMs = nowMs;
    nowMs = performance.now();
    pace.blocked(directoryOf(question), nowMs - startedMs);
  }
  await Promise.all(waits);
  return answers.map((answer) => answer ?? unavailable(new Error('aborted')));
};
