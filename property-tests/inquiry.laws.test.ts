// Owns: the laws of inquiries: chain and map are a monad's, and `all` runs side by side what could run apart.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Inquiry } from '../src/core/inquiry.js';
import { all, ask, chain, map, settled } from '../src/core/inquiry.js';
import type { Answer, Question, ShellResult } from '../src/domain/question.js';
import { questionKey } from '../src/domain/question.js';
import { seed } from '../test/seed.js';

/** What an inquiry does round by round: the commands it wants to run. */
type Plan = readonly (readonly string[])[];

const anyPlan: fc.Arbitrary<Plan> = fc.array(
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 }),
  { maxLength: 4 },
);

const shell = (command: string): Extract<Question, { kind: 'shell' }> => ({ kind: 'shell', command });

const stdoutOf = (result: ShellResult): string => (result._tag === 'exited' ? result.stdout : '');

/** Carries a plan out and gives back what was heard, in order. */
const follow = (plan: Plan, heard: readonly string[] = []): Inquiry<readonly string[]> => {
  const [round, ...rest] = plan;
  if (round === undefined) return settled(heard);
  return ask(round.map(shell), (answers) => follow(rest, [...heard, ...answers.map(stdoutOf)]));
};

/** An answer that tells in which round and on which question it was given. */
const answerTo = (question: Question, round: number): Answer => ({
  _tag: 'exited',
  exitCode: 0,
  stdout: `${questionKey(question)}#${round}`,
});

interface Run<A> {
  readonly value: A;
  readonly batches: readonly (readonly string[])[];
}

const run = <A>(inquiry: Inquiry<A>): Run<A> => {
  const batches: (readonly string[])[] = [];
  let current = inquiry;
  while (current.kind === 'asking') {
    const round = batches.push(current.questions.map(questionKey));
    current = current.resume(current.questions.map((question) => answerTo(question, round)));
  }
  return { value: current.value, batches };
};

describe(`inquiry (seed ${seed})`, () => {
  test('a settled value chained is the next inquiry, and chaining `settled` changes nothing', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(run(chain(settled(plan), (value) => follow(value)))).toEqual(run(follow(plan)));
        expect(run(chain(follow(plan), settled))).toEqual(run(follow(plan)));
      }),
    );
  });

  test('chaining is associative', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, anyPlan, (first, second, third) => {
        const then = (plan: Plan) => (heard: readonly string[]) => follow(plan, heard);
        const left = chain(chain(follow(first), then(second)), then(third));
        const right = chain(follow(first), (heard) => chain(then(second)(heard), then(third)));
        expect(run(left)).toEqual(run(right));
        expect(run(left)).toEqual(run(follow([...first, ...second, ...third])));
      }),
    );
  });

  test('mapping asks the same and composes', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const count = (heard: readonly string[]): number => heard.length;
        const twice = (amount: number): number => amount * 2;
        const { value, batches } = run(follow(plan));
        expect(run(map(map(follow(plan), count), twice))).toEqual({ value: twice(count(value)), batches });
        expect(run(map(follow(plan), (heard) => heard))).toEqual({ value, batches });
      }),
    );
  });

  test('C2 side by side, everyone hears what it would have heard alone, in its own place', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 5 }), (plans) => {
        const together = run(all(plans.map((plan) => follow(plan))));
        expect(together.value).toEqual(plans.map((plan) => run(follow(plan)).value));
      }),
    );
  });

  test('C2 rounds are the most that one takes; a round asks each question once and nothing else', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 5 }), (plans) => {
        const { batches } = run(all(plans.map((plan) => follow(plan))));
        expect(batches.length).toBe(Math.max(0, ...plans.map((plan) => plan.length)));
        batches.forEach((batch, round) => {
          const wanted = plans.flatMap((plan) => plan[round] ?? []).map((command) => questionKey(shell(command)));
          expect(new Set(batch).size).toBe(batch.length);
          expect(batch).toEqual([...new Set(wanted)]);
        });
      }),
    );
  });

  test('C2 groups of groups run as one', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyPlan, { maxLength: 3 }), { maxLength: 3 }), (groups) => {
        const nested = run(all(groups.map((plans) => all(plans.map((plan) => follow(plan))))));
        const flat = run(all(groups.flat().map((plan) => follow(plan))));
        expect(nested.value.flat()).toEqual(flat.value);
        expect(nested.batches).toEqual(flat.batches);
      }),
    );
  });

  test('an empty batch is not asked', () => {
    expect(run(ask([], () => settled('done')))).toEqual({ value: 'done', batches: [] });
    expect(run(all([]))).toEqual({ value: [], batches: [] });
  });

  test('F1 a batch answered with another number of answers is a broken invariant', () => {
    const two = ask([shell('a'), shell('b')], () => settled(0));
    const other = ask([shell('b'), shell('c')], () => settled(0));
    for (const inquiry of [all([two]), all([two, settled(1)]), all([two, other])]) {
      const answer = (): unknown => inquiry.kind === 'asking' && inquiry.resume([undefined]);
      expect(answer).toThrow('broken invariant: a batch was answered with another number of answers');
    }
  });

  test('F1 an inquiry that asks for nothing, and is not settled either, is a broken invariant', () => {
    const forged: Inquiry<number> = { kind: 'asking', questions: [], resume: () => settled(0) };
    expect(() => all([forged, forged])).toThrow('broken invariant: an inquiry asked for an empty batch');
  });

  test('C2 nobody copies the questions of the only one that asks', () => {
    const questions = [shell('a'), shell('b')];
    const together = all([settled('x'), ask(questions, () => settled('y')), settled('z')]);
    expect(together.kind === 'asking' && together.questions).toBe(questions);
    expect(run(together)).toMatchObject({ value: ['x', 'y', 'z'], batches: [['shell a', 'shell b']] });
  });
});
