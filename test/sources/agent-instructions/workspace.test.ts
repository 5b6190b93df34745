// Owns: what the candidates of a directory are called.
import { describe, expect, test } from 'vitest';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import { directoryGroup, userGlobalGroup, workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const ROOT = '/repo' as AbsolutePath;

const namesIn = (
  directory: string,
  selection: 'all' | 'first',
  variables: Readonly<Record<string, string>> = {},
): readonly (readonly string[])[] => {
  const settings = settingsFrom({ maxBytes: 9, selection }, { osHome: '/home/me', variables });
  const workspace = workspaceAt(settings, ROOT, ROOT);
  const candidates = [...userGlobalGroup(workspace), directoryGroup(settings, workspace, directory)].flatMap(
    ({ slots }) => slots.flatMap((slot) => slot.candidates.map(({ at, path }) => [at, path])),
  );
  return candidates.slice(0, 2);
};

describe.each(['all', 'first'] as const)('with selection "%s"', (selection) => {
  test.each([
    ['.', '/repo/AGENTS.md', 'AGENTS.md'],
    ['a/b', '/repo/a/b/AGENTS.md', 'a/b/AGENTS.md'],
    ['100%', '/repo/100%/AGENTS.md', '100%/AGENTS.md'],
    ['a/~/.dsh', '/repo/a/~/.dsh/AGENTS.md', 'a/~/.dsh/AGENTS.md'],
  ])('a file in %s is called by its path below the root (A16)', (directory, at, path) => {
    expect(namesIn(directory, selection)[1]).toEqual([at, path]);
  });

  test.each([
    ['~/.dsh', {}],
    ['$DSH_HOME', { DSH_HOME: '/elsewhere' }],
  ])('no file of a directory that is called %s passes for the one of the user', (directory, variables) => {
    const [own, other] = namesIn(directory, selection, variables);
    expect(own?.[1]).toBe(`${directory}/AGENTS.md`);
    expect(other).toEqual([`/repo/${directory}/AGENTS.md`, `./${directory}/AGENTS.md`]);
  });
});
