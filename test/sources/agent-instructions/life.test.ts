// Owns: examples of what the model is told over a session's life, one for each clause of SPEC A8–A14.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decoder } from '../../../src/adapters/encoding/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import type { UserMessage } from '../../../src/domain/message.js';
import type { Session, SettledTool } from '../../../src/programs/open-session.js';
import { createContext } from '../../../src/programs/open-session.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import type { Step } from '../../../src/scenario/model.js';
import { play as playUnchecked, read } from '../../play.js';

const turn: Step = { do: 'turn', prompt: 'hi' };
const step: Step = { do: 'step' };
const end: Step = { do: 'end' };
const put = (path: string, file: string): Step => ({ do: 'put', path, file });
const gone = (path: string): Step => ({ do: 'delete', path });

/** I1: everything that is played here must pass the checks. */
const play = async (parts: Parameters<typeof playUnchecked>[0]): ReturnType<typeof playUnchecked> => {
  const played = await playUnchecked(parts);
  expect(played.violations).toEqual([]);
  return played;
};

/** A session in its first step, with nothing said yet. */
const attachedIn = async (files: Readonly<Record<string, string>>, config: object): Promise<Session> => {
  const source = agentInstructions({ maxBytes: 65_536, ...config }, { osHome: '/home/me', variables: {} });
  const fileSystem = memoryFileSystem({ '/repo/.git': 'x', ...files });
  const context = createContext({ sources: [source], ports: { hash: nodeHash, decoder, fileSystem } });
  if (E.isLeft(context)) throw new Error('no context');
  const session = context.right.open({ type: 'session', version: 1, id: 's', createdAt: 0, cwd: '/repo/app' });
  if (E.isLeft(session)) throw new Error('no session');
  const prompt: UserMessage = { id: 'm', role: 'user', content: 'hi', source: { kind: 'user' } };
  await session.right.preStep({ turn: 1, step: 1, messages: [prompt] })();
  session.right.append([{ type: 'step/start', data: { turn: 1, step: 1 } }]);
  return session.right;
};

const changesOf = async (parts: Parameters<typeof play>[0]): Promise<readonly (readonly string[])[]> =>
  (await play(parts)).told.map(({ changes }) => changes);

