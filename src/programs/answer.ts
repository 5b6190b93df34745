// Owns: answering a decision's questions from the ports that a host lends. Knows nothing of any source.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Inquiry } from '../core/inquiry.js';
import { utf8Length } from '../core/utf8.js';
import type { Cancelled } from '../domain/error.js';
import { describeReason } from '../domain/error.js';
import type { Answer, Question } from '../domain/question.js';
import type { AbsolutePath } from '../domain/path.js';
import type { ReadResult } from '../domain/probe.js';
import type { CancelSignal } from '../ports/cancel-signal.js';
import type { Env } from '../ports/env.js';

const unavailable = (reason: unknown): { readonly _tag: 'unavailable'; readonly reason: string } => ({
  _tag: 'unavailable',
  reason: describeReason(reason),
});

const read = async (env: Env, path: AbsolutePath, maxBytes: number, signal?: CancelSignal): Promise<ReadResult> => {
  if (env.fileSystem === undefined) return unavailable('no file system is lent');
  const raw = await env.fileSystem.read(path, maxBytes, signal)();
  if (raw._tag === 'too-large' || raw._tag === 'unavailable') return raw;
  const { text, lossy } = raw._tag === 'decoded' ? { text: raw.text, lossy: false } : env.decoder.decode(raw.bytes);
  if (text === undefined) return { _tag: 'not-text' };
  const trimmed = text.trim();
  const digest = env.hash.sha1(text);
  return {
    _tag: 'text',
    content: text,
    bytes: raw._tag === 'bytes' ? raw.bytes.length : utf8Length(text),
    digest,
    trimmedDigest: trimmed.length === text.length ? digest : env.hash.sha1(trimmed),
    lossy,
    ...(raw.version === undefined ? {} : { version: raw.version }),
  };
};

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

/** A port that throws or rejects has failed; the answer says so in its own way. */
const answerSafely = (env: Env, question: Question, signal?: CancelSignal): Promise<Answer> =>
  answerOne(env, question, signal).catch((reason: unknown): Answer =>
    question.kind === 'now' ? NaN : question.kind === 'zone' ? undefined : unavailable(reason),
  );

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
 * Shape:  the questions of a batch are asked concurrently; how many run at once is the port's to bound.
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
      const answers = await untilAborted(
        Promise.all(current.questions.map((question) => answerSafely(env, question, signal))),
        signal,
      );
      if (answers !== undefined) current = current.resume(answers);
    }
  };
