// Owns: from a registry to an assembly: shadowing, resolving texts, order, transforms and the complete-section rule.
// Interpolation is render.ts: an assembly still holds its references.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { AssembledSection, Assembly, FromFacts, PromptError } from './model.js';
import type { PromptRegistry } from './registry.js';
import { repeatedName } from './registry.js';

/** Tells whether a text says nothing. Source: SPEC P2 */
export const isBlank = (text: string): boolean => text.trim() === '';

const resolve = <F, A extends string | undefined>(value: FromFacts<F, A>, facts: F): A =>
  typeof value === 'function' ? value(facts) : value;

/** The innermost entry of each name, in the outermost one's place: a key that is set again keeps its own in a map. */
const shadowed = <T extends { readonly name: string }>(layers: readonly (readonly T[])[]): readonly T[] => {
  const entries = new Map<string, T>();
  for (const layer of layers) for (const entry of layer) entries.set(entry.name, entry);
  return [...entries.values()];
};

/** Ascending order; the sort is stable, so ties keep their places. */
const inOrder = <T extends { readonly order: number }>(entries: readonly T[]): readonly T[] =>
  [...entries].sort((one, other) => one.order - other.order);

/**
 * A complete section without a text is as absent as any other: one that is complete only at times is blank at others,
 * and must not wipe the prompt then.
 */
const withCompleteRule = (sections: readonly AssembledSection[]): Either<PromptError, readonly AssembledSection[]> => {
  const complete = sections.filter((section) => section.complete === true && !isBlank(section.text));
  if (complete.length > 1) return E.left({ _tag: 'SeveralComplete', names: complete.map(({ name }) => name) });
  return E.right(complete.length === 1 ? complete : sections);
};

/**
 * Assembles a prompt for given facts.
 *
 * Shape:  entries in ascending `order`, ties by registration; a shadowing entry brings its own order and keeps the
 *         place among ties. Transforms see entries resolved and in order; what they return is put in order again.
 * Errors: two complete sections that both say something, or a name that a transform made stand twice.
 * Source: SPEC P1, P2, P3; property-tests/prompt.laws.test.ts
 */
export const assemble = <F>({ layers }: PromptRegistry<F>, facts: F): Either<PromptError, Assembly> => {
  const withText = <T extends { readonly text: FromFacts<F, string> }>(entry: T) => ({
    ...entry,
    text: resolve(entry.text, facts),
  });
  const resolved: Assembly = {
    sections: inOrder(shadowed(layers.map((layer) => layer.sections)).map(withText)),
    contexts: inOrder(shadowed(layers.map((layer) => layer.contexts)).map(withText)),
    variables: shadowed(layers.map((layer) => layer.variables)).map(({ name, value }) => ({
      name,
      value: resolve(value, facts),
    })),
  };
  const transforms = layers.flatMap((layer) => layer.transforms);
  const edited = transforms.reduce((assembly, transform) => transform(assembly, facts), resolved);
  const repeated = repeatedName(edited);
  if (repeated !== undefined) return E.left(repeated);
  return E.map((sections: readonly AssembledSection[]): Assembly => ({
    sections,
    contexts: inOrder(edited.contexts),
    variables: edited.variables,
  }))(withCompleteRule(inOrder(edited.sections)));
};
