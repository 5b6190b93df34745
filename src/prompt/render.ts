// Owns: an assembly in words: strict interpolation in one pass, and texts joined by a blank line.
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { joinBlocks } from '../core/frame.js';
import { isBlank } from './assemble.js';
import type { Assembly, AssembledVariable, PromptError, ReferenceProblem } from './model.js';

/** A text of an assembly with its references replaced. */
export interface RenderedText {
  readonly name: string;
  readonly text: string;
}

interface Misreference {
  readonly reference: string;
  readonly problem: ReferenceProblem;
}

type Values = ReadonlyMap<string, string | undefined>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/u;

const problemOf = (values: Values, reference: string): ReferenceProblem => {
  if (!NAME.test(reference)) return 'malformed';
  return values.has(reference) ? 'undefined' : 'unknown';
};

/** What a reference stands for; a name that cannot be referred to has no value even where a variable is called so. */
const valueOf = (values: Values, reference: string): Either<Misreference, string> => {
  const value = NAME.test(reference) ? values.get(reference) : undefined;
  return value === undefined ? E.left({ reference, problem: problemOf(values, reference) }) : E.right(value);
};

/** Line by line, since braces that are not closed on their line are prose. Cost: linear. */
const interpolate = (values: Values, text: string): Either<Misreference, string> => {
  let rendered = '';
  for (const line of text.split(/(?<=[\n\r])/u)) {
    let done = 0;
    for (;;) {
      const open = line.indexOf('{{', done);
      const close = open < 0 ? -1 : line.indexOf('}}', open + 2);
      if (close < 0) break;
      const value = valueOf(values, line.slice(open + 2, close));
      if (E.isLeft(value)) return value;
      rendered += line.slice(done, open) + value.right;
      done = close + 2;
    }
    rendered += line.slice(done);
  }
  return E.right(rendered);
};

const renderEach = (
  part: 'section' | 'context',
  entries: readonly RenderedText[],
  variables: readonly AssembledVariable[],
): Either<PromptError, readonly RenderedText[]> => {
  const values: Values = new Map(variables.map(({ name, value }) => [name, value]));
  return pipe(
    entries,
    E.traverseArray(({ name, text }) =>
      pipe(
        interpolate(values, text),
        E.bimap(
          (misreference): PromptError => ({ _tag: 'BadReference', part, name, ...misreference }),
          (rendered): RenderedText => ({ name, text: rendered }),
        ),
      ),
    ),
    E.map((texts) => texts.filter(({ text }) => !isBlank(text))),
  );
};

/**
 * The system prompt of an assembly.
 *
 * Shape:  `{{name}}` becomes the variable's value, which is not scanned again; `{{` with no `}}` later on its line is
 *         prose. Texts that are only white space vanish, the rest is joined by one blank line and keeps its own bytes.
 * Errors: the first reference that is unknown, without a value or malformed.
 * Source: SPEC P2; property-tests/prompt.laws.test.ts
 */
export const render = (assembly: Assembly): Either<PromptError, string> =>
  pipe(
    renderEach('section', assembly.sections, assembly.variables),
    E.map((texts) => joinBlocks(texts.map(({ text }) => text))),
  );

/**
 * The contexts of an assembly that say something, by the same rules.
 *
 * Errors: as `render`.
 * Source: SPEC P1, P2
 */
export const renderContexts = (assembly: Assembly): Either<PromptError, readonly RenderedText[]> =>
  renderEach('context', assembly.contexts, assembly.variables);
