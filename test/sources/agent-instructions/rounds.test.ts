// Owns: how often facts are asked for: rounds, probes and reads of a baseline and of touches.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import type { Decision } from '../../../src/core/combine.js';
import type { Occasion } from '../../../src/core/context-source.js';
import type { Inquiry } from '../../../src/core/inquiry.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import type { UserMessage } from '../../../src/domain/message.js';
import { answer } from '../../../src/programs/answer.js';
import type { Session } from '../../../src/programs/open-session.js';
import { createContext } from '../../../src/programs/open-session.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';

const prompt: UserMessage = { id: 'm', role: 'user', content: 'hi', source: { kind: 'user' } };

const touch = (path: string): readonly LogEvent[] => [
  { type: 'tool/call', data: { callId: path, name: 'read', arguments: { file_path: path } } },
  { type: 'tool/result', data: { message: { content: [{ type: 'tool-result', toolCallId: path, content: '' }] } } },
];

/** A host that answers one round after the other and counts them. */
const hostIn = (
  cwd: string,
  files: Readonly<Record<string, string>>,
  config: Readonly<Record<string, unknown>> = {},
) => {
  const fileSystem = memoryFileSystem(files);
  const source = agentInstructions({ maxBytes: 65536, ...config }, { osHome: '/home/me', variables: {} });
  const context = createContext({ sources: [source] });
  if (E.isLeft(context)) throw new Error('no context');
  const opened = context.right.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd });
  if (E.isLeft(opened)) throw new Error('no session');
  const session: Session = opened.right;
  const ask = async (occasion: Occasion): Promise<{ readonly rounds: number; readonly decision: Decision }> => {
    fileSystem.resetCounts();
    let inquiry: Inquiry<Decision> = session.inquire(occasion);
    let rounds = 0;
    while (inquiry.kind === 'asking') {
      rounds += 1;
      const { questions, resume } = inquiry;
      const once: Inquiry<Inquiry<Decision>> = {
        kind: 'asking',
        questions,
        resume: (answers) => ({ kind: 'settled', value: resume(answers) }),
      };
      const answered = await answer({ hash: nodeHash, decoder, fileSystem })(once)();
      if (E.isLeft(answered)) throw new Error('cancelled');
      inquiry = answered.right;
    }
    session.take(inquiry.value);
    return { rounds, decision: inquiry.value };
  };
  const enter = async (step: number): Promise<{ readonly rounds: number; readonly decision: Decision }> => {
    const asked = await ask({ kind: 'pre-step', turn: 1, step, messages: step === 1 ? [prompt] : [] });
    session.append([
      { type: 'step/start', data: { turn: 1, step } },
      ...asked.decision.messages.map((data): LogEvent => ({ type: 'user/message', data, surfaceOp: 'append' })),
    ]);
    return asked;
  };
  return { fileSystem, session, ask, enter };
};

const deep = Array.from({ length: 20 }, (_, depth) => `d${depth}`);

describe('rounds', () => {
  test('A 20-deep tree with 40 files takes three rounds: markers, probes, reads', async () => {
    const directories = deep.map((_, depth) => `/repo/${deep.slice(0, depth + 1).join('/')}`);
    const files = Object.fromEntries(
      directories.flatMap((directory, depth) => [
        [`${directory}/AGENTS.md`, `agents ${depth}`],
        [`${directory}/CLAUDE.md`, `claude ${depth}`],
      ]),
    );
    const host = hostIn(`/repo/${deep.join('/')}`, { ...files, '/repo/.git': 'x' });
    const { rounds, decision } = await host.enter(1);
    expect(rounds).toBe(3);
    expect(host.fileSystem.counts().reads).toBe(40);
    // 22 directories up to the root of the file system, then 4 candidates in each of 21, and user-global.
    expect(host.fileSystem.counts().probes).toBe(22 + 21 * 4 + 1);
    expect(decision.added[0]?.source['changes']).toHaveLength(40);
  });

  test('A pre-step with nothing due asks nothing at all', async () => {
    const host = hostIn('/repo', { '/repo/.git': 'x', '/repo/AGENTS.md': 'root' });
    await host.enter(1);
    const { rounds, decision } = await host.enter(2);
    expect([rounds, decision.added]).toEqual([0, []]);
  });

  test('A11: a first touch takes two rounds; an unchanged one asks one, reads and appends nothing', async () => {
    const files = {
      '/repo/.git': 'x',
      '/repo/AGENTS.md': 'root',
      '/repo/lib/AGENTS.md': 'lib',
      '/repo/lib/CLAUDE.md': ' lib ',
    };
    const host = hostIn('/repo', files);
    await host.enter(1);
    host.session.append(touch('lib/x.ts'));
    const first = await host.enter(2);
    expect(first.rounds).toBe(2);
    expect(first.decision.added[0]?.source['changes']).toHaveLength(1);
    host.session.append(touch('lib/y.ts'));
    const again = await host.enter(3);
    expect([again.rounds, again.decision.added, host.fileSystem.counts().reads]).toEqual([1, [], 0]);
  });

  test('A11: a changed version with an equal digest is read once more and says nothing', async () => {
    const host = hostIn('/repo', { '/repo/.git': 'x', '/repo/AGENTS.md': 'root' });
    await host.enter(1);
    host.fileSystem.put('/repo/AGENTS.md', 'else');
    host.fileSystem.put('/repo/AGENTS.md', 'root');
    host.session.append(touch('x.ts'));
    const first = await host.enter(2);
    expect([first.rounds, first.decision.added, host.fileSystem.counts().reads]).toEqual([2, [], 1]);
    host.session.append(touch('x.ts'));
    const second = await host.enter(3);
    expect([second.rounds, host.fileSystem.counts().reads]).toEqual([1, 0]);
  });

  test('A4, A11: with "first" only the winner of a slot is ever read', async () => {
    const files = { '/repo/.git': 'x', '/repo/AGENTS.md': 'a', '/repo/CLAUDE.md': 'b', '/repo/CLAUDE.local.md': 'c' };
    const host = hostIn('/repo', files, { selection: 'first' });
    await host.enter(1);
    expect(host.fileSystem.counts().reads).toBe(2);
  });

  test('A6: what does not fit into maxTotalSourceBytes is not read, from the broadest on', async () => {
    const files = { '/repo/.git': 'x', '/repo/AGENTS.md': 'x'.repeat(60), '/repo/lib/AGENTS.md': 'y'.repeat(60) };
    const host = hostIn('/repo/lib', files, { maxTotalSourceBytes: 100 });
    const { decision } = await host.enter(1);
    expect(host.fileSystem.counts().reads).toBe(1);
    expect(decision.manifest.candidates.find(({ path }) => path === 'AGENTS.md')?.state).toBe('omitted');
    expect(decision.diagnostics.map(({ code }) => code)).toEqual(['source-budget']);
  });

  test('A7: without a file system the source is silent', async () => {
    const host = hostIn('/repo', {});
    const answered = await answer({ hash: nodeHash, decoder })(
      host.session.inquire({ kind: 'pre-step', turn: 1, step: 1, messages: [prompt] }),
    )();
    if (E.isLeft(answered)) throw new Error('cancelled');
    expect([answered.right.added, answered.right.diagnostics]).toEqual([[], []]);
  });
});
