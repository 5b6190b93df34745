// Owns: that each single-field mutation of one of our messages is caught, and that what others wrote is left alone.
import { beforeAll, describe, expect, test } from 'vitest';
import { checkEvents } from '../../../src/core/invariant.js';
import type { LogEvent, SessionHeader } from '../../../src/domain/log-event.js';
import type { Violation } from '../../../src/domain/violation.js';
import { agentInstructionsInvariant } from '../../../src/sources/agent-instructions/invariant.js';
import { play, read } from '../../play.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's1', createdAt: 0, cwd: '/repo/app' };

const check = (events: readonly LogEvent[]): readonly Violation[] => {
  const found: Violation[] = [];
  checkEvents([agentInstructionsInvariant], header, events, (violation) => found.push(violation));
  return found;
};

/** The two messages of a life: at its first step and at its last. */
type Place = 'baseline' | 'dynamic';

let life: Awaited<ReturnType<typeof play>>;

beforeAll(async () => {
  life = await play({
    files: {
      '/repo/AGENTS.md': 'root rules\n',
      '/repo/app/AGENTS.md': 'app rules',
      '/repo/app/pkg/AGENTS.md': 'pkg rules',
      '/repo/lib/AGENTS.md': 'lib rules',
    },
    steps: [
      { do: 'turn', prompt: 'hi' },
      read('pkg/x'),
      read('../lib/x'),
      { do: 'put', path: '/repo/AGENTS.md', file: 'new root rules' },
      { do: 'delete', path: '/repo/app/AGENTS.md' },
      { do: 'step' },
    ],
  });
});

const seqOf = (place: Place): number => life.told[place === 'baseline' ? 0 : 1]?.seq ?? -1;

type Json = Record<string, unknown> & { [key: string]: Json };

/** The log with one message changed. */
const mutated = (place: Place, change: (event: Json) => void): readonly LogEvent[] => {
  const events = JSON.parse(JSON.stringify(life.events)) as Json[];
  change(events[seqOf(place)] as Json);
  return events as unknown as readonly LogEvent[];
};

const source = (event: Json): Json => event['data']?.['source'] as Json;
const changes = (event: Json): Json[] => source(event)['changes'] as unknown as Json[];
const block = (event: Json): Json => (event['data']?.['content'] as unknown as Json[])[0] as Json;
const edit = (event: Json, from: string | RegExp, to: string): void => {
  const text = block(event)['text'] as unknown as string;
  set(block(event), 'text', text.replace(from, to));
};
const set = (target: Json, key: string, value: unknown): void => {
  target[key] = value as Json;
};

