// Owns: examples of what a process remembers of messages on their way into the log (A9), and of what an attach owes.
import { describe, expect, test } from 'vitest';
import type { EventPlace } from '../../../src/core/context-source.js';
import type { MessageDraft, UserMessage } from '../../../src/domain/message.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { seqOf } from '../../../src/domain/units.js';
import type { InstructionsMemory } from '../../../src/sources/agent-instructions/memory.js';
import {
  awaitProposals,
  changesInFlight,
  instructionsMemory,
  launch,
} from '../../../src/sources/agent-instructions/memory.js';

const { initial, observe, deliver = () => expect.unreachable('it hears of deliveries') } = instructionsMemory;
const at = { turn: 1, step: 2 };
const file = (name: string) => `/repo/${name}` as AbsolutePath;

/** A message that sets one file. */
const draft = (name: string, root = '.'): MessageDraft => ({
  content: [{ type: 'text', text: name }],
  source: {
    kind: 'agent-instructions',
    version: 1,
    root,
    changes: [{ action: 'set', scope: `./${name}`, path: name, digest: 'a'.repeat(40) }],
  },
});
const message = (name: string, root?: string): UserMessage => ({
  id: `id ${name}`,
  role: 'user',
  ...draft(name, root),
});
const placed = (seq: number): EventPlace => ({ seq: seqOf(seq) }) as EventPlace;
const logged = (memory: InstructionsMemory, seq: number, said: UserMessage): InstructionsMemory =>
  observe(memory, { type: 'user/message', data: said, surfaceOp: 'append' }, placed(seq));
const happened = (memory: InstructionsMemory, type: string, data: object): InstructionsMemory =>
  observe(memory, { type, data }, placed(9));

/** Two messages on their way, of one step, kept by the host at a seq. */
const launched = launch(launch(initial, draft('a'), at, [file('a')]), draft('b'), at, [file('b')]);
const heard = (kept: readonly string[], boundary = 5, memory = launched): InstructionsMemory =>
  deliver(memory, {
    ...at,
    proposed: [message('a'), message('b')],
    kept: kept.map((name) => message(name)),
    boundary: seqOf(boundary),
  });

const pathsOf = (memory: InstructionsMemory, root = '.'): readonly string[] =>
  changesInFlight(memory, root).map(({ path }) => path);
const boundaries = ({ flights }: InstructionsMemory): unknown => flights.map(({ boundary }) => boundary);

describe('a message on its way', () => {
  test('is proposed first; what it says counts from then on, for its root', () => {
    expect(launched.flights).toMatchObject([
      { ...at, rootTag: '.', seen: [file('a')], waiting: [] },
      { ...at, rootTag: '.', seen: [file('b')], waiting: [] },
    ]);
    expect(boundaries(launched)).toEqual([undefined, undefined]);
    expect(pathsOf(launched)).toEqual(['a', 'b']);
    expect(pathsOf(launch(launched, draft('c', '..'), at, []))).toEqual(['a', 'b']);
    expect(pathsOf(launch(launched, draft('c', '..'), at, []), '..')).toEqual(['c']);
    const untagged = launch(initial, { content: 'x', source: { kind: 'user' } }, at, []);
    expect(untagged.flights).toMatchObject([{ rootTag: '.', changes: [] }]);
  });

  test('is pending when the host kept it, and forgotten with what was read for it when not', () => {
    const known = new Map(['a', 'b'].map((name) => [file(name), { version: 'v' }] as const)) as never;
    const memory = heard(['b'], 5, { ...launched, files: { ...launched.files, known } });
    expect([pathsOf(memory), boundaries(memory)]).toEqual([['b'], [5]]);
    expect([...memory.files.known.keys()]).toEqual([file('b')]);
    expect(heard(['a', 'b']).files).toBe(launched.files);
  });

  test('is not touched by what becomes of the messages of others', () => {
    const theirs = { ...message('a'), source: { kind: 'user' } };
    const nothing = { ...at, proposed: [theirs], kept: [theirs], boundary: seqOf(5) };
    expect(deliver(launched, nothing)).toEqual(launched);
    const later = deliver(heard(['a', 'b']), { ...at, proposed: [message('a')], kept: [], boundary: seqOf(7) });
    expect(boundaries(later)).toEqual([5, 5]);
    expect(boundaries(heard(['a', 'b'], 7, heard(['a', 'b'])))).toEqual([5, 5]);
  });

  test('has arrived when the log shows it, at its boundary or behind it', () => {
    const memory = heard(['a', 'b']);
    expect(pathsOf(logged(memory, 5, message('b')))).toEqual(['a']);
    expect(boundaries(logged(memory, 5, message('b')))).toEqual([5]);
    expect(pathsOf(logged(memory, 6, message('a')))).toEqual(['b']);
    expect(pathsOf(logged(memory, 6, { ...message('a'), id: 'another id' }))).toEqual(['b']);
  });

  test('has not arrived while another one is logged, or the same one too early', () => {
    const memory = heard(['a', 'b']);
    const different = { ...message('a'), content: 'other words', source: { ...draft('c').source } };
    expect(pathsOf(logged(memory, 6, different))).toEqual(['a', 'b']);
    expect(logged(initial, 6, message('a'))).toBe(initial);
    expect(logged(memory, 6, { ...message('a'), source: { kind: 'user' } })).toBe(memory);
    expect(logged(memory, 6, { ...message('a'), source: { ...draft('a').source, version: 2 } })).toBe(memory);
    expect(boundaries(logged(memory, 4, message('c')))).toEqual([5, 5]);
    expect(boundaries(logged(memory, 4, message('a')))).toEqual([5, 5]);
    expect(boundaries(logged(launched, 6, message('a')))).toEqual([undefined, undefined]);
    expect(logged(memory, 4, message('c')).flights[0]).toBe(memory.flights[0]);
  });

  test('says nothing more of a file of which something newer is logged', () => {
    const memory = heard(['a', 'b']);
    const newer = { ...message('a'), content: 'newer' };
    expect(pathsOf(logged(memory, 6, newer))).toEqual(['b']);
    expect(pathsOf(logged(memory, 6, { ...newer, source: draft('a', '..').source }))).toEqual(['a', 'b']);
    // By its path under another scope, by its scope with another path, too; what left later stays as it is.
    const [change] = changesInFlight(memory, '.');
    const renamed = { ...draft('a').source, changes: [{ ...change, path: 'other' }] };
    expect(pathsOf(logged(memory, 6, { ...newer, source: renamed }))).toEqual(['b']);
    const elsewhere = { ...draft('a').source, changes: [{ ...change, scope: './other' }] };
    expect(pathsOf(logged(memory, 6, { ...newer, source: elsewhere }))).toEqual(['b']);
    const twice = deliver(launch(memory, { ...draft('a'), content: 'again' }, at, []), {
      ...at,
      proposed: [{ ...message('a'), content: 'again' }],
      kept: [{ ...message('a'), content: 'again' }],
      boundary: seqOf(6),
    });
    expect(pathsOf(logged(twice, 7, message('a')))).toEqual(['b', 'a']);
  });

  test('is lost when its step ends first, and no other step’s end', () => {
    const memory = heard(['a', 'b']);
    expect(pathsOf(happened(memory, 'step/end', at))).toEqual([]);
    for (const end of [{ turn: 1, step: 1 }, { turn: 2, step: 2 }, { turn: 2, step: 3 }]) {
      expect(pathsOf(happened(memory, 'step/end', end))).toEqual(['a', 'b']);
    }
    expect(happened(memory, 'step/end', {})).toBe(memory);
  });
});

