// Owns: examples of scope keys, as they stand in logs.
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/domain/scope.js';
import { USER_GLOBAL, directoryOf, scopeKey, scopeOfKey } from '../../src/domain/scope.js';

const named = (directory: string, name: string): Scope => ({ kind: 'named', directory, name });

describe('scope keys', () => {
  test.each<[Scope, string]>([
    [{ kind: 'user-global' }, 'user-global'],
    [named('.', 'AGENTS.md'), './AGENTS.md'],
    [named('app/src', 'CLAUDE.md'), 'app/src/CLAUDE.md'],
    [{ kind: 'slot', directory: '.', slot: 'base' }, './/base'],
    [{ kind: 'slot', directory: 'app', slot: 'local' }, 'app//local'],
    [named('.', 'user-global'), './user-global'],
    [named('app', 'base'), 'app/base'],
    [named('100%', '%41.md'), '100%0025/%002541.md'],
    [named('\ud800', 'a\udc00'), '%d800/a%dc00'],
    [named('\u{1f600}', '\u202e.md'), '\u{1f600}/\u202e.md'],
  ])('A3 %j is %j', (scope, key) => {
    expect(scopeKey(scope)).toBe(key);
    expect(scopeOfKey(key)).toEqual(scope);
  });

  test.each<[string, Scope]>([
    ['.\0AGENTS.md', named('.', 'AGENTS.md')],
    ['\0AGENTS.md', named('.', 'AGENTS.md')],
    ['app/src\0AGENTS.md', named('app/src', 'AGENTS.md')],
    ['100%\0a.md', named('100%', 'a.md')],
  ])('A3 another tool’s %j is read', (key, scope) => {
    expect(scopeOfKey(key)).toEqual(scope);
  });

  test.each([
    ...['', '/', '//base', 'AGENTS.md', '/AGENTS.md', '../AGENTS.md', 'a/../AGENTS.md', './a/AGENTS.md', 'USER-GLOBAL'],
    ...['a/..', 'a/.', 'a/', 'a///base', 'a//other', 'a/b\\c', 'a/%41', 'a/%zz', 'a/%d83d%de00'],
    ...['..\0AGENTS.md', '/etc\0AGENTS.md', 'a\0..', 'a\0', 'a\0b/c', 'a\0b\0c'],
  ])('A3 %j is no key', (key) => {
    expect(scopeOfKey(key)).toBeUndefined();
  });

  test('a scope speaks for its directory, the user-global one for none', () => {
    expect(directoryOf(named('app', 'AGENTS.md'))).toBe('app');
    expect(scopeOfKey(USER_GLOBAL)).toEqual({ kind: 'user-global' });
    expect(directoryOf({ kind: 'user-global' })).toBeUndefined();
  });
});
