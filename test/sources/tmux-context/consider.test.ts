// Owns: when tmux-context speaks, and that whatever its host lacks or fails at costs no more than its own message.
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { ShellResult } from '../../../src/domain/question.js';
import type { TmuxContextConfig } from '../../../src/sources/tmux-context/index.js';
import { tmuxContext } from '../../../src/sources/tmux-context/index.js';
import type { Facts, When } from '../given.js';
import {
  answered,
  decide,
  direct,
  entered,
  folded,
  logged,
  preStep,
  right,
  snapshot,
  stepEnd,
  stepStart,
  told,
  turnEnd,
  turnStart,
} from '../given.js';

const printed = (stdout: string, exitCode = 0): ShellResult => ({ _tag: 'exited', exitCode, stdout });
const HERE = printed('main\t2\teditor\t1\t%7\t1\t0\tb25d,80x24,0,0,7\n');
const RESIZED = printed('main\t2\teditor\t1\t%7\t1\t0\tc0de,100x50,0,0,7\n');
const THERE = printed('main\t2\tshell\t1\t%7\t1\t0\tb25d,80x24,0,0,7\n');
const text = (turn: number, name = 'editor'): string =>
  [
    `tmux location (turn ${turn}):`,
    `session main, window 2 "${name}", pane 1 %7`,
    'window active=1, pane active=0, layout b25d,80x24,0,0,7',
  ].join('\n');

const at = (
  events: readonly LogEvent[],
  facts: Facts,
  when: When = { turn: 2, step: 1 },
  config: TmuxContextConfig = {},
) => preStep(right(tmuxContext(config)), events, when, facts);

const T0 = 1_000_000;
const opened = [turnStart(2)];
const reading = (name?: string, time?: number): readonly LogEvent[] => [
  turnStart(1),
  stepStart(1, 1),
  snapshot('tmux-context', text(1, name), time),
  stepEnd(1, 1),
  turnEnd(1),
  turnStart(2),
];

describe('when (M1)', () => {
  test('the first step of a turn gets a reading, the first of its batch, its section equal to its text', () => {
    const { messages, added, diagnostics } = at(opened, { shell: HERE });
    expect(messages).toEqual([added[0], direct()]);
    expect(diagnostics).toEqual([]);
    expect(added[0]).toMatchObject({
      content: [{ type: 'text', text: text(2) }],
      source: {
        kind: 'plugin',
        plugin: 'tmux-context',
        form: 'snapshot',
        sections: [{ name: 'tmux-context', text: text(2) }],
      },
    });
    expect(Object.keys(added[0]?.source ?? {})).toEqual(['kind', 'plugin', 'form', 'sections']);
  });

  test('later steps, tool calls and empty first batches get none', () => {
    const source = right(tmuxContext());
    const call = { name: 'read', arguments: {} };
    const state = folded(source, opened);
    const facts = { shell: HERE };
    expect(at(opened, facts, { turn: 2, step: 2, messages: [direct()] }).added).toEqual([]);
    expect(at(opened, facts, { turn: 2, step: 1, messages: [] }).added).toEqual([]);
    const place = { turn: 2, step: 1 };
    expect(decide(source, state, { kind: 'tool-settled', ...place, call, touched: [] }, facts).added).toEqual([]);
    expect(decide(source, state, { kind: 'before-tool', ...place, call }, facts).added).toEqual([]);
  });

  test.each([
    ['the same place', reading(), HERE, undefined],
    ['a resize', reading(), RESIZED, undefined],
    ['another place', reading(), THERE, text(2, 'shell')],
    ['back again', [...reading(), ...reading('shell')], HERE, text(2)],
    ['a malformed reading before', [snapshot('tmux-context', 'x'), ...opened], HERE, text(2)],
    ['a malformed tag before', [logged(direct({ kind: 'plugin', plugin: 'tmux-context' })), ...opened], HERE, text(2)],
    ['a malformed reading after', [...reading(), snapshot('tmux-context', 'x')], HERE, undefined],
    ["another plugin's", [snapshot('tmux', text(1)), ...opened], HERE, text(2)],
  ])('%s', (_, events, shell, said) => {
    expect(told(at(events, { shell }))).toBe(said);
  });

  test('a reading that compaction shadowed still counts', () => {
    const checkpoint: LogEvent = {
      type: 'user/message',
      data: { id: 'c', role: 'user', content: 'so far', source: { kind: 'plugin', plugin: 'compact' } },
      surfaceOp: { op: 'replace', start: 2, end: 2 },
    };
    expect(at([...reading(), checkpoint], { shell: HERE }).added).toEqual([]);
  });

  test.each([
    ['too early', T0, T0 + 999, false],
    ['just in time', T0, T0 + 1_000, true],
    ['the clock went backwards', T0, T0 - 1, true],
    ['a reading without a time', undefined, T0, true],
    ['no clock', T0, undefined, true],
  ])('with an interval, a change is told: %s', (_, readAt, now, due) => {
    const facts = { shell: THERE, ...(now === undefined ? {} : { now }) };
    const when = { turn: 2, step: 1 };
    expect(at(reading('editor', readAt), facts, when, { refreshIntervalMs: 1_000 }).added).toHaveLength(due ? 1 : 0);
  });

  test('a session reads on: told, kept, told when it changed, never that tmux was left', () => {
    const source = right(tmuxContext());
    let events: readonly LogEvent[] = [];
    const lines = [HERE, RESIZED, THERE, printed('', 1), THERE, HERE].map((shell, index) => {
      const turn = index + 1;
      events = [...events, turnStart(turn)];
      const decision = preStep(source, events, { turn, step: 1 }, { shell });
      const ending = [answered(turn, 1), stepEnd(turn, 1), turnEnd(turn)];
      events = [...entered(events, { turn, step: 1 }, decision), ...ending];
      return told(decision);
    });
    expect(lines).toEqual([text(1), undefined, text(3, 'shell'), undefined, undefined, text(6)]);
  });
});

describe('silence (M2)', () => {
  test.each([
    ['no shell port', undefined],
    ['a non-zero exit', printed('', 1)],
    ['a non-zero exit after an answer', printed('main\t2\teditor\t1\t%7\t1\t0\tb25d,80x24,0,0,7\n', 1)],
    ['an empty answer', printed('')],
    ['a malformed answer', printed('no server running\n')],
    ['two lines', printed('main\t2\teditor\t1\t%7\t1\t0\tx\nmain\t2\teditor\t1\t%7\t1\t0\tx\n')],
  ])('%s', (_, shell) => {
    const { enters, added, diagnostics } = at(opened, shell === undefined ? {} : { shell });
    expect({ enters, added, diagnostics }).toEqual({ enters: true, added: [], diagnostics: [] });
  });

  test('a failing port is a warning beside a step that enters all the same', () => {
    const { enters, added, diagnostics } = at(opened, { shell: { _tag: 'unavailable', reason: 'too slow' } });
    expect({ enters, added }).toEqual({ enters: true, added: [] });
    expect(diagnostics).toEqual([{ code: 'tmux-unavailable', detail: 'tmux could not be asked: too slow' }]);
  });
});
