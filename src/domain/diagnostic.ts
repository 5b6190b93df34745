// Owns: the value that reports an odd thing which was tolerated.

/**
 * Something odd that did not stop the decision.
 *
 * Shape:  `code` is stable and lower-case with dashes; `detail` is a sentence for people.
 * Source: SPEC F7
 */
export interface Diagnostic {
  readonly code: string;
  readonly path?: string;
  readonly scope?: string;
  readonly detail: string;
}
