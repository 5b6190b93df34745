// Owns: the laws of the glance: whatever it lets pass, the long way has nothing to say about either.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeHash } from '../src/adapters/node/index.js';
import type { AbsolutePath } from '../src/domain/path.js';
import type { Probe } from '../src/domain/probe.js';
import type { Entries } from '../src/sources/agent-instructions/entries.js';
import { overlay } from '../src/sources/agent-instructions/entries.js';
import { isAsSaid } from '../src/sources/agent-instructions/glance.js';
import type { Selection } from '../src/sources/agent-instructions/model.js';
import { settingsFrom } from '../src/sources/agent-instructions/model.js';
import type { Known, Observation } from '../src/sources/agent-instructions/observation.js';
import { reconcileGroup } from '../src/sources/agent-instructions/reconcile.js';
import { selectHoldings } from '../src/sources/agent-instructions/select.js';
import type { Candidate, Group } from '../src/sources/agent-instructions/workspace.js';
import { directoryGroup, workspaceAt } from '../src/sources/agent-instructions/workspace.js';
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
    candidatesOf(group).map((candidate) => [candidate.at, seenAs(textOf(files, candidate))] as const),
  );
  return reconcileGroup(group, selectHoldings(group, seen), entries).changes.map(({ transition }) => transition);
};

const said = (history: readonly (readonly [Selection, Files])[]): Entries =>
  history.reduce<Entries>(
    (entries, [selection, files]) => overlay(entries, theLongWay(entries, selection, files)),
    new Map(),
  );

const knowing = (selection: Selection, files: Files): ReadonlyMap<AbsolutePath, Known> =>
  new Map(
    candidatesOf(groupOf(selection)).flatMap((candidate) => {
      const text = textOf(files, candidate);
      return typeof text === 'string' && text.length <= MAX_SOURCE_BYTES
        ? [[candidate.at, knownAs(text)] as const]
        : [];
    }),
  );

const glance = (
  entries: Entries,
  selection: Selection,
  files: Files,
  known: ReadonlyMap<AbsolutePath, Known>,
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
});
