// Owns: the laws of selection and reconciliation over one directory: what may be said, given what was said and seen.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../src/adapters/node/index.js';
import { append, emptyList } from '../src/core/append-list.js';
import type { AppendList } from '../src/core/append-list.js';
import type { AbsolutePath } from '../src/domain/path.js';
import { seqOf } from '../src/domain/units.js';
import type { Entries } from '../src/sources/agent-instructions/entries.js';
import { entriesOf, isVisible, overlay } from '../src/sources/agent-instructions/entries.js';
import type { Selection } from '../src/sources/agent-instructions/model.js';
import { settingsFrom } from '../src/sources/agent-instructions/model.js';
import type { Observation, Observations } from '../src/sources/agent-instructions/observation.js';
import { reconcileGroup } from '../src/sources/agent-instructions/reconcile.js';
import { selectHoldings } from '../src/sources/agent-instructions/select.js';
import type { Mark } from '../src/sources/agent-instructions/state.js';
import type { Group } from '../src/sources/agent-instructions/workspace.js';
import { directoryGroup, workspaceAt } from '../src/sources/agent-instructions/workspace.js';
import { seed } from '../test/seed.js';

const NAMES = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md', 'CLAUDE.local.md'] as const;
const ROOT = '/repo' as AbsolutePath;

type Files = Readonly<Record<(typeof NAMES)[number], Observation>>;

const readOf = (content: string): Observation => ({
  kind: 'read',
  content,
  bytes: content.length,
  digest: nodeHash.sha1(content),
  trimmedDigest: nodeHash.sha1(content.trim()),
  lossy: false,
});

const anyFile: fc.Arbitrary<Observation> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', ' a\n', 'b', '').map(readOf) },
  { weight: 2, arbitrary: fc.constant<Observation>({ kind: 'absent' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('unavailable' as const, 'too-large' as const, 'not-text' as const)
      .map((state): Observation => ({ kind: 'unavailable', state, reason: 'fault' })),
  },
  { weight: 1, arbitrary: fc.constant<Observation>({ kind: 'unread' }) },
);

const anyFiles: fc.Arbitrary<Files> = fc.record({
  'AGENTS.md': anyFile,
  'CLAUDE.md': anyFile,
  'AGENTS.local.md': anyFile,
  'CLAUDE.local.md': anyFile,
});

const anySelection: fc.Arbitrary<Selection> = fc.constantFrom('all', 'first');
const anyHistory = fc.array(fc.tuple(anySelection, anyFiles), { maxLength: 5 });

const groupOf = (selection: Selection, directory = 'lib'): Group => {
  const settings = settingsFrom({ maxBytes: 1, selection }, { variables: {} });
  return directoryGroup(settings, workspaceAt(settings, ROOT, ROOT), directory);
};

const observe = (group: Group, files: Files): Observations =>
  new Map(
    group.slots.flatMap(({ candidates }) =>
      candidates.map(({ key, name }) => [key, files[name as (typeof NAMES)[number]]] as const),
    ),
  );

/** What is said about the files, and the entries once it was said. */
const live = (entries: Entries, selection: Selection, files: Files) => {
  const group = groupOf(selection);
  const observations = observe(group, files);
  const holdings = selectHoldings(group, observations);
  const { changes, frozen } = reconcileGroup(group, holdings, entries);
  const transitions = changes.map(({ transition }) => transition);
  return { group, observations, holdings, transitions, frozen, after: overlay(entries, transitions) };
};

const after = (history: readonly (readonly [Selection, Files])[]): Entries =>
  history.reduce<Entries>((entries, [selection, files]) => live(entries, selection, files).after, new Map());

const runs = { seed, numRuns: 1000 };

describe(`reconcile (seed ${seed})`, () => {
  test('A5: what cannot be observed is never removed, unless another file holds its slot for certain', () => {
    fc.assert(
      fc.property(anyHistory, anySelection, anyFiles, (history, selection, files) => {
        const { transitions, holdings } = live(after(history), selection, files);
        for (const { action, path } of transitions) {
          const name = path.slice('lib/'.length) as keyof Files;
          if (action !== 'remove' || files[name].kind !== 'unavailable') continue;
          const held = holdings.find(({ slot }) => slot.candidates.some((candidate) => candidate.name === name));
          expect(held?.holding.kind).toBe('file');
        }
      }),
      runs,
    );
  });

  test('A10: once said, deciding again says nothing', () => {
    fc.assert(
      fc.property(anyHistory, anySelection, anyFiles, (history, selection, files) => {
        expect(live(live(after(history), selection, files).after, selection, files).transitions).toEqual([]);
      }),
      runs,
    );
  });

  test('A10: nothing is said that is visible already', () => {
    fc.assert(
      fc.property(anyHistory, anySelection, anyFiles, (history, selection, files) => {
        const entries = after(history);
        for (const transition of live(entries, selection, files).transitions) {
          if (transition.action === 'remove') continue;
          expect(isVisible(entries, transition.scope, transition.path, transition.digest)).toBe(false);
        }
      }),
      runs,
    );
  });

  test('A10: unless the directory is frozen, the model sees exactly what the scopes should hold', () => {
    fc.assert(
      fc.property(anyHistory, anySelection, anyFiles, (history, selection, files) => {
        const { holdings, frozen, after: entries } = live(after(history), selection, files);
        fc.pre(!frozen && holdings.every(({ holding }) => holding.kind !== 'unread' && holding.kind !== 'unavailable'));
        const wanted = holdings.flatMap(({ holding }) => (holding.kind === 'file' ? [holding.candidate.path] : []));
        const visible = [...entries.values()].flatMap((entry) => (entry.state === 'loaded' ? [entry.path] : []));
        expect(visible.sort()).toEqual(wanted.sort());
      }),
      runs,
    );
  });

  test('word table: a removed scope whose file reappears is set', () => {
    fc.assert(
      fc.property(anySelection, anyFiles, (selection, files) => {
        const absent: Observation = { kind: 'absent' };
        const none = Object.fromEntries(NAMES.map((name) => [name, absent])) as unknown as Files;
        const gone = after([[selection, files], [selection, none]]);
        for (const { action } of live(gone, selection, files).transitions) expect(action).toBe('set');
      }),
      runs,
    );
  });
});

describe(`selection (seed ${seed})`, () => {
  test('A4: the earliest of equal files is kept, and no two kept ones are equal', () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const group = groupOf('all');
        const holdings = selectHoldings(group, observe(group, files));
        const kept = holdings.flatMap(({ holding }) => (holding.kind === 'file' ? [holding] : []));
        const trimmed = kept.map(({ seen }) => seen.trimmedDigest);
        expect(new Set(trimmed).size).toBe(trimmed.length);
        for (const { holding } of holdings) {
          if (holding.kind !== 'none' || holding.duplicateOf === undefined) continue;
          expect(kept.map(({ candidate }) => candidate.path)).toContain(holding.duplicateOf.path);
        }
        const order = group.slots.flatMap(({ candidates }) => candidates.map(({ path }) => path));
        expect(kept.map(({ candidate }) => candidate.path)).toEqual(
          order.filter((path) => kept.some(({ candidate }) => candidate.path === path)),
        );
      }),
      runs,
    );
  });

  test('A4: with "first" the first candidate that is not plainly absent decides, whatever it is', () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const group = groupOf('first');
        for (const { slot, holding } of selectHoldings(group, observe(group, files))) {
          const decider = slot.candidates.find(({ name }) => files[name as keyof Files].kind !== 'absent');
          expect(holding.kind === 'none' ? undefined : holding.candidate).toBe(decider);
        }
      }),
      runs,
    );
  });

  test('A4: directories do not look at each other', () => {
    fc.assert(
      fc.property(anySelection, anyFiles, anyFiles, (selection, here, there) => {
        const [a, b] = [groupOf(selection, 'a'), groupOf(selection, 'b')];
        const both = new Map([...observe(a, here), ...observe(b, there)]);
        expect(selectHoldings(a, both)).toEqual(selectHoldings(a, observe(a, here)));
      }),
      runs,
    );
  });
});

