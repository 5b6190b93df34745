// Owns: examples of what is decided around one tool call (A9): messages that are handed back beside its result, and
// writes that wait. What becomes of such messages is in memory.test.ts.
import { describe, expect, test } from 'vitest';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import type { Execution } from '../../../src/core/context-source.js';
import type { Decision } from '../../../src/core/combine.js';
import type { Session } from '../../../src/programs/open-session.js';
import { createContext } from '../../../src/programs/open-session.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import { direct, right } from '../given.js';

type Files = Parameters<typeof memoryFileSystem>[0];

const at = { turn: 1, step: 1 };
const call = (path: string, more: Partial<Execution> = {}): Execution => ({
  name: 'read',
  arguments: { file_path: path },
  ...more,
});
const write = (path: string): Execution => call(path, { name: 'write' });

/** A session in the middle of a step to which this process has just come: no root is known, nothing was said. */
const joined = (files: Files, config: object, cwd = '/repo/app') => {
  const source = right(agentInstructions({ maxBytes: 65_536, ...config }, { osHome: '/home/me', variables: {} }));
  const fileSystem = memoryFileSystem({ '/repo/.git': 'x', ...files });
  const context = right(createContext({ sources: [source], ports: { hash: nodeHash, decoder, fileSystem } }));
  return right(context.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd }));
};

/** The same after its first pre-step, with whatever that had to say in the log. */
const entered = async (files: Files, config: object): Promise<Session> => {
  const session = joined(files, config);
  const { messages } = right(await session.preStep({ ...at, messages: [direct()] })());
  session.append([
    { type: 'step/start', data: at },
    ...messages.map((data) => ({ type: 'user/message', data, surfaceOp: 'append' }) as const),
  ]);
  return session;
};

const settle = async (session: Session, execution: Execution): Promise<Decision> =>
  right(await session.settleTool({ ...at, call: execution })());
const ask = async (session: Session, execution: Execution): Promise<Decision> =>
  right(await session.beforeTool({ ...at, call: execution })());

const said = ({ messages }: Decision): readonly string[] =>
  messages.flatMap(({ source }) =>
    (source['changes'] as readonly { action: string; path: string }[]).map(({ action, path }) => `${action} ${path}`),
  );

const files = { '/repo/AGENTS.md': 'root', '/repo/app/a/AGENTS.md': 'a', '/repo/app/b/AGENTS.md': 'b' };
const beside = { delivery: 'tool-result' };

