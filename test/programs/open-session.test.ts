// Owns: examples of a session with a source that a third party wrote: its decisions come one at a time, leave no trace
// when they are aborted, and know nothing of other sessions.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/core/combine.js';
import type { ContextSource, MountedSource } from '../../src/core/context-source.js';
import { ask, settled } from '../../src/core/inquiry.js';
import { describeError } from '../../src/domain/error.js';
import type { LogEvent, SessionHeader } from '../../src/domain/log-event.js';
import { userMessageOf } from '../../src/domain/log-event.js';
import type { UserMessage } from '../../src/domain/message.js';
import { textOf } from '../../src/domain/message.js';
import type { Env } from '../../src/ports/env.js';
import type { Context, PreStep, Session } from '../../src/programs/open-session.js';
import { createContext } from '../../src/programs/open-session.js';

/** Says what the weather is, whenever it is not what was said last. */
const weather: ContextSource<{ readonly last: string | null }, { readonly asked: number }> = {
  kind: 'weather',
  initial: () => ({ last: null }),
  evolve: (state, event) => {
    const message = userMessageOf(event);
    return message?.source.kind === 'weather' ? { last: textOf(message.content) } : state;
  },
  consider: ({ state }, occasion) =>
    occasion.kind !== 'pre-step'
      ? settled({})
      : ask([{ kind: 'shell', command: 'weather' }], ([result]) => {
          const text = result._tag === 'exited' ? result.stdout : 'unknown';
          const messages = text === state.last ? [] : [{ content: text, source: { kind: 'weather' } }];
          return settled({ messages, remember: ({ asked }) => ({ asked: asked + 1 }) });
        }),
  memory: { initial: { asked: 0 }, observe: (memory) => memory },
};

const header = (id: string): SessionHeader => ({ type: 'session', version: 1, id, createdAt: 0, cwd: `/${id}` });

const typed: UserMessage = { id: 'u1', role: 'user', content: 'hi', source: { kind: 'user' } };
const step = (turn: number): PreStep => ({ turn, step: 1, messages: [typed] });

const logged = (data: UserMessage): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' });

const right = <A>(value: E.Either<unknown, A>): A => {
  if (E.isLeft(value)) throw new Error(JSON.stringify(value.left));
  return value.right;
};

/** A shell whose every call waits until it is told what to answer. */
const shellOnCall = (): { readonly ports: Env; readonly calls: ((stdout: string) => void)[] } => {
  const calls: ((stdout: string) => void)[] = [];
  const run = () => () =>
    new Promise<{ readonly _tag: 'exited'; readonly exitCode: number; readonly stdout: string }>((resolve) => {
      calls.push((stdout) => resolve({ _tag: 'exited', exitCode: 0, stdout }));
    });
  const hash = { sha1: () => '' as never };
  return { calls, ports: { hash, decoder: { decode: () => ({ text: undefined, lossy: false }) }, shell: { run } } };
};

const contextOver = (ports: Env, sources: readonly MountedSource[] = [weather]): Context =>
  right(createContext({ sources, ports }));

const said = (decision: E.Either<unknown, Decision>): readonly string[] =>
  right(decision).added.map(({ content }) => textOf(content));

