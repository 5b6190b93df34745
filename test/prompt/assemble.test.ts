// Owns: examples of the registry and of assembling it: order, layers, transforms and the complete section.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Assembly, PromptError } from '../../src/prompt/model.js';
import { describePromptError } from '../../src/prompt/model.js';
import type { PromptLayer, PromptRegistry } from '../../src/prompt/registry.js';
import { emptyRegistry, register, scoped } from '../../src/prompt/registry.js';
import { assemble } from '../../src/prompt/assemble.js';

interface Facts {
  readonly mode: 'plan' | 'act';
}

const right = <A>(value: E.Either<PromptError, A>): A => {
  if (E.isLeft(value)) throw new Error(describePromptError(value.left));
  return value.right;
};

const registryOf = (entries: Partial<PromptLayer<Facts>>): PromptRegistry<Facts> =>
  right(register<Facts>(emptyRegistry, entries));

const assembled = (registry: PromptRegistry<Facts>, mode: Facts['mode'] = 'act'): Assembly =>
  right(assemble(registry, { mode }));

const section = (name: string, order: number, text = name) => ({ name, order, text });

const names = (entries: readonly { readonly name: string }[]): string => entries.map(({ name }) => name).join(' ');

describe('order', () => {
  test('P2 ascending, ties by registration', () => {
    const registry = registryOf({ sections: [section('c', 2), section('a', -1), section('b', 2), section('d', 0.5)] });
    expect(names(assembled(registry).sections)).toBe('a d c b');
  });

  test('P2 sections and contexts are ordered apart', () => {
    const registry = registryOf({
      sections: [section('s', 9)],
      contexts: [section('y', 2), section('x', 1), section('s', 0)],
    });
    const { sections, contexts } = assembled(registry);
    expect([names(sections), names(contexts)]).toEqual(['s', 's x y']);
  });
});

describe('facts', () => {
  test('P1 a text may be a function of them, and so may a value', () => {
    const registry = registryOf({
      sections: [{ name: 'mode', order: 0, text: ({ mode }) => `You ${mode}.` }],
      contexts: [{ name: 'note', order: 0, text: ({ mode }) => (mode === 'plan' ? 'Write nothing.' : '') }],
      variables: [{ name: 'mode', value: ({ mode }) => mode }, { name: 'fixed', value: 'x' }],
    });
    expect(assembled(registry, 'plan')).toEqual({
      sections: [section('mode', 0, 'You plan.')],
      contexts: [section('note', 0, 'Write nothing.')],
      variables: [{ name: 'mode', value: 'plan' }, { name: 'fixed', value: 'x' }],
    });
  });
});

describe('layers', () => {
  const base = registryOf({ sections: [section('a', 1), section('b', 1), section('c', 1)] });

  test('P3 a scope shadows the entry of the same name and keeps its place among ties', () => {
    const scope = registryOf({ sections: [section('b', 1, 'mine'), section('d', 1)] });
    const { sections } = assembled(scoped(base, scope));
    expect(sections.map(({ text }) => text)).toEqual(['a', 'mine', 'c', 'd']);
  });

  test('P3 a scope may bring another order', () => {
    expect(names(assembled(scoped(base, registryOf({ sections: [section('c', 0)] }))).sections)).toBe('c a b');
  });

  test('P3 a scope may shadow the scope around it, and each kind of entry for itself', () => {
    const agent = registryOf({ variables: [{ name: 'a', value: 'agent' }] });
    const session = registryOf({ variables: [{ name: 'a', value: 'session' }] });
    const { sections, variables } = assembled(scoped(scoped(base, agent), session));
    expect(names(sections)).toBe('a b c');
    expect(variables).toEqual([{ name: 'a', value: 'session' }]);
  });

  test('P3 the global registry stays what it was', () => {
    scoped(base, registryOf({ sections: [section('a', 9)] }));
    right(register(base, { sections: [section('z', 0)] }));
    expect(names(assembled(base).sections)).toBe('a b c');
  });

  test.each(['sections', 'contexts'] as const)('P3 a name twice among the %s of one layer is an error', (list) => {
    const part = list === 'sections' ? 'section' : 'context';
    const error = E.left({ _tag: 'DuplicateName', part, name: 'a' });
    expect(register(emptyRegistry, { [list]: [section('a', 1), section('a', 2)] })).toEqual(error);
    const once = right(register(emptyRegistry, { [list]: [section('a', 1)] }));
    expect(register(once, { [list]: [section('a', 1)] })).toEqual(error);
  });

  test('P3 a variable twice in one layer is an error, one called as a section is not', () => {
    const variable = { name: 'a', value: '1' };
    expect(register(base, { variables: [variable] })).toMatchObject({ _tag: 'Right' });
    expect(register(base, { variables: [variable, variable] })).toEqual(
      E.left({ _tag: 'DuplicateName', part: 'variable', name: 'a' }),
    );
  });
});

