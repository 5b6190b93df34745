// Owns: examples of a session over a host's own history: where a step stands, what is proposed, how a log goes on or
// begins anew, and how the batch comes back. That the log shows what the history shows is a law
// (property-tests/derived-session.laws.test.ts).
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { ContextSource, Contribution } from '../../src/core/context-source.js';
import { settled } from '../../src/core/inquiry.js';
import type { Refused } from '../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import type { DerivedSession, DerivedStep, HostMessages } from '../../src/programs/derived-session.js';
import { derivedSession } from '../../src/programs/derived-session.js';
import { createContext } from '../../src/programs/open-session.js';
import type { Item } from '../../src/readers/history.js';
import { callBlock } from '../../src/readers/history.js';

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

/** A host whose messages are items; one without an id says nothing here, and one with a long id says it in two. */
const host: HostMessages<Item> = {
  itemsOf: (item) => item.id.split('+').flatMap((id) => (id === '' ? [] : [{ ...item, id }])),
  ownId: (item) => (item.kind === 'user' && item.source.kind === 'guide' ? item.id : undefined),
  write: ({ id, source, content }, time) => ({
    kind: 'user',
    id,
    source,
    content,
    ...(time === undefined ? {} : { time }),
  }),
  reword: (item, content) => ({ ...item, content }),
};

const said = (id: string, source: { readonly kind: string } = { kind: 'user' }): Item => ({
  kind: 'user',
  id,
  source,
  content: id,
});
const answered = (id: string): Item => ({ kind: 'assistant', id, content: id });
const quiet = (id: string): Item => ({ kind: 'user', id, source: { kind: 'note' }, content: id, quiet: true });

interface Asked {
  readonly turn: number;
  readonly step: number;
  readonly proposed: readonly UserMessage[];
}

/** A guide who takes note of what it is asked, and says what it is told to. */
const begin = (says: (asked: Asked) => Contribution = () => ({}), now?: () => number) => {
  const asked: Asked[] = [];
  const guide: ContextSource<null> = {
    kind: 'guide',
    initial: () => null,
    evolve: (state) => state,
    consider: (_, occasion) => {
      if (occasion.kind !== 'pre-step') return settled({});
      const { turn, step, messages: proposed } = occasion;
      asked.push({ turn, step, proposed });
      return settled(says({ turn, step, proposed }));
    },
  };
  const context = createContext({ sources: [guide] });
  if (E.isLeft(context)) throw new Error('the guide is a source');
  const session = derivedSession({ context: context.right, header, host, ...(now === undefined ? {} : { now }) });
  return { session, asked };
};

const stepOf = async (session: DerivedSession<Item>, history: readonly Item[]): Promise<DerivedStep<Item>> => {
  const decided = await session.preStep(history)();
  if (E.isLeft(decided)) throw new Error('nothing was aborted');
  return decided.right;
};

const greeting = { content: 'Mind the gap.', source: { kind: 'guide' } };
const greet = (): Contribution => ({ messages: [greeting] });

const startsOf = (events: readonly LogEvent[]): readonly unknown[] =>
  events.filter(({ type }) => type === 'session/start').map(({ data }) => data);

describe('what is proposed (S3, C1)', () => {
  const proposed = async (history: readonly Item[]): Promise<readonly string[]> => {
    const { session, asked } = begin();
    await stepOf(session, history);
    return (asked[0]?.proposed ?? []).map(({ id }) => id);
  };

  test('the last messages, as far as a person wrote them', async () => {
    expect(await proposed([said('a'), answered('b'), said('c'), said('d')])).toEqual(['c', 'd']);
    expect(await proposed([said('a')])).toEqual(['a']);
    expect(await proposed([said('a'), answered('b')])).toEqual([]);
    expect(await proposed([])).toEqual([]);
  });

  test('not what another source said, what was told again, or what says nothing', async () => {
    expect(await proposed([said('a'), said('b', { kind: 'note' }), said('c')])).toEqual(['c']);
    expect(await proposed([said('a'), { ...said('b'), quiet: true }])).toEqual([]);
    expect(await proposed([said('a'), said('')])).toEqual([]);
    expect(await proposed([said('a+b'), said('c')])).toEqual(['c']);
  });

  test('with role, content and source, and nothing else that a host knows', async () => {
    const { session, asked } = begin();
    await stepOf(session, [{ ...said('a'), time: 7 }]);
    expect(asked[0]?.proposed).toEqual([{ id: 'a', role: 'user', content: 'a', source: { kind: 'user' } }]);
  });
});

