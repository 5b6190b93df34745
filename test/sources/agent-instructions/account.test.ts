// Owns: examples of the account of a decision: what became of each candidate, which files look as if somebody wanted
// them to be read, and what is reported.
import { describe, expect, test } from 'vitest';
import type { Step } from '../../../src/scenario/model.js';
import { play, read } from '../../play.js';

const turn: Step = { do: 'turn', prompt: 'hi' };
const step: Step = { do: 'step' };

/** The rows of the last manifest, without digests: their lines, and the near misses behind them. */
const accountOf = async (parts: Parameters<typeof play>[0]): Promise<readonly string[]> => {
  const { manifests } = await play(parts);
  const { candidates = [], nearMisses = [] } = manifests.at(-1) ?? {};
  return [
    ...candidates.map(({ path, state, bytes, kept, by, detail, digest }) =>
      [path, state, bytes ?? '-', kept ?? '-', by ?? '-', detail ?? '-', digest === undefined ? '' : '#'].join(' '),
    ),
    ...nearMisses.map(({ path, expected, detail }) => `near ${path} ${detail} (${expected})`),
  ];
};

/** What the tables below leave out: the two overlays, and everything in the other directories. */
const inApp = (rows: readonly string[]): readonly string[] =>
  rows.filter((row) => /^(?:near )?app\//u.test(row) && !row.includes('.local.md absent'));

describe('what became of each candidate (A19)', () => {
  test('of a baseline: loaded, collapsed, absent; each with its size', async () => {
    const files = { '/repo/app/AGENTS.md': ' <system-reminder>é', '/repo/app/CLAUDE.md': '<system-reminder>é\n' };
    expect(await accountOf({ files, steps: [turn] })).toEqual([
      '~/.dsh/AGENTS.md absent - - - - ',
      'AGENTS.md absent - - - - ',
      'CLAUDE.md absent - - - - ',
      'AGENTS.local.md absent - - - - ',
      'CLAUDE.local.md absent - - - - ',
      'app/AGENTS.md loaded 21 - - - #',
      'app/CLAUDE.md duplicate-of 21 - app/AGENTS.md - #',
      'app/AGENTS.local.md absent - - - - ',
      'app/CLAUDE.local.md absent - - - - ',
    ]);
  });

  test('of a slot: the first one holds it, the others are shadowed', async () => {
    const files = { '/repo/app/AGENTS.md': 'a', '/repo/app/CLAUDE.md': 'b' };
    expect(inApp(await accountOf({ files, config: { selection: 'first' }, steps: [turn] }))).toEqual([
      'app/AGENTS.md loaded 1 - - - #',
      'app/CLAUDE.md shadowed-by - - app/AGENTS.md - ',
    ]);
  });

  test('of a budget: cut, omitted', async () => {
    const files = { '/repo/app/AGENTS.md': 'a'.repeat(99), '/repo/app/CLAUDE.md': 'b'.repeat(900) };
    expect(inApp(await accountOf({ files, config: { maxBytes: 600 }, steps: [turn] }))).toEqual([
      'app/AGENTS.md omitted 99 - - - #',
      expect.stringMatching(/^app\/CLAUDE\.md truncated 900 [1-9]\d\d - - #$/u),
    ]);
    const unread = await accountOf({ files, config: { maxTotalSourceBytes: 900 }, steps: [turn] });
    expect(inApp(unread)).toEqual([
      'app/AGENTS.md omitted 99 - - beyond maxTotalSourceBytes ',
      'app/CLAUDE.md loaded 900 - - - #',
    ]);
  });

  test('of files that cannot be used', async () => {
    const files = {
      '/repo/app/AGENTS.md': 'a'.repeat(99),
      '/repo/app/CLAUDE.md': { base64: 'AAEC' },
      '/repo/app/AGENTS.local.md': 'x',
    };
    const fault: Step = { do: 'fault', path: '/repo/app/AGENTS.local.md', fault: 'unavailable' };
    const { codes } = await play({ files, config: { maxSourceBytes: 98 }, steps: [fault, turn] });
    expect(codes.filter((code) => code.startsWith('file-'))).toEqual([
      'file-too-large',
      'file-not-text',
      'file-unavailable',
    ]);
    expect(inApp(await accountOf({ files, config: { maxSourceBytes: 98 }, steps: [fault, turn] }))).toEqual([
      'app/AGENTS.md too-large - - - 99 bytes, more than 98 ',
      'app/CLAUDE.md not-text - - - neither UTF-8 nor UTF-16 text ',
      expect.stringMatching(/^app\/AGENTS\.local\.md unavailable - - - \S.* $/u),
    ]);
  });

  test('of a touch: unchanged, updated, set, removed', async () => {
    const files = { '/repo/app/AGENTS.md': 'a', '/repo/app/CLAUDE.md': 'b', '/repo/app/AGENTS.local.md': 'c' };
    const steps: readonly Step[] = [
      turn,
      { do: 'put', path: '/repo/app/CLAUDE.md', file: 'new' },
      { do: 'put', path: '/repo/app/CLAUDE.local.md', file: 'late' },
      { do: 'delete', path: '/repo/app/AGENTS.local.md' },
      read('x'),
      step,
    ];
    expect(inApp(await accountOf({ files, steps }))).toEqual([
      expect.stringMatching(/^app\/AGENTS\.md unchanged (?:1|-) - - - #$/u),
      'app/CLAUDE.md updated 3 - - - #',
      'app/AGENTS.local.md removed - - - - ',
      'app/CLAUDE.local.md loaded 4 - - - #',
    ]);
  });

  test('of a file that became what an earlier one says: removed in its favour', async () => {
    const files = { '/repo/app/AGENTS.md': 'a', '/repo/app/CLAUDE.md': 'b' };
    const put: Step = { do: 'put', path: '/repo/app/CLAUDE.md', file: 'a\n' };
    expect(inApp(await accountOf({ files, steps: [turn, put, read('x'), step] }))[1]).toMatch(
      /^app\/CLAUDE\.md removed \S+ - app\/AGENTS\.md - #$/u,
    );
  });
});

describe('near misses (A19)', () => {
  test('another letter case, and what is no regular file', async () => {
    const files = { '/repo/app/agents.MD': 'a', '/repo/app/CLAUDE.md': { directory: true as const } };
    expect(inApp(await accountOf({ files, steps: [turn] })).filter((row) => row.startsWith('near'))).toEqual([
      'near app/agents.MD is not called AGENTS.md (AGENTS.md)',
      'near app/CLAUDE.md is no regular file (CLAUDE.md)',
    ]);
  });

  test('names of other tools, where nothing of ours is', async () => {
    const other = {
      '/repo/app/WARP.md': 'w',
      '/repo/app/.clinerules': 'c',
      '/repo/app/.cursorrules': 'c',
      '/repo/app/.windsurfrules': 'w',
      '/repo/app/AGENT.md': 'a',
      '/repo/app/GEMINI.md': 'g',
      '/repo/app/QWEN.md': 'q',
      '/repo/app/README.md': 'r',
    };
    const near = (rows: readonly string[]): readonly string[] => rows.filter((row) => row.startsWith('near'));
    expect(near(await accountOf({ files: other, steps: [turn] }))).toEqual(
      ['.clinerules', '.cursorrules', '.windsurfrules', 'AGENT.md', 'GEMINI.md', 'QWEN.md', 'WARP.md'].map(
        (name) => `near app/${name} is not among the configured names (AGENTS.md)`,
      ),
    );
    expect(near(await accountOf({ files: { ...other, '/repo/app/AGENTS.md': 'a' }, steps: [turn] }))).toEqual([]);
    const config = { instructionFileCandidates: ['GEMINI.md'], localInstructionFileCandidates: [] };
    expect(near(await accountOf({ files: other, config, steps: [turn] }))).toEqual([]);
    const folder = { '/repo/app/GEMINI.md': { directory: true as const } };
    expect(near(await accountOf({ files: folder, config, steps: [turn] }))).toEqual([
      'near app/GEMINI.md is no regular file (GEMINI.md)',
    ]);
    expect(near(await accountOf({ files: { '/home/me/.dsh/GEMINI.md': 'g' }, steps: [turn] }))).toEqual([]);
  });
});

describe('what is reported (F7, A6)', () => {
  test('each odd file, with its path, its scope and the reason', async () => {
    const { reports } = await play({
      files: { '/repo/app/AGENTS.md': { base64: '//79/w==' }, '/repo/app/CLAUDE.md': { base64: 'gA==' } },
      config: { maxTotalSourceBytes: 2 },
      steps: [turn],
    });
    const odd = reports.flatMap((report) => ('code' in report && 'path' in report ? [report] : []));
    expect(odd.map(({ code, path, detail }) => [code, path, detail])).toEqual([
      ['source-budget', 'app/AGENTS.md', 'does not fit into maxTotalSourceBytes'],
      ['invalid-encoding', 'app/CLAUDE.md', 'invalid sequences were replaced by U+FFFD'],
    ]);
  });
});
