// Owns: the laws of the glance: whatever it lets pass, the long way has nothing to say about either.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../src/adapters/node/index.js';
import type { AbsolutePath } from '../src/domain/path.js';
import type { Probe } from '../src/domain/probe.js';
import { USER_GLOBAL } from '../src/domain/scope.js';
import type { Entries } from '../src/sources/agent-instructions/entries.js';
import { overlay } from '../src/sources/agent-instructions/entries.js';
import { isAsSaid } from '../src/sources/agent-instructions/glance.js';
import type { Selection } from '../src/sources/agent-instructions/model.js';
import { settingsFrom } from '../src/sources/agent-instructions/model.js';
import type { Known, KnownFiles, Observation } from '../src/sources/agent-instructions/observation.js';
import { reconcileGroup } from '../src/sources/agent-instructions/reconcile.js';
import { selectHoldings } from '../src/sources/agent-instructions/select.js';
import type { Candidate, Group } from '../src/sources/agent-instructions/workspace.js';
import { directoryGroup, userGlobalGroup, workspaceAt } from '../src/sources/agent-instructions/workspace.js';
import { seed } from '../test/seed.js';

const ROOT = '/repo' as AbsolutePath;
const MAX_SOURCE_BYTES = 4;
type Name = 'AGENTS.md' | 'CLAUDE.md' | 'AGENTS.local.md' | 'CLAUDE.local.md';

/** A file: its text, `null` for none, `false` for one that cannot be observed, a long text for one too large. */
type Text = string | null | false;
type Files = Readonly<Record<Name, Text>>;

const filesOf = (text: fc.Arbitrary<Text>): fc.Arbitrary<Files> =>
  fc.record({ 'AGENTS.md': text, 'CLAUDE.md': text, 'AGENTS.local.md': text, 'CLAUDE.local.md': text });
const readable = fc.constantFrom('a', 'a\n', 'b', null, null);
const anyFiles = filesOf(fc.oneof({ weight: 9, arbitrary: readable }, fc.constantFrom(false as const, 'too large')));
const anySelection: fc.Arbitrary<Selection> = fc.constantFrom('all', 'first');

const settings = (selection: Selection) =>
  settingsFrom({ maxBytes: 1, maxSourceBytes: MAX_SOURCE_BYTES, selection }, { variables: {} });
const groupOf = (selection: Selection): Group =>
  directoryGroup(settings(selection), workspaceAt(settings(selection), ROOT, ROOT), 'lib');

const knownAs = (text: string): Known => ({
  version: `version of ${text}`,
  digest: nodeHash.sha1(text),
  trimmedDigest: nodeHash.sha1(text.trim()),
});
const textOf = (files: Files, { name }: Candidate): Text => files[name as Name];

const probeOf = (text: Text): Probe => {
  if (text === null) return { _tag: 'absent' };
  if (text === false) return { _tag: 'unavailable', reason: 'fault' };
  return { _tag: 'present', size: text.length, version: knownAs(text).version };
};

/** What reading everything would show. */
const seenAs = (text: Text): Observation => {
  if (text === null) return { kind: 'absent' };
  if (text === false) return { kind: 'unavailable', state: 'unavailable', reason: 'fault' };
  if (text.length > MAX_SOURCE_BYTES) return { kind: 'unavailable', state: 'too-large', reason: 'long' };
  return { kind: 'read', content: text, bytes: text.length, lossy: false, ...knownAs(text) };
};

const candidatesOf = ({ slots }: Group): readonly Candidate[] => slots.flatMap(({ candidates }) => candidates);

const theLongWay = (entries: Entries, selection: Selection, files: Files) => {
  const group = groupOf(selection);
  const seen = new Map(
    candidatesOf(group).map((candidate) => [candidate.key, seenAs(textOf(files, candidate))] as const),
  );
  return reconcileGroup(group, selectHoldings(group, seen), entries).changes.map(({ transition }) => transition);
};

const said = (history: readonly (readonly [Selection, Files])[]): Entries =>
  history.reduce<Entries>(
    (entries, [selection, files]) => overlay(entries, theLongWay(entries, selection, files)),
    new Map(),
  );

const knowing = (selection: Selection, files: Files): KnownFiles =>
  new Map(
    candidatesOf(groupOf(selection)).flatMap((candidate) => {
      const text = textOf(files, candidate);
      return typeof text === 'string' && text.length <= MAX_SOURCE_BYTES
        ? [[candidate.key, knownAs(text)] as const]
        : [];
    }),
  );

const glance = (
  entries: Entries,
  selection: Selection,
  files: Files,
  known: KnownFiles,
): boolean => {
  const group = groupOf(selection);
  const probes = candidatesOf(group).map((candidate) => probeOf(textOf(files, candidate)));
  return isAsSaid({ settings: settings(selection), groups: [group], entries, known }, probes);
};

const runs = { seed, numRuns: 1000 };
const anyHistory = fc.array(fc.tuple(anySelection, anyFiles), { maxLength: 3 });