const MUTATIONS: readonly (readonly [string, Place, (event: Json) => void])[] = [
  ['version', 'baseline', (event) => set(source(event), 'version', '1')],
  ['version left out', 'baseline', (event) => delete source(event)['version']],
  ['root', 'baseline', (event) => set(source(event), 'root', 'app')],
  ['root above the file system', 'baseline', (event) => set(source(event), 'root', '../../../..')],
  [
    'root that is no ancestor',
    'baseline',
    (event) => {
      set(source(event), 'root', '../../../..');
      set(source(event), 'baselineIdentity', '{"root":"../../../.."}');
    },
  ],
  ['root left out', 'baseline', (event) => delete source(event)['root']],
  ['baseline', 'baseline', (event) => set(source(event), 'baseline', false)],
  ['baseline left out', 'baseline', (event) => delete source(event)['baseline']],
  ['identity left out', 'baseline', (event) => delete source(event)['baselineIdentity']],
  ['a strange field', 'baseline', (event) => set(source(event), 'plugin', 'x')],
  ['action', 'baseline', (event) => set(changes(event)[0] as Json, 'action', 'replace')],
  ['unknown action', 'baseline', (event) => set(changes(event)[0] as Json, 'action', 'add')],
  ['scope leaving the root', 'baseline', (event) => set(changes(event)[0] as Json, 'scope', '../AGENTS.md')],
  ['scope with NUL', 'baseline', (event) => set(changes(event)[0] as Json, 'scope', '.\0AGENTS.md')],
  ['path', 'baseline', (event) => set(changes(event)[0] as Json, 'path', 'OTHER.md')],
  ['digest', 'baseline', (event) => set(changes(event)[0] as Json, 'digest', 'ABC')],
  ['digest left out', 'baseline', (event) => delete (changes(event)[0] as Json)['digest']],
  ['a strange field in a change', 'baseline', (event) => set(changes(event)[0] as Json, 'by', 'x')],
  ['order of a baseline', 'baseline', (event) => changes(event).reverse()],
  ['a change left out', 'baseline', (event) => changes(event).shift()],
  ['a change twice', 'baseline', (event) => changes(event).push(changes(event)[0] as Json)],
  ['frame not opened', 'baseline', (event) => edit(event, '<system-reminder>', '<reminder>')],
  ['frame not closed', 'baseline', (event) => edit(event, /<\/system-reminder>$/u, '')],
  ['frame closed early', 'baseline', (event) => edit(event, 'root rules', 'root </ System-Reminder > rules')],
  ['text after the frame', 'baseline', (event) => edit(event, /$/u, ' and more')],
  ['opening', 'baseline', (event) => edit(event, 'override neither', 'override')],
  ['heading', 'baseline', (event) => edit(event, 'Instructions from: AGENTS.md', 'Rules from: AGENTS.md')],
  ['block type', 'baseline', (event) => set(block(event), 'type', 'image')],
  ['role', 'baseline', (event) => set(event['data'] as Json, 'role', 'system')],
  ['id', 'baseline', (event) => set(event['data'] as Json, 'id', 7)],
  ['a block more', 'baseline', (event) => (event['data']?.['content'] as unknown as Json[]).push(block(event))],
  ['set for a visible scope', 'dynamic', (event) => set(changes(event)[0] as Json, 'action', 'set')],
  ['remove with the words of a replace', 'dynamic', (event) => set(changes(event)[0] as Json, 'action', 'remove')],
  ['identity of another root', 'baseline', (event) => set(source(event), 'baselineIdentity', '{"root":"."}')],
  ['identity that is none', 'baseline', (event) => set(source(event), 'baselineIdentity', 'x')],
  ['digest of a removal', 'dynamic', (event) => set(changes(event)[1] as Json, 'digest', 'a'.repeat(40))],
  ['another root than the baseline has', 'dynamic', (event) => set(source(event), 'root', '.')],
  ['order of transitions', 'dynamic', (event) => changes(event).reverse()],
  ['order of nested ones', 'dynamic', (event) => changes(event).push(...changes(event).splice(2, 1))],
  ['no change at all', 'dynamic', (event) => changes(event).splice(0)],
  ['prose of a set', 'dynamic', (event) => edit(event, 'They apply to', 'They may apply to')],
  ['extent of a set', 'dynamic', (event) => edit(event, 'under `lib`', 'under `lab`')],
  ['prose of a replace', 'dynamic', (event) => edit(event, 'whole current content', 'content')],
  ['prose of a removal', 'dynamic', (event) => edit(event, 'no longer applies', 'still applies')],
  [
    'digest that is visible already',
    'dynamic',
    (event) => {
      set(
        changes(event)[0] as Json,
        'digest',
        changes((life.events as unknown as Json[])[seqOf('baseline')] as Json)[0]?.['digest'],
      );
    },
  ],
  [
    'a replace in place of an append',
    'dynamic',
    (event) => {
      set(event, 'surfaceOp', { op: 'replace', start: seqOf('baseline'), end: seqOf('baseline') });
    },
  ],
];