describe('baseline', () => {
  test('A4, A8: user-global, then root to cwd, base before overlays, after the prompt', async () => {
    const { told, events } = await play({
      files: {
        '/home/me/.dsh/AGENTS.md': 'global',
        '/repo/AGENTS.md': 'root',
        '/repo/CLAUDE.local.md': 'overlay',
        '/repo/CLAUDE.md': 'compat',
        '/repo/app/AGENTS.md': 'app',
        '/repo/other/AGENTS.md': 'other',
      },
      steps: [turn],
    });
    expect(told).toHaveLength(1);
    expect(told[0]?.changes).toEqual([
      'set ~/.dsh/AGENTS.md',
      'set AGENTS.md',
      'set CLAUDE.md',
      'set CLAUDE.local.md',
      'set app/AGENTS.md',
    ]);
    expect(told[0]?.baseline).toBe(true);
    expect(events.map(({ type }) => type)).toEqual([
      'session/start',
      'turn/start',
      'step/start',
      'user/message',
      'user/message',
    ]);
  });

  test('A8: an empty or rejected first step appends nothing; a later baseline says what is true then', async () => {
    const { told } = await play({
      files: { '/repo/AGENTS.md': 'one' },
      steps: [
        { do: 'turn', prompt: null },
        { do: 'turn', prompt: 'hi', reject: true },
        { do: 'turn', prompt: 'hi', abort: true },
        put('/repo/AGENTS.md', 'two'),
        turn,
        step,
      ],
    });
    expect(told).toHaveLength(1);
    expect(told[0]?.texts[0]).toContain('\n\ntwo\n');
  });

  test('A8: nothing found, no message', async () => {
    expect(await changesOf({ steps: [turn, step] })).toEqual([]);
  });

  test('A2: an unavailable marker below the root defers the baseline; one beside a present one does not', async () => {
    const files = { '/repo/AGENTS.md': 'root', '/repo/app/AGENTS.md': 'app' };
    const config = { projectRootMarkers: ['.hg', '.git'] };
    const fault = (path: string, fault: 'unavailable' | null): Step => ({ do: 'fault', path, fault });
    const deferred = await play({
      files,
      config,
      steps: [fault('/repo/app/.git', 'unavailable'), turn, fault('/repo/app/.git', null), step],
    });
    expect(deferred.codes).toContain('root-unavailable');
    expect(deferred.told.map(({ changes }) => changes)).toEqual([['set AGENTS.md', 'set app/AGENTS.md']]);
    const decided = await play({ files, config, steps: [fault('/repo/.hg', 'unavailable'), turn] });
    expect(decided.codes).not.toContain('root-unavailable');
    expect(decided.told).toHaveLength(1);
  });

  test('A4: near-duplicates of one directory collapse to the earliest, whose own bytes are kept', async () => {
    const { told, manifests } = await play({
      files: { '/repo/AGENTS.md': '  same\n', '/repo/CLAUDE.md': 'same', '/repo/app/AGENTS.md': 'same' },
      steps: [turn],
    });
    expect(told[0]?.changes).toEqual(['set AGENTS.md', 'set app/AGENTS.md']);
    expect(told[0]?.texts[0]).toContain('\n\n  same\n\n');
    const claude = manifests[0]?.candidates.find(({ path }) => path === 'CLAUDE.md');
    expect(claude).toMatchObject({ state: 'duplicate-of', by: 'AGENTS.md' });
  });

  test('A4: "first" takes one base and one overlay, and never falls through an unavailable one', async () => {
    const files = { '/repo/AGENTS.md': 'a', '/repo/CLAUDE.md': 'b', '/repo/CLAUDE.local.md': 'c' };
    const config = { selection: 'first' };
    expect(await changesOf({ files, config, steps: [turn] })).toEqual([['set AGENTS.md', 'set CLAUDE.local.md']]);
    const fault: Step = { do: 'fault', path: '/repo/AGENTS.md', fault: 'unreadable' };
    expect(await changesOf({ files, config, steps: [fault, turn] })).toEqual([['set CLAUDE.local.md']]);
  });

  test('A4: home inside the project: user-global owns the file, which takes no part in the directory', async () => {
    const { told } = await play({
      env: { home: '/home/me', variables: { DSH_HOME: '/repo' }, now: 0 },
      files: { '/repo/AGENTS.md': 'same', '/repo/CLAUDE.md': 'same' },
      steps: [turn],
    });
    expect(told[0]?.changes).toEqual(['set $DSH_HOME/AGENTS.md', 'set CLAUDE.md']);
  });
});