describe(`entries (seed ${seed})`, () => {
  const settings = settingsFrom({ maxBytes: 1 }, { variables: {} });
  const workspace = workspaceAt(settings, '/repo/app' as AbsolutePath, ROOT);
  const anyMark: fc.Arbitrary<Omit<Mark, 'seq'>> = fc.record({
    root: fc.constantFrom('..', '..', '..', '.'),
    baseline: fc.boolean(),
    changes: fc.array(
      fc.record({
        action: fc.constantFrom('set' as const, 'replace' as const),
        scope: fc.constantFrom('user-global', './AGENTS.md', './/base', 'app/AGENTS.md', 'lib/AGENTS.md', 'lib//base'),
        path: fc.constantFrom('AGENTS.md', 'app/AGENTS.md', 'lib/AGENTS.md'),
        digest: fc.constantFrom('a', 'b').map((digit) => digit.repeat(40)),
      }),
      { maxLength: 3 },
    ) as unknown as fc.Arbitrary<Mark['changes']>,
  });

  const listed = (marks: readonly Omit<Mark, 'seq'>[]): AppendList<Mark> =>
    marks.reduce<AppendList<Mark>>((list, mark, index) => append(list, { ...mark, seq: seqOf(index) }), emptyList());

  test('F3: derived step by step, at once or after a newer version: the same', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 8 }), (marks) => {
        let list: AppendList<Mark> = emptyList();
        const versions = [list];
        marks.forEach((mark, index) => {
          list = append(list, { ...mark, seq: seqOf(index) });
          versions.push(list);
          entriesOf(list, workspace);
        });
        versions.forEach((version, length) => {
          expect(entriesOf(version, workspace)).toEqual(entriesOf(listed(marks.slice(0, length)), workspace));
        });
      }),
      runs,
    );
  });

  test('A13: a baseline forgets what was said of its own scopes and nothing else; another root says nothing', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 6 }), (marks) => {
        const before = entriesOf(listed(marks), workspace);
        const cleared = entriesOf(listed([...marks, { root: '..', baseline: true, changes: [] }]), workspace);
        expect([...cleared.keys()]).toEqual([...before.keys()].filter((key) => !workspace.isBaselineScope(key)));
        const elsewhere = entriesOf(listed([...marks, { root: '.', baseline: true, changes: [] }]), workspace);
        expect(elsewhere).toEqual(before);
      }),
      runs,
    );
  });
});
