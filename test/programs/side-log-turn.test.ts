// Owns: examples of what single events of a hook add to a side log, and how they are answered. Whole lives of agents
// are in test/hosts.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memorySessionStore } from '../../src/adapters/memory/index.js';
import { nodeHash } from '../../src/adapters/node/index.js';
import type { Digest } from '../../src/domain/digest.js';
import { COMPACTING } from '../../src/programs/hook-ledger.js';
import type { Begun } from './guided.js';
import { after, before, begin, call, digest, draft, isOurs, prompt, saying, SEEING, started, types } from './guided.js';

describe('a prompt (A8, R6)', () => {
  test('opens a turn and a step, and is answered with what is said at it', async () => {
    const { world, asked, told, log, store } = begin();
    world.says = saying('Mind the gap.');
    expect(await told(prompt)).toEqual({
      answer: { kind: 'context', text: 'context: Mind the gap.' },
      quiet: false,
      diagnostics: [],
    });
    expect(asked).toMatchObject([
      { kind: 'pre-step', turn: 1, step: 1, messages: [{ role: 'user', content: 'Hello.', source: { kind: 'user' } }] },
    ]);
    const header = { type: 'session', version: 1, id: 's', createdAt: 100, cwd: '/repo', format: 'contextfold-hook' };
    expect(await store.header('s')()).toEqual(E.right(header));
    const at = { turn: 1, step: 1 };
    expect(await log()).toMatchObject([
      { type: 'turn/start', data: { turn: 1 }, time: 100 },
      { type: 'step/start', data: at, time: 100 },
      {
        type: 'user/message',
        surfaceOp: 'append',
        data: { content: 'Mind the gap.' },
        delivery: { digest: digest('Mind the gap.'), at: 100 },
      },
    ]);
    world.says = () => ({});
    await told(prompt);
    expect(types(await log()).slice(3)).toEqual(['step/end', 'turn/end', 'turn/start', 'step/start']);
    expect((await log()).slice(3).map(({ data }) => data)).toEqual([
      at,
      { turn: 1 },
      { turn: 2 },
      { turn: 2, step: 1 },
    ]);
  });

  test('several messages are one text, of which each knows the digest; what is odd is told (F7)', async () => {
    const { world, told, log } = begin();
    const diagnostics = [{ code: 'odd', detail: 'It is odd.' }];
    world.says = () => ({ ...saying('One.', 'Two.')(), diagnostics });
    expect(await told(prompt)).toMatchObject({ answer: { text: 'context: One.\nTwo.' }, diagnostics });
    const digests = (await log()).filter(isOurs).map(({ delivery }) => (delivery as { digest: Digest }).digest);
    expect(digests).toEqual([digest('One.\nTwo.'), digest('One.\nTwo.')]);
  });

  test('a baseline that the agent loads itself counts as said; of its message the changes alone are told', async () => {
    const { world, told, log } = begin(memorySessionStore(), 'host');
    const blocks = [
      { type: 'text', text: 'Files.' },
      { type: 'text', text: 'Changes.' },
    ];
    world.says = () => ({ messages: [draft(blocks, { baseline: true }), draft('Other.')] });
    expect((await told(prompt)).answer).toEqual({ kind: 'context', text: 'context: Changes.\nOther.' });
    expect((await log()).filter(isOurs).map(({ delivery }) => delivery)).toEqual([
      { digest: digest('Changes.\nOther.'), at: 100 },
      { digest: digest('Changes.\nOther.'), at: 100 },
    ]);
    world.says = () => ({ messages: [draft(blocks.slice(0, 1), { baseline: true })] });
    expect((await told(prompt)).answer).toEqual({ kind: 'silent' });
    expect((await log()).filter(isOurs).at(-1)?.['delivery']).toMatchObject({ host: true });
  });
});

describe('calls (A9, R6)', () => {
  test('a call after which nothing is said leaves no trace', async () => {
    const { world, asked, told, log } = begin();
    await told(prompt);
    const logged = await log();
    expect(await told(after())).toEqual({ answer: { kind: 'silent' }, quiet: true, diagnostics: [] });
    expect(await log()).toEqual(logged);
    world.says = () => ({ diagnostics: [{ code: 'odd', detail: '' }] });
    expect((await told(after())).diagnostics).toHaveLength(1);
    expect(asked.at(-1)).toMatchObject({ kind: 'pre-step', turn: 1, step: 2, messages: [] });
  });

  test('one after which something is said is logged with its result, and the step that follows', async () => {
    const { world, told, log } = begin();
    await told(prompt);
    world.says = saying('In a.');
    expect(await told(after(true))).toMatchObject({
      answer: { kind: 'context', text: 'context: In a.' },
      quiet: false,
    });
    const at = { turn: 1, step: 1 };
    const content = [{ type: 'tool-result', toolCallId: 'c1', content: '', isError: true }];
    expect((await log()).slice(2)).toMatchObject([
      { type: 'tool/call', data: { ...at, callId: 'c1', name: 'read', arguments: call.arguments } },
      { type: 'tool/result', data: { ...at, message: { role: 'tool', content }, meta: { touched: ['a.ts'] } } },
      { type: 'step/end', data: at },
      { type: 'step/start', data: { turn: 1, step: 2 } },
      { type: 'user/message', data: { content: 'In a.' } },
    ]);
  });

  test('one that waits is held with what has to be read first; one that does not leaves no trace', async () => {
    const { world, asked, told, log } = begin();
    await told(prompt);
    const logged = await log();
    expect(await told(before)).toMatchObject({ answer: { kind: 'silent' }, quiet: true });
    expect(await log()).toEqual(logged);
    expect(asked.at(-1)).toMatchObject({ kind: 'before-tool', turn: 1, step: 1, call: { name: 'read' } });
    world.says = () => ({ ...saying('Read first.')(), hold: true });
    expect((await told(before)).answer).toEqual({ kind: 'hold', text: 'hold: Read first.' });
    expect((await log()).slice(logged.length)).toMatchObject([
      { type: 'user/message', delivery: { digest: nodeHash.sha1('hold: Read first.'), at: 100 } },
    ]);
  });

  test('a side log that begins in the middle of a turn gets one', async () => {
    const { world, told, log } = begin();
    world.says = saying('In a.');
    await told(after());
    expect(types(await log()).slice(0, 2)).toEqual(['turn/start', 'step/start']);
    expect((await log()).slice(0, 2).map(({ data }) => data)).toEqual([{ turn: 1 }, { turn: 1, step: 1 }]);
    expect(types(await log()).slice(-2)).toEqual(['step/start', 'user/message']);
  });

  test('other occurrences are answered with silence, and nothing is logged', async () => {
    const { told, log } = begin();
    expect(await told({ kind: 'other' })).toEqual({ answer: { kind: 'silent' }, quiet: true, diagnostics: [] });
    expect(await log()).toEqual([]);
  });
});

