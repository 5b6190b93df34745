// Owns: the account of one decision, as plain data: what was looked at, what became of it, and why.
import type { Digest } from './digest.js';
import type { ScopeKey } from './scope.js';

/** What became of one candidate. Source: SPEC A19 */
export type CandidateState =
  | 'loaded'
  | 'truncated'
  | 'omitted'
  | 'duplicate-of'
  | 'shadowed-by'
  | 'unchanged'
  | 'updated'
  | 'removed'
  | 'absent'
  | 'too-large'
  | 'not-text'
  | 'unavailable';

/**
 * One candidate that a decision looked at.
 *
 * Units:  `bytes` of the neutralised content (of the file where it was not read), `kept` of those after a cut.
 * Source: SPEC A19
 */
export interface CandidateReport {
  readonly scope: ScopeKey;
  /** As in the transition: relative to the root, or what the user-global file is called. A heading escapes it. */
  readonly path: string;
  readonly state: CandidateState;
  readonly bytes?: number;
  readonly kept?: number;
  readonly digest?: Digest;
  /** The other path, for `duplicate-of` and `shadowed-by`. */
  readonly by?: string;
  readonly detail?: string;
}

/** A file that is not read but looks as if somebody wanted it to be. Source: SPEC A19 */
export interface NearMiss {
  readonly path: string;
  /** What it would have to be called. */
  readonly expected: string;
  readonly detail: string;
}

/** Where the project root was found. Source: SPEC A2 */
export interface RootReport {
  /** Absolute. */
  readonly path: string;
  /** The marker that decided; none when the working directory is the root for want of one. */
  readonly marker?: string;
  readonly how: 'marker' | 'no-marker' | 'frozen' | 'unavailable';
}

/** One text that a decision rendered. */
export interface BlockReport {
  readonly kind: 'baseline' | 'transitions';
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * The account of one decision of agent-instructions.
 *
 * Source: SPEC A19
 */
export interface Manifest {
  readonly root?: RootReport;
  readonly candidates: readonly CandidateReport[];
  readonly nearMisses: readonly NearMiss[];
  readonly blocks: readonly BlockReport[];
}

/** The account of a decision that looked at nothing. */
export const EMPTY_MANIFEST: Manifest = { candidates: [], nearMisses: [], blocks: [] };

/** The rows of a manifest. */
export type ManifestRows = Omit<Manifest, 'root'>;

const ROWS = Symbol('rows');

/** A column of the rows that a manifest finds on itself. */
const column = (name: keyof ManifestRows): PropertyDescriptor => ({
  enumerable: true,
  get(this: { readonly [ROWS]: () => ManifestRows }) {
    return this[ROWS]()[name];
  },
});

const COLUMNS: Readonly<Record<keyof ManifestRows, PropertyDescriptor>> = {
  candidates: column('candidates'),
  nearMisses: column('nearMisses'),
  blocks: column('blocks'),
};

/**
 * A manifest whose rows are made when somebody looks at them.
 *
 * Shape:  to whoever reads, copies or writes it, the same as one whose rows stand there.
 * Why:    few look, and a decision about hundreds of files that did not change must not wait for a row about each. All
 *         manifests share the functions that read a column: what functions of their own hold, V8 keeps until its next
 *         full collection, and that is all that a decision was made from.
 */
export const deferredManifest = (root: RootReport | undefined, make: () => ManifestRows): Manifest => {
  let made: ManifestRows | undefined;
  const manifest = root === undefined ? {} : { root };
  Object.defineProperty(manifest, ROWS, { value: () => (made ??= make()) });
  return Object.defineProperties(manifest, COLUMNS) as Manifest;
};
