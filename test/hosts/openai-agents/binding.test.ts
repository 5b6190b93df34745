// Owns: the Agents SDK as it is, bound and living.
import type { AgentInputItem } from '@openai/agents';
import { Agent, MemorySession, OpenAIProvider, Runner, tool } from '@openai/agents';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem, memoryShell } from '../../../src/adapters/memory/index.js';
import type { OpenAIAgentsContext } from '../../../src/hosts/openai-agents/index.js';
import { RefusedStep, contextfold } from '../../../src/hosts/openai-agents/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext, tmuxContext } from '../../../src/sources.js';
import type { Work } from '../life.js';
import { expectSameLife, home } from '../life.js';
import { expectNoProvenance, loopback } from '../loopback.js';
import type { Open } from './player.js';
import { ScriptedModel, player, readTool, textsIn, withHistory, withSession, withStream } from './player.js';

const READS_LIB: readonly Work[] = [{ calls: [{ read: 'lib/a.ts' }] }];
const runner = new Runner({ tracingDisabled: true });
const has = (texts: readonly string[] | undefined, what: string): number =>
  (texts ?? []).filter((text) => text.includes(what)).length;

const ask = async (
  open: Open,
  context: OpenAIAgentsContext,
  stored: string,
  said: string,
  work: readonly Work[] = [],
): Promise<{ readonly shown: readonly (readonly string[])[]; readonly stored: string }> => {
  const model = new ScriptedModel(work);
  const kept = open(context, stored);
  await kept.run(said, model, [readTool(context.watch)]);
  expect(JSON.stringify(model.requests)).not.toContain('"contextfold"');
  return { shown: model.requests.map(textsIn), stored: await kept.stored() };
};

