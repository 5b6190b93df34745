// Owns: what the Node file system does with the files of a real machine, beyond the port laws.
import { execFileSync } from 'node:child_process';
import fs, {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { located } from '../../../src/adapters/node/file-call.js';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { joinPath } from '../../../src/domain/path.js';
import type { CancelSignal } from '../../../src/ports/cancel-signal.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';

const MAX = 1 << 20;
const files = nodeFileSystem();

const onLinux = test.skipIf(process.platform !== 'linux');

/** A directory of the test's own, and paths in it. */
const place = (): ((name: string) => AbsolutePath) => {
  const root = temporaryDirectory();
  onTestFinished(() => rmSync(root, { recursive: true }));
  return (name) => joinPath(root, name);
};

/** A signal that is looked at: every look does something, and may tell that the call was aborted. */
const watched = (look: (looks: number) => boolean): CancelSignal => {
  let looks = 0;
  return {
    get aborted() {
      looks += 1;
      return look(looks);
    },
    reason: 'told so',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
};

/** The version of a file that nobody writes, as soon as it is old enough to have one. */
const versionAtRest = (path: AbsolutePath): Promise<string> =>
  vi.waitFor(async () => {
    const read = await files.read(path, MAX)();
    if ('version' in read) return read.version ?? '';
    throw new Error(`${path} has no version yet`);
  }, 5_000);

const openFiles = (): number => readdirSync('/proc/self/fd').length;

describe('probe (SPEC A5)', () => {
  test('a symlink chain is followed, a directory named AGENTS.md is none, a dangling link is absent', async () => {
    const at = place();
    mkdirSync(at('AGENTS.md'));
    writeFileSync(at('real.md'), 'text');
    symlinkSync('real.md', at('one.md'));
    symlinkSync(at('one.md'), at('two.md'));
    symlinkSync('nowhere.md', at('dangling.md'));
    expect(await files.probe(at('two.md'))()).toMatchObject({ _tag: 'present', size: 4 });
    expect(await files.probe(at('AGENTS.md'))()).toEqual({ _tag: 'absent', directory: true });
    expect(await files.probe(at('dangling.md'))()).toEqual({ _tag: 'absent' });
  });

  test('a FIFO, a device and a socket are absent', async () => {
    const at = place();
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(at('socket'), ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
    for (const path of [at('pipe'), at('socket'), '/dev/null' as AbsolutePath]) {
      expect(await files.probe(path)()).toEqual({ _tag: 'absent' });
      expect((await files.read(path, MAX)())._tag).toBe('unavailable');
    }
  });

  test('a link loop and a name that is too long are unavailable, with the code in the reason', async () => {
    const at = place();
    symlinkSync('loop.md', at('loop.md'));
    const loop = await files.probe(at('loop.md'))();
    const long = await files.probe(at('x'.repeat(300)))();
    expect(loop).toMatchObject({ _tag: 'unavailable', reason: expect.stringContaining('ELOOP') as string });
    expect(long).toMatchObject({ _tag: 'unavailable', reason: expect.stringContaining('ENAMETOOLONG') as string });
    await expect(files.realPath(at('loop.md'))()).rejects.toThrow('ELOOP');
  });

  test('a path that Node refuses is unavailable', async () => {
    const answer = await files.probe('/tmp/a\0b' as AbsolutePath)();
    expect(answer).toMatchObject({ _tag: 'unavailable', reason: expect.stringContaining('ERR_INVALID') as string });
  });

  test.skipIf(process.platform === 'win32')('a Windows path is no path of a POSIX system (SPEC F2)', async () => {
    for (const path of ['C:/repo/AGENTS.md', '//host/share/AGENTS.md']) {
      expect((await files.probe(path as AbsolutePath)())._tag).toBe('unavailable');
      expect((await files.read(path as AbsolutePath, MAX)())._tag).toBe('unavailable');
    }
  });

  test.skipIf(process.getuid?.() !== 0)('a permission failure is unavailable for a probe and for a read', async () => {
    const at = place();
    chmodSync(at('.'), 0o755);
    mkdirSync(at('closed'), 0o700);
    writeFileSync(at('closed/inside.md'), 'text');
    writeFileSync(at('private.md'), 'text', { mode: 0o600 });
    process.seteuid?.('nobody');
    try {
      const denied = { _tag: 'unavailable', reason: expect.stringContaining('EACCES') as string };
      expect(await files.probe(at('closed/inside.md'))()).toMatchObject(denied);
      expect(await files.read(at('private.md'), MAX)()).toMatchObject(denied);
      expect((await files.probe(at('private.md'))())._tag).toBe('present');
      await expect(files.realPath(at('closed/inside.md'))()).rejects.toThrow('EACCES');
    } finally {
      process.seteuid?.(0);
    }
  });
});

describe('read (SPEC A6)', () => {
  test('a file that a FIFO replaced after the probe is unavailable at once', async () => {
    const at = place();
    writeFileSync(at('file.md'), 'text');
    expect((await files.probe(at('file.md'))())._tag).toBe('present');
    rmSync(at('file.md'));
    execFileSync('mkfifo', [at('file.md')]);
    const answer = await files.read(at('file.md'), MAX)();
    expect(answer).toEqual({ _tag: 'unavailable', reason: 'what was opened is no regular file' });
  });

  test('a sparse file of 10 GB is too large without an allocation', async () => {
    const at = place();
    writeFileSync(at('huge.md'), '');
    truncateSync(at('huge.md'), 10 * 2 ** 30);
    const before = process.memoryUsage().arrayBuffers;
    expect(await files.read(at('huge.md'), MAX)()).toEqual({ _tag: 'too-large' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
  });

  test('a file that grows while it is read is too large as soon as it is', async () => {
    const at = place();
    writeFileSync(at('log.md'), 'x'.repeat(60_000));
    const growing = watched(() => {
      appendFileSync(at('log.md'), 'y'.repeat(70_000));
      return false;
    });
    expect(await files.read(at('log.md'), 150_000, growing)()).toEqual({ _tag: 'too-large' });
  });

  test('a file that changes while it is read comes with a version that it does not have (SPEC A11)', async () => {
    const at = place();
    writeFileSync(at('file.md'), 'old!');
    const version = await versionAtRest(at('file.md'));
    const rewriting = watched((looks) => {
      if (looks === 2) writeFileSync(at('file.md'), 'new!');
      return false;
    });
    const answer = await files.read(at('file.md'), MAX, rewriting)();
    expect(answer).toEqual({ _tag: 'bytes', bytes: new TextEncoder().encode('new!'), version });
    expect(await files.probe(at('file.md'))()).not.toMatchObject({ version });
  });

  test('a file at rest comes with the version that its probe gives (SPEC A11)', async () => {
    const at = place();
    writeFileSync(at('file.md'), 'text');
    const version = await versionAtRest(at('file.md'));
    expect(await files.probe(at('file.md'))()).toEqual({ _tag: 'present', size: 4, version });
    renameSync(at('file.md'), at('other.md'));
    writeFileSync(at('file.md'), 'next');
    expect(await files.probe(at('file.md'))()).not.toMatchObject({ version });
  });

  onLinux('a file without a size is read all the same, without a version', async () => {
    const answer = await files.read('/proc/self/status' as AbsolutePath, MAX)();
    const text = answer._tag === 'bytes' ? new TextDecoder().decode(answer.bytes) : answer._tag;
    expect(text).toContain(`Pid:\t${process.pid}\n`);
    expect(answer).not.toHaveProperty('version');
    expect(await files.read('/proc/self/status' as AbsolutePath, 10)()).toEqual({ _tag: 'too-large' });
  });

  onLinux('an abort in the middle ends the read, and nothing stays open (SPEC F6)', async () => {
    const at = place();
    writeFileSync(at('long.md'), 'x'.repeat(500_000));
    const before = openFiles();
    const looked: number[] = [];
    const aborting = watched((looks) => {
      looked.push(looks);
      return looks === 4;
    });
    const aborted = { _tag: 'unavailable', reason: 'aborted' };
    expect(await files.read(at('long.md'), MAX, aborting)()).toEqual(aborted);
    expect(looked).toEqual([1, 2, 3, 4]);
    expect(await files.read(at('long.md'), 10)()).toEqual({ _tag: 'too-large' });
    expect(await files.probe(at('long.md'), AbortSignal.abort())()).toEqual(aborted);
    expect(await files.list(at('.'), AbortSignal.abort())()).toEqual(aborted);
    await expect(files.realPath(at('.'), AbortSignal.abort())()).rejects.toThrow('aborted');
    expect(openFiles()).toBe(before);
  });
});

describe('where a file lies', () => {
  test.each(['always', 'never'] as const)('is told to who asks for it, on Linux (%s)', async (blocking) => {
    const at = place();
    mkdirSync(at('dir'));
    writeFileSync(at('dir/real.md'), 'text');
    symlinkSync('dir/real.md', at('link.md'));
    expect(await nodeFileSystem({ blocking }).read(at('link.md'), 99)()).not.toHaveProperty('real');
    const questions = [
      { kind: 'read', path: at('link.md'), maxBytes: 99 },
      { kind: 'read', path: at('link.md'), maxBytes: 1 },
    ] as const;
    const [read, tooLarge] = await nodeFileSystem({ blocking, locate: true }).many(questions)();
    expect(read).toMatchObject(process.platform === 'linux' ? { real: at('dir/real.md') } : { _tag: 'bytes' });
    expect(tooLarge).toEqual({ _tag: 'too-large' });
  });

  test('is not made up where the system does not tell it', () => {
    const read = { _tag: 'bytes', bytes: Uint8Array.of(1) } as const;
    expect(located(read, undefined)).toBe(read);
    expect(located(read, '(unreachable)/a')).toBe(read);
    expect(located(read, '/a/b (deleted)')).toEqual({ ...read, real: '/a/b (deleted)' });
    expect(located({ _tag: 'too-large' }, '/a')).toEqual({ _tag: 'too-large' });
  });
});

describe('list', () => {
  test('names beyond the bound are left out, and only then is the listing partial', async () => {
    const at = place();
    for (const name of ['a', 'b', 'c']) writeFileSync(at(name), '');
    const all = await nodeFileSystem({ maxNames: 3 }).list(at('.'))();
    const some = await nodeFileSystem({ maxNames: 2 }).list(at('.'))();
    expect(all).toMatchObject({ _tag: 'names', partial: false });
    expect(some).toMatchObject({ _tag: 'names', partial: true });
    expect(some._tag === 'names' && some.names.length).toBe(2);
  });
});

describe('parallel calls (SPEC C2)', () => {
  test('200 probes at once stay within the bound, and one that fails gives its room back', async () => {
    const at = place();
    const real = fs.stat;
    let running = 0;
    let most = 0;
    const stat = vi.spyOn(fs, 'stat').mockImplementation(((path: string, found: () => void) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        real(path, found);
      }, 1);
    }) as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      stat.mockRestore();
      syncBuiltinESMExports();
    });
    const bounded = nodeFileSystem({ maxParallel: 5 });
    writeFileSync(at('file.md'), 'text');
    const names = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'file.md' : `missing-${index}.md`));
    const answers = await Promise.all(names.map((name) => bounded.probe(at(name))()));
    expect(answers.map(({ _tag }) => _tag)).toEqual(names.map((name) => (name === 'file.md' ? 'present' : 'absent')));
    expect(most).toBe(5);
    most = 0;
    const usual = nodeFileSystem();
    await Promise.all(names.map((name) => usual.probe(at(name))()));
    expect(most).toBe(16);
  });
});
