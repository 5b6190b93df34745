// Owns: the finding that a durable message is not one this library could have written where it stands.
import type { Seq } from './units.js';

/**
 * One finding of an invariant.
 *
 * Shape:  `rule` is stable, `<source>/<what>` in lower case with dashes; only an `error` makes `check` fail.
 * Source: SPEC I1, I2
 */
export interface Violation {
  readonly seq: Seq;
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly expected: string;
  readonly found: string;
}
