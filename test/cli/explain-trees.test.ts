// Owns: `explain` on the instruction files of real repositories: every file in order with its numbers, and the very
// message that a session of the same tree logs.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { play, read } from '../play.js';
import type { Tree } from './explained.js';
import { explained, layOut, realTree } from './explained.js';

const NAMES = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md', 'CLAUDE.local.md'];

/** The directories from the root to a working directory, as paths in the tree. */
const chain = (cwd: string): readonly string[] => {
  const names = cwd.split('/').slice(2);
  return ['', ...names].map((_, depth) => ['/repo', ...names.slice(0, depth)].join('/'));
};

const textAt = (tree: Tree, path: string): string | undefined => {
  const file = tree[path];
  if (typeof file === 'string') return file;
  const link = file !== undefined && 'link' in file ? file.link : undefined;
  return link === undefined ? undefined : textAt(tree, join(path, '..', link));
};

/** One line for each file that is there: its place in the order, its bytes and its digest, found out independently. */
const expectedRows = (tree: Tree, cwd: string): readonly RegExp[] =>
  chain(cwd).flatMap((directory) =>
    NAMES.flatMap((name) => {
      const path = `${directory}/${name}`;
      const text = textAt(tree, path);
      if (text === undefined) return [];
      const bytes = Buffer.byteLength(text).toLocaleString('en-US');
      const digest = createHash('sha1').update(text).digest('hex');
      const shown = path.slice('/repo/'.length).replaceAll('.', '\\.');
      return [new RegExp(`^(in|cut|out) +${shown} +${bytes} +${digest} `, 'u')];
    }),
  );

const fileRows = (out: string): readonly string[] => out.split('\n').filter((line) => /^(in|new|cut|out) /u.test(line));

describe.each(['deepseek-harness', 'kimi-code', 'gemini-cli'])('the tree of %s', (name) => {
  const tree = realTree(name);
  const base = layOut(tree);
  const directories = Object.keys(tree)
    .filter((path) => NAMES.some((each) => path.endsWith(`/${each}`)))
    .map((path) => path.slice(0, path.lastIndexOf('/')));
  const cwds = [...new Set(['/repo', ...directories])].filter((cwd) => !cwd.includes('/snapshots/'));

  test.each(cwds)('R1: from %s every file stands in order with bytes and digest', async (cwd) => {
    const { code, out, err } = await explained(['--cwd', join(base, cwd)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const rows = fileRows(out).filter((row) => !row.includes('near miss'));
    const expected = expectedRows(tree, cwd);
    expect(rows).toHaveLength(expected.length);
    expected.forEach((row, index) => expect(rows[index]).toMatch(row));
  });

  test.each(cwds)('R1: from %s --render is byte for byte what a session logs', async (cwd) => {
    const files = { ...tree, '/repo/.git': { directory: true } as const };
    const { told } = await play({ session: { id: 's1', cwd }, files, steps: [{ do: 'turn', prompt: 'Start.' }] });
    const { out } = await explained(['--render', '--cwd', join(base, cwd)]);
    expect(out).toBe(told.flatMap(({ texts }) => texts).join('\n'));
  });

  test.each(cwds)('R1: a touch in %s adds byte for byte what a session logs after it', async (cwd) => {
    const touched = `${cwd.slice('/repo/'.length)}${cwd === '/repo' ? '' : '/'}new-file.ts`;
    const steps = [{ do: 'turn', prompt: 'Start.' }, read(touched), { do: 'step' }] as const;
    const { told } = await play({ session: { id: 's1', cwd: '/repo' }, files: tree, steps: [...steps] });
    const { out } = await explained(['--render', '--cwd', join(base, 'repo'), touched]);
    expect(out).toBe(told.filter(({ baseline }) => !baseline).flatMap(({ texts }) => texts).join('\n'));
  });
});