describe.each([
  ['a session', withSession],
  ['a session, streamed', withStream],
  ['items', withHistory],
] as const)('over %s', (_, open) => {
  test('shows the model what the simulator shows (A8–A14)', async () => {
    const at = home();
    await expectSameLife(player(open, at), at);
  });

  test('two conversations do not see each other’s instructions (C3)', async () => {
    const { files, ...here } = home('/repo');
    const [one, other] = [contextfold(here), contextfold(home('/other', files))];
    const asked = await Promise.all([ask(open, one, '[]', 'Hello.'), ask(open, other, '[]', 'Hello.')]);
    expect(asked.map(({ shown: [texts] }) => [has(texts, 'Write tests'), has(texts, 'Another project')])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('what is stored holds ours once, in their places', async () => {
    const first = await ask(open, contextfold(home()), '[]', 'Hello.', READS_LIB);
    const { stored } = await ask(open, contextfold(home()), first.stored, 'More.');
    const items = JSON.parse(stored) as { type?: string; role?: string; providerData?: { contextfold?: object } }[];
    const kinds = items.map(({ type = 'message', role, providerData }) =>
      providerData?.contextfold === undefined ? (role ?? type) : 'ours',
    );
    expect(kinds).toEqual([
      ...['user', 'ours', 'function_call', 'function_call_result', 'ours', 'assistant'],
      ...['user', 'assistant'],
    ]);
  });

  test('every source, in the order of the contract, and nothing beside their items (C1)', async () => {
    const at = home();
    const shell = memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' });
    const data = { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } };
    const events = [{ type: 'user/message', data }];
    const surface = { _tag: 'surface', header: { type: 'session', id: 'other' }, lastSeq: 0, events };
    const sessions = { list: () => TE.right([]), readSurface: () => TE.right(surface as never) };
    const context = contextfold({
      ...at,
      ports: { ...at.ports, shell, sessions },
      sources: [timeContext({}), tmuxContext({}), ...at.sources, sessionReference({})],
    });
    const said = `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).`;
    const first = await ask(open, context, '[]', said);
    const heads = ['tmux location (turn 1):', 'As @that.', '## Referenced sessions', '<system-reminder>'];
    expect(first.shown[0]?.map((text) => text.split('\n')[0]).slice(0, 4)).toEqual(heads);
    const second = await ask(open, context, first.stored, 'And?');
    expect(second.shown[0]?.map((text) => text.split('\n')[0]).slice(0, 4)).toEqual(heads);
    expect(second.shown[0]?.filter((text) => text.startsWith('Time sampled'))).toHaveLength(2);
  });
});

test('a tool that nobody watches has failed when the SDK says so (A9)', async () => {
  const context = contextfold(home());
  const failing = tool({
    name: 'read',
    description: 'Reads a file.',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    execute: () => Promise.reject(new Error('There is no such file.')),
  });
  const model = new ScriptedModel(READS_LIB);
  const { callModelInputFilter } = context;
  await runner.run(new Agent({ name: 'Reader', model, tools: [failing] }), 'Hello.', { callModelInputFilter });
  expect(model.requests.map((items) => has(textsIn(items), 'no state'))).toEqual([0, 0]);
});

test('provenance never reaches the provider', async () => {
  const server = await loopback([[{ read: 'lib/a.ts' }]]);
  try {
    const provider = new OpenAIProvider({ baseURL: server.baseURL, apiKey: 'none', useResponses: false });
    const model = await provider.getModel('fake');
    const context = contextfold(home());
    const inner = new MemorySession();
    const session = context.session(inner);
    const { callModelInputFilter } = context;
    const agent = new Agent({ name: 'Reader', model, tools: [readTool(context.watch)] });
    await runner.run(agent, 'Hello.', { session, callModelInputFilter });
    await runner.run(agent, 'More.', { session, callModelInputFilter });
    const fromStore: AgentInputItem[] = [...(await inner.getItems()), { role: 'user', content: 'And more.' }];
    expect(JSON.stringify(fromStore)).toContain('"contextfold"');
    await runner.run(agent, fromStore, { callModelInputFilter: contextfold(home()).callModelInputFilter });
    expect(server.bodies).toHaveLength(4);
    expectNoProvenance(server, ['Write tests first.', 'The library has no state.', 'And more.']);
    for (const text of ['Write tests first.', 'no state']) expect(server.bodies.at(-1)?.split(text)).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test('what a wrapped session gives out has nothing beside it, and all else is the session’s own', async () => {
  const context = contextfold(home());
  const inner = new MemorySession({ sessionId: 'mine' });
  const session = context.session(inner);
  const { callModelInputFilter } = context;
  const agent = new Agent({ name: 'Reader', model: new ScriptedModel([]) });
  await runner.run(agent, 'Hello.', { session, callModelInputFilter });
  expect(await session.getSessionId()).toBe('mine');
  expect(JSON.stringify(await inner.getItems())).toContain('"contextfold"');
  expect(JSON.stringify(await session.getItems())).not.toContain('"contextfold"');
  await session.popItem();
  expect(JSON.stringify(await session.popItem())).toMatch(/Write tests first(?!.*"contextfold")/u);
  await session.clearSession();
  expect([await session.getItems(), await session.popItem()]).toEqual([[], undefined]);
});

test('a compaction of the SDK is a checkpoint; what it took away comes back once (A12)', async () => {
  const context = contextfold(home());
  const first = await ask(withSession, context, '[]', 'Hello.', READS_LIB);
  const kept = (JSON.parse(first.stored) as AgentInputItem[]).slice(-2);
  const compacted = JSON.stringify([{ type: 'compaction', encrypted_content: 'x' }, ...kept]);
  const { shown, stored } = await ask(withSession, context, compacted, 'More.');
  expect([has(shown[0], 'Write tests'), has(shown[0], 'no state')]).toEqual([1, 1]);
  const again = await ask(withSession, contextfold(home()), stored, 'And?');
  expect([has(again.shown[0], 'Write tests'), has(again.shown[0], 'no state')]).toEqual([1, 1]);
});

test('an aborted run appends nothing, and its reason comes out (F6)', async () => {
  const { ports, ...rest } = home();
  const hanging = memoryFileSystem({}, { delay: () => new Promise(() => undefined) });
  const context = contextfold({ ...rest, ports: { ...ports, fileSystem: hanging } });
  const stop = new AbortController();
  const filtering = context.callModelInputFilterUntil(stop.signal)({ modelData: { input: [] as AgentInputItem[] } });
  const filtered = context.callModelInputFilterUntil(stop.signal)({
    modelData: { input: [{ role: 'user', content: 'Hello.' }] as AgentInputItem[] },
  });
  stop.abort(new Error('Enough.'));
  await expect(filtered).rejects.toThrow('Enough.');
  await Promise.allSettled([filtering]);
});

test('a refusal is an error with a code, before the model is asked (S6)', async () => {
  const context = contextfold({ ...home(), sources: [sessionReference({})] });
  const input: AgentInputItem[] = [
    { role: 'user', content: `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).` },
  ];
  const refused: unknown = await context
    .callModelInputFilter({ modelData: { input } })
    .catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(RefusedStep);
  expect((refused as RefusedStep).code).toBe('READ_FAILED');
});

test('a browser’s zone beside a person’s item counts and is not sent (T2)', async () => {
  const context = contextfold({ ...home(), sources: [timeContext({})] });
  const source = { kind: 'user', rpcId: 'r1', clientTimeZone: 'Europe/Berlin' };
  const said: AgentInputItem = { role: 'user', content: 'When?', providerData: { contextfold: { source }, kept: 1 } };
  const { input } = await context.callModelInputFilter({ modelData: { input: [said] } });
  expect(textsIn(input)[1]).toContain('+01:00[Europe/Berlin]');
  expect(input[0]?.providerData).toEqual({ kept: 1 });
});
