// Owns: examples of a side log between an agent and its store: what its transcript shows, what another session said,
// and what becomes of an answer when processes race or a store fails.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import type { StoreFailure } from '../../src/domain/error.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import { seqOf } from '../../src/domain/units.js';
import type { SessionStore } from '../../src/ports/session-store.js';
import { ADOPTED } from '../../src/programs/hook-ledger.js';
import { after, before, begin, digest, isOurs, prompt, saying, SEEING, started, types } from './guided.js';

describe('what the transcript shows (A9, A12)', () => {
  const said = async () => {
    const begun = begin();
    begun.world.says = saying('Mind the gap.');
    await begun.told(prompt);
    begun.world.says = () => ({});
    return begun;
  };
  const ops = (events: readonly LogEvent[]): readonly unknown[] =>
    events.filter(isOurs).map(({ surfaceOp }) => surfaceOp);

  test('a text that is on its way is waited for; one that the model went on without is lost', async () => {
    const { world, told, log } = await said();
    world.sight = { ...SEEING };
    expect(await told({ kind: 'other' })).toMatchObject({ quiet: false });
    world.sight = { ...SEEING, live: [digest('Mind the gap.')] };
    expect(await told({ kind: 'other' })).toMatchObject({ quiet: true });
    world.sight = { ...SEEING, answeredAt: 101 };
    expect(await told({ kind: 'other' })).toMatchObject({ answer: { kind: 'silent' }, quiet: false });
    expect((await log()).at(-1)).toMatchObject({ lost: [digest('Mind the gap.')] });
  });

  test('a text that was rewound is gone, and comes back when it is seen again', async () => {
    const { world, told, log } = await said();
    const seq = (await log()).findIndex(isOurs);
    world.sight = { ...SEEING, turnedAt: 101 };
    await told({ kind: 'other' });
    expect((await log()).at(-1)).toMatchObject({ surfaceOp: { op: 'replace' } });
    expect((await log()).at(-1)).not.toHaveProperty('lost');
    world.sight = { ...SEEING, live: [digest('Mind the gap.')], turnedAt: 101 };
    await told({ kind: 'other' });
    expect((await log()).at(-1)).toMatchObject({ surfaceOp: 'append', sourceEventSeqs: [seq] });
    expect(ops(await log())).toEqual(['append', 'append']);
  });

  test('while a session or a compaction begins it tells nothing', async () => {
    const { world, told, log } = await said();
    world.sight = { ...SEEING, turnedAt: 101 };
    for (const occurrence of [
      started('resume'),
      { kind: 'compacting', trigger: 'auto' },
      { kind: 'compacted' },
    ] as const) {
      await told(occurrence);
    }
    expect((await log()).some(({ surfaceOp }) => typeof surfaceOp === 'object')).toBe(false);
    await told(started('compact'));
    expect((await log()).some(({ surfaceOp }) => typeof surfaceOp === 'object')).toBe(true);
  });
});

describe('a session that begins with the history of another (R6)', () => {
  const others = async () => {
    const begun = begin();
    begun.world.says = saying('Mind the gap.');
    await begun.told(prompt, 'near');
    begun.world.says = saying('Elsewhere.');
    await begun.told(prompt, 'far', '/other');
    begun.world.says = () => ({});
    await begun.told(started('fork'));
    return begun;
  };
  const live = [digest('Mind the gap.'), digest('Elsewhere.'), digest('Never said.')];

  test('is silent until that history is written', async () => {
    const { world, asked, told } = await others();
    world.says = saying('Again?');
    world.sight = { ...SEEING, isThere: false };
    const questions = asked.length;
    expect((await told(prompt)).answer).toEqual({ kind: 'silent' });
    expect((await told(after())).answer).toEqual({ kind: 'silent' });
    expect(asked).toHaveLength(questions);
  });

  test('takes over what sessions of its directory said, once, and notes that it looked', async () => {
    const { world, told, log } = await others();
    world.sight = { ...SEEING, live };
    await told({ kind: 'other' });
    expect((await log()).slice(1)).toMatchObject([
      { type: 'user/message', data: { content: 'Mind the gap.' }, surfaceOp: 'append', from: 'near' },
      { type: ADOPTED, time: 100 },
    ]);
    const logged = await log();
    await told({ kind: 'other' });
    expect(await log()).toEqual(logged);
  });

  test('looks for nothing where no transcript is, or nothing in it is strange', async () => {
    const { world, told, log } = await others();
    const logged = await log();
    world.sight = { ...SEEING, isThere: false, live };
    await told({ kind: 'other' });
    world.sight = SEEING;
    await told({ kind: 'other' });
    expect(await log()).toEqual(logged);
  });
});