describe('beside a result (A9)', () => {
  test('what its touches and those inside it reach is said at once', async () => {
    const session = await entered(files, beside);
    const decision = await settle(session, call('a/x', { children: [call('b/x')] }));
    expect(said(decision)).toEqual(['set app/a/AGENTS.md', 'set app/b/AGENTS.md']);
    expect(decision.manifest.root).toEqual({ path: '/repo', how: 'frozen' });
    expect(decision.manifest.blocks).toMatchObject([{ kind: 'transitions', maxBytes: 65_536 }]);
  });

  test.each([
    ['failed', { failed: true }],
    ['was aborted', { aborted: true }],
  ])('a call that %s touches nothing itself; those inside it do', async (_, fate) => {
    const session = await entered(files, beside);
    expect(said(await settle(session, call('a/x', fate)))).toEqual([]);
    expect(said(await settle(session, call('a/x', { ...fate, children: [call('b/x')] })))).toEqual([
      'set app/b/AGENTS.md',
    ]);
  });

  test('with the other delivery nothing is said there', async () => {
    expect(said(await settle(await entered(files, {}), call('a/x')))).toEqual([]);
  });

  test('nothing is asked about a call that touches nothing, or nothing below the root', async () => {
    const session = await entered(files, beside);
    const asks = (execution: Execution) =>
      session.inquire({ kind: 'tool-settled', ...at, call: execution, touched: [] }).kind;
    expect(asks({ name: 'bash', arguments: {} })).toBe('settled');
    expect(asks(call('/elsewhere/x'))).toBe('settled');
    expect(asks(call('a/x'))).toBe('asking');
  });

  test('a process that knows no root finds it, baseline or not (A2)', async () => {
    expect(said(await settle(joined(files, beside), call('a/x')))).toEqual(['set app/a/AGENTS.md']);
  });

  test('a root that cannot be found is reported, and the touch is owed (A2)', async () => {
    const broken = { ...files, '/repo/app/.git': { link: '/repo/app/.git' } };
    const session = joined(broken, beside);
    const decision = await settle(session, call('a/x'));
    expect([said(decision), decision.diagnostics.map(({ code }) => code)]).toEqual([[], ['root-unavailable']]);
  });

  test('without a file system it is silent (A7)', async () => {
    const source = right(agentInstructions({ maxBytes: 9_000, ...beside }));
    const context = right(createContext({ sources: [source] }));
    const session = right(context.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' }));
    const { messages, diagnostics } = await settle(session, call('a/x'));
    expect([messages, diagnostics]).toEqual([[], []]);
  });
});

describe('a write that waits (A9)', () => {
  const holding = { holdWrites: true };

  test('waits for what the model has not seen, with the whole message', async () => {
    const decision = await ask(await entered(files, holding), write('a/x'));
    expect([decision.hold, said(decision)]).toEqual([true, ['set app/a/AGENTS.md']]);
    expect(decision.manifest.root).toEqual({ path: '/repo', how: 'frozen' });
    expect(decision.manifest.blocks).toMatchObject([{ kind: 'transitions' }]);
  });

  test('goes on when asked again, kept or not: never twice for one content', async () => {
    for (const isKept of [true, false]) {
      const session = await entered(files, holding);
      const first = await ask(session, write('a/x'));
      session.keep(at, first, isKept ? first.messages : []);
      const again = await ask(session, write('a/x'));
      expect([first.hold, again.hold, again.messages]).toEqual([true, false, []]);
      const other = await ask(session, write('b/x'));
      expect([other.hold, said(other).at(-1)]).toEqual([true, 'set app/b/AGENTS.md']);
    }
  });

  test('waits for each content of its own, however many of its directories were shown before', async () => {
    const nested = { ...files, '/repo/app/a/c/AGENTS.md': 'c' };
    const session = await entered(nested, holding);
    session.keep(at, await ask(session, write('a/x')), []);
    expect(await ask(session, write('a/c/x'))).toMatchObject({ hold: true });
  });

  test('does not wait for what changed in a directory that it does not reach', async () => {
    const fileSystem = memoryFileSystem({ '/repo/.git': 'x', ...files });
    const source = right(agentInstructions({ maxBytes: 65_536, ...holding }, { osHome: '/home/me', variables: {} }));
    const context = right(createContext({ sources: [source], ports: { hash: nodeHash, decoder, fileSystem } }));
    const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo/app' } as const;
    const session = right(context.open(header));
    const first = right(await session.preStep({ ...at, messages: [direct()] })());
    session.append([{ type: 'step/start', data: at }]);
    const shown = await ask(session, write('b/x'));
    for (const data of [...first.messages, ...shown.messages]) {
      session.append([{ type: 'user/message', data, surfaceOp: 'append' }]);
    }
    fileSystem.put('/repo/app/b/AGENTS.md', 'other');
    expect(await ask(session, write('x'))).toMatchObject({ hold: false, messages: [] });
    expect(await ask(session, write('b/x'))).toMatchObject({ hold: true });
  });

  test('does not wait for what lies elsewhere, for other tools, or where nothing is new', async () => {
    const session = await entered(files, holding);
    expect(await ask(session, call('a/x'))).toMatchObject({ hold: false, messages: [] });
    expect(await ask(session, write('x'))).toMatchObject({ hold: false, messages: [] });
    expect(await ask(await entered(files, {}), write('a/x'))).toMatchObject({ hold: false, messages: [] });
  });

  test('does not wait when nothing of the message fits', async () => {
    const long = { '/repo/app/a/AGENTS.md': 'a'.repeat(500) };
    expect(await ask(await entered(long, { ...holding, maxBytes: 130 }), write('a/x'))).toMatchObject({
      hold: false,
      messages: [],
    });
  });
});
