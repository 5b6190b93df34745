// Owns: the laws of a log that is derived from a host's own history: it is a function of the history, however that came
// about, and shows what the history shows.
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '../src/core/align.js';
import { itemsOf } from '../src/core/append-list.js';
import { foldEvents, initialState } from '../src/core/fold.js';
import { decoder } from '../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../src/adapters/memory/index.js';
import { nodeHash } from '../src/adapters/node/index.js';
import type { LogEvent, SessionHeader } from '../src/domain/log-event.js';
import { textOf } from '../src/domain/message.js';
import type { DerivedSession, HostMessages } from '../src/programs/derived-session.js';
import { derivedSession } from '../src/programs/derived-session.js';
import { createContext } from '../src/programs/open-session.js';
import { splicedHistory } from '../src/programs/spliced-history.js';
import type { Item } from '../src/readers/history.js';
import { callBlock } from '../src/readers/history.js';
import { agentInstructions } from '../src/sources/agent-instructions/index.js';
import { seed } from '../test/seed.js';

/** A host whose messages are items; they are read anew each time, as from a store. */
const plainHost: HostMessages<Item> = {
  itemsOf: (item) => [{ ...item }],
  ownId: (item) => (item.kind === 'user' && item.source.kind === 'agent-instructions' ? item.id : undefined),
  write: ({ id, source, content }) => ({ kind: 'user', id, source, content }),
  reword: (item, content) => ({ ...item, content }),
};

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

const files = {
  '/repo/.git': { directory: true },
  '/repo/AGENTS.md': 'Everywhere.',
  '/repo/a/AGENTS.md': 'In a.',
  '/repo/b/AGENTS.md': 'In b.',
} as const;

const openSession = (): DerivedSession<Item> => {
  const context = createContext({
    sources: [agentInstructions({ maxBytes: 65_536 })],
    ports: { hash: nodeHash, decoder, fileSystem: memoryFileSystem(files) },
  });
  if (E.isLeft(context)) throw new Error('the configuration is right');
  return derivedSession({ context: context.right, header, host: plainHost });
};

/** Ids repeat on purpose: a person says the same again, a host without ids cannot tell. */
const prompt = fc.constantFrom<Item>(
  { kind: 'user', id: 'go on', source: { kind: 'user' }, content: 'go on' },
  { kind: 'user', id: 'stop', source: { kind: 'user' }, content: 'stop' },
);

const work = fc
  .tuple(fc.constantFrom('a/x', 'b/x', 'x'), fc.boolean(), fc.uuid())
  .map(([path, failed, call]): readonly Item[] => [
    { kind: 'assistant', id: `assistant ${call}`, content: [callBlock(call, 'read', { file_path: path })] },
    { kind: 'result', id: `result ${call}`, call, failed, content: 'content' },
  ]);

const answer = fc.constant<Item>({ kind: 'assistant', id: 'done', content: 'Done.' });

/** What a host does between two steps. */
type Move = (history: readonly Item[]) => readonly Item[];

const grown: fc.Arbitrary<Move> = fc.oneof(
  prompt.map((item): Move => (history) => [...history, item]),
  work.map((items): Move => (history) => [...history, ...items]),
  answer.map((item): Move => (history) => [...history, item]),
);

const checkpoint: Item = {
  kind: 'user',
  id: 'checkpoint',
  source: { kind: 'plugin', plugin: 'compact' },
  content: 'In short.',
  quiet: true,
};

const cutAt = (length: number, part: number): number => Math.floor(length * part);
const part = fc.double({ min: 0, max: 1, noNaN: true });

const rewritten: fc.Arbitrary<Move> = fc.oneof(
  part.map((at): Move => (history) => [checkpoint, ...history.slice(cutAt(history.length, at))]),
  part.map(
    (at): Move =>
      (history) =>
        history.slice(0, cutAt(history.length, at)),
  ),
  fc.tuple(part, part).map(([at, until]): Move => (history) => {
    const [start, end] = [cutAt(history.length, Math.min(at, until)), cutAt(history.length, Math.max(at, until))];
    return [...history.slice(0, start), ...history.slice(end)];
  }),
  fc.constant<Move>(() => []),
);