describe('stores (L6, F6)', () => {
  const failure = (operation: StoreFailure['operation'], code?: StoreFailure['code']): StoreFailure => ({
    _tag: 'StoreFailure',
    operation,
    detail: 'the disk is gone',
    ...(code === undefined ? {} : { code }),
  });

  /** A task that fails; `noted` when it runs. */
  const failing =
    <L>(error: L, noted: () => unknown = () => undefined) =>
    (): Promise<E.Either<L, never>> => {
      noted();
      return Promise.resolve(E.left(error));
    };

  test('a log that cannot be opened or created is a failure, and nothing is answered', async () => {
    const store = memorySessionStore();
    const unread = begin({ ...store, header: () => failing(failure('read')) });
    expect(await unread.tell(prompt)).toEqual(E.left(failure('read')));
    const full = begin({ ...store, create: () => failing(failure('create', 'no-space')) });
    expect(await full.tell(prompt)).toEqual(E.left(failure('create', 'no-space')));
    const wrong = { _tag: 'InvalidValue', path: '$', expected: 'a header', found: 'none' } as const;
    expect(await begin({ ...store, create: () => failing(wrong) }).tell(prompt)).toEqual(E.left(wrong));
  });

  test('a log that another process creates at the same moment is there', async () => {
    const store = memorySessionStore();
    const create: SessionStore['create'] = (header) => async () => {
      await store.create(header)();
      return E.left(failure('create', 'session-exists'));
    };
    expect(E.isRight(await begin({ ...store, create }).tell(prompt))).toBe(true);
  });

  test('who finds that another was faster begins anew, but not without end', async () => {
    const store = memorySessionStore();
    let attempts = 0;
    const racing =
      (conflicts: number): SessionStore['append'] =>
      (session, expected, events, signal) => {
        attempts += 1;
        const conflict = { _tag: 'Conflict', sessionId: session, expected, found: seqOf(expected + 1) } as const;
        return attempts <= conflicts ? failing(conflict) : store.append(session, expected, events, signal);
      };
    const { tell, log } = begin({ ...store, append: racing(3) });
    expect(E.isRight(await tell(started('startup')))).toBe(true);
    expect([attempts, (await log()).length]).toEqual([4, 1]);
    attempts = 0;
    expect(await begin({ ...store, append: racing(Infinity) }).tell(prompt)).toMatchObject({
      left: { _tag: 'Conflict' },
    });
    expect(attempts).toBe(64);
    attempts = 0;
    const broken = begin({ ...store, append: () => failing(failure('append'), () => (attempts += 1)) });
    expect(await broken.tell(prompt)).toEqual(E.left(failure('append')));
    expect(attempts).toBe(1);
  });

  test('a snapshot is kept once it saves enough reading, and one that cannot be is no failure', async () => {
    const { told, store, log } = begin();
    while ((await log()).length < 60) await told(prompt);
    expect(await store.loadSnapshot('s')()).toMatchObject({ right: { _tag: 'none' } });
    while ((await log()).length < 64) await told(prompt);
    const { length } = await log();
    expect(await store.loadSnapshot('s')()).toMatchObject({ right: { _tag: 'snapshot', mark: { nextSeq: length } } });
    const other = begin({ ...memorySessionStore(), saveSnapshot: () => failing(failure('snapshot')) });
    for (let count = 0; count < 20; count += 1) await other.told(prompt);
    expect((await other.log()).length).toBeGreaterThan(64);
  });

  test('an abort is an abort, and nothing was logged', async () => {
    const { tell, told, log } = begin();
    await told(started('startup'));
    for (const occurrence of [prompt, after(), before]) {
      expect(E.isLeft(await tell(occurrence, 's', AbortSignal.abort('enough')))).toBe(true);
    }
    expect(types(await log())).toEqual(['session/start']);
  });
});
