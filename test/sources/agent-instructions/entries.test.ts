// Owns: examples of what messages add up to (A12, A13): what a baseline starts anew, who owns a path, and that what is
// remembered of a list of messages is never another one's.
import { describe, expect, test } from 'vitest';
import { append, listOf } from '../../../src/core/append-list.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { ScopeKey } from '../../../src/domain/scope.js';
import { USER_GLOBAL, scopeKey } from '../../../src/domain/scope.js';
import { seqOf } from '../../../src/domain/units.js';
import type { LoggedChange } from '../../../src/sources/agent-instructions/codec.js';
import type { Entries } from '../../../src/sources/agent-instructions/entries.js';
import {
  entriesByDirectory,
  entriesOf,
  entryFor,
  isVisible,
  overlay,
} from '../../../src/sources/agent-instructions/entries.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import type { Mark } from '../../../src/sources/agent-instructions/state.js';
import { workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)] as const;
const settings = settingsFrom({ maxBytes: 9 }, { variables: {} });
const workspace = workspaceAt(settings, '/repo/app' as AbsolutePath, '/repo' as AbsolutePath);
const further = workspaceAt(settings, '/repo/app/a' as AbsolutePath, '/repo' as AbsolutePath);

const named = (directory: string, name = 'AGENTS.md'): ScopeKey => scopeKey({ kind: 'named', directory, name });
const slot = (directory: string, name: 'base' | 'local' = 'base'): ScopeKey =>
  scopeKey({ kind: 'slot', directory, slot: name });
const set = (scope: ScopeKey, path: string, digest = ONE): LoggedChange => ({ action: 'set', scope, path, digest });
const remove = (scope: ScopeKey, path: string): LoggedChange => ({ action: 'remove', scope, path });
const mark = (changes: readonly LoggedChange[], more: Partial<Mark> = {}): Mark => ({
  seq: seqOf(0),
  baseline: false,
  root: '..',
  changes,
  ...more,
});
const loaded = (path: string, digest = ONE) => ({ state: 'loaded', path, digest });
const shown = (entries: Entries) => Object.fromEntries(entries);
const of = (...marks: readonly Mark[]) => shown(entriesOf(listOf(marks), workspace));

const app = set(named('app'), 'app/AGENTS.md');
const lib = set(named('lib'), 'lib/AGENTS.md');
const mine = set(USER_GLOBAL, '~/.dsh/AGENTS.md');

describe('what messages add up to', () => {
  test('is for each scope what was said last; a digest may be missing', () => {
    const older: LoggedChange = { action: 'set', scope: lib.scope, path: lib.path };
    expect(of(mark([app]), mark([remove(named('app'), 'app/AGENTS.md')]))).toEqual({
      [named('app')]: { state: 'removed', path: 'app/AGENTS.md' },
    });
    expect(of(mark([older]))).toStrictEqual({ [named('lib')]: { state: 'loaded', path: 'lib/AGENTS.md' } });
  });

  test('begins anew for the baseline’s scopes at a baseline, and goes on for the nested ones', () => {
    expect(of(mark([app, lib, mine]), mark([], { baseline: true }))).toEqual({
      [named('lib')]: loaded('lib/AGENTS.md'),
    });
    expect(Object.keys(of(mark([app, lib, mine]), mark([])))).toHaveLength(3);
  });

  test('leaves out what was said of another root; older writers named none', () => {
    expect(of(mark([app], { root: '.' }))).toEqual({});
    const older: Mark = { seq: seqOf(0), baseline: false, changes: [app] };
    expect(Object.keys(of(older))).toEqual([named('app')]);
  });

  test('is derived for each root, and goes on from where it was', () => {
    const marks = listOf([mark([app]), mark([lib], { root: '../..' })]);
    const [here, there] = [entriesOf(marks, workspace), entriesOf(marks, further)];
    expect([[...here.keys()], [...there.keys()]]).toEqual([[named('app')], [named('lib')]]);
    const again = entriesOf(marks, workspace);
    expect(again).toEqual(here);
    expect(entriesOf(marks, workspace)).toBe(again);
    const more = append(marks, mark([lib]));
    expect([...entriesOf(more, workspace).keys()]).toEqual([named('app'), named('lib')]);
    expect([...entriesOf(marks, workspace).keys()]).toEqual([named('app')]);
    expect([...again.keys()]).toEqual([named('app')]);
  });

  test('has changes that are on their way on top, and is the same where there are none', () => {
    const entries: Entries = entriesOf(listOf([mark([app])]), workspace);
    expect(overlay(entries, [])).toBe(entries);
    expect(shown(overlay(entries, [set(named('app'), 'app/AGENTS.md', TWO)]))).toEqual({
      [named('app')]: loaded('app/AGENTS.md', TWO),
    });
    expect(shown(entries)).toEqual({ [named('app')]: loaded('app/AGENTS.md') });
  });
});