describe('touches', () => {
  const files = { '/repo/AGENTS.md': 'root', '/repo/app/pkg/AGENTS.md': 'pkg' };

  test('A9, A10: a touch below a directory brings its instructions once', async () => {
    const { told } = await play({ files, steps: [turn, read('pkg/x.ts'), step, read('pkg/y.ts'), step] });
    expect(told.map(({ changes }) => changes)).toEqual([['set AGENTS.md'], ['set app/pkg/AGENTS.md']]);
    expect(told[1]?.texts[0]).toContain('Additional instructions from: app/pkg/AGENTS.md\n');
    expect(told[1]?.texts[0]).toContain('`app/pkg`');
  });

  test('A9: failed, aborted and untouching calls bring nothing; nested touches count all the same', async () => {
    const nested: Step = { do: 'tool', name: 'run', arguments: {}, error: true, children: [read('pkg/x.ts')] };
    expect(await changesOf({ files, steps: [turn, { ...read('pkg/x.ts'), error: true }, step] })).toHaveLength(1);
    expect(await changesOf({ files, steps: [turn, { ...read('pkg/x.ts'), abort: true }, step] })).toHaveLength(1);
    expect(await changesOf({ files, steps: [turn, { ...read('pkg/x.ts'), name: 'bash' }, step] })).toHaveLength(1);
    expect(await changesOf({ files, steps: [turn, nested, step] })).toHaveLength(2);
  });

  test('A10: edits replace, deletions remove, a reappearing file is set anew', async () => {
    expect(
      await changesOf({
        files,
        steps: [
          turn,
          put('/repo/AGENTS.md', 'root 2'),
          read('pkg/x.ts'),
          step,
          gone('/repo/AGENTS.md'),
          gone('/repo/app/pkg/AGENTS.md'),
          read('x.ts'),
          step,
          put('/repo/app/pkg/AGENTS.md', 'pkg'),
          read('x.ts'),
          step,
        ],
      }),
    ).toEqual([
      ['set AGENTS.md'],
      ['replace AGENTS.md', 'set app/pkg/AGENTS.md'],
      ['remove AGENTS.md', 'remove app/pkg/AGENTS.md'],
      ['set app/pkg/AGENTS.md'],
    ]);
  });

  test('A10: a candidate that becomes a near-duplicate is removed, and comes back when they part', async () => {
    expect(
      await changesOf({
        files: { '/repo/AGENTS.md': 'a', '/repo/CLAUDE.md': 'b' },
        steps: [turn, put('/repo/CLAUDE.md', ' a '), read('x'), step, put('/repo/AGENTS.md', 'c'), read('x'), step],
      }),
    ).toEqual([['set AGENTS.md', 'set CLAUDE.md'], ['remove CLAUDE.md'], ['replace AGENTS.md', 'set CLAUDE.md']]);
  });

  test('A10: a directory with an unavailable loaded scope keeps its last good state; others go on', async () => {
    const fault: Step = { do: 'fault', path: '/repo/AGENTS.md', fault: 'unavailable' };
    expect(
      await changesOf({
        files: { '/repo/AGENTS.md': 'a', '/repo/CLAUDE.md': 'b', '/repo/app/AGENTS.md': 'c' },
        steps: [turn, fault, gone('/repo/CLAUDE.md'), put('/repo/app/AGENTS.md', 'd'), read('x'), step],
      }),
    ).toEqual([['set AGENTS.md', 'set CLAUDE.md', 'set app/AGENTS.md'], ['replace app/AGENTS.md']]);
  });

  test('A16: when the winner of a slot changes, the previous path is named', async () => {
    const { told } = await play({
      files: { '/repo/CLAUDE.md': 'b' },
      config: { selection: 'first' },
      steps: [turn, put('/repo/AGENTS.md', 'a'), read('x'), step],
    });
    expect(told[1]?.changes).toEqual(['replace AGENTS.md']);
    expect(told[1]?.texts[0]).toContain('CLAUDE.md before, which no longer applies.');
  });

  test('A10: reach and containment: outside the root nothing happens, /repo2 is not below /repo', async () => {
    const outside = { ...files, '/repo2/AGENTS.md': 'no', '/repo/lib/AGENTS.md': 'lib' };
    expect(await changesOf({ files: outside, steps: [turn, read('/repo2/x'), read('/repo'), step] })).toHaveLength(1);
    expect(await changesOf({ files: outside, steps: [turn, read('../lib/x'), step] })).toEqual([
      ['set AGENTS.md'],
      ['set lib/AGENTS.md'],
    ]);
    const cwd = { reach: 'cwd' };
    expect(await changesOf({ files: outside, config: cwd, steps: [turn, read('../lib/x'), step] })).toHaveLength(1);
  });

  test('A14: what the budget omitted stays due and is offered by the next touch', async () => {
    const big = 'x'.repeat(900);
    const { told } = await play({
      files: { '/repo/AGENTS.md': big, '/repo/app/AGENTS.md': 'y'.repeat(700) },
      config: { maxBytes: 1200 },
      steps: [turn, read('x'), step, read('x'), step],
    });
    expect(told.map(({ changes }) => changes)).toEqual([['set app/AGENTS.md'], ['set AGENTS.md']]);
    expect(told[0]?.texts[0]).toMatch(
      /^<system-reminder>\nWorkspace instruction budget 1200 bytes: omitted AGENTS.md\n/u,
    );
  });
});

describe('what does not fit into maxTotalSourceBytes', () => {
  const files = { '/repo/AGENTS.md': 'x'.repeat(60), '/repo/app/AGENTS.md': 'y'.repeat(60) };

  test('A6: counts as omitted by budget: named in the baseline, due at the next touch', async () => {
    const { told } = await play({ files, config: { maxTotalSourceBytes: 100 }, steps: [turn, read('x'), step] });
    expect(told.map(({ changes }) => changes)).toEqual([['set app/AGENTS.md'], ['set AGENTS.md']]);
    expect(told[0]?.texts[0]).toContain('budget 65536 bytes: omitted AGENTS.md\n');
  });

  test('A14: a baseline of which only the notice survives is appended once, with empty changes', async () => {
    const { told } = await play({ files, config: { maxTotalSourceBytes: 10 }, steps: [turn, step, read('x'), step] });
    expect(told.map(({ changes }) => changes)).toEqual([[]]);
    expect(told[0]?.baseline).toBe(true);
  });
});

