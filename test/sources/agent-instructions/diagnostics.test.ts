// Owns: what agent-instructions reports beside its decisions, in its exact words (F7). What it reports of single files
// is in account.test.ts.
import { describe, expect, test } from 'vitest';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { START } from '../../../src/core/position.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { seqOf } from '../../../src/domain/units.js';
import { createContext } from '../../../src/programs/open-session.js';
import type { Step } from '../../../src/scenario/model.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import { play, read } from '../../play.js';
import { direct, right } from '../given.js';

const turn: Step = { do: 'turn', prompt: 'hi' };

/** Code and words of everything that was reported, without manifests. */
const reported = async (parts: Parameters<typeof play>[0]): Promise<readonly string[]> =>
  (await play(parts)).reports.flatMap((report) =>
    'code' in report && 'detail' in report ? [`${report.code}: ${String(report.detail)}`] : [],
  );

describe('messages of our kinds in a log (F8, A)', () => {
  const { examine = () => [] } = right(agentInstructions({ maxBytes: 1 }));
  const logged = (source: unknown): LogEvent => ({
    type: 'user/message',
    data: { id: 'm', role: 'user', content: 'x', source },
  });
  const change = { action: 'set', scope: './AGENTS.md', path: 'AGENTS.md', digest: 'a'.repeat(40) };

  test.each([
    [{ kind: 'agent-instructions', version: 1, root: '.', changes: [change] }, []],
    [{ kind: 'workspace-instructions', changes: [] }, []],
    [{ kind: 'other', version: 7 }, []],
    [undefined, []],
    [
      { kind: 'agent-instructions', version: 2, changes: [] },
      [
        {
          code: 'unknown-version',
          detail: 'a source of kind agent-instructions has version 2; it is ignored',
        },
      ],
    ],
    [
      { kind: 'agent-instructions', version: 1, root: '.' },
      [{ code: 'malformed-source', detail: 'a source of kind agent-instructions is malformed; it is ignored' }],
    ],
    [
      { kind: 'workspace-instructions', changes: 7 },
      [{ code: 'malformed-source', detail: 'a source of kind workspace-instructions is malformed; it is ignored' }],
    ],
  ])('%j', (source, diagnostics) => {
    expect(examine(logged(source))).toEqual(diagnostics);
  });
});

describe('what keeps it from deciding', () => {
  const settledBy = (config: object, cwd: string): unknown => {
    const source = right(agentInstructions(config));
    const header = { type: 'session', version: 1, id: 's', createdAt: 0, cwd } as const;
    const inquiry = source.consider(
      {
        state: source.initial(header),
        memory: source.memory?.initial ?? expect.unreachable('it remembers'),
        header,
        position: START,
        nextSeq: seqOf(0),
      },
      { kind: 'pre-step', turn: 1, step: 1, messages: [direct()] },
    );
    return inquiry.kind === 'settled' ? inquiry.value : 'asks';
  };

  test('a working directory that is not absolute (L1)', () => {
    expect(settledBy({ maxBytes: 1 }, 'app')).toEqual({
      diagnostics: [{ code: 'invalid-cwd', detail: 'the session\'s cwd is not absolute: "app"' }],
    });
  });

  test.each([false, 0, -1, NaN, Infinity])('a budget of %s: it is off, and says nothing at all (A1)', (maxBytes) => {
    expect(settledBy({ maxBytes }, '/repo')).toEqual({});
    expect(settledBy({ maxBytes: 1 }, '/repo')).toBe('asks');
  });

  test('a root that cannot be found just now (A2)', async () => {
    const fault: Step = { do: 'fault', path: '/repo/app/.git', fault: 'unavailable' };
    const { manifests, reports } = await play({ files: { '/repo/AGENTS.md': 'a' }, steps: [fault, turn] });
    expect(reports.find((report) => 'code' in report)).toMatchObject({
      code: 'root-unavailable',
      path: '/repo/app/.git',
      detail: expect.stringMatching(/^the project root cannot be found just now: .+$/u) as string,
    });
    const { root, candidates, nearMisses, blocks } = manifests[0] ?? expect.unreachable('it accounts for that');
    expect({ root, candidates, nearMisses, blocks }).toEqual({
      root: { path: '/repo/app/.git', how: 'unavailable' },
      candidates: [],
      nearMisses: [],
      blocks: [],
    });
  });
});

describe('what it says less for', () => {
  const files = { '/repo/AGENTS.md': 'a'.repeat(500), '/repo/lib/AGENTS.md': 'b'.repeat(500) };

  test('a budget for which even the notice is too long (A18)', async () => {
    expect(await reported({ files, config: { maxBytes: 20 }, steps: [turn] })).toEqual([
      'budget-too-small: not even the budget notice fits into maxBytes (20); it stays due',
    ]);
  });

  test('a budget for which nothing but the notice fits (A14)', async () => {
    const steps = [turn, read('../lib/x'), { do: 'step' } as const];
    const small = { '/repo/lib/AGENTS.md': 'b'.repeat(500) };
    expect(await reported({ files: small, config: { maxBytes: 125 }, steps })).toEqual([
      'nothing-fits: nothing of what is due fits into maxBytes (125); it stays due',
    ]);
  });

  test('a home that is nowhere (A1)', async () => {
    const fileSystem = memoryFileSystem({ '/repo/.git': 'x', ...files });
    const sources = [right(agentInstructions({ maxBytes: 9_000 }))];
    const context = right(createContext({ sources, ports: { hash: nodeHash, decoder, fileSystem } }));
    const session = right(context.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo' }));
    expect(right(await session.preStep({ turn: 1, step: 1, messages: [direct()] })()).diagnostics).toEqual([
      {
        code: 'home-unknown',
        detail: 'home begins with ~ but the OS home is not known; no user-global file is read',
      },
    ]);
  });

  test('names that are none, once at the start (A1)', async () => {
    const config = { instructionFileCandidates: ['a/b', 'AGENTS.md'] };
    expect(await reported({ files, config, steps: [turn, read('x'), { do: 'step' }] })).toEqual([
      'invalid-file-name: instructionFileCandidates: "a/b" is no single file name and was dropped',
    ]);
  });
});
