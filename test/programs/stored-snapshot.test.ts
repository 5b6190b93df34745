// Owns: stored snapshots that have another shape than this version writes: they are ignored, never gone on from.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { MountedSource } from '../../src/core/context-source.js';
import { initialState, snapshotOf } from '../../src/core/fold.js';
import type { SessionHeader } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';
import { restoreStored } from '../../src/programs/stored-snapshot.js';
import { agentInstructions } from '../../src/sources/agent-instructions/index.js';
import { timeContext } from '../../src/sources/time-context/index.js';
import { tmuxContext } from '../../src/sources/tmux-context/index.js';

const HEADER: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };
const made: readonly E.Either<unknown, MountedSource>[] = [
  timeContext(),
  tmuxContext(),
  agentInstructions({ maxBytes: 4096 }),
];
const sources = made.flatMap((source) => (E.isRight(source) ? [source.right] : []));
const kept = snapshotOf(sources, initialState(sources, HEADER));
const restored = (snapshot: unknown) =>
  restoreStored(sources, HEADER, { _tag: 'snapshot', mark: { nextSeq: seqOf(0), token: '' }, snapshot });

test('what this version wrote is gone on from (F3)', () => {
  expect(E.isRight(restored(JSON.parse(JSON.stringify(kept))))).toBe(true);
});

describe('what it did not write is ignored (F3)', () => {
  const time = kept.parts['time-context'] as object;
  const tmux = kept.parts['tmux-context'] as object;

  const instructions = kept.parts['agent-instructions'] as object;

  test.each([
    ['agent-instructions has no marks', { 'agent-instructions': { ...instructions, marks: [{}] } }],
    ['a mark of it is none', { 'agent-instructions': { ...instructions, marks: [null] } }],
    ['its touches are no list', { 'agent-instructions': { ...instructions, touches: {} } }],
    ['its touches are no texts', { 'agent-instructions': { ...instructions, touches: [1] } }],
    ['its calls are no list', { 'agent-instructions': { ...instructions, calls: { set: [] } } }],
    ['a call of it is none', { 'agent-instructions': { ...instructions, calls: [null] } }],
    ['time-context is no state', { 'time-context': null }],
    ['its claims are no list', { 'time-context': { ...time, claims: {} } }],
    ['its claims are no texts', { 'time-context': { ...time, claims: [1] } }],
    ['it says nothing of a turn', { 'time-context': { ...time, turn: undefined } }],
    ['its instants are no numbers', { 'time-context': { ...time, readingAt: 'x' } }],
    ['tmux-context is no state', { 'tmux-context': null }],
    ['its place is no text', { 'tmux-context': { ...tmux, location: 1 } }],
    ['its instant is no number', { 'tmux-context': { ...tmux, readingAt: {} } }],
  ])('where %s', (_, part) => {
    expect(E.isLeft(restored({ ...kept, parts: { ...kept.parts, ...part } }))).toBe(true);
  });

  test.each([{ turn: 'x' }, { turn: 1, step: null }, { starting: 'never' }, { lastTurn: '1' }])(
    'where the position is %o',
    (position) => expect(E.isLeft(restored({ ...kept, position: { lastTurn: 0, ...position } }))).toBe(true),
  );
});

test.each([[-1], [0], [1e9]])('a surface that shows seq %d before there is any is ignored (F3)', (seq) => {
  expect(E.isLeft(restored({ ...kept, surface: [seq] }))).toBe(true);
});
