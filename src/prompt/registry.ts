// Owns: the registry of prompt entries, a pure value in layers. Resolving and ordering them is assemble.ts.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type { PromptContext, PromptError, PromptSection, PromptTransform, PromptVariable } from './model.js';

/** Entries that were registered together: globally, for an agent, for a session. A name stands once in each list. */
export interface PromptLayer<F> {
  readonly sections: readonly PromptSection<F>[];
  readonly contexts: readonly PromptContext<F>[];
  readonly variables: readonly PromptVariable<F>[];
  readonly transforms: readonly PromptTransform<F>[];
}

/**
 * Everything that a prompt is assembled from.
 *
 * Shape:  layers from the global one to the innermost scope; an entry shadows those of its name in outer layers.
 * Source: SPEC P1, P3
 */
export interface PromptRegistry<F> {
  readonly layers: readonly PromptLayer<F>[];
}

/** The registry without entries. */
export const emptyRegistry: PromptRegistry<unknown> = { layers: [] };

const EMPTY_LAYER: PromptLayer<unknown> = { sections: [], contexts: [], variables: [], transforms: [] };

const PARTS = [
  ['section', 'sections'],
  ['context', 'contexts'],
  ['variable', 'variables'],
] as const;

/** Entries by kind, no matter of what shape beyond their names. */
export type NamedEntries = Readonly<Record<(typeof PARTS)[number][1], readonly { readonly name: string }[]>>;

/** The first name that stands twice among entries of one kind, as an error. */
export const repeatedName = (entries: NamedEntries): PromptError | undefined => {
  for (const [part, list] of PARTS) {
    const names = new Set<string>();
    for (const { name } of entries[list]) {
      if (names.has(name)) return { _tag: 'DuplicateName', part, name };
      names.add(name);
    }
  }
  return undefined;
};

/**
 * Adds entries to the innermost layer.
 *
 * Errors: a name that the layer already has.
 * Source: SPEC P1, P3
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { pipe } from 'fp-ts/lib/function.js';
 * import { assemble, emptyRegistry, register, render } from 'contextfold/prompt';
 *
 * const prompt = pipe(
 *   register(emptyRegistry, {
 *     sections: [{ name: 'role', order: 0, text: 'You write {{language}}.' }],
 *     variables: [{ name: 'language', value: 'TypeScript' }],
 *   }),
 *   E.flatMap((registry) => assemble(registry, {})),
 *   E.flatMap(render),
 * );
 * prompt; // => { _tag: 'Right', right: 'You write TypeScript.' }
 * ```
 */
export const register = <F>(
  registry: PromptRegistry<F>,
  entries: Partial<PromptLayer<F>>,
): Either<PromptError, PromptRegistry<F>> => {
  const { sections = [], contexts = [], variables = [], transforms = [] } = entries;
  const innermost = registry.layers.at(-1) ?? EMPTY_LAYER;
  const layer: PromptLayer<F> = {
    sections: [...innermost.sections, ...sections],
    contexts: [...innermost.contexts, ...contexts],
    variables: [...innermost.variables, ...variables],
    transforms: [...innermost.transforms, ...transforms],
  };
  const repeated = repeatedName(layer);
  return repeated === undefined ? E.right({ layers: [...registry.layers.slice(0, -1), layer] }) : E.left(repeated);
};

/**
 * Puts a scope's entries over those of everybody.
 *
 * Shape:  associative, and `emptyRegistry` changes nothing on either side. Transforms of the outer layers run first.
 * Source: SPEC P3
 */
export const scoped = <F>(outer: PromptRegistry<F>, scope: PromptRegistry<F>): PromptRegistry<F> => ({
  layers: [...outer.layers, ...scope.layers],
});