describe('the complete section', () => {
  const whole = { ...section('whole', 5), complete: true };

  test('P2 it replaces all other sections, and contexts stay', () => {
    const registry = registryOf({ sections: [section('a', 1), whole], contexts: [section('x', 1)] });
    const { sections, contexts } = assembled(registry);
    expect([names(sections), names(contexts)]).toEqual(['whole', 'x']);
  });

  test('P2 two of them are an error that names both', () => {
    const registry = registryOf({ sections: [whole, section('a', 1), { ...section('other', 0), complete: true }] });
    const error: PromptError = { _tag: 'SeveralComplete', names: ['other', 'whole'] };
    expect(assemble(registry, { mode: 'act' })).toEqual(E.left(error));
  });

  test('P2 one that is blank has vanished: it neither replaces the others nor counts as a second', () => {
    const text = ({ mode }: Facts): string => (mode === 'plan' ? 'Plan.' : '\n');
    const planning = { name: 'plan', order: 0, complete: true, text };
    const registry = registryOf({ sections: [section('a', 1), planning] });
    expect(names(assembled(registry, 'plan').sections)).toBe('plan');
    expect(names(assembled(registry, 'act').sections)).toBe('plan a');
    expect(names(assembled(registryOf({ sections: [whole, planning] }), 'act').sections)).toBe('whole');
  });

  test('P3 a scope may take its completeness away', () => {
    const global = registryOf({ sections: [whole, section('a', 1)] });
    const scope = registryOf({ sections: [section('whole', 5)] });
    expect(names(assembled(scoped(global, scope)).sections)).toBe('a whole');
  });
});

describe('transforms', () => {
  test('P3 they edit the assembly before the complete-section rule, outer layers first', () => {
    const seen: string[] = [];
    const global = registryOf({
      sections: [section('a', 2), { ...section('whole', 1), complete: true }],
      transforms: [
        (assembly) => {
          seen.push(names(assembly.sections));
          return { ...assembly, sections: assembly.sections.filter(({ complete }) => complete !== true) };
        },
      ],
    });
    const scope = registryOf({
      transforms: [
        (assembly, { mode }) => {
          seen.push(names(assembly.sections));
          return { ...assembly, sections: [...assembly.sections, section('first', 0, mode)] };
        },
      ],
    });
    const { sections } = assembled(scoped(global, scope));
    expect(sections.map(({ text }) => text)).toEqual(['act', 'a']);
    expect(seen).toEqual(['whole a', 'a']);
  });

  test('P3 one that makes a name stand twice, or two sections complete, is caught', () => {
    const twice = registryOf({
      contexts: [section('x', 1)],
      transforms: [(assembly) => ({ ...assembly, contexts: [...assembly.contexts, section('x', 2)] })],
    });
    expect(assemble(twice, { mode: 'act' })).toEqual(E.left({ _tag: 'DuplicateName', part: 'context', name: 'x' }));
    const complete = registryOf({
      sections: [section('a', 1), section('b', 2)],
      transforms: [
        ({ sections, ...rest }) => ({ ...rest, sections: sections.map((it) => ({ ...it, complete: true })) }),
      ],
    });
    expect(assemble(complete, { mode: 'act' })).toEqual(E.left({ _tag: 'SeveralComplete', names: ['a', 'b'] }));
  });
});
