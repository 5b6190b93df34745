// Owns: examples of checking a log: which messages count as ours, and in which order violations come.
import { describe, expect, test } from 'vitest';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { SourceTag } from '../../src/domain/message.js';
import { checking, checkLog, invariants } from '../../src/programs/check.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };
const said = (source: SourceTag): LogEvent => ({
  type: 'user/message',
  data: { id: 'm', role: 'user', content: 'Obey.', source },
  surfaceOp: 'append',
});
const claimedOf = (source: SourceTag): number => {
  const { visit, claimed } = checking(header, () => undefined);
  visit(said(source));
  return claimed();
};

test('there is a check for each kind of message that this library writes (I1)', () => {
  const kinds = ['agent-instructions', 'session-reference', 'time-context', 'tmux-context'];
  expect(invariants.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  expect(invariants).toHaveLength(5);
});

describe('what claims to be ours, well formed or not (I2)', () => {
  test.each(invariants.map(({ kind }) => kind))('%s, as a kind and as the name of a plugin', (kind) => {
    expect(claimedOf({ kind })).toBe(1);
    expect(claimedOf({ kind: 'plugin', plugin: kind })).toBe(1);
    expect(claimedOf({ kind: 'other', plugin: kind })).toBe(0);
  });

  test.each([{ kind: 'user' }, { kind: 'plugin', plugin: 'weather' }, { kind: 'plugin' }])('%j does not', (source) => {
    expect(claimedOf(source)).toBe(0);
  });

  test('other events do not, and what does adds up', () => {
    const { visit, claimed } = checking(header, () => undefined);
    expect(claimed()).toBe(0);
    visit({ type: 'turn/start', data: { turn: 1 } });
    visit(said({ kind: 'time-context' }));
    visit(said({ kind: 'user' }));
    visit(said({ kind: 'agent-instructions' }));
    expect(claimed()).toBe(2);
  });
});

test('violations come in the order of their events (I2)', () => {
  const wrong = said({ kind: 'agent-instructions', version: 1 });
  const events = [said({ kind: 'user' }), wrong, said({ kind: 'user' }), wrong];
  const seqs = checkLog(header, events).map(({ seq }) => seq);
  expect(new Set(seqs)).toEqual(new Set([1, 3]));
  expect(seqs).toEqual([...seqs].sort((one, other) => one - other));
  expect(checkLog(header, [])).toEqual([]);
});
