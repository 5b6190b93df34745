// Owns: the laws of the system prompt: order and layers, strict interpolation, and a context snapshot that, whatever
// happens to the log, says what applies and says it once.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEvents } from '../src/core/invariant.js';
import type { LogEvent } from '../src/domain/log-event.js';
import { sourceOf, userMessageOf } from '../src/domain/log-event.js';
import { textOf } from '../src/domain/message.js';
import type { Violation } from '../src/domain/violation.js';
import { assemble } from '../src/prompt/assemble.js';
import { promptInvariant } from '../src/prompt/invariant.js';
import type { Assembly, PromptSection } from '../src/prompt/model.js';
import type { PromptRegistry } from '../src/prompt/registry.js';
import { emptyRegistry, register, scoped } from '../src/prompt/registry.js';
import { render } from '../src/prompt/render.js';
import { snapshotText } from '../src/prompt/snapshot.js';
import { appended, contextsOf, header, prompt, replaced, saidAt } from '../test/prompt/session.js';
import { seed } from '../test/seed.js';

const anySection: fc.Arbitrary<PromptSection<number>> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  order: fc.integer({ min: -1, max: 1 }),
  text: fc.oneof(fc.constantFrom('x', 'y'), fc.constantFrom((facts: number) => `fact ${facts}`)),
});

const anyLayer = fc.uniqueArray(anySection, { selector: ({ name }) => name, maxLength: 5 });

const layerOf = (sections: readonly PromptSection<number>[]): PromptRegistry<number> => {
  const registry = register<number>(emptyRegistry, { sections });
  if (E.isLeft(registry)) throw new Error('a name stands twice');
  return registry.right;
};

const stack = (layers: readonly (readonly PromptSection<number>[])[]): PromptRegistry<number> =>
  layers.map(layerOf).reduce<PromptRegistry<number>>(scoped, emptyRegistry);

/** The rule said once more, the slow way: of each name the last one, at the place of the first, then by order. */
const modelled = (layers: readonly (readonly PromptSection<number>[])[], facts: number): Assembly['sections'] => {
  const all = layers.flat();
  const isFirst = ({ name }: PromptSection<number>, index: number): boolean =>
    all.findIndex((other) => other.name === name) === index;
  const winners = all.filter(isFirst).flatMap(({ name }) => all.filter((other) => other.name === name).slice(-1));
  return [-1, 0, 1].flatMap((order) =>
    winners
      .filter((section) => section.order === order)
      .map((section) => ({
        ...section,
        text: typeof section.text === 'string' ? section.text : section.text(facts),
      })),
  );
};

describe(`prompt: assemble (seed ${seed})`, () => {
  test('P2, P3 entries ascend, ties stand by registration, and a shadowing one keeps its place among them', () => {
    fc.assert(
      fc.property(fc.array(anyLayer, { maxLength: 3 }), fc.nat(), (layers, facts) => {
        const assembly = assemble(stack(layers), facts);
        expect(assembly).toEqual(E.right({ sections: modelled(layers, facts), contexts: [], variables: [] }));
      }),
      { numRuns: 300 },
    );
  });

  test('P3 scopes nest in any grouping, and an empty one changes nothing', () => {
    fc.assert(
      fc.property(anyLayer, anyLayer, anyLayer, (one, two, three) => {
        const [a, b, c] = [layerOf(one), layerOf(two), layerOf(three)];
        const expected = assemble(scoped(scoped(a, b), c), 0);
        expect(assemble(scoped(a, scoped(b, c)), 0)).toEqual(expected);
        expect(assemble(scoped(scoped(emptyRegistry, a), emptyRegistry), 0)).toEqual(assemble(a, 0));
      }),
    );
  });

  test('P3 within a layer a name is taken once', () => {
    fc.assert(
      fc.property(fc.array(anySection, { maxLength: 6 }), (sections) => {
        const names = sections.map(({ name }) => name);
        const registry = register<number>(emptyRegistry, { sections });
        expect(E.isRight(registry)).toBe(new Set(names).size === names.length);
      }),
    );
  });

  test('F2 registering one by one is registering together', () => {
    fc.assert(
      fc.property(anyLayer, (sections) => {
        const stepwise = sections.reduce<PromptRegistry<number>>((registry, section) => {
          const grown = register(registry, { sections: [section] });
          return E.isRight(grown) ? grown.right : registry;
        }, emptyRegistry);
        expect(assemble(stepwise, 1)).toEqual(assemble(layerOf(sections), 1));
      }),
    );
  });
});

const VALUES: Readonly<Record<string, string | undefined>> = {
  a: 'A',
  b: '{{a}}',
  c: '',
  d: undefined,
  e: '\n',
  f: '}}',
};
const variables = Object.entries(VALUES).map(([name, value]) => ({ name, value }));

const anyTemplate = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('{{a}}', '{{b}}', '{{c}}', '{{e}}', '{{f}}') },
    { weight: 3, arbitrary: fc.constantFrom('{', '}', '{{', '}}', '\n', '\r', ' ', 'x') },
    { weight: 1, arbitrary: fc.constantFrom('{{d}}', '{{g}}', '{{ a }}', '{{toString}}', '{{}}', 'a', '$&') },
  ),
  maxLength: 8,
});

