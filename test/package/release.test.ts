// Owns: that a release is refused for each reason for which it must be. The checks are tried on small repositories of
// their own; npm is never told to publish.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  allHold,
  auditProblem,
  changelogProblem,
  provenanceProblem,
  tagProblem,
  treeProblem,
} from '../../scripts/release.mjs';

let directory: string;

const put = (name: string, text: string): void => writeFileSync(join(directory, name), text);
const git = (...args: readonly string[]): void => {
  const who = ['-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: directory, stdio: 'ignore' });
};
const commitAll = (): void => {
  git('init');
  git('add', '.');
  git('commit', '-m', 'one');
};
const changelog = (...sections: readonly string[]): string => `# Changelog\n\nText.\n\n${sections.join('\n\n')}\n`;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'contextfold-release-'));
  put('package.json', '{ "version": "1.2.0" }');
  put('CHANGELOG.md', changelog('## [1.2.0] - 2026-01-31\n\n- New.', '## [1.1.0] - 2026-01-01\n\n- Old.'));
});

afterEach(() => rmSync(directory, { recursive: true }));

describe('a release', () => {
  test('has nothing that is not committed', () => {
    commitAll();
    expect(treeProblem(directory)).toBeUndefined();
    put('new.txt', '');
    expect(treeProblem(directory)).toBe('1 paths are not committed:\n?? new.txt');
    rmSync(join(directory, '.git'), { recursive: true });
    expect(treeProblem(directory)).toContain('git does not know this directory');
  });

  test('has a version that no other commit has', () => {
    commitAll();
    expect(tagProblem(directory)).toBeUndefined();
    git('tag', 'v1.2.0');
    expect(tagProblem(directory)).toBeUndefined();
    git('commit', '--allow-empty', '-m', 'two');
    expect(tagProblem(directory)).toBe('v1.2.0 is the tag of another commit; raise the version');
  });

  const said = { newest: '## [1.2.0] - 2026-01-31\n\n- New.', old: '## [1.1.0] - 2026-01-01\n\n- Old.' };
  test.each([
    ['the newest section', [said.newest, said.old], undefined],
    ['the newest section under an empty one', ['## [Unreleased]', said.newest], undefined],
    ['not the newest one', [said.old, said.newest], 'package.json has 1.2.0, CHANGELOG.md ends at 1.1.0'],
    ['none at all', [], 'package.json has 1.2.0, CHANGELOG.md ends at nothing'],
    ['one without a date', ['## [1.2.0]\n\n- New.'], '[1.2.0] of CHANGELOG.md has no date'],
    [
      'one below changes that are in none',
      ['## [Unreleased]\n\n### Added\n\n- Newer.', said.newest],
      'CHANGELOG.md still has unreleased changes; move them below [1.2.0]',
    ],
  ])('has a section in the changelog: %s', (_, sections, problem) => {
    put('CHANGELOG.md', changelog(...sections));
    expect(changelogProblem(directory)).toBe(problem);
  });

  test('is published from a workflow that can prove who it is, and from nowhere else', () => {
    expect(provenanceProblem({})).toContain('provenance needs a workflow with an OIDC identity');
    expect(provenanceProblem({ CI: 'true' })).toBeDefined();
    expect(provenanceProblem({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://example.org' })).toBeUndefined();
    expect(provenanceProblem({ SIGSTORE_ID_TOKEN: 'token' })).toBeUndefined();
  });

  test('waits for an advisory, and for an audit that could not be made', () => {
    const saying = (isFine: boolean, text: string) => () => ({ isFine, said: text });
    expect(auditProblem(directory, saying(true, 'found 0 vulnerabilities'))).toBeUndefined();
    expect(auditProblem(directory, saying(false, '1 high severity vulnerability'))).toContain('1 high');
    expect(auditProblem(directory, saying(false, 'audit endpoint returned an error'))).toContain('endpoint');
  });

  test('is refused when one check refuses, and every check is told', () => {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const one = ['one', () => undefined] as const;
    expect(allHold([one, ['two', () => 'no\nnever'], ['three', () => undefined]], say)).toBe(false);
    expect(lines).toEqual([
      'ok      one',
      'refused two',
      '        no\n        never',
      'ok      three',
      'not ready: 1 of 3 checks refuse',
    ]);
    expect(allHold([one], say)).toBe(true);
  });
});
