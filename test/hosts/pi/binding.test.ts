// Owns: pi as it is, the coding agent and the agent core, bound and living.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '@earendil-works/pi-agent-core';
import type { Message, Model } from '@earendil-works/pi-ai';
import { fauxAssistantMessage, fauxToolCall } from '@earendil-works/pi-ai';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { expect, test } from 'vitest';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import { bindAgent, contextfold } from '../../../src/hosts/pi/index.js';
import { agentInstructions } from '../../../src/index.js';
import { touchToolsOf } from '../../../src/readers.js';
import { expectSameLife, home } from '../life.js';
import { expectNoProvenance } from '../loopback.js';
import { streamLoopback } from '../stream-loopback.js';
import { agentCore, codingAgent, openSession, readTool, tagsOf, textsIn } from './player.js';
import { FRAME, afterwards, fauxModel, lastShown, opened, scratch } from './stage.js';

test.each([
  ['the coding agent', codingAgent],
  ['the agent core', agentCore],
] as const)('%s shows the model what the simulator shows (A8–A14)', async (_, make) => {
  const at = home();
  const player = make(at);
  afterwards(player.close);
  await expectSameLife(player, at);
});

test('provenance never reaches the provider', async () => {
  const server = await streamLoopback((body) =>
    body.includes('"tool_call_id"') ? [] : [{ name: 'read', arguments: { file_path: 'lib/a.ts' } }],
  );
  afterwards(server.close);
  const model: Model<'openai-completions'> = {
    ...{ id: 'fake', name: 'fake', api: 'openai-completions', provider: 'loopback', baseUrl: server.baseURL },
    ...{ reasoning: false, input: ['text'], contextWindow: 100_000, maxTokens: 1000 },
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  const session = await opened(home(), { model });
  await session.prompt('Hello.');
  await session.prompt('More.');
  expect(server.bodies).toHaveLength(3);
  expectNoProvenance(server, ['Write tests first.', 'The library has no state.', 'More.']);

  const agent = new Agent({
    initialState: { model, tools: [readTool(() => undefined)], messages: [] },
    getApiKey: () => 'none',
  });
  await bindAgent(agent, home()).prompt('Hello.');
  expect(JSON.stringify(agent.state.messages)).toContain('"contextfold"');
  expect(server.bodies).toHaveLength(5);
  expectNoProvenance(server, ['Write tests first.', 'The library has no state.']);
});

test('two sessions in one process do not see each other’s instructions (C3)', async () => {
  const files = home().files;
  const [here, there] = [fauxModel(), fauxModel()];
  const sessions = [
    await opened(home('/repo', files), { model: here.provider.getModel() }),
    await opened(home('/other', files), { model: there.provider.getModel() }),
  ];
  here.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  there.answer([{ calls: [{ read: 'a.ts' }] }]);
  await Promise.all(sessions.map((session) => session.prompt('Hello.')));
  expect(textsIn(here.shown.at(-1) ?? []).join('\n')).not.toContain('Another project.');
  expect(textsIn(there.shown.at(-1) ?? []).join('\n')).not.toContain('Write tests first.');
  expect(textsIn(there.shown.at(-1) ?? []).join('\n')).toContain('Another project.');
});

test('behind pi’s own compaction what is gone comes back and what is still there does not (A8, A12)', async () => {
  const model = fauxModel();
  const session = await opened(home(), {
    model: model.provider.getModel(),
    settings: { compaction: { enabled: false, keepRecentTokens: 60 } },
  });
  model.answer([]);
  await session.prompt('Hello.');
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await session.prompt(`A long one: ${'words '.repeat(40)}`);
  model.provider.setResponses([fauxAssistantMessage('A summary.')]);
  await session.compact();
  model.answer([{ calls: [{ read: 'lib/b.ts' }] }]);
  await session.prompt('More.');
  const text = textsIn(model.shown.at(-1) ?? []).join('\n');
  expect(text).toContain('A summary.');
  expect(text.split('Write tests first.')).toHaveLength(2);
  expect(text.split('The library has no state.')).toHaveLength(2);
});

test('pi’s own tools touch what they name (A9)', async () => {
  const cwd = scratch();
  mkdirSync(join(cwd, '.git'));
  mkdirSync(join(cwd, 'lib'));
  writeFileSync(join(cwd, 'AGENTS.md'), 'Write tests first.\n');
  writeFileSync(join(cwd, 'lib/AGENTS.md'), 'The library has no state.\n');
  writeFileSync(join(cwd, 'lib/a.ts'), 'export {};\n');
  const { ports } = home();
  const instructions = agentInstructions(
    { maxBytes: 65_536, touchTools: touchToolsOf('pi') },
    { osHome: join(cwd, 'none'), variables: {} },
  );
  const at = { ...home(cwd), sources: [instructions], ports: { ...ports, fileSystem: nodeFileSystem() } };
  const model = fauxModel();
  const session = await openSession({
    directory: scratch(),
    model: model.provider.getModel(),
    sessionManager: SessionManager.inMemory(cwd),
    extensions: [contextfold(at)],
  });
  afterwards(() => session.dispose());
  const seen: (readonly Message[])[] = [];
  const calling = (path: string) => () =>
    fauxAssistantMessage([fauxToolCall('read', { path })], { stopReason: 'toolUse' });
  const done = ({ messages }: { messages: Message[] }) => {
    seen.push(structuredClone(messages));
    return fauxAssistantMessage('Done.');
  };
  model.provider.setResponses([calling('lib/none.ts'), done, calling('lib/a.ts'), done]);
  await session.prompt('Hello.');
  await session.prompt('More.');
  const told = seen.map((messages) => textsIn(messages).join('\n').includes('The library has no state.'));
  expect(told).toEqual([false, true]);
});

test('a run that its tools end is not prolonged', async () => {
  const model = fauxModel();
  const ending = readTool(() => undefined);
  const agent = new Agent({
    initialState: {
      model: model.provider.getModel(),
      tools: [{ ...ending, execute: async (...args) => ({ ...(await ending.execute(...args)), terminate: true }) }],
    },
    getApiKey: () => 'none',
  });
  const context = bindAgent(agent, home());
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await context.prompt('Hello.');
  expect(model.shown).toHaveLength(1);
  await context.prompt({ role: 'user', content: 'More.', timestamp: 1 });
  expect(lastShown(model)).toEqual(['Hello.', FRAME, 'The content.', 'More.', FRAME]);
  expect(context.log().length).toBeGreaterThan(0);
  context.detach();
});

test('going back in pi’s tree takes back what was said there (A12)', async () => {
  const model = fauxModel();
  const files = memoryFileSystem({ '/repo/.git': { directory: true }, '/repo/AGENTS.md': 'One.\n' });
  const session = await opened(home('/repo', files), { model: model.provider.getModel() });
  model.answer([]);
  await session.prompt('Hello.');
  const first = session.sessionManager.getEntries().find(({ type }) => type === 'message');
  await session.navigateTree(first?.id ?? '');
  model.answer([]);
  await session.prompt('Hello again.');
  expect(lastShown(model)).toEqual(['Hello again.', FRAME]);
  const told = session.sessionManager.getBranch() as readonly { readonly details?: unknown }[];
  expect(told.flatMap(({ details }) => tagsOf(details))).toMatchObject([{ baseline: true }]);
});