describe('where a step stands (L4)', () => {
  const placed = async (
    ...histories: readonly (readonly Item[])[]
  ): Promise<readonly (readonly [number, number])[]> => {
    const { session, asked } = begin();
    for (const history of histories) await stepOf(session, history);
    return asked.map(({ turn, step }) => [turn, step] as const);
  };
  const [a, b, c, d] = [said('a'), answered('b'), said('c'), answered('d')];

  test('a person’s words after an answer begin a turn, an answer goes on with one', async () => {
    expect(await placed([a], [a, b], [a, b, c], [a, b, c, d])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
  });

  test('a person’s words after unanswered ones go on with their turn', async () => {
    expect(await placed([a, b, c, said('note', { kind: 'note' }), said('d')])).toEqual([[2, 2]]);
    expect(await placed([a, b, c, d, said('e')])).toEqual([[3, 1]]);
  });

  test('what was told again counts as nothing', async () => {
    expect(await placed([a, b, quiet('q'), c])).toEqual([[2, 1]]);
    const call: Item = { kind: 'assistant', id: 'call', content: [callBlock('c1', 'read', {})] };
    expect(await placed([a, call, quiet('q')])).toEqual([[1, 2]]);
    expect(await placed([a, call, quiet('q'), c])).toEqual([[2, 1]]);
    expect(await placed([a, call, said('n', { kind: 'note' }), quiet('q'), c])).toEqual([[1, 2]]);
  });

  test('where the turn is over and nothing is proposed, nothing is asked', async () => {
    expect(await placed([a, b, quiet('q')], [])).toEqual([]);
  });
});

describe('how the log goes on (A12, A13)', () => {
  test('the first history tells whether the session begins or is resumed, and later ones do not', async () => {
    const fresh = begin().session;
    expect(fresh.log()).toEqual([]);
    await stepOf(fresh, [said('a')]);
    await stepOf(fresh, [said('a'), answered('b')]);
    expect(startsOf(fresh.log())).toEqual([{ reason: 'startup' }]);
    const resumed = begin().session;
    await stepOf(resumed, [said('a'), answered('b')]);
    expect(startsOf(resumed.log())).toEqual([{ reason: 'resume' }]);
  });

  test('a history that grew is told on: no event is told again', async () => {
    const { session } = begin();
    const history = [said('a'), answered('b'), said('c'), answered('d')];
    await stepOf(session, history.slice(0, 2));
    const before = [...session.log()];
    await stepOf(session, history);
    expect(session.log().slice(0, before.length)).toEqual(before);
    expect(session.log().every(({ surfaceOp }) => surfaceOp === undefined || surfaceOp === 'append')).toBe(true);
  });

  test('what was replaced is told as a replacement', async () => {
    const { session } = begin();
    const end = answered('end');
    await stepOf(session, [said('a'), answered('b'), end]);
    const before = [...session.log()];
    await stepOf(session, [quiet('in short'), end]);
    expect(session.log().slice(0, before.length)).toEqual(before);
    expect(session.log().filter(({ surfaceOp }) => typeof surfaceOp === 'object')).toHaveLength(1);
  });

  const told = async (first: readonly Item[], then: readonly Item[]): Promise<readonly unknown[]> => {
    const { session } = begin();
    await stepOf(session, first);
    const before = [...session.log()];
    await stepOf(session, then);
    expect(session.log().slice(0, before.length)).toEqual(before);
    return session
      .log()
      .slice(before.length)
      .flatMap(({ surfaceOp }) => (surfaceOp === undefined ? [] : [surfaceOp === 'append' ? surfaceOp : surfaceOp.op]));
  };

  test('what stays is not told again: what is new is appended behind it', async () => {
    const [a, b, c, d] = [said('a'), answered('b'), said('c'), answered('d')];
    const [short, e] = [quiet('in short'), answered('e')];
    expect(await told([a, b, c, d], [short, c, d, e])).toEqual(['replace', 'append']);
    expect(await told([a, b, c, d], [a, b, short, e])).toEqual(['replace', 'append']);
    expect(await told([a, b, c, d], [short, d])).toEqual(['replace']);
  });

  test('what left from the middle is told as a replacement, for what comes behind it stayed', async () => {
    const [a, b, c, d] = [said('a'), answered('b'), said('c'), answered('d')];
    expect(await told([a, b, c, d], [a, d])).toContain('replace');
    expect(await told([a, b, c, d], [d])).toContain('replace');
  });

  test('a history that ends before the old one did was rewound: its log begins anew', async () => {
    const { session } = begin();
    const [a, b, c] = [said('a'), answered('b'), said('c')];
    await stepOf(session, [a, b, c, answered('d')]);
    await stepOf(session, [a, b]);
    expect(startsOf(session.log())).toEqual([]);
    expect(session.log().some(({ surfaceOp }) => typeof surfaceOp === 'object')).toBe(false);
    const atOnce = begin().session;
    await stepOf(atOnce, [a, b]);
    expect(session.log()).toEqual(atOnce.log().filter(({ type }) => type !== 'session/start'));
  });

  test('one that ends with a summary in the place of what left was not', async () => {
    const { session } = begin();
    await stepOf(session, [said('a'), answered('b'), said('c'), answered('d')]);
    const before = [...session.log()];
    await stepOf(session, [said('a'), answered('b'), quiet('in short')]);
    expect(session.log().slice(0, before.length)).toEqual(before);
    expect(session.log().length).toBeGreaterThan(before.length);
  });
});

describe('how the batch comes back (S6, C1)', () => {
  test('with ours beside a person’s own, each as what it is', async () => {
    const { session } = begin(greet);
    const [a, b, c] = [said('a'), answered('b'), said('c')];
    const step = await stepOf(session, [a, b, c]);
    expect(step.before).toEqual([a, b]);
    expect(step.batch.map(({ kind }) => kind)).toEqual(['given', 'own']);
    expect(step.batch[0]?.message).toBe(c);
    expect(step.messages).toEqual([a, b, ...step.batch.map(({ message }) => message)]);
    expect(step.messages.at(-1)).toMatchObject({ kind: 'user', source: { kind: 'guide' } });
  });

  test('a person’s message in other words, and the others as they came', async () => {
    const { session } = begin(({ proposed }) => ({
      rewrites: [{ index: 1, message: { ...(proposed[1] as UserMessage), content: 'Readable.' }, after: [] }],
    }));
    const [a, b] = [said('a'), { ...said('b'), time: 7 }];
    const { batch } = await stepOf(session, [a, b]);
    expect(batch).toEqual([
      { message: a, kind: 'given' },
      { message: { ...b, content: 'Readable.' }, kind: 'reworded' },
    ]);
  });

  test('where the step is not entered, what was given comes back', async () => {
    const refusal: Refused = { _tag: 'Refused', source: 'guide', code: 'NO', detail: 'Not now.' };
    const { session } = begin(() => ({ refusal, messages: [greeting] }));
    const history = [said('a'), answered('b'), said('c')];
    const step = await stepOf(session, history);
    expect(step).toMatchObject({ before: history, batch: [], messages: history });
    expect(step.decision.refusal).toEqual(refusal);
  });

  test('ours are named by the time at which they were written, and are never called the same', async () => {
    const idIn = async (history: readonly Item[], now?: () => number): Promise<string> => {
      const { batch } = await stepOf(begin(greet, now).session, history);
      return batch.find(({ kind }) => kind === 'own')?.message.id ?? '';
    };
    const bare = await idIn([said('a')]);
    expect(bare).not.toBe('');
    expect(await idIn([said('a')], () => 7)).toBe(`${bare}@7`);
    const kept = (id: string): Item => said(id, { kind: 'guide' });
    const place = await idIn([kept('x'), said('a')]);
    expect(await idIn([kept(place), said('a')])).toBe(`${place}~2`);
    const twice = await idIn([kept(place), kept(`${place}~2`), said('a')]);
    expect(twice).not.toBe(place);
    expect(new Set([place, `${place}~2`, twice]).size).toBe(3);
  });

  test('the time is told to the host', async () => {
    const { batch } = await stepOf(begin(greet, () => 7).session, [said('a')]);
    expect(batch.find(({ kind }) => kind === 'own')?.message.time).toBe(7);
  });
});

describe('cancellation and order (F6)', () => {
  test('an abort before the step changes nothing', async () => {
    const { session, asked } = begin();
    const aborted = await session.preStep([said('a')], AbortSignal.abort('enough'))();
    expect(aborted).toEqual(E.left({ _tag: 'Cancelled', reason: 'enough' }));
    expect([asked, session.log()]).toEqual([[], []]);
  });

  test('an abort while the step waits for the one before leaves it out, and nobody is let past', async () => {
    const { session, asked } = begin();
    const controller = new AbortController();
    const [first, second, third] = [
      session.preStep([said('a')])(),
      session.preStep([said('a'), answered('b')], controller.signal)(),
      session.preStep([said('a'), answered('b'), said('c')])(),
    ];
    controller.abort('enough');
    expect(await second).toEqual(E.left({ _tag: 'Cancelled', reason: 'enough' }));
    expect([E.isRight(await first), E.isRight(await third)]).toEqual([true, true]);
    expect(asked.map(({ proposed }) => proposed.map(({ id }) => id))).toEqual([['a'], ['c']]);
  });
});
