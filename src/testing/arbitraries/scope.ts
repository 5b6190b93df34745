// Owns: generators of scopes and their keys. The encoding itself is domain/scope.
import * as fc from 'fast-check';
import type { Scope, ScopeKey } from '../../domain/scope.js';
import { scopeKey } from '../../domain/scope.js';
import { anyDirectory, anyFileName } from './path.js';

/** A scope under either selection, for any legal directory and candidate name. Source: SPEC A3 */
export const anyScope = (): fc.Arbitrary<Scope> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Scope>({ kind: 'user-global' }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('named' as const), directory: anyDirectory(), name: anyFileName() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('slot' as const),
        directory: anyDirectory(),
        slot: fc.constantFrom('base' as const, 'local' as const),
      }),
    },
  );

/** The key of some scope. */
export const anyScopeKey = (): fc.Arbitrary<ScopeKey> => anyScope().map(scopeKey);
