// Owns: examples of which groups a reconciliation looks at, and that a list that is remembered is never a stale one:
// every pair of situations that share what was said. What is found in the groups is survey.test.ts's.
import { describe, expect, test } from 'vitest';
import type { AppendList } from '../../../src/core/append-list.js';
import { itemsOf, listOf } from '../../../src/core/append-list.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { scopeKey } from '../../../src/domain/scope.js';
import { seqOf } from '../../../src/domain/units.js';
import { instructionsMemory } from '../../../src/sources/agent-instructions/memory.js';
import type { Flight } from '../../../src/sources/agent-instructions/memory.js';
import { baselineIdentity, settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import type { Situation } from '../../../src/sources/agent-instructions/situation.js';
import {
  nestedGroups,
  planReconciliation,
  spokenWorkspace,
  unlisted,
} from '../../../src/sources/agent-instructions/situation.js';
import type { Mark } from '../../../src/sources/agent-instructions/state.js';
import { workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const path = (text: string): AbsolutePath => text as AbsolutePath;
const surroundings = { osHome: '/home/me', variables: {} };
const SETTINGS = (['all', 'first'] as const).map((selection) => settingsFrom({ maxBytes: 9, selection }, surroundings));
const [settings = settingsFrom({ maxBytes: 9 }, surroundings)] = SETTINGS;

/** A message that sets one file of a directory below the root. */
const told = (directory: string, root: string): Mark => ({
  seq: seqOf(0),
  baseline: false,
  root,
  changes: [
    {
      action: 'set',
      scope: scopeKey({ kind: 'named', directory, name: 'AGENTS.md' }),
      path: `${directory}/AGENTS.md`,
      digest: 'a'.repeat(40),
    },
  ],
});

interface Given {
  readonly settings: Situation['settings'];
  readonly cwd: string;
  readonly root: string;
  readonly complete: boolean;
}

/** Only what is looked at. */
const situationOf = (
  marks: AppendList<Mark>,
  { settings: own, cwd, root, complete }: Given,
  flights: readonly Flight[] = [],
): Situation => {
  const home = workspaceAt(own, path(cwd), path(root)).home;
  const tag = workspaceAt(own, path(cwd), path(root)).rootTag;
  const identity = baselineIdentity(own, tag, home);
  const baseline = complete ? { seq: seqOf(0), baseline: true, root: tag, identity, changes: [] } : undefined;
  const state = { marks, baseline, touches: [], calls: [] };
  const view = { state, memory: { ...instructionsMemory.initial, flights } } as unknown as Situation['view'];
  return { settings: own, view, cwd: path(cwd) };
};

const groupsOf = (marks: AppendList<Mark>, given: Given, touches: readonly string[] = []) => {
  const situation = situationOf(marks, given);
  const workspace = workspaceAt(given.settings, path(given.cwd), path(given.root));
  return planReconciliation(situation, workspace, touches, false).plan.groups;
};

/** The same, of marks that nobody has seen before. */
const afresh = (marks: AppendList<Mark>, given: Given) => groupsOf(listOf(itemsOf(marks).slice()), given);

describe('the groups of a reconciliation (A10)', () => {
  const places = [
    { cwd: '/repo/app', root: '/repo' },
    { cwd: '/repo/doc', root: '/repo' },
    { cwd: '/else/app', root: '/else' },
    { cwd: '/repo/app/a', root: '/repo' },
  ];
  const situations: readonly Given[] = places.flatMap((place) =>
    SETTINGS.flatMap((own) => [true, false].map((complete) => ({ ...place, settings: own, complete }))),
  );
  const marks = listOf([told('lib', '..'), told('app', '..'), told('lib', '../..')]);

  test('are those of this situation, whichever was looked at before', () => {
    for (const before of situations) {
      for (const now of situations) {
        groupsOf(marks, before);
        expect(groupsOf(marks, now)).toEqual(afresh(marks, now));
      }
    }
  });

  test('are the same list again while nothing was said and nothing new was reached', () => {
    for (const given of situations) {
      const groups = groupsOf(marks, given);
      expect(groupsOf(marks, given)).toBe(groups);
      expect(groupsOf(marks, given, [`${given.root}/lib/x`])).toBe(groups);
      const further = groupsOf(marks, given, [`${given.root}/new/x`]);
      expect(further.map(({ at }) => at)).toEqual([...groups.map(({ at }) => at), `${given.root}/new`]);
    }
  });

  test('are other ones once something more was said', () => {
    const [given] = situations;
    if (given === undefined) return expect.unreachable();
    const groups = groupsOf(marks, given);
    const more = listOf([...itemsOf(marks), told('new', '..')]);
    expect(groupsOf(more, given)).toHaveLength(groups.length + 1);
  });

  test('have those of the baseline where it is complete, user-global first, and the nested ones behind', () => {
    const given = { settings, cwd: '/repo/app', root: '/repo' };
    const places = (complete: boolean) => groupsOf(marks, { ...given, complete }).map(({ at }) => at);
    expect(places(true)).toEqual(['/home/me/.dsh', '/repo', '/repo/app', '/repo/lib']);
    expect(places(false)).toEqual(['/repo/lib']);
  });

  test('stand by depth and then by code units, however they were reached', () => {
    const workspace = workspaceAt(settings, path('/repo'), path('/repo'));
    const sorted = ['B', 'a', 'b', 'ä', 'a/x', 'b/a'];
    for (const [index] of sorted.entries()) {
      const turned = [...sorted.slice(index), ...sorted.slice(0, index)];
      for (const reached of [turned, [...turned].reverse()]) {
        const groups = nestedGroups(settings, workspace, new Map(), reached);
        expect(groups.map(({ directory }) => directory)).toEqual(sorted);
      }
    }
  });
});

describe('the workspace that is spoken of (A2)', () => {
  const flight = (rootTag: string): Flight => ({
    fingerprint: rootTag,
    turn: 1,
    step: 1,
    boundary: undefined,
    rootTag,
    changes: [],
    seen: [],
    waiting: [],
  });
  const spoken = (marks: readonly Mark[], flights: readonly Flight[], complete = false) =>
    spokenWorkspace(situationOf(listOf(marks), { settings, cwd: '/a/b/c', root: '/a/b', complete }, flights))?.root;

  test('is the baseline’s, else the newest message’s, else that of the newest one on its way', () => {
    const [one, two] = [told('lib', '.'), told('lib', '../..')];
    expect(spoken([two, one], [flight('../../..')])).toBe('/a/b/c');
    expect(spoken([one, two], [flight('.')])).toBe('/a');
    expect(spoken([one], [flight('.')], true)).toBe('/a/b');
    expect(spoken([], [flight('..')])).toBe('/a/b');
    expect(spoken([], [flight('../..'), flight('.')])).toBe('/a/b/c');
    expect(spoken([], [flight('.'), flight('../..')])).toBe('/a');
    expect(spoken([], [])).toBeUndefined();
  });
});

test('groups are searched for near misses that were not yet, below this root', () => {
  const given = { settings, cwd: '/repo', root: '/repo', complete: false };
  const situation = situationOf(listOf([told('lib', '.')]), given);
  const workspace = workspaceAt(settings, path('/repo'), path('/repo'));
  const groups = nestedGroups(settings, workspace, new Map(), ['a', 'b']);
  expect(unlisted(situation, workspace, groups)).toEqual(groups);
  const searched = (rootTag: string) => {
    const files = { rootTag, known: new Map(), listed: new Set(['a']) };
    return { ...situation, view: { ...situation.view, memory: { ...situation.view.memory, files } } };
  };
  expect(unlisted(searched('.'), workspace, groups).map(({ at }) => at)).toEqual(['/repo/b']);
  expect(unlisted(searched('..'), workspace, groups)).toEqual(groups);
});