describe('delivery with the tool result', () => {
  const files = { '/repo/app/pkg/AGENTS.md': 'pkg' };
  const config = { delivery: 'tool-result' };

  test('A9: handed back beside the result, once', async () => {
    const { told, events } = await play({ files, config, steps: [turn, read('pkg/x'), read('pkg/y'), step] });
    expect(told.map(({ changes }) => changes)).toEqual([['set app/pkg/AGENTS.md']]);
    expect(events[(told[0]?.seq ?? 0) - 1]?.type).toBe('tool/result');
  });

  test('A9: what the host does not keep, or the loop never logs, is due again', async () => {
    const dropped: Step = { ...read('pkg/x'), drop: true };
    const late: Step = { ...read('pkg/x'), drop: 'late' };
    expect(await changesOf({ files, config, steps: [turn, dropped, read('pkg/y')] })).toHaveLength(1);
    expect(await changesOf({ files, config, steps: [turn, late, read('pkg/y')] })).toHaveLength(0);
    expect(await changesOf({ files, config, steps: [turn, late, step, read('pkg/y')] })).toHaveLength(1);
  });

  test('A9: a call that a lost proposal kept silent is not lost with it', async () => {
    const both = { '/repo/app/pkg/AGENTS.md': 'pkg' };
    const session = await attachedIn(both, { delivery: 'tool-result' });
    const call = (path: string): SettledTool => ({
      turn: 1,
      step: 1,
      call: { name: 'read', arguments: { file_path: path } },
    });
    const [first, second] = await Promise.all([
      session.settleTool(call('pkg/x'))(),
      session.settleTool(call('pkg/y'))(),
    ]);
    const said = [first, second].map((decided) => (E.isRight(decided) ? decided.right.added.length : -1));
    expect(said).toEqual([1, 0]);
    if (E.isRight(first)) session.keep({ turn: 1, step: 1 }, first.right, []);
    session.append([{ type: 'step/end', data: { turn: 1, step: 1 } }]);
    const next = await session.preStep({ turn: 1, step: 2, messages: [] })();
    expect(E.isRight(next) && next.right.added.map(({ source }) => source['changes'])).toHaveLength(1);
  });

  test('L4: a crash between a touch and its message loses nothing', async () => {
    const late: Step = { ...read('pkg/x'), drop: 'late' };
    expect(await changesOf({ files, config, steps: [turn, late, { do: 'crash' }, turn] })).toEqual([
      ['set app/pkg/AGENTS.md'],
    ]);
  });
});

describe('holding writes', () => {
  const files = { '/repo/AGENTS.md': 'root', '/repo/app/pkg/AGENTS.md': 'pkg' };
  const config = { holdWrites: true };
  const write: Step = { do: 'tool', name: 'write', arguments: { file_path: 'pkg/x' } };

  test('A9: a first write below unseen instructions waits once, with the whole message as the reason', async () => {
    const { told, events } = await play({ files, config, steps: [turn, write, write, step] });
    expect(told.map(({ changes }) => changes)).toEqual([['set AGENTS.md'], ['set app/pkg/AGENTS.md']]);
    const results = events.filter(({ type }) => type === 'tool/result').map(({ data }) => JSON.stringify(data));
    expect(results.map((result) => result.includes('"isError":true'))).toEqual([true, false]);
  });

  test('A9: never twice for one content, even when the message was dropped', async () => {
    const { events } = await play({ files, config, steps: [turn, { ...write, drop: true }, write] });
    const results = events.filter(({ type }) => type === 'tool/result').map(({ data }) => JSON.stringify(data));
    expect(results.map((result) => result.includes('"isError":true'))).toEqual([true, false]);
  });
});