const live = async (session: DerivedSession<Item>, moves: readonly Move[]): Promise<readonly Item[]> => {
  let history: readonly Item[] = [];
  for (const move of moves) {
    const step = await session.preStep(move(history))();
    if (E.isRight(step)) history = step.right.messages;
  }
  return history;
};

/** What is derived; that a process began is no part of the history. */
const derived = (session: DerivedSession<Item>): readonly LogEvent[] =>
  session.log().filter(({ type }) => type !== 'session/start');

const surfaceOf = (events: readonly LogEvent[]): readonly string[] => {
  const folded = foldEvents([], initialState([], header), events);
  if (E.isLeft(folded)) throw new Error('a derived log can be folded');
  return itemsOf(folded.right.surface).flatMap((seq) => {
    const { id, message } = events[seq]?.data as { readonly id?: string; readonly message?: { readonly id: string } };
    return [id ?? message?.id ?? ''];
  });
};

describe(`derived session (seed ${seed})`, () => {
  test('a history that grows gives the log of the whole history (F3)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(grown, { maxLength: 12 }), async (moves) => {
        const session = openSession();
        const history = await live(session, moves);
        await session.preStep(history)();
        const atOnce = openSession();
        await atOnce.preStep(history)();
        expect(derived(session)).toEqual(derived(atOnce));
      }),
      { numRuns: 80 },
    );
  });

  test('whatever a host does to its history, the surface is what the history shows (L3, A12)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(grown, grown, rewritten), { maxLength: 14 }), async (moves) => {
        const session = openSession();
        const history = await live(session, moves);
        const end: Item = { kind: 'assistant', id: 'end', content: 'The end.' };
        await session.preStep([...history, end])();
        const shown = surfaceOf(session.log()).filter((id) => id !== 'nothing');
        expect(shown).toEqual([...history, end].map(({ id }) => id));
      }),
      { numRuns: 120 },
    );
  });

  test('nothing is said twice while it is visible (F4, A10)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(grown, grown, rewritten), { maxLength: 14 }), async (moves) => {
        const history = await live(openSession(), moves);
        const said = history.flatMap((item) => (plainHost.ownId(item) === undefined ? [] : [textOf(item.content)]));
        expect(new Set(said).size).toBe(said.length);
      }),
      { numRuns: 120 },
    );
  });

  test('a host that forgets ours is shown what a host that keeps them is (A8–A12)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(grown, { maxLength: 14 }), async (moves) => {
        const kept = await live(openSession(), moves);
        const session = openSession();
        const { weave, remember } = splicedHistory(plainHost);
        let history: readonly Item[] = [];
        for (const move of moves) {
          history = move(history);
          const step = await session.preStep(weave(history))();
          if (E.isRight(step)) remember(history, step.right);
        }
        expect(weave(history)).toEqual(kept);
        expect(weave(weave(history))).toEqual(kept);
      }),
      { numRuns: 80 },
    );
  });
});

describe(`align (seed ${seed})`, () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 });

  const longestCommon = (old: readonly string[], next: readonly string[]): number => {
    if (old.length === 0 || next.length === 0) return 0;
    const [a, b] = [old.slice(1), next.slice(1)];
    return old[0] === next[0] ? 1 + longestCommon(a, b) : Math.max(longestCommon(a, next), longestCommon(old, b));
  };

  test('finds as many as can be found, in order, and only what is the same', () => {
    fc.assert(
      fc.property(keys, keys, (old, next) => {
        const places = align(old, next);
        const found = places.filter((place) => place >= 0);
        expect(places).toHaveLength(next.length);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        places.forEach((place, index) => place >= 0 && expect(old[place]).toBe(next[index]));
        expect(found).toHaveLength(longestCommon(old, next));
      }),
    );
  });

  test('a list that grew keeps every place', () => {
    fc.assert(
      fc.property(keys, keys, (old, more) => {
        expect(align(old, [...old, ...more])).toEqual([...old.keys(), ...more.map(() => -1)]);
      }),
    );
  });
});
