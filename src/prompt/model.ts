// Owns: the words of the system prompt: what can be registered, what an assembly of it holds, and what can be wrong.
// How an entry is found, ordered and put into words is the other files' work.

/** A value, or how it follows from the facts of one assembly. */
export type FromFacts<F, A extends string | undefined> = A | ((facts: F) => A);

/**
 * One part of the system prompt, its text resolved.
 *
 * Shape:  ascending `order`, ties by registration. The one `complete` section with a text replaces all others.
 * Source: SPEC P1, P2
 */
export interface AssembledSection {
  readonly name: string;
  readonly order: number;
  readonly text: string;
  readonly complete?: boolean;
}

/** One part of the durable snapshot that is delivered in the conversation, its text resolved. Source: SPEC P1 */
export interface AssembledContext {
  readonly name: string;
  readonly order: number;
  readonly text: string;
}

/** What `{{name}}` stands for; referring to an `undefined` value is an error, having one is not. Source: SPEC P1, P2 */
export interface AssembledVariable {
  readonly name: string;
  readonly value: string | undefined;
}

/** A section as it is registered. */
export interface PromptSection<F> extends Omit<AssembledSection, 'text'> {
  readonly text: FromFacts<F, string>;
}

/** A context as it is registered. */
export interface PromptContext<F> extends Omit<AssembledContext, 'text'> {
  readonly text: FromFacts<F, string>;
}

/** A variable as it is registered. */
export interface PromptVariable<F> {
  readonly name: string;
  readonly value: FromFacts<F, string | undefined>;
}

/**
 * A prompt with its texts resolved and its entries in order.
 *
 * Shape:  a name stands once in each list.
 * Source: SPEC P2
 */
export interface Assembly {
  readonly sections: readonly AssembledSection[];
  readonly contexts: readonly AssembledContext[];
  readonly variables: readonly AssembledVariable[];
}

/**
 * An edit of the whole assembly, before the complete-section rule.
 *
 * Errors: must be total.
 * Source: SPEC P3
 */
export type PromptTransform<F> = (assembly: Assembly, facts: F) => Assembly;

/** The three kinds of entry; names are told apart within a kind only. */
export type PromptPart = 'section' | 'context' | 'variable';

/** What is wrong with a reference: no such variable, one without a value, or no name between the braces. */
export type ReferenceProblem = 'unknown' | 'undefined' | 'malformed';

/**
 * What can be wrong with a prompt.
 *
 * Shape:  `reference` is the text between the braces.
 * Source: SPEC P2, P3
 */
export type PromptError =
  | { readonly _tag: 'DuplicateName'; readonly part: PromptPart; readonly name: string }
  | { readonly _tag: 'SeveralComplete'; readonly names: readonly string[] }
  | {
      readonly _tag: 'BadReference';
      readonly part: Exclude<PromptPart, 'variable'>;
      readonly name: string;
      readonly reference: string;
      readonly problem: ReferenceProblem;
    };

const REFERENCE_PROBLEMS: Readonly<Record<ReferenceProblem, string>> = {
  unknown: 'there is no such variable',
  undefined: 'that variable has no value here',
  malformed: 'that is no variable name',
};

const quoted = (text: string): string => JSON.stringify(text);

/** One sentence for people. Errors: total. */
export const describePromptError = (error: PromptError): string => {
  switch (error._tag) {
    case 'DuplicateName':
      return `two prompt ${error.part}s are called ${quoted(error.name)}`;
    case 'SeveralComplete':
      return `only one prompt section can be complete, found ${error.names.map(quoted).join(', ')}`;
    case 'BadReference': {
      const { part, name, reference, problem } = error;
      const found = quoted(`{{${reference}}}`);
      return `prompt ${part} ${quoted(name)} refers to ${found}, but ${REFERENCE_PROBLEMS[problem]}`;
    }
  }
};
