// Owns: seeing from the probes alone that every scope is as the model was told, which is nearly always so. What follows
// where it is not is survey.ts's and reconcile.ts's work.
import type { Probe } from '../../domain/probe.js';
import { USER_GLOBAL } from '../../domain/scope.js';
import type { Entries } from './entries.js';
import { entriesByDirectory } from './entries.js';
import type { Settings } from './model.js';
import type { Known, KnownFiles } from './observation.js';
import { sizeIn } from './observation.js';
import type { Group, SlotCandidates } from './workspace.js';

/** What the model was told, and what this process knows of the files. */
export interface Told {
  readonly settings: Settings;
  readonly groups: readonly Group[];
  readonly entries: Entries;
  readonly known: KnownFiles;
}

/** How a candidate has to be found: in this version, absent, or in any way that nothing needs to be reported about. */
type Expected = Known | 'absent' | 'unremarkable';

/** How many scopes of a group the model can see a file in, scopes that are configured no longer included. */
const loadedIn = (group: Group, entries: Entries): number => {
  if (group.directory === undefined) return entries.get(USER_GLOBAL)?.state === 'loaded' ? 1 : 0;
  const known = entriesByDirectory(entries).get(group.directory) ?? [];
  return known.filter(([, { state }]) => state === 'loaded').length;
};

/** The candidate that a slot was said to hold, and what is known of it; nothing where it would have to be read. */
const heldBy = ({ entries, known }: Told, { scope, candidates }: SlotCandidates): [number, Known] | undefined => {
  const entry = entries.get(scope);
  if (entry?.state !== 'loaded') return undefined;
  const place = candidates.findIndex(({ path }) => path === entry.path);
  const candidate = candidates[place];
  const file = candidate === undefined ? undefined : known.get(candidate.key);
  return file !== undefined && file.digest === entry.digest ? [place, file] : undefined;
};

/** What is known of a file that says what one before it says already. */
const twinIn = ({ known }: Told, { candidates }: SlotCandidates, contents: ReadonlySet<string>): Known | undefined => {
  const file = candidates[0] === undefined ? undefined : known.get(candidates[0].key);
  return file !== undefined && contents.has(file.trimmedDigest) ? file : undefined;
};

const expectedOf = (told: Told, group: Group): readonly Expected[] | undefined => {
  const contents = new Set<string>();
  const expected: Expected[] = [];
  let loaded = 0;
  for (const slot of group.slots) {
    const [held, file] = heldBy(told, slot) ?? [];
    if (file !== undefined) {
      if (group.collapses && contents.has(file.trimmedDigest)) return undefined;
      contents.add(file.trimmedDigest);
      loaded += 1;
    }
    const decided = file ?? (group.collapses ? twinIn(told, slot, contents) : undefined);
    const decider = held ?? (decided === undefined ? slot.candidates.length : 0);
    slot.candidates.forEach((_, place) => {
      if (place < decider || decided === undefined) expected.push('absent');
      else expected.push(place > decider ? 'unremarkable' : decided);
    });
  }
  return loaded === loadedIn(group, told.entries) ? expected : undefined;
};

interface Expectation {
  readonly told: Told;
  /** In the order of the candidates; none where nothing could be as it was said without reading. */
  readonly expected: readonly Expected[] | undefined;
}

const expectations = new WeakMap<readonly Group[], Expectation>();

const expectationOf = (told: Told): Expectation['expected'] => {
  const made = expectations.get(told.groups);
  if (made?.told.entries === told.entries && made.told.known === told.known) return made.expected;
  const each = told.groups.map((group) => expectedOf(told, group));
  const expected = each.includes(undefined) ? undefined : (each.flat() as readonly Expected[]);
  expectations.set(told.groups, { told, expected });
  return expected;
};

const isUnremarkable = (probe: Probe, maxSourceBytes: number): boolean =>
  probe._tag === 'absent'
    ? probe.note === undefined
    : probe._tag === 'present' && (sizeIn(probe) ?? Infinity) <= maxSourceBytes;

const isAsExpected = (probe: Probe, expected: Expected, maxSourceBytes: number): boolean => {
  if (expected === 'absent') return probe._tag === 'absent' && probe.note === undefined;
  if (expected === 'unremarkable') return isUnremarkable(probe, maxSourceBytes);
  return probe._tag === 'present' && probe.version === expected.version;
};

/**
 * Tells whether all groups are as the model was told, so that nothing needs to be read, said or reported.
 *
 * Shape:  `probes` in the order of the candidates. May say no where the long way finds nothing either; never yes where
 *         it would find something.
 * Cost:   one comparison for each candidate, while nothing was said or learnt since the last time.
 * Source: SPEC A10, A11; property-tests/glance.laws.test.ts
 */
export const isAsSaid = (told: Told, probes: readonly Probe[]): boolean => {
  const expected = expectationOf(told);
  const { maxSourceBytes } = told.settings;
  return expected?.every((each, index) => isAsExpected(probes[index] as Probe, each, maxSourceBytes)) === true;
};
