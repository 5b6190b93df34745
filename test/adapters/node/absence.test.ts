// Owns: absences that are proven by a directory which did not change: what the proof saves, and what ends it.
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeAbsences } from '../../../src/adapters/node/absence.js';
import { listNow } from '../../../src/adapters/node/blocking-calls.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { FileQuestion } from '../../../src/ports/file-system.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';

const NAMES = ['AGENTS.md', 'CLAUDE.md', 'AGENTS.local.md'];
const onLinux = test.runIf(process.platform === 'linux');

/** Longer ago than any tick of a clock. */
const settle = (directory: string): void => utimesSync(directory, 1.5, 1.5);

const emptyDirectory = (): AbsolutePath => {
  const parent = temporaryDirectory();
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = `${parent}/lib` as AbsolutePath;
  mkdirSync(directory);
  return directory;
};

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A proof as a listing makes it, once the directory has been at rest for a moment. */
const proven = async (directory: AbsolutePath) => {
  await later(50);
  const absences = makeAbsences();
  listNow(directory, 100, (listed) => absences.learn(directory, listed, new Set(NAMES)));
  return absences;
};

describe('a proof of absence (SPEC A5, A11)', () => {
  onLinux('holds while the directory is as it was', async () => {
    const directory = emptyDirectory();
    const absences = await proven(directory);
    expect([absences.stillIn(directory), absences.stillIn(directory)]).toEqual([new Set(NAMES), new Set(NAMES)]);
  });

  test.each<readonly [string, (directory: string) => void]>([
    ['a file in it', (directory) => writeFileSync(`${directory}/AGENTS.md`, 'text')],
    ['a link in it', (directory) => symlinkSync('missing', `${directory}/AGENTS.md`)],
    ['any other name in it', (directory) => writeFileSync(`${directory}/x`, '')],
    [
      'another directory in its place, of the same date',
      (directory) => {
        mkdirSync(`${directory}-new`);
        renameSync(directory, `${directory}-old`);
        renameSync(`${directory}-new`, directory);
        settle(directory);
      },
    ],
    ['nothing in its place', (directory) => rmSync(directory, { recursive: true })],
  ])('ends with %s', async (_, change) => {
    const directory = emptyDirectory();
    settle(directory);
    const absences = await proven(directory);
    change(directory);
    expect(absences.stillIn(directory)).toBeUndefined();
    expect(absences.stillIn(directory)).toBeUndefined();
  });

  test('is not made in a directory that changed within a tick of the clock', () => {
    const directory = emptyDirectory();
    const absences = makeAbsences();
    listNow(directory, 100, (listed) => absences.learn(directory, listed, new Set(NAMES)));
    expect(absences.stillIn(directory)).toBeUndefined();
  });

  test('is not made for one name, which is looked for as quickly as the directory', () => {
    const directory = emptyDirectory();
    const absences = makeAbsences();
    const listed = { stamp: { dev: 0, ino: 0, size: 0, mtimeMs: 1, ctimeMs: 1 }, startedMs: 1e6 };
    absences.learn(directory, listed, new Set(['AGENTS.md']));
    expect(absences.stillIn(directory)).toBeUndefined();
  });

  test.runIf(process.platform === 'linux')('is not made where directories are not dated', () => {
    const directory = '/proc/self' as AbsolutePath;
    const absences = makeAbsences();
    listNow(directory, 10_000, (listed) =>
      absences.learn(directory, { ...listed, startedMs: listed.startedMs + 1e6 }, new Set(NAMES)),
    );
    expect(absences.stillIn(directory)).toBeUndefined();
  });

  test('is worth a listing where names are missed again, unless none is to be had there', () => {
    const [directory, undated] = [emptyDirectory(), '/proc/self' as AbsolutePath];
    const absences = makeAbsences();
    const missed = (): readonly boolean[] => [directory, undated].map(absences.isMissedAgain);
    expect([missed(), missed()]).toEqual([
      [false, false],
      [true, true],
    ]);
    const listed = { stamp: { dev: -1, ino: 0, size: 0, mtimeMs: 1, ctimeMs: 1 }, startedMs: 1e6 };
    absences.learn(undated, listed, new Set(NAMES));
    expect(missed()).toEqual([true, false]);
  });

  test('never hides what has appeared since, in batches as they come', async () => {
    const directory = emptyDirectory();
    await later(50);
    const files = nodeFileSystem({ blocking: 'always' });
    const probes = NAMES.map((name): FileQuestion => ({ kind: 'probe', path: `${directory}/${name}` as AbsolutePath }));
    const tags = async (questions: readonly FileQuestion[]): Promise<readonly string[]> =>
      (await files.many(questions)()).map(({ _tag }) => _tag);
    expect(await tags([{ kind: 'list', path: directory }, ...probes])).toEqual(['names', 'absent', 'absent', 'absent']);
    expect(await tags(probes)).toEqual(['absent', 'absent', 'absent']);
    writeFileSync(`${directory}/CLAUDE.md`, 'text');
    expect(await tags(probes)).toEqual(['absent', 'present', 'absent']);
    rmSync(`${directory}/CLAUDE.md`);
    expect(await tags(probes)).toEqual(['absent', 'absent', 'absent']);
  });
});
