// Owns: answering a decision's questions from the ports that a host lends. Knows nothing of any source.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Inquiry } from '../core/inquiry.js';
import { utf8Length } from '../core/utf8.js';
import type { Cancelled } from '../domain/error.js';
import { describeReason } from '../domain/error.js';
import type { Answer, Question } from '../domain/question.js';
import type { AbsolutePath } from '../domain/path.js';
import type { Listing, Probe, ReadResult } from '../domain/probe.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { Env } from '../ports/env.js';
import type { FileAnswer, FileQuestion, FileSystem, RawRead } from '../ports/file-system.js';

const unavailable = (reason: unknown): { readonly _tag: 'unavailable'; readonly reason: string } => ({
  _tag: 'unavailable',
  reason: describeReason(reason),
});

/** What a decision needs to know of a file, from what the file system gave. */
const readResult = (env: Env, raw: RawRead): ReadResult => {
  if (raw._tag === 'too-large' || raw._tag === 'unavailable') return raw;
  const { text, lossy } = raw._tag === 'decoded' ? { text: raw.text, lossy: false } : env.decoder.decode(raw.bytes);
  if (text === undefined) return { _tag: 'not-text' };
  const trimmed = text.trim();
  const digest = env.hash.sha1(text);
  const trimmedDigest = trimmed.length === text.length ? digest : env.hash.sha1(trimmed);
  const bytes = raw._tag === 'bytes' ? raw.bytes.length : utf8Length(text);
  const { version } = raw;
  return version === undefined
    ? { _tag: 'text', content: text, bytes, digest, trimmedDigest, lossy }
    : { _tag: 'text', content: text, bytes, digest, trimmedDigest, lossy, version };
};

const read = async (env: Env, path: AbsolutePath, maxBytes: number, signal?: CancelSignal): Promise<ReadResult> =>
  env.fileSystem === undefined
    ? unavailable('no file system is lent')
    : readResult(env, await env.fileSystem.read(path, maxBytes, signal)());

const answerOne = async (env: Env, question: Question, signal?: CancelSignal): Promise<Answer> => {
  switch (question.kind) {
    case 'probe':
      return env.fileSystem?.probe(question.path, signal)() ?? { _tag: 'no-provider' };
    case 'read':
      return read(env, question.path, question.maxBytes, signal);
    case 'list':
      return env.fileSystem?.list?.(question.path, signal)() ?? unavailable('the file system does not list');
    case 'now':
      return env.clock?.now();
    case 'zone':
      return env.clock?.zone();
    case 'shell':
      return env.shell?.run(question.command, signal)() ?? { _tag: 'no-provider' };
    case 'read-surface': {
      const surface = await env.sessions?.readSurface(question.sessionId, signal)();
      if (surface === undefined) return unavailable('no session store is lent');
      return E.isLeft(surface) ? unavailable(surface.left.detail) : surface.right;
    }
    case 'list-sessions': {
      const sessions = await env.sessions?.list(signal)();
      if (sessions === undefined) return unavailable('no session store is lent');
      return E.isLeft(sessions) ? unavailable(sessions.left.detail) : { _tag: 'sessions', sessions: sessions.right };
    }
  }
};

/** Only a clock may have nothing to say; of any other port that is a failure. */
const heard = ({ kind }: Question, answer: Answer): Answer =>
  kind === 'now' || kind === 'zone' ? answer : (answer ?? unavailable('the port gave no answer'));

/** A port that throws or rejects has failed; the answer says so in its own way. */
const failed = ({ kind }: Question, reason: unknown): Answer =>
  kind === 'now' ? NaN : kind === 'zone' ? undefined : unavailable(reason);

const answerSafely = (env: Env, question: Question, signal?: CancelSignal): Promise<Answer> =>
  answerOne(env, question, signal).then(
    (answer) => heard(question, answer),
    (reason: unknown) => failed(question, reason),
  );

const isFileQuestion = (question: Question): question is FileQuestion =>
  question.kind === 'probe' || question.kind === 'read' || question.kind === 'list';

/** What cannot be made sense of is the failure of its own question, not of those beside it. */
const heardOfMany = (env: Env, question: FileQuestion, answer: FileAnswer | undefined): Answer => {
  const given = answer ?? unavailable('the file system left a question unanswered');
  if (question.kind !== 'read') return given as Probe | Listing;
  try {
    return readResult(env, given as RawRead);
  } catch (reason) {
    return failed(question, reason);
  }
};

/** The questions about files go to the provider together, where it can do better than one by one. */
const askMany = async (
  env: Env,
  many: NonNullable<FileSystem['many']>,
  questions: readonly FileQuestion[],
  signal?: CancelSignal,
): Promise<readonly Answer[]> => {
  try {
    const found = await many(questions, signal)();
    return questions.map((question, index) => heardOfMany(env, question, found[index]));
  } catch (reason) {
    return questions.map(() => unavailable(reason));
  }
};

const answerBatch = async (
  env: Env,
  questions: readonly Question[],
  signal?: CancelSignal,
): Promise<readonly Answer[]> => {
  const one = (question: Question): Promise<Answer> => answerSafely(env, question, signal);
  const many = env.fileSystem?.many?.bind(env.fileSystem);
  if (many === undefined) return Promise.all(questions.map(one));
  if (questions.every(isFileQuestion)) return askMany(env, many, questions, signal);
  const files = questions.filter(isFileQuestion);
  const others = questions.filter((question) => !isFileQuestion(question));
  const [found, told] = await Promise.all([
    files.length === 0 ? [] : askMany(env, many, files, signal),
    Promise.all(others.map(one)),
  ]);
  const answers = new Map<Question, Answer>(others.map((question, index) => [question, told[index]]));
  files.forEach((question, index) => answers.set(question, found[index]));
  return questions.map((question) => answers.get(question));
};

/** Settles as soon as the signal is aborted, however long the ports take; a port may have aborted it just now. */
export const untilAborted = <A>(work: Promise<A>, signal?: CancelSignal): Promise<A | undefined> => {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
};

/**
 * Answers the batches of an inquiry until it is settled.
 *
 * Shape:  the questions of a batch are asked concurrently, or all at once of a file system that takes `many`; how many
 *         run at once is the port's to bound.
 * Errors: `Cancelled` as soon as the signal is aborted, even where a port hangs; nothing else fails.
 * Source: SPEC F1, F6
 */
export const answer =
  (env: Env, signal?: CancelSignal) =>
  <A>(inquiry: Inquiry<A>): TaskEither<Cancelled, A> =>
  async () => {
    let current = inquiry;
    for (;;) {
      if (signal?.aborted === true) return E.left({ _tag: 'Cancelled', reason: signal.reason });
      if (current.kind === 'settled') return E.right(current.value);
      const answers = await untilAborted(answerBatch(env, current.questions, signal), signal);
      if (answers !== undefined) current = current.resume(answers);
    }
  };