describe('compaction, resume and attach', () => {
  const files = { '/repo/AGENTS.md': 'root', '/repo/app/pkg/AGENTS.md': 'pkg' };

  test('A12: what was shadowed comes back: the baseline at once, a nested scope at its next touch', async () => {
    expect(
      await changesOf({ files, steps: [turn, read('pkg/x'), step, { do: 'compact' }, step, read('pkg/x'), step] }),
    ).toEqual([['set AGENTS.md'], ['set app/pkg/AGENTS.md'], ['set AGENTS.md'], ['set app/pkg/AGENTS.md']]);
  });

  test('A13: a resume says only what changed offline', async () => {
    expect(
      await changesOf({
        files,
        steps: [
          turn,
          read('pkg/x'),
          step,
          end,
          { do: 'resume' },
          turn,
          end,
          put('/repo/app/AGENTS.md', 'new'),
          put('/repo/app/pkg/AGENTS.md', 'pkg 2'),
          gone('/repo/AGENTS.md'),
          { do: 'resume' },
          turn,
        ],
      }),
    ).toEqual([
      ['set AGENTS.md'],
      ['set app/pkg/AGENTS.md'],
      ['remove AGENTS.md', 'set app/AGENTS.md', 'replace app/pkg/AGENTS.md'],
    ]);
  });

  test('A13: another identity: a complete baseline takes back what is gone, nested changes follow', async () => {
    const { told } = await play({
      files: { ...files, '/repo/CLAUDE.md': 'compat' },
      steps: [
        turn,
        read('pkg/x'),
        step,
        gone('/repo/CLAUDE.md'),
        put('/repo/app/pkg/AGENTS.md', 'pkg 2'),
        { do: 'resume', sources: { agentInstructions: { maxBytes: 50000 } } },
        turn,
      ],
    });
    expect(told[2]?.changes).toEqual(['remove CLAUDE.md', 'set AGENTS.md', 'replace app/pkg/AGENTS.md']);
    expect(told[2]?.texts).toHaveLength(2);
    expect(told[2]?.texts[0]).toContain('replaces every earlier one');
  });

  test('A13: another identity with nothing left is an explicit empty baseline', async () => {
    const { told } = await play({
      files: { '/repo/AGENTS.md': 'root' },
      steps: [
        turn,
        gone('/repo/AGENTS.md'),
        { do: 'resume', sources: { agentInstructions: { maxBytes: 50000 } } },
        turn,
        step,
      ],
    });
    expect(told.map(({ changes }) => changes)).toEqual([['set AGENTS.md'], ['remove AGENTS.md']]);
    expect(told[1]?.baseline).toBe(true);
  });

  test('A13: "recompose" says everything anew on resume, a hot attach keeps what is visible', async () => {
    const config = { resume: 'recompose' };
    const resumed = await changesOf({ files, config, steps: [turn, { do: 'resume' }, turn, step] });
    expect(resumed).toEqual([['set AGENTS.md'], ['set AGENTS.md']]);
    expect(await changesOf({ files, config, steps: [turn, { do: 'remount' }, turn, step] })).toEqual([
      ['set AGENTS.md'],
    ]);
  });

  test('A13: a file that was never loaded and that the baseline would omit stays silent at a resume', async () => {
    const crowded = { '/repo/AGENTS.md': 'x'.repeat(900), '/repo/app/AGENTS.md': 'y'.repeat(700) };
    expect(
      await changesOf({
        files: crowded,
        config: { maxBytes: 1200 },
        steps: [turn, { do: 'resume' }, turn, read('x'), step],
      }),
    ).toEqual([['set app/AGENTS.md'], ['set AGENTS.md']]);
  });

  test('A2: nor do they while only a nested message is visible', async () => {
    const steps: readonly Step[] = [
      turn,
      read('pkg/x'),
      step,
      put('/repo/app/.git', 'x'),
      read('pkg/x'),
      step,
      { do: 'remount' },
      turn,
    ];
    const nested = { '/repo/app/pkg/AGENTS.md': 'pkg' };
    expect(await changesOf({ files: nested, steps })).toEqual([['set app/pkg/AGENTS.md']]);
  });

  test('A2: markers that appear do not move a frozen root; a resume discovers it anew', async () => {
    const { told } = await play({
      files,
      steps: [turn, put('/repo/app/.git', 'x'), read('pkg/x'), step, { do: 'resume' }, turn],
    });
    expect(told.map(({ source }) => source['root'])).toEqual(['..', '..', '.']);
    expect(told[2]?.baseline).toBe(true);
  });
});
