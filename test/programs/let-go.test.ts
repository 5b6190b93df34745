// Owns: that a session lets go of what it has decided: a process that stays open for days must not keep every decision.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import type { SessionHeader } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import { derivedSession } from '../../src/programs/derived-session.js';
import { createContext } from '../../src/programs/open-session.js';
import type { Item } from '../../src/readers/history.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const header: SessionHeader = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' };

const right = <A>(value: E.Either<unknown, A>): A => {
  if (E.isLeft(value)) throw new Error(JSON.stringify(value.left));
  return value.right;
};

const context = right(createContext({ sources: [] }));

const typed: UserMessage = { id: 'u', role: 'user', content: 'hi', source: { kind: 'user' } };

/** How many of several decisions are still held by somebody. */
const heldAfter = async (decide: () => Promise<object>): Promise<number> => {
  const made: WeakRef<object>[] = [];
  for (let count = 0; count < 5; count += 1) made.push(new WeakRef(await decide()));
  await setImmediate();
  collect();
  return made.filter((decision) => decision.deref() !== undefined).length;
};

test('a session keeps no decision that was taken (A9)', async () => {
  const session = right(context.open(header));
  const held = await heldAfter(async () => right(await session.preStep({ turn: 1, step: 1, messages: [typed] })()));
  expect(held).toBe(0);
  expect(session.live().state.nextSeq).toBe(0);
});

test('a session over a host’s history keeps none either (A9)', async () => {
  const host = {
    itemsOf: (item: Item) => [item],
    ownId: () => undefined,
    write: ({ id, source, content }: UserMessage): Item => ({ kind: 'user', id, source, content }),
    reword: (item: Item) => item,
  };
  const session = derivedSession({ context, header, host });
  const held = await heldAfter(async () => right(await session.preStep([])()));
  expect(held).toBe(0);
  expect(session.log()).not.toEqual([]);
});
