// Owns: the laws of many sources as one: together they say what they would have said apart, in an order that is fixed.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../src/core/combine.js';
import { consider } from '../src/core/combine.js';
import type { Contribution, MountedSource, Occasion, Placement } from '../src/core/context-source.js';
import { attach, initialState } from '../src/core/fold.js';
import type { Inquiry } from '../src/core/inquiry.js';
import { ask, settled } from '../src/core/inquiry.js';
import type { SessionHeader } from '../src/domain/log-event.js';
import type { MessageDraft, UserMessage } from '../src/domain/message.js';
import { seed } from '../test/seed.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' };
const PLACEMENTS: readonly Placement[] = ['lead', 'after-direct', 'tail', 'last'];

/** A source that asks round by round and then repeats what it was told. */
interface Plan {
  readonly placement: Placement;
  readonly rounds: readonly (readonly string[])[];
  readonly messages: number;
  readonly hold: boolean;
}

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  placement: fc.constantFrom(...PLACEMENTS),
  rounds: fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
  messages: fc.nat(2),
  hold: fc.boolean(),
});

const contribute = (plan: Plan, kind: string, heard = ''): Inquiry<Contribution<string>> => {
  const [round, ...rounds] = plan.rounds;
  if (round !== undefined) {
    return ask(
      round.map((command) => ({ kind: 'shell' as const, command })),
      (answers) => contribute({ ...plan, rounds }, kind, heard + JSON.stringify(answers)),
    );
  }
  const draft = (_: unknown, index: number): MessageDraft => ({ content: `${index}${heard}`, source: { kind } });
  return settled({
    messages: Array.from({ length: plan.messages }, draft),
    diagnostics: [{ code: kind, detail: heard }],
    hold: plan.hold,
    remember: (memory: string) => memory + heard,
  });
};

const mounted = (plans: readonly Plan[]): readonly MountedSource[] =>
  plans.map((plan, index) => ({
    kind: `s${index}`,
    placement: plan.placement,
    initial: () => null,
    evolve: (state: null) => state,
    consider: () => contribute(plan, `s${index}`),
    memory: { initial: '', observe: (memory: string) => memory },
  }));

/** The decision, with the answer to a question made of nothing but the question. */
const decide = (sources: readonly MountedSource[], occasion: Occasion): Decision => {
  let inquiry = consider(sources, attach(sources, initialState(sources, header)), occasion);
  while (inquiry.kind === 'asking') {
    inquiry = inquiry.resume(
      inquiry.questions.map((question) => ({ _tag: 'exited', exitCode: 0, stdout: JSON.stringify(question) })),
    );
  }
  return inquiry.value;
};

const proposed: readonly UserMessage[] = ['user', 'queue'].map((kind) => ({
  id: kind,
  role: 'user',
  content: kind,
  source: { kind },
}));
const preStep: Occasion = { kind: 'pre-step', turn: 1, step: 1, messages: proposed };

const ofKind = (messages: readonly UserMessage[], kind: string): readonly unknown[] =>
  messages.filter(({ source }) => source.kind === kind).map(({ content }) => content);

describe(`combine (seed ${seed})`, () => {
  test('C2 sources together say what they say apart', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 5 }), (plans) => {
        const sources = mounted(plans);
        const together = decide(sources, preStep);
        const live = attach(sources, initialState(sources, header));
        sources.forEach((source, index) => {
          const apart = decide([source], preStep);
          expect(ofKind(together.added, source.kind)).toEqual(ofKind(apart.added, source.kind));
          expect(together.diagnostics.filter(({ code }) => code === source.kind)).toEqual(apart.diagnostics);
          expect(together.remember(live).memories[index]).toEqual(
            apart.remember({ ...live, memories: [''] }).memories[0],
          );
        });
        expect(together.hold).toBe(plans.some(({ hold }) => hold));
      }),
    );
  });

  test('C1 the batch is ordered by placement, then by mount order, around what was proposed', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 5 }), (plans) => {
        const { messages, added } = decide(mounted(plans), preStep);
        const rankOf = ({ source: { kind } }: UserMessage): number => {
          if (kind === 'user') return 0.5;
          if (kind === 'queue') return 1.5;
          return PLACEMENTS.indexOf(plans[Number(kind.slice(1))]?.placement ?? 'tail');
        };
        const ranks = messages.map((message) => [rankOf(message), Number(message.source.kind.slice(1)) || 0]);
        expect(ranks).toEqual([...ranks].sort(([a = 0, x = 0], [b = 0, y = 0]) => a - b || x - y));
        expect(added).toEqual(messages.filter(({ source }) => /^s\d/u.test(source.kind)));
      }),
    );
  });

  test('F2 ids are distinct and the same every time', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 5 }), (plans) => {
        const ids = (): readonly string[] => decide(mounted(plans), preStep).messages.map(({ id }) => id);
        expect(new Set(ids()).size).toBe(ids().length);
        expect(ids()).toEqual(ids());
      }),
    );
  });

  test('S6 one refusal silences all, and nobody remembers the decision', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { maxLength: 4 }), fc.nat(4), (plans, at) => {
        const refusal = { _tag: 'Refused', source: 'no', code: 'NO', detail: '' } as const;
        const refusing: MountedSource = {
          kind: 'no',
          initial: () => null,
          evolve: (state: null) => state,
          consider: () => settled({ refusal }),
        };
        const sources = [...mounted(plans)];
        sources.splice(Math.min(at, sources.length), 0, refusing);
        const decision = decide(sources, preStep);
        expect(decision).toMatchObject({ enters: false, messages: [], added: [], refusal });
        const live = attach(sources, initialState(sources, header));
        expect(decision.remember(live)).toBe(live);
      }),
    );
  });
});
