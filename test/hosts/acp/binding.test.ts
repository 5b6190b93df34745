// Owns: sessions over an ACP connection as it is, bound and living. The protocol has no place between two steps, so
// what was touched in a turn is told with the next prompt.
import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { afterEach, expect, test } from 'vitest';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { sourceOf } from '../../../src/domain/log-event.js';
import type { SourceTag } from '../../../src/domain/message.js';
import type { AcpContext, AcpRecord } from '../../../src/hosts/acp/index.js';
import { RefusedStep, contextfold } from '../../../src/hosts/acp/index.js';
import { DEFAULT_SCHEME, encodeSessionUri, sessionReference, timeContext } from '../../../src/sources.js';
import type { Step } from '../../../src/scenario/model.js';
import { readScenario, runScenario } from '../../../src/scenario/run.js';
import type { Change, Home } from '../life.js';
import { home } from '../life.js';
import type { Connection, Script } from './connection.js';
import { connect } from './connection.js';

const open: Connection[] = [];
afterEach(() => open.splice(0).forEach(({ close }) => close()));

const isOurs = (block: ContentBlock): boolean => (block._meta as { contextfold?: unknown } | undefined) !== undefined;

const textOf = (block: ContentBlock): string => (block.type === 'text' ? block.text : block.type);

let calls = 0;

/** A call as agents show it: first that it begins, then how it went. */
const reading = (path: string, status: 'completed' | 'failed'): readonly SessionUpdate[] => {
  calls += 1;
  const toolCallId = `call-${calls}`;
  return [
    { sessionUpdate: 'tool_call', toolCallId, title: 'Read', kind: 'read', status: 'pending', locations: [{ path }] },
    { sessionUpdate: 'tool_call_update', toolCallId, status },
  ];
};

