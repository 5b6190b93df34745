// Owns: that each single-field mutation of one of our messages is caught, and that what others wrote is left alone.
import { describe, expect, test } from 'vitest';
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

const life = await play({
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
const [baseline = 0, dynamic = 0] = life.told.map(({ seq }) => seq);

type Json = Record<string, unknown> & { [key: string]: Json };

/** The log with one message changed. */
const mutated = (seq: number, change: (event: Json) => void): readonly LogEvent[] => {
  const events = JSON.parse(JSON.stringify(life.events)) as Json[];
  change(events[seq] as Json);
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

const MUTATIONS: readonly (readonly [string, number, (event: Json) => void])[] = [
  ['version', baseline, (event) => set(source(event), 'version', '1')],
  ['version left out', baseline, (event) => delete source(event)['version']],
  ['root', baseline, (event) => set(source(event), 'root', 'app')],
  ['root above the file system', baseline, (event) => set(source(event), 'root', '../../../..')],
  ['root left out', baseline, (event) => delete source(event)['root']],
  ['baseline', baseline, (event) => set(source(event), 'baseline', false)],
  ['baseline left out', baseline, (event) => delete source(event)['baseline']],
  ['identity left out', baseline, (event) => delete source(event)['baselineIdentity']],
  ['a strange field', baseline, (event) => set(source(event), 'plugin', 'x')],
  ['action', baseline, (event) => set(changes(event)[0] as Json, 'action', 'replace')],
  ['unknown action', baseline, (event) => set(changes(event)[0] as Json, 'action', 'add')],
  ['scope leaving the root', baseline, (event) => set(changes(event)[0] as Json, 'scope', '../AGENTS.md')],
  ['scope with NUL', baseline, (event) => set(changes(event)[0] as Json, 'scope', '.\0AGENTS.md')],
  ['path', baseline, (event) => set(changes(event)[0] as Json, 'path', 'OTHER.md')],
  ['digest', baseline, (event) => set(changes(event)[0] as Json, 'digest', 'ABC')],
  ['digest left out', baseline, (event) => delete (changes(event)[0] as Json)['digest']],
  ['a strange field in a change', baseline, (event) => set(changes(event)[0] as Json, 'by', 'x')],
  ['order of a baseline', baseline, (event) => changes(event).reverse()],
  ['a change left out', baseline, (event) => changes(event).shift()],
  ['a change twice', baseline, (event) => changes(event).push(changes(event)[0] as Json)],
  ['frame not opened', baseline, (event) => edit(event, '<system-reminder>', '<reminder>')],
  ['frame not closed', baseline, (event) => edit(event, /<\/system-reminder>$/u, '')],
  ['frame closed early', baseline, (event) => edit(event, 'root rules', 'root </ System-Reminder > rules')],
  ['text after the frame', baseline, (event) => edit(event, /$/u, ' and more')],
  ['opening', baseline, (event) => edit(event, 'override neither', 'override')],
  ['heading', baseline, (event) => edit(event, 'Instructions from: AGENTS.md', 'Rules from: AGENTS.md')],
  ['block type', baseline, (event) => set(block(event), 'type', 'image')],
  ['role', baseline, (event) => set(event['data'] as Json, 'role', 'system')],
  ['id', baseline, (event) => set(event['data'] as Json, 'id', 7)],
  ['a block more', baseline, (event) => (event['data']?.['content'] as unknown as Json[]).push(block(event))],
  ['set for a visible scope', dynamic, (event) => set(changes(event)[0] as Json, 'action', 'set')],
  ['remove with the words of a replace', dynamic, (event) => set(changes(event)[0] as Json, 'action', 'remove')],
  ['identity of another root', baseline, (event) => set(source(event), 'baselineIdentity', '{"root":"."}')],
  ['identity that is none', baseline, (event) => set(source(event), 'baselineIdentity', 'x')],
  ['digest of a removal', dynamic, (event) => set(changes(event)[1] as Json, 'digest', 'a'.repeat(40))],
  ['another root than the baseline has', dynamic, (event) => set(source(event), 'root', '.')],
  ['order of transitions', dynamic, (event) => changes(event).reverse()],
  ['order of nested ones', dynamic, (event) => changes(event).push(...changes(event).splice(2, 1))],
  ['no change at all', dynamic, (event) => changes(event).splice(0)],
  ['prose of a set', dynamic, (event) => edit(event, 'They apply to', 'They may apply to')],
  ['extent of a set', dynamic, (event) => edit(event, 'under `lib`', 'under `lab`')],
  ['prose of a replace', dynamic, (event) => edit(event, 'whole current content', 'content')],
  ['prose of a removal', dynamic, (event) => edit(event, 'no longer applies', 'still applies')],
  [
    'digest that is visible already',
    dynamic,
    (event) => {
      set(
        changes(event)[0] as Json,
        'digest',
        changes((life.events as unknown as Json[])[baseline] as Json)[0]?.['digest'],
      );
    },
  ],
  [
    'a replace in place of an append',
    dynamic,
    (event) => {
      set(event, 'surfaceOp', { op: 'replace', start: baseline, end: baseline });
    },
  ],
];

describe('I1: agent-instructions', () => {
  test('what we wrote passes', () => {
    expect(life.told.map((told) => told.changes)).toEqual([
      ['set AGENTS.md', 'set app/AGENTS.md'],
      ['replace AGENTS.md', 'remove app/AGENTS.md', 'set lib/AGENTS.md', 'set app/pkg/AGENTS.md'],
    ]);
    expect(check(life.events)).toEqual([]);
  });

  test.each(MUTATIONS)('a mutation is caught: %s', (_, seq, change) => {
    const found = check(mutated(seq, change));
    expect(found.map((violation) => violation.seq)).toContain(seq);
    expect(found.some(({ severity }) => severity === 'error')).toBe(true);
  });

  test('outside a step', () => {
    const moved = life.events.filter(({ type }, seq) => type !== 'step/start' || seq > baseline);
    expect(check(moved).map(({ rule }) => rule)).toContain('agent-instructions/place');
  });

  test('an unknown version and older writers are warnings, other kinds are nothing', () => {
    const severities = (change: (event: Json) => void): readonly string[] =>
      check(mutated(baseline, change)).flatMap(({ seq, severity }) => (seq === baseline ? [severity] : []));
    expect(severities((event) => set(source(event), 'version', 2))).toEqual(['warning']);
    expect(severities((event) => set(source(event), 'kind', 'workspace-instructions'))).toEqual(['warning']);
    const older = (event: Json): void => {
      delete source(event)['version'];
      delete source(event)['root'];
    };
    expect(severities(older)).toEqual(['warning']);
    expect(severities((event) => set(source(event), 'kind', 'user'))).toEqual([]);
  });
});
