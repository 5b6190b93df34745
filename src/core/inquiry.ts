// Owns: programs as data: a decision that is done, or that asks for a batch of facts and says how to go on.
// Who answers, and whether concurrently or at all, is not its business.
import type { Answer, AnswerByKind, Question } from '../domain/question.js';
import { questionKey } from '../domain/question.js';
import { invariant } from './assert.js';

/**
 * A decision that may need facts.
 *
 * Shape:  `resume` takes one answer for each question, in the order of the questions; it may be called at most once.
 * Source: SPEC F1; DESIGN 1
 *
 * @example
 * ```ts
 * import { ask, map } from 'contextfold';
 *
 * const hour = map(ask([{ kind: 'now' }], ([now]) => ({ kind: 'settled', value: now ?? 0 })), (ms) => ms / 3_600_000);
 * hour.kind === 'asking' && hour.questions; // => [{ kind: 'now' }]
 * hour.kind === 'asking' && hour.resume([7_200_000]); // => { kind: 'settled', value: 2 }
 * ```
 */
export type Inquiry<A> =
  | { readonly kind: 'settled'; readonly value: A }
  | {
      readonly kind: 'asking';
      readonly questions: readonly Question[];
      readonly resume: (answers: readonly Answer[]) => Inquiry<A>;
    };

/** A decision that needs nothing more. */
export const settled = <A>(value: A): Inquiry<A> => ({ kind: 'settled', value });

/** The answers to a list of questions, each typed by its question. */
export type AnswersTo<Qs extends readonly Question[]> = { readonly [I in keyof Qs]: AnswerByKind[Qs[I]['kind']] };

/**
 * Asks for a batch of facts and goes on with the answers.
 *
 * Shape:  an empty batch is not asked: the rest runs at once.
 */
export const ask = <const Qs extends readonly Question[], A>(
  questions: Qs,
  then: (answers: AnswersTo<Qs>) => Inquiry<A>,
): Inquiry<A> =>
  questions.length === 0
    ? then([] as unknown as AnswersTo<Qs>)
    : { kind: 'asking', questions, resume: (answers) => then(answers as AnswersTo<Qs>) };

/** Goes on with another inquiry. */
export const chain = <A, B>(inquiry: Inquiry<A>, then: (value: A) => Inquiry<B>): Inquiry<B> =>
  inquiry.kind === 'settled'
    ? then(inquiry.value)
    : { ...inquiry, resume: (answers) => chain(inquiry.resume(answers), then) };

/** Changes the result. */
export const map = <A, B>(inquiry: Inquiry<A>, change: (value: A) => B): Inquiry<B> =>
  chain(inquiry, (value) => settled(change(value)));

/** The only one that asks needs no batch that is shared, and nobody asks what it asks. */
const alone = <A>(inquiries: readonly Inquiry<A>[]): Inquiry<readonly A[]> | undefined => {
  const asking = inquiries.filter((inquiry) => inquiry.kind === 'asking');
  const [only] = asking;
  if (only === undefined || asking.length > 1) return undefined;
  const { questions } = only;
  return {
    kind: 'asking',
    questions,
    resume: (answers) => {
      invariant(answers.length === questions.length, 'a batch was answered with another number of answers');
      const next = only.resume(answers);
      return all(inquiries.map((inquiry) => (inquiry === only ? next : inquiry)));
    },
  };
};

/**
 * Runs several inquiries side by side, one shared batch a round; what several of them ask is asked once.
 *
 * Shape:  results stand in the order of the inquiries; rounds = the most that one of them takes. No inquiry asks the
 *         same twice in a batch of its own.
 * Cost:   nothing for each question while only one inquiry asks.
 * Source: SPEC C2; property-tests/inquiry.laws.test.ts
 */
export const all = <A>(inquiries: readonly Inquiry<A>[]): Inquiry<readonly A[]> => {
  const unshared = alone(inquiries);
  if (unshared !== undefined) return unshared;
  const questions: Question[] = [];
  const places = new Map<string, number>();
  const wanted = inquiries.map((inquiry) =>
    inquiry.kind === 'settled'
      ? []
      : inquiry.questions.map((question) => {
          const key = questionKey(question);
          const known = places.get(key);
          if (known !== undefined) return known;
          places.set(key, questions.length);
          return questions.push(question) - 1;
        }),
  );
  if (questions.length === 0) {
    return settled(
      inquiries.map((inquiry) => {
        invariant(inquiry.kind === 'settled', 'an inquiry asked for an empty batch');
        return inquiry.value;
      }),
    );
  }
  return {
    kind: 'asking',
    questions,
    resume: (answers) => {
      invariant(answers.length === questions.length, 'a batch was answered with another number of answers');
      return all(
        inquiries.map((inquiry, index) =>
          inquiry.kind === 'settled' ? inquiry : inquiry.resume((wanted[index] ?? []).map((place) => answers[place])),
        ),
      );
    },
  };
};