/** What is said of each, as far as one can read it at a glance: the rule, what was expected, what was found. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  version: ['source: a well-formed source tag, found {"kind":"agent-instructions","version":"1","root":".'],
  'version left out': ['source: version 1, found undefined'],
  root: ['source: a well-formed source tag, found {"kind":"agent-instructions","version":1,"root":"app'],
  'root above the file system': [
    'identity: an identity of root ../../../.., found {"root":"..","markers":[".git"],"maxBytes":',
    "root: the visible baseline's, ../../../.., found ..",
  ],
  'root that is no ancestor': [
    'root: an ancestor of the cwd, found ../../../..',
    "root: the visible baseline's, ../../../.., found ..",
  ],
  'root left out': [
    'root: the root relative to the cwd, found none',
    'identity: an identity of root undefined, found {"root":"..","markers":[".git"],"maxBytes":65',
  ],
  baseline: ['source: a well-formed source tag, found {"kind":"agent-instructions","version":1,"root":".."'],
  'baseline left out': ['identity: an identity exactly on a baseline, found {"root":"..","markers":[".git"],"maxBytes'],
  'identity left out': ['identity: an identity exactly on a baseline, found undefined'],
  'a strange field': ['source: no other field, found plugin'],
  action: ['baseline: removals first, then a set for each file from broad to specific, found replace AGE'],
  'unknown action': ['source: a well-formed source tag, found {"kind":"agent-instructions","version":1,"root":".."'],
  'scope leaving the root': ['scope: a scope key below the root, found "../AGENTS.md"'],
  'scope with NUL': ['scope: a scope key below the root, found ".\\u0000AGENTS.md"'],
  path: ['text: "Instructions from: OTHER.md\\n" right after the opening, found Instructions from: AGEN'],
  digest: ['source: a well-formed source tag, found {"kind":"agent-instructions","version":1,"root":".."'],
  'digest left out': ['digest: a digest for AGENTS.md, found none'],
  'a strange field in a change': ['source: no other field, found by'],
  'order of a baseline': [
    'baseline: removals first, then a set for each file from broad to specific, found set app/AGE',
    'text: "Instructions from: app/AGENTS.md\\n" right after the opening, found Instructions from:',
  ],
  'a change left out': [
    'text: "Instructions from: app/AGENTS.md\\n" right after the opening, found Instructions from:',
  ],
  'a change twice': [
    'baseline: removals first, then a set for each file from broad to specific, found set AGENTS.',
    'transition: one change for each scope, found ./AGENTS.md',
    'text: "Instructions from: AGENTS.md\\n" after the one before, found Instructions from: app/AG',
  ],
  'frame not opened': ['frame: one intact frame around the text, found <reminder>\nThese are the instructions for wor'],
  'frame not closed': ['frame: one intact frame around the text, found <system-reminder>\nThese are the instructions '],
  'frame closed early': [
    'frame: one intact frame around the text, found <system-reminder>\nThese are the instructions ',
  ],
  'text after the frame': [
    'frame: one intact frame around the text, found <system-reminder>\nThese are the instructions ',
  ],
  opening: ['text: "Instructions from: AGENTS.md\\n" right after the opening, found These are the instruct'],
  heading: ['text: "Instructions from: AGENTS.md\\n" right after the opening, found Rules from: AGENTS.md\n'],
  'block type': ['frame: one intact frame around the text, found undefined'],
  role: ['message: id, role "user" and content, found something else'],
  id: ['message: id, role "user" and content, found something else'],
  'a block more': ['text: 1 text block(s), found 2 block(s)'],
  'set for a visible scope': [
    'transition: a replace: AGENTS.md is visible, found set AGENTS.md',
    'text: "Additional instructions from: AGENTS.md\\n\\nThey apply to work anywhere in the project',
  ],
  'remove with the words of a replace': ['source: no other field, found digest'],
  'identity of another root': ['identity: an identity of root .., found {"root":"."}'],
  'identity that is none': ['identity: an identity of root .., found x'],
  'digest of a removal': ['source: no other field, found digest'],
  'another root than the baseline has': ["root: the visible baseline's, .., found ."],
  'order of transitions': [
    'order: user-global, root to cwd, then others by depth, found app/pkg/AGENTS.md, lib/AGENTS.m',
    'text: "Additional instructions from: app/pkg/AGENTS.md\\n\\nThey apply to work under `app/pkg`',
  ],
  'order of nested ones': [
    'order: user-global, root to cwd, then others by depth, found AGENTS.md, app/AGENTS.md, app/p',
    'text: "Additional instructions from: lib/AGENTS.md\\n\\nThey apply to work under `lib`.\\n" aft',
  ],
  'no change at all': ['transition: at least one change, found none', 'text: 0 text block(s), found 1 block(s)'],
  'prose of a set': ['text: "Additional instructions from: lib/AGENTS.md\\n\\nThey apply to work under `lib`.\\n" aft'],
  'extent of a set': [
    'text: "Additional instructions from: lib/AGENTS.md\\n\\nThey apply to work under `lib`.\\n" aft',
  ],
  'prose of a replace': [
    'text: "Updated instructions from: AGENTS.md\\n\\nThis is the whole current content; it replace',
  ],
  'prose of a removal': [
    'text: "Instructions removed: app/AGENTS.md\\n\\nWhat was loaded from this file before no longe',
  ],
  'digest that is visible already': [
    'transition: something new, found replace AGENTS.md, which is visible with the same digest',
  ],
  'a replace in place of an append': ['place: an append, found replaced'],
};

describe('I1: agent-instructions', () => {
  test('what we wrote passes', () => {
    expect(life.told.map((told) => told.changes)).toEqual([
      ['set AGENTS.md', 'set app/AGENTS.md'],
      ['replace AGENTS.md', 'remove app/AGENTS.md', 'set lib/AGENTS.md', 'set app/pkg/AGENTS.md'],
    ]);
    expect(check(life.events)).toEqual([]);
  });

  test.each(MUTATIONS)('a mutation is caught: %s', (name, place, change) => {
    const found = check(mutated(place, change));
    expect(found[0]?.seq).toBe(seqOf(place));
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['error']));
    const words = found.map(({ rule, expected, found: met }) => `${rule}: ${expected}, found ${met}`);
    expect(words.map((said) => said.replace('agent-instructions/', '').slice(0, 92))).toEqual(FINDINGS[name]);
  });

  test('directories of one depth stand by their code units (A10)', async () => {
    const files = { '/repo/a/AGENTS.md': 'a', '/repo/b/AGENTS.md': 'b' };
    const steps = [{ do: 'turn', prompt: 'hi' }, read('../b/x'), read('../a/x'), { do: 'step' }] as const;
    const { events, told } = await play({ files, steps });
    const seq = told[0]?.seq ?? -1;
    expect(told[0]?.changes).toEqual(['set a/AGENTS.md', 'set b/AGENTS.md']);
    expect(check(events)).toEqual([]);
    const swapped = JSON.parse(JSON.stringify(events)) as Json[];
    changes(swapped[seq] as Json).reverse();
    const [first] = check(swapped as unknown as readonly LogEvent[]);
    expect(first).toMatchObject({ seq, rule: 'agent-instructions/order', found: 'b/AGENTS.md, a/AGENTS.md' });
  });

  test('outside a step', () => {
    const moved = life.events.filter(({ type }, seq) => type !== 'step/start' || seq > seqOf('baseline'));
    expect(check(moved)).toContainEqual({
      seq: seqOf('baseline') - 1,
      rule: 'agent-instructions/place',
      severity: 'error',
      expected: 'an open step',
      found: 'none',
    });
  });

  test('an unknown version and older writers are warnings, other kinds are nothing', () => {
    const severities = (change: (event: Json) => void): readonly string[] =>
      check(mutated('baseline', change)).flatMap(({ seq, severity }) => (seq === seqOf('baseline') ? [severity] : []));
    expect(severities((event) => set(source(event), 'version', 2))).toEqual(['warning']);
    expect(severities((event) => set(source(event), 'kind', 'workspace-instructions'))).toEqual(['warning']);
    const older = (event: Json): void => {
      delete source(event)['version'];
      delete source(event)['root'];
    };
    expect(severities(older)).toEqual(['warning']);
    expect(severities((event) => set(source(event), 'kind', 'user'))).toEqual([]);
    const foundIn = (change: (event: Json) => void): string | undefined => check(mutated('baseline', change))[0]?.found;
    expect(foundIn((event) => set(source(event), 'version', 2))).toBe('version 2');
    expect(foundIn((event) => set(source(event), 'kind', 'workspace-instructions'))).toBe('workspace-instructions');
    expect(foundIn(older)).toBe('version missing');
    expect(check(mutated('baseline', older))[0]).toMatchObject({
      rule: 'agent-instructions/version',
      expected: 'version 1; this one is not judged',
    });
  });
});