describe('touches that were decided beside a proposal (A9)', () => {
  test('are owed when it is lost', () => {
    const waiting = awaitProposals(awaitProposals(launched, ['x']), ['y']);
    expect(waiting.flights.map((flight) => flight.waiting)).toEqual([
      ['x', 'y'],
      ['x', 'y'],
    ]);
    expect(heard(['a'], 5, waiting).owedTouches).toEqual(['x', 'y']);
    expect(heard(['a', 'b'], 5, waiting).owedTouches).toEqual([]);
    expect(heard([], 5, { ...waiting, owedTouches: ['w', 'x'] }).owedTouches).toEqual(['w', 'x', 'y']);
  });

  test('are owed to nobody while all proposals are decided', () => {
    const pending = heard(['a', 'b']);
    expect(awaitProposals(pending, ['x'])).toBe(pending);
    expect(awaitProposals(initial, ['x'])).toBe(initial);
    const mixed = awaitProposals(launch(pending, draft('c'), at, []), ['x']);
    expect(mixed.flights.map(({ waiting }) => waiting)).toEqual([[], [], ['x']]);
    // What was kept and then lost at the end of its step is found in the log again, not here.
    expect(happened(pending, 'step/end', at).owedTouches).toEqual([]);
    const kept = heard(['a', 'b'], 5, awaitProposals(launched, ['x']));
    expect(happened(kept, 'step/end', at).owedTouches).toEqual([]);
  });
});

describe('what an attach owes (A13)', () => {
  const owing: InstructionsMemory = { ...initial, resumed: true, decided: true, owedTouches: ['x'] };

  test('is done when the step is entered whose decision did it', () => {
    expect(happened(owing, 'step/start', at)).toEqual({ ...initial, attached: true });
    const undecided = { ...owing, decided: false };
    expect(happened(undecided, 'step/start', at)).toBe(undecided);
  });

  test('is owed anew after a resume, not after a start', () => {
    const done: InstructionsMemory = { ...initial, attached: true, decided: true };
    expect(happened(done, 'session/start', { reason: 'resume' })).toEqual({ ...initial, resumed: true });
    expect(happened(done, 'session/start', { reason: 'startup' })).toBe(done);
    expect(happened(done, 'turn/start', { turn: 1 })).toBe(done);
  });

  test('is owed by a process that attaches, and not by one that goes on for another', () => {
    expect(initial).toMatchObject({ attached: false, resumed: false, decided: false, owedTouches: [], flights: [] });
    expect(instructionsMemory.continued).toEqual({ ...initial, attached: true });
  });
});
