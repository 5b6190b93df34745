// Owns: pi as it is, the coding agent and the agent core, bound and living.
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@earendil-works/pi-agent-core';
import type { Message, Model } from '@earendil-works/pi-ai';
import { fauxAssistantMessage, fauxToolCall } from '@earendil-works/pi-ai';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { afterEach, expect, test } from 'vitest';
import { memoryFileSystem, memoryShell } from '../../../src/adapters/memory/index.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import { sourceOf } from '../../../src/domain/log-event.js';
import { RefusedStep, bindAgent, contextfold } from '../../../src/hosts/pi/index.js';
import {
  DEFAULT_SCHEME,
  agentInstructions,
  encodeSessionUri,
  readAnyLog,
  sessionReference,
  timeContext,
  tmuxContext,
  touchToolsOf,
} from '../../../src/index.js';
import type { Home } from '../life.js';
import { expectSameLife, home } from '../life.js';
import { expectNoProvenance } from '../loopback.js';
import { streamLoopback } from '../stream-loopback.js';
import type { Faux, SessionSetup } from './player.js';
import { agentCore, codingAgent, faux, openSession, readTool, tagsOf, textsIn } from './player.js';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const scratch = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-pi-'));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

const fauxModel = (): Faux => {
  const model = faux();
  closing.push(() => model.provider.unregister());
  return model;
};

const opened = async (at: Home, setup: Partial<SessionSetup> & Pick<SessionSetup, 'model'>): Promise<AgentSession> => {
  const session = await openSession({
    directory: scratch(),
    sessionManager: SessionManager.inMemory(at.cwd),
    extensions: [contextfold(at)],
    tools: [readTool(() => undefined)],
    ...setup,
  });
  closing.push(() => session.dispose());
  return session;
};

/** The first line of each text that the model was shown at its last call. */
const lastShown = ({ shown }: Faux): readonly string[] =>
  textsIn(shown.at(-1) ?? []).map((text) => text.split('\n')[0] ?? '');

const FRAME = '<system-reminder>';

test.each([
  ['the coding agent', codingAgent],
  ['the agent core', agentCore],
] as const)('%s shows the model what the simulator shows (A8–A14)', async (_, make) => {
  const at = home();
  const player = make(at);
  closing.push(player.close);
  await expectSameLife(player, at);
});

test('provenance never reaches the provider', async () => {
  const server = await streamLoopback((body) =>
    body.includes('"tool_call_id"') ? [] : [{ name: 'read', arguments: { file_path: 'lib/a.ts' } }],
  );
  closing.push(server.close);
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
  closing.push(() => session.dispose());
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

/** Ports with a shell in tmux and another session, and the sources that need them. */
const everything = (): Home => {
  const at = home();
  const surface = {
    _tag: 'surface',
    header: { type: 'session', id: 'other' },
    lastSeq: 0,
    events: [{ type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } }],
  };
  return {
    ...at,
    sources: [timeContext({}), tmuxContext({}), sessionReference({}), ...at.sources],
    ports: {
      ...at.ports,
      shell: memoryShell({ _tag: 'exited', exitCode: 0, stdout: 'main\t0\tedit\t1\t%3\t1\t1\tb25f,80x24,0,0\n' }),
      sessions: { list: () => TE.right([]), readSurface: () => TE.right(surface as never) },
    },
  };
};

const MENTION = `@[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')})`;
const ALL = [
  'tmux location (turn 1):',
  'As @that.',
  '## Referenced sessions',
  FRAME,
  expect.stringMatching(/^Time sampled while preparing turn 1, step 1:/u) as string,
];
const SECOND = ['The content.', FRAME, expect.stringMatching(/turn 1, step 2:/u) as string];

test('every source has its place in the coding agent, and its source in the file (C1, S2)', async () => {
  const model = fauxModel();
  const directory = scratch();
  const manager = SessionManager.create('/repo', directory);
  const session = await opened(everything(), {
    directory,
    sessionManager: manager,
    model: model.provider.getModel(),
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await session.prompt(`As ${MENTION}.`);
  expect(lastShown(model)).toEqual([...ALL, ...SECOND]);
  const read = await readAnyLog(createReadStream(manager.getSessionFile() ?? '', 'utf8'))();
  const sources = E.isRight(read) ? read.right.events.flatMap((event) => sourceOf(event) ?? []) : [];
  expect(sources.map(({ kind, plugin }) => plugin ?? kind)).toEqual([
    ...['tmux-context', 'user', 'session-reference', 'agent-instructions', 'time-context'],
    ...['agent-instructions', 'time-context'],
  ]);
});

test('every source has its place in the agent core (C1, S2)', async () => {
  const model = fauxModel();
  const agent = new Agent({
    initialState: { model: model.provider.getModel(), tools: [readTool(() => undefined)] },
    getApiKey: () => 'none',
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }] }]);
  await bindAgent(agent, everything()).prompt(`As ${MENTION}.`);
  expect(lastShown(model)).toEqual([...ALL, ...SECOND]);
});

test('a reference that cannot be read stops the prompt (S6)', async () => {
  const at = home();
  const failing = {
    ...at,
    sources: [sessionReference({}), ...at.sources],
    ports: {
      ...at.ports,
      sessions: {
        list: () => TE.right([]),
        readSurface: () => TE.left({ _tag: 'StoreFailure', code: 'no-session', detail: 'gone' } as never),
      },
    },
  };
  const model = fauxModel();
  const session = await opened(failing, { model: model.provider.getModel() });
  model.answer([]);
  await session.prompt(`As ${MENTION}.`);
  expect(model.shown).toEqual([]);
  expect(session.messages).toEqual([]);
  const agent = new Agent({ initialState: { model: model.provider.getModel() }, getApiKey: () => 'none' });
  await expect(bindAgent(agent, failing).prompt(`As ${MENTION}.`)).rejects.toThrow(RefusedStep);
  await session.prompt('Hello.');
  expect(lastShown(model)).toEqual(['Hello.', FRAME]);
});

test('calls that pi refuses do not hold up what the others touched (A9)', async () => {
  const model = fauxModel();
  const session = await opened(home(), { model: model.provider.getModel() });
  const seen: (readonly Message[])[] = [];
  model.provider.setResponses([
    () =>
      fauxAssistantMessage(
        [fauxToolCall('none', {}), fauxToolCall('read', { file_path: 'lib/a.ts' }), fauxToolCall('none', {})],
        { stopReason: 'toolUse' },
      ),
    ({ messages }) => {
      seen.push(structuredClone(messages));
      return fauxAssistantMessage('Done.');
    },
  ]);
  await session.prompt('Hello.');
  expect(textsIn(seen[0] ?? []).at(-1)).toContain('The library has no state.');
  expect(seen).toHaveLength(1);
});

test('tools that run one after the other are spoken of once, behind the last (A9)', async () => {
  const model = fauxModel();
  const session = await opened(home(), {
    model: model.provider.getModel(),
    tools: [{ ...readTool(() => undefined), executionMode: 'sequential' }],
  });
  model.answer([{ calls: [{ read: 'lib/a.ts' }, { read: 'web/a.ts' }] }]);
  await session.prompt('Hello.');
  expect(lastShown(model)).toEqual(['Hello.', FRAME, 'The content.', 'The content.', FRAME]);
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