/** Long enough for everything that waits for nothing. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const memoryOf = (session: Session): unknown => session.live().memories[0];

describe('a session', () => {
  test('C4 a third party’s source decides beside the direct prompt, and the log suppresses', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    const first = session.preStep(step(1))();
    await settle();
    calls[0]?.('rain');
    const decision = right(await first);
    expect(decision.messages.map(({ content }) => textOf(content))).toEqual(['hi', 'rain']);
    right(session.append(decision.messages.map(logged)));
    const second = session.preStep(step(2))();
    await settle();
    calls[1]?.('rain');
    expect(said(await second)).toEqual([]);
    expect(memoryOf(session)).toEqual({ asked: 2 });
  });

  test('decisions come one at a time, in the order in which they were asked for', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    const ended: number[] = [];
    const decisions = [1, 2, 3].map((turn) =>
      session
        .preStep(step(turn))()
        .then((decision) => {
          ended.push(turn);
          return said(decision);
        }),
    );
    for (const turn of [1, 2, 3]) {
      await settle();
      expect(calls.length).toBe(turn);
      calls[turn - 1]?.(`weather ${turn}`);
    }
    expect(await Promise.all(decisions)).toEqual([['weather 1'], ['weather 2'], ['weather 3']]);
    expect(ended).toEqual([1, 2, 3]);
  });

  test('F6 an aborted decision ends at once, appends nothing and remembers nothing', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    const controller = new AbortController();
    const before = session.live();
    const decision = session.preStep(step(1), controller.signal)();
    await settle();
    controller.abort('enough');
    expect(await decision).toEqual(E.left({ _tag: 'Cancelled', reason: 'enough' }));
    expect(session.live()).toBe(before);
    calls[0]?.('too late');
    await settle();
    expect(session.live()).toBe(before);
  });

  test('F6 the next decision starts afresh after an aborted one', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    expect(E.isLeft(await session.preStep(step(1), AbortSignal.abort())())).toBe(true);
    const next = session.preStep(step(1))();
    await settle();
    calls[0]?.('sun');
    expect(said(await next)).toEqual(['sun']);
  });

  test('F6 a decision that still waits for its turn can be aborted, and the others keep theirs', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    const controller = new AbortController();
    const first = session.preStep(step(1))();
    const second = session.preStep(step(2), controller.signal)();
    const third = session.preStep(step(3))();
    await settle();
    controller.abort('enough');
    expect(await second).toEqual(E.left({ _tag: 'Cancelled', reason: 'enough' }));
    await settle();
    expect(calls.length).toBe(1);
    calls[0]?.('rain');
    expect(said(await first)).toEqual(['rain']);
    await settle();
    calls[1]?.('sun');
    expect(said(await third)).toEqual(['sun']);
    expect(memoryOf(session)).toEqual({ asked: 2 });
  });

  test('C2, F7 a source that throws, at once or once it has its answers, is reported and silences nobody', async () => {
    const { ports, calls } = shellOnCall();
    const broken = (): never => {
      throw new Error('broken');
    };
    const atOnce: MountedSource = { ...weather, kind: 'at-once', consider: broken };
    const later: MountedSource = { ...weather, kind: 'later', consider: () => ask([{ kind: 'now' }], broken) };
    const session = right(contextOver(ports, [atOnce, later, weather]).open(header('s')));
    const decision = session.preStep(step(1))();
    await settle();
    calls[0]?.('sun');
    expect(right(await decision).diagnostics).toEqual([
      { code: 'source-failed', detail: 'at-once: broken' },
      { code: 'source-failed', detail: 'later: broken' },
    ]);
    expect(said(await decision)).toEqual(['sun']);
  });

  test('events that are appended while a decision is under way stay', async () => {
    const { ports, calls } = shellOnCall();
    const session = right(contextOver(ports).open(header('s')));
    const decision = session.preStep(step(1))();
    await settle();
    right(session.append([logged(typed)]));
    calls[0]?.('rain');
    await decision;
    expect(session.live().state.nextSeq).toBe(1);
    expect(memoryOf(session)).toEqual({ asked: 1 });
  });

  test('F2 decisions at one position of the log give their messages different ids', async () => {
    const noisy: MountedSource = {
      ...weather,
      consider: () => settled({ messages: [{ content: 'x', source: { kind: 'weather' } }] }),
    };
    const session = right(contextOver(shellOnCall().ports, [noisy]).open(header('s')));
    const settleTool = (name: string) => session.settleTool({ turn: 1, step: 1, call: { name, arguments: {} } })();
    const decisions = await Promise.all(['read', 'edit', 'write'].map(settleTool));
    const ids = decisions.flatMap((decision) => right(decision).added.map(({ id }) => id));
    expect(ids).toEqual(['s:1.1.0.tool-settled:0', 's:1.1.0.1.tool-settled:0', 's:1.1.0.2.tool-settled:0']);
    right(session.append([logged(typed)]));
    expect(right(await settleTool('read')).added.map(({ id }) => id)).toEqual(['s:1.1.1.tool-settled:0']);
  });

  test.each([
    ['zap', '$[1].surfaceOp: expected "append" or { op: "replace", start, end }, found "zap"'],
    [null, '$[1].surfaceOp: expected "append" or { op: "replace", start, end }, found null'],
    [{ op: 'zap' }, '$[1].surfaceOp.op: expected "replace", found "zap"'],
  ])('F8 an event with the surface operation %j is refused', (surfaceOp, problem) => {
    const session = right(contextOver(shellOnCall().ports).open(header('s')));
    const bad = { ...logged(typed), surfaceOp } as unknown as LogEvent;
    const refused = session.append([logged(typed), bad]);
    expect(E.isLeft(refused) && describeError(refused.left)).toBe(problem);
    expect(session.live().state.nextSeq).toBe(0);
  });

  test.each([
    [{}, 'nothing'],
    [undefined, 'nothing'],
    [{ sources: 'x' }, '"x"'],
    [{ sources: [undefined] }, 'nothing in it'],
  ])('F8 createContext(%j) says what it needs', (options, found) => {
    expect(createContext(options as never)).toMatchObject(
      E.left({ _tag: 'InvalidConfig', key: 'sources', expected: 'a list of sources', found }),
    );
  });

  test('L3 a batch of events that violates the log’s rules is refused and leaves no trace', () => {
    const session = right(contextOver(shellOnCall().ports).open(header('s')));
    const before = session.live();
    const bad: LogEvent = { ...logged(typed), surfaceOp: { op: 'replace', start: 5, end: 6 } };
    expect(session.append([logged(typed), bad])).toMatchObject(E.left({ _tag: 'SurfaceRangeError', seq: 1 }));
    expect(session.live()).toBe(before);
  });

  test('F1 a host with IO of its own answers the inquiry and takes the decision', () => {
    const session = right(right(createContext({ sources: [weather] })).open(header('s')));
    const asking = session.inquire({ kind: 'pre-step', ...step(1) });
    if (asking.kind !== 'asking') throw new Error('it asks for the weather');
    const decided = asking.resume([{ _tag: 'exited', exitCode: 0, stdout: 'snow' }]);
    if (decided.kind !== 'settled') throw new Error('one round is enough');
    expect(decided.value.added.map(({ content }) => content)).toEqual(['snow']);
    expect(memoryOf(session)).toEqual({ asked: 0 });
    session.take(decided.value);
    expect(memoryOf(session)).toEqual({ asked: 1 });
  });
});

describe('a context', () => {
  test('C3 two sessions share no state, and do not wait for each other', async () => {
    const { ports, calls } = shellOnCall();
    const context = contextOver(ports);
    const [one, other] = [right(context.open(header('one'))), right(context.open(header('other')))];
    const slow = one.preStep(step(1))();
    const quick = other.preStep(step(1))();
    await settle();
    expect(calls.length).toBe(2);
    calls[1]?.('sun');
    const decision = right(await quick);
    right(other.append(decision.messages.map(logged)));
    expect(one.live().state.nextSeq).toBe(0);
    expect(memoryOf(one)).toEqual({ asked: 0 });
    calls[0]?.('sun');
    expect(said(await slow)).toEqual(['sun']);
  });

  test('C4 two sources of one kind are refused', () => {
    expect(createContext({ sources: [weather, { ...weather }] })).toMatchObject(
      E.left({ _tag: 'InvalidConfig', source: 'weather', key: 'sources' }),
    );
  });

  test('F7 a source that could not be made is the context’s error', () => {
    const error = {
      _tag: 'InvalidConfig',
      code: 'INVALID_CONFIG',
      source: 'weather',
      key: 'city',
      expected: 'a city',
      found: '3',
    } as const;
    expect(createContext({ sources: [E.right(weather), E.left(error)] })).toEqual(E.left(error));
  });

  test('F3 a session opened with a log, one resumed from its state and one that was there agree', () => {
    const context = contextOver(shellOnCall().ports);
    const log = [logged(typed), logged({ ...typed, content: 'rain', source: { kind: 'weather' } })];
    const grown = right(context.open(header('s')));
    right(grown.append(log));
    const opened = right(context.open(header('s'), log));
    expect(opened.live().state).toEqual(grown.live().state);
    expect(context.resume(opened.live().state).live()).toEqual(opened.live());
    expect(context.open(header('s'), [{ type: 'x', seq: 4 }])).toMatchObject(E.left({ _tag: 'SeqMismatch' }));
  });
});