describe('a path', () => {
  test('belongs to the scope that spoke of it last, whatever the selection was (A3)', () => {
    const [base, local] = [set(slot('lib'), 'lib/AGENTS.md'), set(slot('lib', 'local'), 'lib/AGENTS.md')];
    expect(of(mark([lib]), mark([base]))).toEqual({ [slot('lib')]: loaded('lib/AGENTS.md') });
    expect(of(mark([base]), mark([lib]))).toEqual({ [named('lib')]: loaded('lib/AGENTS.md') });
    expect(of(mark([local]), mark([base]))).toEqual({ [slot('lib')]: loaded('lib/AGENTS.md') });
    const other = set(slot('lib'), 'lib/CLAUDE.md');
    expect(Object.keys(of(mark([lib]), mark([other])))).toEqual([named('lib'), slot('lib')]);
  });

  test('is found under the scope of another selection; else what its own scope holds (A11)', () => {
    const entries = overlay(new Map(), [set(slot('lib'), 'lib/CLAUDE.md', TWO), lib]);
    const claude = named('lib', 'CLAUDE.md');
    expect(entryFor(entries, claude, 'lib/CLAUDE.md')).toEqual(loaded('lib/CLAUDE.md', TWO));
    expect(entryFor(entries, slot('lib'), 'lib/AGENTS.md')).toEqual(loaded('lib/AGENTS.md'));
    expect(entryFor(entries, slot('lib'), 'lib/OTHER.md')).toEqual(loaded('lib/CLAUDE.md', TWO));
    expect(entryFor(entries, claude, 'lib/OTHER.md')).toBeUndefined();
    expect(entryFor(new Map(), claude, 'lib/CLAUDE.md')).toBeUndefined();
  });

  test('is visible with this content alone', () => {
    const entries = overlay(new Map(), [lib, remove(named('doc'), 'doc/AGENTS.md')]);
    expect(isVisible(entries, named('lib'), 'lib/AGENTS.md', ONE)).toBe(true);
    expect(isVisible(entries, named('lib'), 'lib/AGENTS.md', TWO)).toBe(false);
    expect(isVisible(entries, named('lib'), 'lib/OTHER.md', ONE)).toBe(false);
    expect(isVisible(entries, named('doc'), 'doc/AGENTS.md', ONE)).toBe(false);
  });
});

test('entries stand by the directory that they speak for; the user-global one is in none', () => {
  const entries = overlay(new Map(), [app, lib, mine, set(named('lib', 'CLAUDE.md'), 'lib/CLAUDE.md')]);
  const found = entriesByDirectory(entries);
  expect(Object.fromEntries([...found].map(([directory, own]) => [directory, own.map(([scope]) => scope)]))).toEqual({
    app: [named('app')],
    lib: [named('lib'), named('lib', 'CLAUDE.md')],
  });
  expect(entriesByDirectory(entries)).toBe(found);
});