const sectionsOf = (texts: readonly string[]): Assembly => ({
  sections: texts.map((text, order) => ({ name: `s${order}`, order, text })),
  contexts: [],
  variables,
});

/** The rule said once more, with a regular expression a line: the text, or nothing where it refers wrongly. */
const interpolated = (text: string): string | undefined => {
  let isWrong = false;
  const rendered = text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = /^[A-Za-z_]\w*$/.test(name) && Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
    isWrong ||= value === undefined;
    return value ?? '';
  });
  return isWrong ? undefined : rendered;
};

describe(`prompt: render (seed ${seed})`, () => {
  test('P2 references are replaced once, left to right and line by line, or refused', () => {
    fc.assert(
      fc.property(anyTemplate, (text) => {
        // A letter keeps the text from vanishing.
        const rendered = render(sectionsOf([`.${text}`]));
        const expected = interpolated(text);
        if (expected === undefined) expect(rendered).toMatchObject(E.left({ _tag: 'BadReference', name: 's0' }));
        else expect(rendered).toEqual(E.right(`.${expected}`));
      }),
      { numRuns: 1000 },
    );
  });

  test('P2 texts that are only white space vanish, wherever they stand and whatever made them blank', () => {
    const anyBlank = fc.constantFrom('', ' ', '\n\n', '{{c}}', '{{e}} {{c}}');
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom('x', '{{a}}', ' y'), anyBlank)), (texts) => {
        const visible = texts.map((text) => interpolated(text) ?? '').filter((text) => text.trim() !== '');
        expect(render(sectionsOf(texts))).toEqual(E.right(visible.join('\n\n')));
      }),
    );
  });

  test('P2 a long line of open braces is read in no time', () => {
    const startedAt = performance.now();
    expect(E.isRight(render(sectionsOf(['{{'.repeat(500_000), `${'{{a}}'.repeat(20_000)}{{`])))).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

/** What can happen around a pre-step. */
type Move =
  | { readonly kind: 'step'; readonly contexts: Readonly<Record<string, string>> }
  | { readonly kind: 'talk' }
  | { readonly kind: 'compact'; readonly start: number; readonly end: number };

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y', ' '), { noNullPrototype: true })
      .map((contexts) => ({ kind: 'step' as const, contexts })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'talk' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact' as const), start: fc.nat(9), end: fc.nat(9) }) },
);

const isSnapshot = (event: LogEvent): boolean => sourceOf(event)?.['plugin'] === 'system-prompt';

/** A log that grows, with the seqs on its surface kept by hand. */
class Conversation {
  readonly log: LogEvent[] = [];
  #visible: number[] = [];

  push(event: LogEvent): void {
    this.#visible.push(this.log.push(event) - 1);
  }

  compact(start: number, end: number): void {
    if (this.#visible.length === 0) return;
    const from = start % this.#visible.length;
    const to = from + (end % (this.#visible.length - from));
    const [first = 0, last = 0] = [this.#visible[from], this.#visible[to]];
    const seq = this.log.push(replaced(first, last)) - 1;
    this.#visible.splice(from, to - from + 1, seq);
  }

  /** What the last snapshot that the model can see says. */
  get applies(): string | undefined {
    const seen = this.#visible.map((seq) => this.log[seq] as LogEvent).filter(isSnapshot).at(-1);
    const message = seen === undefined ? undefined : userMessageOf(seen);
    return message === undefined ? undefined : textOf(message.content);
  }
}

describe(`prompt: contexts (seed ${seed})`, () => {
  test('P1 after any pre-step the surface says what applies, says it once, and the log passes the check', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 20 }), (moves) => {
        const conversation = new Conversation();
        conversation.log.push({ type: 'turn/start', data: { turn: 1 } });
        conversation.log.push({ type: 'step/start', data: { turn: 1, step: 1 } });
        for (const move of moves) {
          if (move.kind === 'talk') conversation.push(appended(prompt));
          if (move.kind === 'compact') conversation.compact(move.start, move.end);
          if (move.kind !== 'step') continue;
          const registry = contextsOf(move.contexts);
          const before = conversation.applies;
          const { messages } = saidAt(registry, conversation.log);
          messages.map(appended).forEach((event) => conversation.push(event));
          const sections = Object.entries(move.contexts)
            .filter(([, text]) => text.trim() !== '')
            .map(([name, text]) => ({ name, text }));
          const due = snapshotText(sections);
          expect(conversation.applies ?? snapshotText([])).toBe(due);
          expect(messages.length).toBe((before ?? snapshotText([])) === due ? 0 : 1);
          expect(saidAt(registry, conversation.log).messages).toEqual([]);
        }
        const violations: Violation[] = [];
        checkEvents([promptInvariant], header, conversation.log, (violation) => violations.push(violation));
        expect(violations).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
