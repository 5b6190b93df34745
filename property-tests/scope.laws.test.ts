// Owns: the laws of scope keys: every scope has one, it survives where logs are kept, and reading gives the scope back.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../src/domain/scope.js';
import { directoryOf, scopeKey, scopeOfKey } from '../src/domain/scope.js';
import { anyDirectory, anyFileName, anyName } from '../src/testing/arbitraries/path.js';
import { anyScope } from '../src/testing/arbitraries/scope.js';
import { seed } from '../test/seed.js';

/** Text that a key could be, or nearly. */
const anyKeyText = fc.oneof(
  fc.string({ unit: fc.constantFrom('/', '.', '%', '0', 'a', 'base', 'local', '\0', '\ud800', 'user-global') }),
  fc.string({ unit: 'binary' }),
);

const isClimbing = (directory: string): boolean =>
  directory.split('/').some((segment) => segment === '..' || segment === '') || directory.startsWith('/');

describe(`scope (seed ${seed})`, () => {
  test('A3 decode ∘ encode is the identity for every legal directory and name', () => {
    fc.assert(
      fc.property(anyScope(), (scope) => {
        expect(scopeOfKey(scopeKey(scope))).toEqual(scope);
      }),
      { numRuns: 1000 },
    );
  });

  test('A3 different scopes have different keys', () => {
    fc.assert(
      fc.property(anyScope(), anyScope(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(scopeKey(one)).not.toBe(scopeKey(other));
      }),
    );
  });

  test('A3 a key holds no NUL and no lone surrogate, and JSON and UTF-8 give it back', () => {
    fc.assert(
      fc.property(anyScope(), (scope) => {
        const key = scopeKey(scope);
        expect(key).not.toMatch(/\0|\p{Cs}/u);
        expect(JSON.parse(JSON.stringify(key))).toBe(key);
        expect(Buffer.from(key, 'utf8').toString('utf8')).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });

  test('A3 whatever a key of ours decodes to, it is the only one of that scope', () => {
    fc.assert(
      fc.property(anyKeyText, (text) => {
        const scope = scopeOfKey(text);
        fc.pre(scope !== undefined && !text.includes('\0'));
        expect(scopeKey(scope)).toBe(text);
      }),
    );
  });

  test('A3 a key of another tool is read, its root written as `.` or as nothing', () => {
    fc.assert(
      fc.property(anyDirectory(), anyFileName(), (directory, name) => {
        const scope: Scope = { kind: 'named', directory, name };
        expect(scopeOfKey(`${directory}\0${name}`)).toEqual(scope);
        expect(scopeOfKey(`\0${name}`)).toEqual({ ...scope, directory: '.' });
      }),
    );
  });

  test('A3 no key leads out of the root', () => {
    fc.assert(
      fc.property(anyKeyText, (text) => {
        const scope = scopeOfKey(text);
        const directory = scope === undefined ? undefined : directoryOf(scope);
        expect(directory !== undefined && directory !== '.' && isClimbing(directory)).toBe(false);
      }),
    );
    const anyNames = fc.array(anyName(), { maxLength: 2 });
    fc.assert(
      fc.property(anyNames, anyNames, anyFileName(), fc.constantFrom('/', '\0'), (above, below, name, cut) => {
        expect(scopeOfKey([...above, '..', ...below].join('/') + cut + name)).toBeUndefined();
        expect(scopeOfKey(['', ...above, 'x'].join('/') + cut + name)).toBeUndefined();
      }),
    );
  });
});
