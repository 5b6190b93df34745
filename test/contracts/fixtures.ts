// Owns: our own adapters as fixtures of the port laws: in memory, on this machine, and either of them confined.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confined } from '../../src/adapters/confined/index.js';
import { memoryFileSystem, memoryShell } from '../../src/adapters/memory/index.js';
import { nodeFileSystem, nodeShell } from '../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import type { CancelSignal } from '../../src/ports/cancel-signal.js';
import type { FileAnswer, FileQuestion } from '../../src/ports/file-system.js';
import type { FileSystemFixture, FixtureFile, ShellFixture } from '../../src/testing/contracts/index.js';

/** Files in memory, below a directory that is not the root. */
export const memoryFixture = (versions = true): FileSystemFixture => {
  const files = memoryFileSystem({ '/work/root': { directory: true } }, { versions });
  return { fileSystem: files, root: '/work/root' as AbsolutePath, put: files.put, remove: files.delete };
};

/** A new temporary directory, with no link in its path. */
export const temporaryDirectory = (): AbsolutePath =>
  realpathSync(mkdtempSync(join(tmpdir(), 'contextfold-'))) as AbsolutePath;

/** Puts something onto the disk in the place of whatever is there; a file arrives whole, by renaming. */
export const putOnDisk = (path: string, file: FixtureFile): void => {
  if (typeof file === 'string' || file instanceof Uint8Array) {
    writeFileSync(`${path}.new`, file);
    renameSync(`${path}.new`, path);
    return;
  }
  rmSync(path, { recursive: true, force: true });
  if ('link' in file) symlinkSync(file.link, path);
  else if ('directory' in file) mkdirSync(path);
  else execFileSync('mkfifo', [path]);
};

/** Files on this machine. */
export const nodeFixture = (): FileSystemFixture => {
  const root = temporaryDirectory();
  return {
    fileSystem: nodeFileSystem(),
    root,
    put: putOnDisk,
    remove: (path) => rmSync(path, { recursive: true }),
    dispose: () => rmSync(root, { recursive: true }),
  };
};

/** The same files, asked for as batches of one; `blocking` as in the options of the file system. */
export const batchedFixture = (blocking: 'quick' | 'always' | 'never'): FileSystemFixture => {
  const fixture = nodeFixture();
  const { many, realPath, realPaths } = nodeFileSystem({ blocking });
  const one =
    <A extends FileAnswer>(question: FileQuestion, signal?: CancelSignal) =>
    async (): Promise<A> =>
      (await many([question], signal)())[0] as A;
  return {
    ...fixture,
    fileSystem: {
      probe: (path, signal) => one({ kind: 'probe', path }, signal),
      read: (path, maxBytes, signal) => one({ kind: 'read', path, maxBytes }, signal),
      list: (path, signal) => one({ kind: 'list', path }, signal),
      realPath,
      realPaths,
    },
  };
};

/** The same files, with the place of each read. */
export const locatedFixture = (): FileSystemFixture => ({
  ...nodeFixture(),
  fileSystem: nodeFileSystem({ locate: true }),
});

/** The same files, seen only below the fixture's root. */
export const confinedFixture = (fixture: FileSystemFixture): FileSystemFixture => ({
  ...fixture,
  fileSystem: confined(fixture.fileSystem, [fixture.root]),
});

/** A shell that runs nothing: spelling a command sets what it answers. */
export const memoryShellFixture = (): ShellFixture => {
  const shell = memoryShell();
  return {
    shell,
    printing: (stdout, exitCode) => {
      shell.set({ _tag: 'exited', exitCode, stdout });
      return 'printing';
    },
    failing: () => {
      shell.set({ _tag: 'unavailable', reason: 'told to fail' });
      return 'failing';
    },
    runs: () => shell.commands().length,
  };
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The shell of this machine; each command it runs leaves a line in a file. */
export const nodeShellFixture = (): ShellFixture => {
  const directory = temporaryDirectory();
  const journal = join(directory, 'runs');
  writeFileSync(journal, '');
  return {
    shell: nodeShell({ timeoutMs: 20_000 }),
    printing: (stdout, exitCode) => `echo run >> ${quoted(journal)}; printf '%s' ${quoted(stdout)}; exit ${exitCode}`,
    failing: () => 'yes',
    runs: () => readFileSync(journal, 'utf8').split('\n').length - 1,
    dispose: () => rmSync(directory, { recursive: true }),
  };
};