describe(`the glance (seed ${seed})`, () => {
  test('A10, A11: what it lets pass, the long way says nothing about, and reports nothing of', () => {
    fc.assert(
      fc.property(anyHistory, anySelection, anyFiles, anyFiles, (history, selection, before, files) => {
        const entries = said([...history, [selection, before]]);
        for (const now of [before, files]) {
          if (!glance(entries, selection, now, knowing(selection, before))) continue;
          expect(theLongWay(entries, selection, now)).toEqual([]);
          const odd = candidatesOf(groupOf(selection)).map((candidate) => seenAs(textOf(now, candidate)).kind);
          expect(odd).not.toContain('unavailable');
        }
      }),
      runs,
    );
  });

  test('A11: it lets everything pass that was said under this selection, can be observed and is known', () => {
    fc.assert(
      fc.property(
        fc.array(anyFiles, { maxLength: 3 }),
        anySelection,
        filesOf(readable),
        (history, selection, files) => {
          const entries = said([...history, files].map((each) => [selection, each] as const));
          expect(glance(entries, selection, files, knowing(selection, files))).toBe(true);
        },
      ),
      runs,
    );
  });

  test('A5: it lets nothing pass while a provider has something to say about an absence', () => {
    const group = groupOf('all');
    const plan = { settings: settings('all'), groups: [group], entries: new Map(), known: new Map() };
    const plain = candidatesOf(group).map((): Probe => ({ _tag: 'absent' }));
    expect(isAsSaid(plan, plain)).toBe(true);
    expect(isAsSaid(plan, [{ _tag: 'absent', note: { code: 'outside', detail: 'x' } }, ...plain.slice(1)])).toBe(false);
  });

  test('A11: what it remembers of a list of groups is made anew when what was said or is known is another', () => {
    const anyLook = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 }), fc.nat({ max: 2 }));
    const THREE = { minLength: 3, maxLength: 3 };
    const anyLooks = fc.array(anyLook, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(anySelection, fc.array(anyFiles, THREE), anyLooks, (selection, contents, looks) => {
        const [one, two, now] = contents as [Files, Files, Files];
        const [groups, own] = [[groupOf(selection)], settings(selection)];
        const entries = [said([[selection, one]]), said([[selection, two]])] as const;
        const known = [knowing(selection, one), knowing(selection, two)] as const;
        for (const [ofEntries, ofKnown, ofFiles] of looks) {
          const told = {
            settings: own,
            groups,
            entries: entries[ofEntries] ?? entries[0],
            known: known[ofKnown] ?? known[0],
          };
          const files = contents[ofFiles] ?? now;
          const probes = candidatesOf(groupOf(selection)).map((candidate) => probeOf(textOf(files, candidate)));
          expect(isAsSaid(told, probes)).toBe(isAsSaid({ ...told, groups: [...groups] }, probes));
        }
      }),
      { ...runs, numRuns: 200 },
    );
  });

  test('A11: it looks up nothing while nothing was said or learnt since the last time', () => {
    const files: Files = { 'AGENTS.md': 'a', 'CLAUDE.md': null, 'AGENTS.local.md': 'b', 'CLAUDE.local.md': null };
    const entries = new Map(said([['all', files]]));
    const groups = [groupOf('all')];
    const told = { settings: settings('all'), groups, entries, known: knowing('all', files) };
    const probes = candidatesOf(groupOf('all')).map((candidate) => probeOf(textOf(files, candidate)));
    let count = 0;
    entries.get = (scope) => {
      count += 1;
      return Map.prototype.get.call(entries, scope) as ReturnType<Entries['get']>;
    };
    expect([isAsSaid(told, probes), count > 0]).toEqual([true, true]);
    count = 0;
    expect([isAsSaid(told, probes), count]).toEqual([true, 0]);
  });

  test.each([
    ['as large as a file may be', { _tag: 'present', size: MAX_SOURCE_BYTES }, true],
    ['absent', { _tag: 'absent' }, true],
    ['larger', { _tag: 'present', size: MAX_SOURCE_BYTES + 1 }, false],
    ['of unknown size', { _tag: 'present' }, false],
    ['absent for a reason', { _tag: 'absent', note: { code: 'outside', detail: 'x' } }, false],
    ['unavailable', { _tag: 'unavailable', reason: 'EIO' }, false],
  ] as const)('A4: behind the file that holds a slot it lets pass what is %s: %#', (_, probe, isLetPass) => {
    const files: Files = { 'AGENTS.md': 'a', 'CLAUDE.md': null, 'AGENTS.local.md': null, 'CLAUDE.local.md': null };
    const told = { groups: [groupOf('first')], entries: said([['first', files]]), known: knowing('first', files) };
    const probes = [probeOf('a'), probe, ...[null, null].map(probeOf)];
    expect(isAsSaid({ ...told, settings: settings('first') }, probes)).toBe(isLetPass);
  });

  test('A4: it sees the user-global file as it sees others, and lets pass no other one than was said', () => {
    const own = settingsFrom({ maxBytes: 1 }, { osHome: '/home/me', variables: {} });
    const groups = userGlobalGroup(workspaceAt(own, ROOT, ROOT));
    const { version, digest, trimmedDigest } = knownAs('a');
    const at = '/home/me/.dsh/AGENTS.md' as AbsolutePath;
    const look = (path: string, state: 'loaded' | 'removed', probe: Probe): boolean =>
      isAsSaid(
        {
          settings: own,
          groups: [...groups],
          entries: new Map([[USER_GLOBAL, state === 'loaded' ? { state, path, digest } : { state, path }]]),
          known: new Map([[at, { version, digest, trimmedDigest }]]),
        },
        [probe],
      );
    expect(look('~/.dsh/AGENTS.md', 'loaded', probeOf('a'))).toBe(true);
    expect(look('~/.dsh/AGENTS.md', 'removed', probeOf(null))).toBe(true);
    expect(look('~/.dsh/AGENTS.md', 'loaded', probeOf('b'))).toBe(false);
    expect(look('~/.dsh/AGENTS.md', 'loaded', probeOf(null))).toBe(false);
    expect(look('~/.dsh/AGENTS.md', 'removed', probeOf('a'))).toBe(false);
    expect(look('$DSH_HOME/AGENTS.md', 'loaded', probeOf('a'))).toBe(false);
    expect(look('$DSH_HOME/AGENTS.md', 'loaded', probeOf(null))).toBe(false);
  });
});
