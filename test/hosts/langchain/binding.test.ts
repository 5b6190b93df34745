// Owns: LangChain's agent and LangGraph's graph as they are, bound and living.
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createAgent, createMiddleware, fakeModel, summarizationMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem, memoryShell } from '../../../src/adapters/memory/index.js';
import type { LangChainOptions } from '../../../src/hosts/langchain/index.js';
import { RefusedStep, contextfold } from '../../../src/hosts/langchain/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext, tmuxContext } from '../../../src/sources.js';
import type { Work } from '../life.js';
import { expectSameLife, home } from '../life.js';
import { expectNoProvenance, loopback } from '../loopback.js';
import type { Graph } from './player.js';
import { agent, graph, modelOf, player, readTool, textsIn } from './player.js';

const READS_LIB: readonly Work[] = [{ calls: [{ read: 'lib/a.ts' }] }];
const thread = (id: string) => ({ configurable: { thread_id: id } });
const has = (texts: readonly string[] | undefined, what: string): number =>
  (texts ?? []).filter((text) => text.includes(what)).length;

describe.each([
  ['createAgent', agent],
  ['StateGraph', graph],
] as const)('%s', (_, make) => {
  test('shows the model what the simulator shows (A8–A14)', async () => {
    const at = home();
    await expectSameLife(player(make, at), at);
  });

  /** One run in a thread: what the model was shown at each call. */
  const ask = async (
    options: LangChainOptions,
    config: object,
    work: readonly Work[] = [],
    context = contextfold(options),
    checkpointer = new MemorySaver(),
    said = 'Hello.',
  ): Promise<readonly (readonly string[])[]> => {
    const model = modelOf(work);
    await make({ context, model, tools: [readTool()], checkpointer }).invoke(
      { messages: [new HumanMessage(said)] },
      config,
    );
    return model.calls.map(({ messages }) => textsIn(messages));
  };

  test('the threads of one binding have their own directories and do not see each other’s (C3)', async () => {
    const at = home();
    const cwd: LangChainOptions['cwd'] = ({ configurable }) => `/${String(configurable?.['project'])}`;
    const options = { ...at, cwd };
    const context = contextfold(options);
    const shown = await Promise.all(
      ['repo', 'other'].map((project) => ask(options, { configurable: { thread_id: project, project } }, [], context)),
    );
    expect(shown.map(([texts]) => [has(texts, 'Write tests'), has(texts, 'Another project')])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(context.log('repo')).not.toEqual([]);
  });

  test('going back to an earlier checkpoint says again what is not there (A13)', async () => {
    const at = home();
    const context = contextfold(at);
    const checkpointer = new MemorySaver();
    await ask(at, thread('t'), [], context, checkpointer);
    const before = (await checkpointer.getTuple(thread('t')))?.config ?? {};
    await ask(at, thread('t'), READS_LIB, context, checkpointer, 'Read it.');
    const shown = await ask(at, before, READS_LIB, context, checkpointer, 'No, read it thus.');
    expect(shown.map((texts) => [has(texts, 'Write tests'), has(texts, 'no state')])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('a run that is aborted while files are read ends at once (F6)', async () => {
    const at = home();
    const hanging = memoryFileSystem({}, { delay: () => new Promise(() => undefined) });
    const options = { ...at, ports: { ...at.ports, fileSystem: hanging } };
    const stop = new AbortController();
    const running = ask(options, { ...thread('t'), signal: stop.signal });
    stop.abort(new Error('Enough.'));
    await expect(running).rejects.toThrow(/Enough|[Aa]bort/u);
  });

  test('what leads stands before a person’s message, which keeps its id (C1)', async () => {
    const at = home();
    const shell = memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' });
    const options = {
      ...at,
      ports: { ...at.ports, shell },
      sources: [timeContext({}), ...at.sources, tmuxContext({})],
    };
    const checkpointer = new MemorySaver();
    const context = contextfold(options);
    const made: Graph = make({ context, model: modelOf([]), tools: [readTool()], checkpointer });
    const said = new HumanMessage({ content: 'Hello.', id: 'said' });
    const { messages } = await made.invoke({ messages: [said] }, thread('t'));
    expect(textsIn(messages).map((text) => text.split('\n')[0])).toEqual([
      'tmux location (turn 1):',
      'Hello.',
      '<system-reminder>',
      expect.stringContaining('Time sampled'),
      'Done.',
    ]);
    expect(messages[1]?.id).toBe('said');
    const [again] = await ask(options, thread('t'), [], context, checkpointer, 'And?');
    expect(again?.filter((text) => text.startsWith('tmux'))).toHaveLength(1);
  });

  test('a reference is reworded in the state, its snapshot behind it (S2, S3)', async () => {
    const at = home();
    const events = [
      { type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } },
    ];
    const surface = { _tag: 'surface', header: { type: 'session', id: 'other' }, lastSeq: 0, events };
    const sessions = { list: () => TE.right([]), readSurface: () => TE.right(surface as never) };
    const options = { ...at, ports: { ...at.ports, sessions }, sources: [sessionReference({})] };
    const said = `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).`;
    const [texts] = await ask(options, thread('t'), [], contextfold(options), new MemorySaver(), said);
    expect(texts).toEqual(['As @that.', expect.stringContaining('Blue.')]);
  });

  test('a refusal is an error with a code, before the model is asked (S6)', async () => {
    const options = { ...home(), sources: [sessionReference({})] };
    const said = `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).`;
    const asked = ask(options, thread('t'), [], contextfold(options), new MemorySaver(), said);
    const refused = await asked.catch((reason: unknown) => reason);
    const cause = refused instanceof RefusedStep ? refused : (refused as Error).cause;
    expect(cause).toBeInstanceOf(RefusedStep);
    expect((cause as RefusedStep).code).toBe('READ_FAILED');
  });

  test('without a thread each history still stands for itself (C3)', async () => {
    const at = home();
    const context = contextfold(at);
    const run = async () => {
      const model = modelOf(READS_LIB);
      const made = make({ context, model, tools: [readTool()], checkpointer: undefined as never });
      await made.invoke({ messages: [new HumanMessage('Hello.')] }, {});
      return model.calls.map(({ messages }) => textsIn(messages));
    };
    const [first, second] = [await run(), await run()];
    expect(first.map((texts) => [has(texts, 'Write tests'), has(texts, 'no state')])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(second).toEqual(first);
  });
});

test.each([['before'], ['behind']])('LangChain’s own summaries, ours %s them (A12)', async (where) => {
  const context = contextfold(home());
  const ours = createMiddleware(context);
  const summaries = fakeModel();
  for (let count = 0; count < 4; count += 1) summaries.respond(new AIMessage('They talked.'));
  // Its own types take no model under `exactOptionalPropertyTypes`.
  const setting = { model: summaries, trigger: { messages: 8 }, keep: { messages: 3 } };
  const summing = summarizationMiddleware(setting as never);
  const middleware = where === 'before' ? [ours, summing] : [summing, ours];
  const checkpointer = new MemorySaver();
  const shown: (readonly string[])[] = [];
  for (const work of [READS_LIB, [], [], READS_LIB, []]) {
    const model = modelOf(work);
    const made = createAgent({ model, tools: [readTool()], middleware: middleware as never, checkpointer });
    await (made.graph as unknown as Graph).invoke({ messages: [new HumanMessage('Hello.')] }, thread('t'));
    shown.push(...model.calls.map(({ messages }) => textsIn(messages)));
  }
  expect(summaries.callCount).toBeGreaterThan(0);
  // In front of the summary ours is heard one step later, never twice.
  const counts = shown.map((texts) => [has(texts, 'Write tests'), has(texts, 'no state')]);
  expect(counts.every(([baseline = 0, nested = 0]) => baseline <= 1 && nested <= 1)).toBe(true);
  expect(counts.at(-1)?.[0]).toBe(1);
  if (where === 'behind') expect(counts.every(([baseline]) => baseline === 1)).toBe(true);
});

test('provenance never reaches the provider', async () => {
  const server = await loopback([[{ read: 'lib/a.ts' }]]);
  try {
    const model = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration: { baseURL: server.baseURL } });
    const checkpointer = new MemorySaver();
    const middleware = [createMiddleware(contextfold(home()))];
    const made = createAgent({ model, tools: [readTool()], middleware, checkpointer });
    await made.invoke({ messages: [new HumanMessage('Hello.')] }, thread('t'));
    const { messages } = await made.invoke({ messages: [new HumanMessage('More.')] }, thread('t'));
    expect(JSON.stringify(messages)).toContain('"contextfold"');
    expect(server.bodies).toHaveLength(3);
    expectNoProvenance(server, ['Write tests first.', 'The library has no state.', 'More.']);
  } finally {
    await server.close();
  }
});

test('threads that were not heard of for long are forgotten, which costs nothing but reads', async () => {
  const at = home();
  const context = contextfold(at);
  const said = { messages: [new HumanMessage({ content: 'Hello.', id: 'said' })] };
  const first = await context.beforeModel(said, thread('first'));
  for (let count = 0; count < 300; count += 1) await context.beforeModel(said, thread(`${count}`));
  expect(context.log('first')).toEqual([]);
  const later = { messages: [...said.messages, ...first.messages, new AIMessage('Yes.'), new HumanMessage('More.')] };
  expect((await context.beforeModel(later as never, thread('first'))).messages).toEqual([]);
});
