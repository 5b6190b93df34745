// Owns: examples of many sources as one: the order of a batch, refusals, ids and memory.
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/core/combine.js';
import { consider, deliver, derivedId, touchesOf } from '../../src/core/combine.js';
import type { Contribution, MountedSource, Occasion, Placement } from '../../src/core/context-source.js';
import type { LiveSession } from '../../src/core/fold.js';
import { advance, attach, initialState } from '../../src/core/fold.js';
import { ask, settled } from '../../src/core/inquiry.js';
import type { Manifest } from '../../src/domain/manifest.js';
import { EMPTY_MANIFEST } from '../../src/domain/manifest.js';
import type { SessionHeader } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import { USER_GLOBAL } from '../../src/domain/scope.js';
import { seqOf } from '../../src/domain/units.js';

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

  test('L2 what a source adds is a message of the user’s role, with its content and source and nothing else', () => {
    const { added } = decide([source('pane', 'lead', { messages: [draft('pane')] })]);
    expect(added).toEqual([
      { id: 's:1.1.0.pre-step:0', role: 'user', content: 'pane', source: { kind: 'test' } },
    ]);
  });

  test('F2 decisions that are taken at one place in the log have ids of their own', () => {
    const sources = [source('pane', 'lead', { messages: [draft('pane')] })];
    const idsOf = (live: LiveSession): readonly string[] => {
      const inquiry = consider(sources, live, preStep);
      return inquiry.kind === 'settled' ? inquiry.value.added.map(({ id }) => id) : [];
    };
    const first = liveWith(sources);
    const second = decide(sources).remember(first);
    const third = decide(sources).remember(second);
    expect(idsOf(second)).toEqual(['s:1.1.0.1.pre-step:0']);
    expect(idsOf(third)).toEqual(['s:1.1.0.2.pre-step:0']);
    const grown = advance(sources, third, [{ type: 'turn/start', data: { turn: 1 } }]);
    expect(grown).toMatchObject({ right: { taken: 0 } });
    expect(advance(sources, third, [])).toMatchObject({ right: { taken: 2 } });
  });

  test('a source sees its own state and memory, and where the session stands', () => {
    const seen: unknown[] = [];
    const curious: MountedSource = {
      ...source('curious', 'tail', {}),
      initial: () => 'state',
      consider: (view, occasion) => {
        seen.push(view, occasion);
        return settled({});
      },
    };
    decide([source('other', 'tail', {}), curious]);
    const view = { state: 'state', memory: 0, header, position: { lastTurn: 0 }, nextSeq: 0 };
    expect(seen).toEqual([view, preStep]);
  });

  test('A8 an empty batch at the first step enters nothing and asks nobody', () => {
    const asked: MountedSource = { ...source('x', 'tail', {}), consider: () => expect.unreachable('it was asked') };
    const empty = decide([asked], { ...preStep, messages: [] });
    expect({ ...empty, remember: undefined }).toEqual({
      enters: false,
      messages: [],
      added: [],
      hold: false,
      diagnostics: [],
      manifest: EMPTY_MANIFEST,
      remember: undefined,
    });
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

describe('a source that fails (C2, F7)', () => {
  const told = source('other', 'tail', { messages: [draft('told')] });
  const failure = { code: 'source-failed', detail: 'broken: out of order' };

  test('says nothing and is reported; the others are heard', () => {
    const broken: MountedSource = {
      ...source('broken', 'tail', {}),
      consider: () => {
        throw new Error('out of order');
      },
    };
    const decision = decide([broken, told]);
    expect([decision.enters, contents(decision.added), decision.diagnostics]).toEqual([true, ['told'], [failure]]);
  });

  test('also when it fails with an answer in hand', () => {
    const broken: MountedSource = {
      ...source('broken', 'tail', {}),
      consider: () =>
        ask([{ kind: 'now' }], () => {
          throw new Error('out of order');
        }),
    };
    const inquiry = consider([broken, told], liveWith([broken, told]), preStep);
    const next = inquiry.kind === 'asking' ? inquiry.resume([0]) : inquiry;
    const decision = next.kind === 'settled' ? next.value : expect.unreachable('one round is enough');
    expect([contents(decision.added), decision.diagnostics]).toEqual([['told'], [failure]]);
  });
});

describe('the manifest (A19)', () => {
  const rowsOf = ({ root, candidates, nearMisses, blocks }: Manifest): unknown => ({
    root,
    candidates,
    nearMisses,
    blocks,
  });
  const full = (path: string): Manifest => ({
    root: { path, how: 'no-marker' },
    candidates: [{ scope: USER_GLOBAL, path, state: 'absent' }],
    nearMisses: [{ path, expected: 'AGENTS.md', detail: path }],
    blocks: [{ kind: 'baseline', bytes: path.length, maxBytes: 9 }],
  });
  const withManifest = (manifest: Manifest): MountedSource => source('x', 'tail', { manifest });

  test('of one source is its own, of none is empty', () => {
    const own = full('/a');
    expect(decide([source('y', 'tail', {}), withManifest(own)]).manifest).toBe(own);
    expect(decide([source('y', 'tail', {})]).manifest).toBe(EMPTY_MANIFEST);
  });

  test('of several is one after the other, with the first root that is known', () => {
    const { candidates, nearMisses, blocks } = full('/r');
    const rootless: Manifest = { candidates, nearMisses, blocks };
    const [a, b] = [full('/a'), full('/bb')];
    const merged = decide([rootless, a, b].map(withManifest)).manifest;
    expect(rowsOf(merged)).toEqual({
      root: a.root,
      candidates: [rootless, a, b].flatMap((manifest) => manifest.candidates),
      nearMisses: [rootless, a, b].flatMap((manifest) => manifest.nearMisses),
      blocks: [rootless, a, b].flatMap((manifest) => manifest.blocks),
    });
    expect(decide([withManifest(rootless), withManifest(rootless)]).manifest.root).toBeUndefined();
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

  test('A9 a source hears where in the log the delivery stands', () => {
    const heard: unknown[] = [];
    const keen: MountedSource = {
      ...source('keen', 'tail', {}),
      memory: { initial: 0, observe: (memory: number) => memory, deliver: (_, delivery) => heard.push(delivery) },
    };
    const live = liveWith([keen]);
    const grown = { ...live, state: { ...live.state, nextSeq: seqOf(7) } };
    deliver([keen], grown, { turn: 2, step: 3, proposed, kept: [] });
    expect(heard).toEqual([{ turn: 2, step: 3, proposed, kept: [], boundary: 7 }]);
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