const COMPACTED: SessionUpdate = { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' };

type Beat =
  | { readonly say: string; readonly read?: readonly string[]; readonly fail?: string; readonly compact?: true }
  | Change
  | { readonly resume: true };

const LIFE: readonly Beat[] = [
  { say: 'Hello.', fail: '/repo/lib/a.ts' },
  { say: 'Read.', read: ['/repo/lib/a.ts'] },
  { say: 'Well?' },
  { put: '/repo/lib/AGENTS.md', text: 'The library is pure.\n' },
  { say: 'Once more.', read: ['/repo/lib/a.ts', '/repo/web/a.ts'] },
  { say: 'Only talk.' },
  { delete: '/repo/lib/AGENTS.md' },
  { say: 'Again.', read: ['/repo/lib/b.ts'] },
  { say: 'So?', compact: true },
  { say: 'What was that?', read: ['/repo/web/b.ts'] },
  { say: 'I see.' },
  { put: '/repo/AGENTS.md', text: 'Write tests last.\n' },
  { resume: true },
  { say: 'I am back.' },
  { resume: true },
  { say: 'And again.' },
];

const scenarioSteps = (beat: Beat): readonly Step[] => {
  if ('put' in beat) return [{ do: 'put', path: beat.put, file: beat.text }];
  if ('delete' in beat) return [{ do: 'delete', path: beat.delete }];
  if ('resume' in beat) return [{ do: 'resume' }];
  const tool = (path: string, error: boolean): Step => ({
    do: 'tool',
    name: 'read',
    arguments: { file_path: path },
    error,
  });
  return [
    { do: 'turn', prompt: beat.say },
    ...(beat.read ?? []).map((path) => tool(path, false)),
    ...(beat.fail === undefined ? [] : [tool(beat.fail, true)]),
    { do: 'end' },
    ...(beat.compact === true ? [{ do: 'compact' } as const] : []),
  ];
};

const simulatedTags = async (life: readonly Beat[]): Promise<readonly SourceTag[]> => {
  const noon = Date.UTC(2026, 0, 1, 12);
  const scenario = readScenario({
    contextfold: 1,
    session: { id: 'session', cwd: '/repo', createdAt: noon },
    env: { home: '/home/me', variables: {}, timeZone: 'UTC', now: noon },
    sources: { agentInstructions: { maxBytes: 65_536 } },
    files: {
      '/repo/.git': { directory: true },
      '/repo/AGENTS.md': 'Write tests first.\n',
      '/repo/lib/AGENTS.md': 'The library has no state.\n',
      '/repo/web/AGENTS.md': 'The pages are in French.\n',
    },
    steps: life.flatMap(scenarioSteps),
  });
  if (E.isLeft(scenario)) throw new Error('a bad scenario');
  const { events } = await runScenario(scenario.right, { hash: nodeHash, decoder });
  return events.flatMap((event) => (sourceOf(event)?.kind === 'agent-instructions' ? [sourceOf(event)!] : []));
};

const apply = ({ files }: Home, change: Change): void =>
  'put' in change ? files.put(change.put, change.text) : files.delete(change.delete);

interface Bound {
  readonly connection: Connection;
  readonly context: AcpContext;
  readonly say: (sessionId: string, text: string) => Promise<unknown>;
}

const bound = async (at: Home, script: Script, memory?: Map<string, ContentBlock[]>): Promise<Bound> => {
  const context = contextfold(at);
  const connection = await connect(script, { update: context.observe }, memory);
  open.push(connection);
  return {
    connection,
    context,
    say: (sessionId, text) =>
      context.prompt({ sessionId, prompt: [{ type: 'text', text }] }, (request) =>
        connection.agent.request(methods.agent.session.prompt, request as never),
      ),
  };
};

const started = async ({ connection, context }: Bound, cwd: string): Promise<string> => {
  const { sessionId } = await connection.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  context.open(sessionId, cwd);
  return sessionId;
};

/** How a session goes on in a further process. */
type Resume = (bound: Bound, sessionId: string, stored: readonly AcpRecord[]) => Promise<void>;

/** Lives the life; the blocks of each prompt as they reached the agent. */
const lived = async (life: readonly Beat[], resume: Resume): Promise<ContentBlock[][]> => {
  const at = home();
  const memory = new Map<string, ContentBlock[]>();
  const prompts: ContentBlock[][] = [];
  let updates: readonly SessionUpdate[] = [];
  const begin = (): Promise<Bound> => bound(at, () => updates, memory);
  let current = await begin();
  const id = await started(current, '/repo');
  for (const beat of life) {
    if ('resume' in beat) {
      const stored = JSON.parse(JSON.stringify(current.context.history(id))) as AcpRecord[];
      current.connection.close();
      current = await begin();
      await resume(current, id, stored);
    } else if ('say' in beat) {
      updates = [
        ...(beat.read ?? []).flatMap((path) => reading(path, 'completed')),
        ...(beat.fail === undefined ? [] : reading(beat.fail, 'failed')),
        ...(beat.compact === true ? [COMPACTED] : []),
      ];
      await current.say(id, beat.say);
      prompts.push(current.connection.side.prompts.at(-1) ?? []);
    } else apply(at, beat);
  }
  return prompts;
};

const tagsIn = (prompts: readonly (readonly ContentBlock[])[]): readonly SourceTag[] => {
  const tags = new Map<string, SourceTag>();
  for (const { _meta: meta } of prompts.flat()) {
    const own = (meta as { contextfold?: { id: string; source: SourceTag } } | undefined)?.contextfold;
    if (own !== undefined) tags.set(own.id, own.source);
  }
  return [...tags.values()];
};

const load: Resume = async ({ connection, context }, sessionId) => {
  context.open(sessionId, '/repo');
  await connection.agent.request(methods.agent.session.load, { sessionId, cwd: '/repo', mcpServers: [] });
};

const restore: Resume = ({ context }, sessionId, stored) => {
  context.open(sessionId, '/repo', stored);
  return Promise.resolve();
};

test.each([
  ['an agent that tells a loaded session again', load],
  ['a client that stores what it knows', restore],
] as const)('the life of the simulator, with %s (A8–A14)', async (_, resume) => {
  const prompts = await lived(LIFE, resume);
  expect(tagsIn(prompts)).toEqual(await simulatedTags(LIFE));
  const ours = prompts.map((blocks) => blocks.filter(isOurs).map((block) => textOf(block).match(/^\w.*: \S+\.md$/gmu)));
  expect(ours).toEqual([
    [['Instructions from: AGENTS.md']],
    [],
    [['Additional instructions from: lib/AGENTS.md']],
    [],
    [['Updated instructions from: lib/AGENTS.md', 'Additional instructions from: web/AGENTS.md']],
    [],
    [['Instructions removed: lib/AGENTS.md']],
    [['Instructions from: AGENTS.md']],
    [['Additional instructions from: web/AGENTS.md']],
    [['Updated instructions from: AGENTS.md']],
    [],
  ]);
});

test('several sessions over one connection, each in its own directory (C3)', async () => {
  const one = await bound(home(), (prompt) => (prompt === 1 ? reading('/repo/lib/a.ts', 'completed') : []));
  const [here, there] = [await started(one, '/repo'), await started(one, '/other')];
  await one.say(here, 'Hello.');
  await one.say(there, 'Hello.');
  await Promise.all([one.say(here, 'More.'), one.say(there, 'More.')]);
  const seen = (id: string): string => (one.connection.side.sessions.get(id) ?? []).map(textOf).join('\n');
  expect(seen(here)).toContain('The library has no state.');
  expect(seen(here)).not.toContain('Another project.');
  expect(seen(there)).toContain('Another project.');
  expect(seen(there)).not.toContain('Write tests first.');
  expect(seen(there).split('Another project.')).toHaveLength(2);
});

test('a prompt of a session that nobody opened is handed on as it is', async () => {
  const one = await bound(home(), () => []);
  await one.say('session-9', 'Hello.');
  expect(one.connection.side.prompts).toEqual([[{ type: 'text', text: 'Hello.' }]]);
  one.context.observe({ sessionId: 'session-9', update: { sessionUpdate: 'agent_message_chunk' } });
  one.context.forget('session-9');
  expect(one.context.history('session-9')).toEqual([]);
});

test('what could not be sent was not said', async () => {
  const one = await bound(home(), () => []);
  const id = await started(one, '/repo');
  const prompt = [{ type: 'text', text: 'Hello.' }];
  await expect(
    one.context.prompt({ sessionId: id, prompt }, () => Promise.reject(new Error('gone'))),
  ).rejects.toThrow();
  await one.say(id, 'Hello.');
  expect(one.connection.side.prompts[0]?.filter(isOurs)).toHaveLength(1);
});

test('what an agent dropped without telling is said again when the client knows (A12)', async () => {
  const one = await bound(home(), () => []);
  const id = await started(one, '/repo');
  await one.say(id, 'Hello.');
  one.context.forget(id);
  await one.say(id, 'More.');
  expect(one.connection.side.prompts.map((blocks) => blocks.filter(isOurs).length)).toEqual([1, 1]);
  one.context.close(id);
  expect(one.context.log(id)).toEqual([]);
});

test('a person’s words come first, the time last; a reference is put into readable words (C1, S2)', async () => {
  const at = home();
  const event = { type: 'user/message', data: { id: '1', role: 'user', content: 'Blue.', source: { kind: 'user' } } };
  const surface = { _tag: 'surface', header: { type: 'session', id: 'other' }, lastSeq: 0, events: [event] };
  const one = await bound(
    {
      ...at,
      sources: [timeContext({}), sessionReference({}), ...at.sources],
      ports: {
        ...at.ports,
        sessions: {
          list: () => TE.right([]),
          readSurface: (id) =>
            id === 'other'
              ? TE.right(surface as never)
              : TE.left({ _tag: 'StoreFailure', code: 'x', detail: '' } as never),
        },
      },
    },
    () => [],
  );
  const id = await started(one, '/repo');
  await one.say(id, `As @[that](${encodeSessionUri(DEFAULT_SCHEME, 'other')}).`);
  expect(one.connection.side.prompts[0]?.map((block) => textOf(block).split('\n')[0])).toEqual([
    'As @that.',
    '## Referenced sessions',
    '<system-reminder>',
    expect.stringMatching(/^Time sampled while preparing turn 1, step 1:/u),
  ]);
  await expect(one.say(id, `As @[it](${encodeSessionUri(DEFAULT_SCHEME, 'none')}).`)).rejects.toThrow(RefusedStep);
  await one.say(id, 'More.');
  expect(one.connection.side.prompts[1]?.map(textOf)[1]).toContain('while preparing turn 2, step 1:');
});
