// Owns: examples of many sources as one: the order of a batch, refusals, ids and memory.
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/core/combine.js';
import { consider, deliver, derivedId, touchesOf } from '../../src/core/combine.js';
import type { Contribution, MountedSource, Occasion, Placement } from '../../src/core/context-source.js';
import type { LiveSession } from '../../src/core/fold.js';
import { attach, initialState } from '../../src/core/fold.js';
import { settled } from '../../src/core/inquiry.js';
import type { SessionHeader } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/' };

const message = (id: string, kind: string): UserMessage => ({ id, role: 'user', content: id, source: { kind } });
const proposed = [message('d1', 'user'), message('o1', 'queue'), message('d2', 'user'), message('o2', 'queue')];
const preStep: Occasion = { kind: 'pre-step', turn: 1, step: 1, messages: proposed };

const draft = (text: string) => ({ content: text, source: { kind: 'test' } });

const source = (kind: string, placement: Placement | undefined, contribution: Contribution<number>): MountedSource => ({
  kind,
  ...(placement === undefined ? {} : { placement }),
  initial: () => null,
  evolve: (state: null) => state,
  consider: () => settled(contribution),
  memory: { initial: 0, observe: (memory: number) => memory, deliver: (memory: number) => memory + 10 },
});

const liveWith = (sources: readonly MountedSource[]): LiveSession => attach(sources, initialState(sources, header));

const decide = (sources: readonly MountedSource[], occasion: Occasion = preStep): Decision => {
  const inquiry = consider(sources, liveWith(sources), occasion);
  if (inquiry.kind === 'asking') throw new Error('nobody asks for anything here');
  return inquiry.value;
};

const contents = (messages: readonly UserMessage[]): readonly unknown[] => messages.map(({ content }) => content);

describe('the batch', () => {
  test('C1 placements, direct messages with what follows them, then the rest, in mount order', () => {
    const reference: Contribution<number> = {
      rewrites: [{ index: 2, message: { ...message('d2', 'user'), content: '@d2' }, after: [draft('snapshot')] }],
    };
    const decision = decide([
      source('clock', 'last', { messages: [draft('time')] }),
      source('third', undefined, { messages: [draft('third')] }),
      source('prompt', 'tail', { messages: [draft('prompt')] }),
      source('files', 'after-direct', { messages: [draft('files')] }),
      source('reference', 'after-direct', reference),
      source('pane', 'lead', { messages: [draft('pane')] }),
    ]);
    const order = ['pane', 'd1', '@d2', 'snapshot', 'files', 'o1', 'o2', 'third', 'prompt', 'time'];
    expect(contents(decision.messages)).toEqual(order);
    expect(contents(decision.added)).toEqual(['pane', 'snapshot', 'files', 'third', 'prompt', 'time']);
    expect(decision.enters).toBe(true);
  });

  test('F2 our messages get ids that the log determines; those of others keep theirs', () => {
    const { messages } = decide([source('pane', 'lead', { messages: [draft('pane')] })]);
    expect(messages.map(({ id }) => id)).toEqual(['s:1.1.0.pre-step:0', 'd1', 'd2', 'o1', 'o2']);
    expect(derivedId({ session: 's', position: '1.1.0.pre-step', index: 0 })).toBe('s:1.1.0.pre-step:0');
  });

  test('A8 an empty batch at the first step enters nothing and asks nobody', () => {
    const asked: MountedSource = { ...source('x', 'tail', {}), consider: () => expect.unreachable('it was asked') };
    const empty = decide([asked], { ...preStep, messages: [] });
    expect(empty).toMatchObject({ enters: false, messages: [], added: [] });
    const later = decide([source('x', 'tail', { messages: [draft('x')] })], { ...preStep, step: 2, messages: [] });
    expect([later.enters, contents(later.messages)]).toEqual([true, ['x']]);
  });

  test('S6 one refusal refuses the whole batch, and no memory changes', () => {
    const refusal = { _tag: 'Refused', source: 'reference', code: 'TOO_MANY', detail: 'four' } as const;
    const diagnostic = { code: 'odd', detail: 'odd' };
    const sources = [
      source('files', 'after-direct', { messages: [draft('x')], diagnostics: [diagnostic], remember: () => 7 }),
      source('reference', 'after-direct', { refusal }),
    ];
    const decision = decide(sources);
    expect(decision).toMatchObject({ enters: false, messages: [], added: [], refusal, diagnostics: [diagnostic] });
    const live = liveWith(sources);
    expect(decision.remember(live)).toBe(live);
  });
});

describe('memory', () => {
  test('a decision that is taken changes the memory of those who asked for it, as it is by then', () => {
    const sources = [source('one', 'tail', { remember: (memory) => memory + 1 }), source('other', 'tail', {})];
    const { remember } = decide(sources);
    expect(remember({ ...liveWith(sources), memories: [41, 7] }).memories).toEqual([42, 7]);
  });

  test('A9 every source that wants to hears what became of delivered messages', () => {
    const { kind, initial, evolve, consider: ponder } = source('deaf', 'tail', {});
    const sources: readonly MountedSource[] = [
      source('one', 'tail', {}),
      { kind, initial, evolve, consider: ponder },
    ];
    const delivered = deliver(sources, liveWith(sources), { turn: 1, step: 1, proposed: [], kept: [] });
    expect(delivered.memories).toEqual([10, null]);
  });

  test('A9 a call is held when one source holds it', () => {
    const occasion: Occasion = { kind: 'before-tool', turn: 1, step: 1, call: { name: 'write', arguments: {} } };
    expect(decide([source('one', 'tail', {}), source('other', 'tail', { hold: true })], occasion).hold).toBe(true);
    expect(decide([source('one', 'tail', {})], occasion).hold).toBe(false);
  });

  test('A9 touches are those that any source knows of, once each', () => {
    const knowing = (...paths: readonly string[]) => ({ ...source('x', 'tail', {}), touches: () => paths });
    const sources: readonly MountedSource[] = [knowing('a', 'b'), source('y', 'tail', {}), knowing('b', 'c')];
    expect(touchesOf(sources, { name: 'read', arguments: {} })).toEqual(['a', 'b', 'c']);
  });
});
