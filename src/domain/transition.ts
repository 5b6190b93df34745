// Owns: the value that says how one scope changed, as the log holds it.
import type { Digest } from './digest.js';
import type { ScopeKey } from './scope.js';

/**
 * One change of one scope.
 *
 * Shape:  `path` is the heading's path before any escaping; `set` and `replace` carry the digest of the loaded content.
 * Source: SPEC, word table and A (source value)
 */
export type Transition =
  | { readonly action: 'set' | 'replace'; readonly scope: ScopeKey; readonly path: string; readonly digest: Digest }
  | { readonly action: 'remove'; readonly scope: ScopeKey; readonly path: string };