describe('sessions and compactions (A12, A13)', () => {
  const visible = async ({ log }: Pick<Begun, 'log'>): Promise<readonly unknown[]> => {
    const events = await log();
    const out = new Set(
      events.flatMap(({ surfaceOp }) =>
        typeof surfaceOp === 'object'
          ? Array.from({ length: surfaceOp.end - surfaceOp.start + 1 }, (_, index) => surfaceOp.start + index)
          : [],
      ),
    );
    return events.flatMap((event, seq) =>
      isOurs(event) && !out.has(seq) ? [(event.data as { readonly content: unknown }).content] : [],
    );
  };

  test.each([
    ['startup', 'startup'],
    ['resume', 'resume'],
    ['fork', 'resume'],
    ['clear', 'resume'],
  ] as const)('a session that starts by %s is logged as a %s', async (why, reason) => {
    const { told, log } = begin();
    expect(await told(started(why))).toMatchObject({ answer: { kind: 'silent' }, quiet: false });
    expect(await log()).toMatchObject([{ type: 'session/start', data: { reason }, why }]);
  });

  test('it closes the turn that was open, and a clear forgets all that was said', async () => {
    const { world, told, log } = begin();
    world.says = saying('Mind the gap.');
    await told(prompt);
    await told(started('resume'));
    expect(types(await log()).slice(3)).toEqual(['step/end', 'turn/end', 'session/start']);
    expect(await visible({ log })).toEqual(['Mind the gap.']);
    await told(started('clear'));
    expect(await visible({ log })).toEqual([]);
  });

  test('an agent that reads its files anew is forgotten to have loaded them, and nothing else', async () => {
    const { world, told, log } = begin(memorySessionStore(), 'host');
    world.says = () => ({ messages: [draft('Files.', { baseline: true })] });
    await told(prompt);
    world.says = saying('Mind the gap.');
    await told(prompt);
    world.sight = { ...SEEING, live: [digest('Mind the gap.')] };
    await told(started('resume'));
    expect(await visible({ log })).toEqual(['Files.', 'Mind the gap.']);
    world.sight = { ...world.sight, reloads: true };
    await told(started('resume'));
    expect(await visible({ log })).toEqual(['Mind the gap.']);
  });

  test('a compaction that the transcript does not show yet leaves nothing that could be counted on', async () => {
    const { world, told, log } = begin();
    world.says = saying('Mind the gap.');
    await told(prompt);
    world.says = () => ({});
    world.sight = { ...SEEING, live: [digest('Mind the gap.')] };
    await told({ kind: 'compacting', trigger: 'manual' });
    expect((await log()).at(-1)).toMatchObject({ type: COMPACTING, data: { trigger: 'manual' }, time: 100 });
    await told({ kind: 'compacted' });
    expect(await visible({ log })).toEqual(['Mind the gap.']);
    await told(started('compact'));
    expect(await visible({ log })).toEqual([]);
  });

  test('one that it shows keeps what is seen; a person who compacts is answered at the prompt', async () => {
    const { world, asked, told, log } = begin();
    world.says = saying('Mind the gap.');
    await told(prompt);
    await told({ kind: 'compacting', trigger: 'manual' });
    world.sight = { ...SEEING, live: [digest('Mind the gap.')], turnedAt: 100 };
    const questions = asked.length;
    expect((await told(started('compact'))).answer).toEqual({ kind: 'silent' });
    expect(await visible({ log })).toEqual(['Mind the gap.']);
    expect(asked).toHaveLength(questions);
  });

  test('an agent that compacts by itself is told at once, for no prompt follows', async () => {
    const { world, told } = begin();
    await told(prompt);
    await told({ kind: 'compacting', trigger: 'auto' });
    world.says = saying('Mind the gap.');
    expect((await told(started('compact'))).answer).toEqual({ kind: 'context', text: 'context: Mind the gap.' });
  });

  test('where no transcript tells anything, a compaction takes all of it', async () => {
    const { world, told, log } = begin();
    world.says = saying('Mind the gap.');
    await told(prompt);
    await told({ kind: 'compacted' });
    expect(await visible({ log })).toEqual([]);
    await told({ kind: 'compacted' });
    expect((await log()).filter(({ surfaceOp }) => typeof surfaceOp === 'object')).toHaveLength(1);
  });
});
