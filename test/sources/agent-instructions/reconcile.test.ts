// Owns: the decision table of SPEC A10, cell by cell, as docs/LAWS.md prints it.
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { Digest } from '../../../src/domain/digest.js';
import { scopeKey } from '../../../src/domain/scope.js';
import type { Entries, Entry } from '../../../src/sources/agent-instructions/entries.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import type { Observation } from '../../../src/sources/agent-instructions/observation.js';
import type { Verdict } from '../../../src/sources/agent-instructions/reconcile.js';
import { reconcileGroup, verdict } from '../../../src/sources/agent-instructions/reconcile.js';
import type { Holding } from '../../../src/sources/agent-instructions/select.js';
import { selectHoldings } from '../../../src/sources/agent-instructions/select.js';
import type { Candidate, Group } from '../../../src/sources/agent-instructions/workspace.js';
import { directoryGroup, workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const digest = (digit: string): Digest => digit.repeat(40) as Digest;
const AT = '/repo/AGENTS.md' as AbsolutePath;
const candidate: Candidate = { at: AT, path: 'AGENTS.md', name: 'AGENTS.md', key: 'AGENTS.md' };
const seen = (content: string): Extract<Observation, { readonly kind: 'known' }> => ({
  kind: 'known',
  digest: digest(content),
  trimmedDigest: digest(content),
});

const ENTRIES: Readonly<Record<string, Entry | undefined>> = {
  'never spoken of': undefined,
  'loaded, same path and digest': { state: 'loaded', path: 'AGENTS.md', digest: digest('a') },
  'loaded, another digest': { state: 'loaded', path: 'AGENTS.md', digest: digest('b') },
  'loaded, another path': { state: 'loaded', path: 'CLAUDE.md', digest: digest('a') },
  'loaded by an older writer': { state: 'loaded', path: 'AGENTS.md' },
  removed: { state: 'removed', path: 'AGENTS.md' },
};

const HOLDINGS: Readonly<Record<string, Holding>> = {
  file: { kind: 'file', candidate, seen: seen('a') },
  absent: { kind: 'none' },
  'near-duplicate': { kind: 'none', duplicateOf: { scope: scopeKey({ kind: 'user-global' }), path: 'x' } },
  unavailable: { kind: 'unavailable', candidate },
  'not read for the budget': { kind: 'unread', candidate },
};

const TABLE: Readonly<Record<string, readonly [file: Verdict, absent: Verdict, duplicate: Verdict]>> = {
  'never spoken of': ['set', 'silence', 'silence'],
  'loaded, same path and digest': ['silence', 'remove', 'remove'],
  'loaded, another digest': ['replace', 'remove', 'remove'],
  'loaded, another path': ['replace', 'remove', 'remove'],
  'loaded by an older writer': ['replace', 'remove', 'remove'],
  removed: ['set', 'silence', 'silence'],
};

describe('A10: scope entry × what the scope should hold', () => {
  test.each(
    Object.entries(TABLE).flatMap(([entry, [file, absent, duplicate]]) => [
      [entry, 'file', file] as const,
      [entry, 'absent', absent] as const,
      [entry, 'near-duplicate', duplicate] as const,
      [entry, 'unavailable', 'silence'] as const,
      [entry, 'not read for the budget', 'silence'] as const,
    ]),
  )('%s × %s → %s', (entry, holding, expected) => {
    expect(verdict(ENTRIES[entry], HOLDINGS[holding] as Holding)).toBe(expected);
  });
});

describe('A10: a whole directory', () => {
  const settings = settingsFrom({ maxBytes: 1000 }, { variables: {} });
  const root = '/repo' as AbsolutePath;
  const group: Group = directoryGroup(settings, workspaceAt(settings, root, root), 'lib');
  const named = (name: string) => scopeKey({ kind: 'named', directory: 'lib', name });
  const loaded = (name: string, digit: string): readonly [ReturnType<typeof named>, Entry] => [
    named(name),
    { state: 'loaded', path: `lib/${name}`, digest: digest(digit) },
  ];
  const decide = (entries: Entries, files: Readonly<Record<string, Observation>>) => {
    const observations = new Map(
      group.slots.flatMap(({ candidates }) =>
        candidates.map(({ key, name }) => [key, files[name] ?? ({ kind: 'absent' } as const)] as const),
      ),
    );
    const { changes, frozen } = reconcileGroup(group, selectHoldings(group, observations), entries);
    return { said: changes.map(({ transition }) => `${transition.action} ${transition.path}`), frozen };
  };

  test('one loaded scope that cannot be observed freezes all of them', () => {
    const entries: Entries = new Map([loaded('AGENTS.md', 'a'), loaded('CLAUDE.md', 'b')]);
    const faulty: Observation = { kind: 'unavailable', state: 'unavailable', reason: 'EIO' };
    expect(decide(entries, { 'AGENTS.md': faulty })).toEqual({ said: [], frozen: true });
    expect(decide(new Map([loaded('CLAUDE.md', 'b')]), { 'AGENTS.md': faulty })).toEqual({
      said: ['remove lib/CLAUDE.md'],
      frozen: false,
    });
  });

  test('A3: a known scope whose name is configured no longer is gone', () => {
    const entries: Entries = new Map([loaded('GEMINI.md', 'a'), loaded('AGENTS.md', 'b')]);
    expect(decide(entries, { 'AGENTS.md': seen('b'), 'GEMINI.md': seen('a') }).said).toEqual(['remove lib/GEMINI.md']);
  });

  test('A10: what another selection said of the same path with the same digest is not said again', () => {
    const slot = scopeKey({ kind: 'slot', directory: 'lib', slot: 'base' });
    const entries: Entries = new Map([[slot, { state: 'loaded', path: 'lib/AGENTS.md', digest: digest('a') }]]);
    expect(decide(entries, { 'AGENTS.md': seen('a') }).said).toEqual([]);
    expect(decide(entries, { 'AGENTS.md': seen('c') }).said).toEqual(['replace lib/AGENTS.md']);
    expect(decide(entries, {}).said).toEqual(['remove lib/AGENTS.md']);
  });
});
