// Owns: what may be seen from inside trusted roots, on files in memory whose moves between two calls can be timed.
import { describe, expect, test } from 'vitest';
import { confined } from '../../../src/adapters/confined/index.js';
import type { MemoryFileSystem } from '../../../src/adapters/memory/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { FileAnswer, FileQuestion, FileSystem, RawRead, RealPath } from '../../../src/ports/file-system.js';

const at = (path: string): AbsolutePath => path as AbsolutePath;

const ROOTS = [at('/repo'), at('/home/me/.dsh')];

const world = (delay?: (path: AbsolutePath) => undefined): MemoryFileSystem =>
  memoryFileSystem(
    {
      '/repo/AGENTS.md': 'inside',
      '/repo/docs/a.md': 'docs',
      '/repo/in.md': { link: 'docs/a.md' },
      '/repo/out.md': { link: '/secret/AGENTS.md' },
      '/repo/chain.md': { link: 'out.md' },
      '/repo/outdir': { link: '../secret' },
      '/repo/home.md': { link: '/home/me/.dsh/AGENTS.md' },
      '/repo/dangling.md': { link: '/secret/missing.md' },
      '/repo/loop.md': { link: 'loop.md' },
      '/home/me/.dsh/AGENTS.md': 'home',
      '/repo2/AGENTS.md': 'sibling',
      '/secret/AGENTS.md': 'secret',
      '/elsewhere/repo': { link: '/repo' },
    },
    delay === undefined ? {} : { delay },
  );

const text = (read: RawRead): string => (read._tag === 'bytes' ? new TextDecoder().decode(read.bytes) : read._tag);

const seen = async (files: FileSystem, path: string): Promise<readonly string[]> => {
  const probe = await files.probe(at(path))();
  const note = probe._tag === 'absent' ? probe.note?.code : undefined;
  return [note ?? probe._tag, text(await files.read(at(path), 1_000)())];
};

const OUTSIDE = ['outside-trusted-roots', 'unavailable'];

describe('what is inside is seen as it is (SPEC A5)', () => {
  test.each([
    ['/repo/AGENTS.md', 'inside'],
    ['/repo/in.md', 'docs'],
    ['/repo/home.md', 'home'],
    ['/elsewhere/repo/AGENTS.md', 'inside'],
  ])('%s', async (path, content) => {
    expect(await seen(confined(world(), ROOTS), path)).toEqual(['present', content]);
  });

  test('a directory, a missing path, a dangling link and a loop are what they are without roots', async () => {
    const files = confined(world(), ROOTS);
    expect(await files.probe(at('/repo/docs'))()).toEqual({ _tag: 'absent', directory: true });
    for (const path of ['/repo/missing.md', '/nowhere/at-all.md', '/repo/dangling.md']) {
      expect(await files.probe(at(path))()).toEqual({ _tag: 'absent' });
      expect((await files.read(at(path), 9)())._tag).toBe('unavailable');
    }
    expect(await seen(files, '/repo/loop.md')).toEqual(['unavailable', 'unavailable']);
  });

  test('sizes, versions and bounds are those of the file', async () => {
    const files = confined(world(), ROOTS);
    expect(await files.probe(at('/repo/in.md'))()).toEqual(await world().probe(at('/repo/docs/a.md'))());
    expect(await files.probe(at('/repo/in.md'))()).toMatchObject({ _tag: 'present', size: 4 });
    expect(await files.read(at('/repo/in.md'), 3)()).toEqual({ _tag: 'too-large' });
    expect(await files.list?.(at('/repo/docs'))()).toEqual({ _tag: 'names', names: ['a.md'], partial: false });
    expect(await files.realPath?.(at('/repo/in.md'))()).toBe('/repo/docs/a.md');
  });
});

describe('what is outside is absent with a note, and cannot be read', () => {
  const paths = ['/repo/out.md', '/repo/chain.md', '/repo/outdir/AGENTS.md', '/secret/AGENTS.md', '/repo2/AGENTS.md'];
  test.each(paths)('%s', async (path) => {
    const files = confined(world(), ROOTS);
    expect(await seen(files, path)).toEqual(OUTSIDE);
    expect(await files.realPath?.(at(path))()).toBeUndefined();
  });

  test('the note says where a link leads, and an outside directory is not said to be one', async () => {
    const files = confined(world(), ROOTS);
    expect(await files.probe(at('/repo/outdir'))()).toEqual({
      _tag: 'absent',
      note: { code: 'outside-trusted-roots', detail: '/repo/outdir leads to /secret, outside the trusted roots' },
    });
    const directory = await files.probe(at('/secret'))();
    expect(directory).toMatchObject({ note: { detail: '/secret is outside the trusted roots' } });
    expect(directory).not.toHaveProperty('directory');
    expect((await files.list?.(at('/repo/outdir'))())?._tag).toBe('unavailable');
    expect((await files.list?.(at('/repo/none'))())?._tag).toBe('unavailable');
  });

  test('nothing outside is ever asked for its content', async () => {
    const inner = world();
    await seen(confined(inner, ROOTS), '/repo/out.md');
    expect(inner.counts()).toEqual({ probes: 0, reads: 0, lists: 0 });
  });
});

describe('the roots', () => {
  test('may be links: real paths are compared with real paths', async () => {
    const files = confined(world(), [at('/elsewhere/repo')]);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(['present', 'inside']);
    expect(await seen(files, '/elsewhere/repo/AGENTS.md')).toEqual(['present', 'inside']);
    expect(await seen(files, '/elsewhere/repo/out.md')).toEqual(OUTSIDE);
  });

  test('stay where they were first found, whatever their link is changed to', async () => {
    const inner = world();
    const files = confined(inner, [at('/elsewhere/repo')]);
    expect(await seen(files, '/elsewhere/repo/AGENTS.md')).toEqual(['present', 'inside']);
    inner.put('/elsewhere/repo', { link: '/secret' });
    expect(await seen(files, '/elsewhere/repo/AGENTS.md')).toEqual(OUTSIDE);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(['present', 'inside']);
  });

  test('stay where they were first found by calls at the same moment, too', async () => {
    const inner = world();
    let asked = 0;
    const realPath: MemoryFileSystem['realPath'] = (path) => async () => {
      if (path !== '/elsewhere/repo') return inner.realPath(path)();
      // The second one to ask is told later, when the link has been swapped.
      if ((asked += 1) === 1) return at('/repo');
      await new Promise((resolve) => setTimeout(resolve, 5));
      return at('/secret');
    };
    const files = confined({ ...inner, realPath }, [at('/elsewhere/repo')]);
    const both = ['/repo/AGENTS.md', '/secret/AGENTS.md'].map((path) => files.probe(at(path))());
    expect((await Promise.all(both)).map(({ _tag }) => _tag)).toEqual(['present', 'absent']);
    expect(await seen(files, '/secret/AGENTS.md')).toEqual(OUTSIDE);
  });

  test('that are missing hold nothing, until they are there', async () => {
    const inner = world();
    const files = confined(inner, [at('/later')]);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(OUTSIDE);
    inner.put('/later/AGENTS.md', 'late');
    expect(await seen(files, '/later/AGENTS.md')).toEqual(['present', 'late']);
    expect(await seen(confined(inner, []), '/later/AGENTS.md')).toEqual(OUTSIDE);
  });

  test('that cannot be resolved put only that in doubt which no other root holds', async () => {
    const inner = world();
    inner.fault('/home/me/.dsh', 'unavailable');
    const files = confined(inner, ROOTS);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(['present', 'inside']);
    expect(await seen(files, '/secret/AGENTS.md')).toEqual(['unavailable', 'unavailable']);
    inner.fault('/home/me/.dsh', null);
    expect(await seen(files, '/secret/AGENTS.md')).toEqual(OUTSIDE);
  });
});

describe('what moves between check and answer does not leak', () => {
  test('a link that is swapped after the check leads nowhere else', async () => {
    const made = (): FileSystem => {
      const inner = world(() => {
        const { probes, reads } = inner.counts();
        if (probes + reads > 0) inner.put('/repo/in.md', { link: '/secret/AGENTS.md' });
        return undefined;
      });
      return confined(inner, ROOTS);
    };
    expect(text(await made().read(at('/repo/in.md'), 1_000)())).toBe('docs');
    const files = made();
    expect(await files.probe(at('/repo/in.md'))()).toMatchObject({ size: 'docs'.length });
    expect(await seen(files, '/repo/in.md')).toEqual(OUTSIDE);
  });

  test('a directory of the real path that becomes a link makes the answer unavailable', async () => {
    const made = (): FileSystem => {
      const inner = world(() => {
        const { probes, reads, lists } = inner.counts();
        if (probes + reads + lists > 0) inner.put('/repo/docs', { link: '/secret' });
        return undefined;
      });
      inner.put('/secret/a.md', 'secret');
      return confined(inner, ROOTS);
    };
    const moved = { _tag: 'unavailable', reason: '/repo/docs/a.md was moved while it was looked at' };
    expect(await made().probe(at('/repo/in.md'))()).toEqual(moved);
    expect(await made().read(at('/repo/in.md'), 1_000)()).toEqual(moved);
    expect((await made().list?.(at('/repo/docs'))())?._tag).toBe('unavailable');
  });

  test('a file that is gone after it was read is unavailable', async () => {
    const inner = world((path) => {
      if (inner.counts().reads === 1 && path === '/repo/AGENTS.md') queueMicrotask(() => inner.delete(path));
      return undefined;
    });
    expect((await confined(inner, ROOTS).read(at('/repo/AGENTS.md'), 1_000)())._tag).toBe('unavailable');
  });
});

describe('a read that proves where its bytes are from', () => {
  /** What was opened lies in `real`, and meanwhile its directory leads elsewhere. */
  const opened = (real: string): FileSystem => {
    const inner = world();
    inner.put('/secret/a.md', 'secret');
    return confined(
      {
        ...inner,
        read: (path, maxBytes) => async () => {
          const read = await inner.read(path, maxBytes)();
          inner.put('/repo/docs', { link: '/secret' });
          return read._tag === 'bytes' ? { ...read, real: at(real) } : read;
        },
      },
      ROOTS,
    );
  };

  test.each(['/repo/docs/a.md', '/home/me/.dsh/AGENTS.md', '/repo/docs/a.md (deleted)'])(
    'is believed where that is inside, whatever moved: %s',
    async (real) => {
      expect(text(await opened(real).read(at('/repo/in.md'), 1_000)())).toBe('docs');
    },
  );

  test.each(['/secret/a.md', '/repo2/AGENTS.md', '/'])('is not let through from outside: %s', async (real) => {
    expect(await opened(real).read(at('/repo/in.md'), 1_000)()).toEqual({
      _tag: 'unavailable',
      reason: `/repo/docs/a.md leads to ${real}, outside the trusted roots`,
    });
  });

  test('is looked at twice where it proves nothing', async () => {
    expect((await opened('/repo/docs/a.md').read(at('/repo/in.md'), 3)())._tag).toBe('unavailable');
  });
});

describe('a batch', () => {
  /** The same files, which take batches; `asked` hears of each question, `answered` when all have their answers. */
  const batching = (
    inner: MemoryFileSystem,
    asked: (question: FileQuestion) => void = () => undefined,
    answered: () => void = () => undefined,
  ): FileSystem => ({
    ...inner,
    many: (questions) => async () => {
      questions.forEach(asked);
      const answers = await Promise.all(
        questions.map(async (question): Promise<FileAnswer> => {
          if (question.kind === 'read') return inner.read(question.path, question.maxBytes)();
          return inner[question.kind](question.path)();
        }),
      );
      answered();
      return answers;
    },
  });
  /** Real paths are asked for at once, too. */
  const atOnce = (files: FileSystem): FileSystem => ({
    ...files,
    realPaths: (paths) => () =>
      Promise.all(
        paths.map((path) =>
          (files.realPath as MemoryFileSystem['realPath'])(path)().then(
            (real): RealPath => (real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real }),
            (error: Error): RealPath => ({ _tag: 'unavailable', reason: error.message }),
          ),
        ),
      ),
  });
  const names = [
    'AGENTS.md',
    'docs',
    'docs/a.md',
    'in.md',
    'out.md',
    'chain.md',
    'outdir',
    'outdir/AGENTS.md',
    'home.md',
  ];
  const more = ['dangling.md', 'loop.md', 'missing.md'];
  const paths = [...[...names, ...more].map((name) => at(`/repo/${name}`)), at('/secret/AGENTS.md'), at('/repo2')];
  const questions = paths.flatMap((path): readonly FileQuestion[] => [
    { kind: 'probe', path },
    { kind: 'read', path, maxBytes: 1_000 },
    { kind: 'read', path, maxBytes: 3 },
    { kind: 'list', path },
  ]);

  test.each([
    ['one by one', (files: FileSystem) => files],
    ['at once', atOnce],
  ])('is answered as its questions alone would be, and asks for nothing outside (real paths %s)', async (_, how) => {
    const asked: AbsolutePath[] = [];
    const files = confined(how(batching(world(), ({ path }) => asked.push(path))), ROOTS);
    const alone = questions.map((question): Promise<unknown> => {
      if (question.kind === 'read') return files.read(question.path, question.maxBytes)();
      return question.kind === 'probe'
        ? files.probe(question.path)()
        : (files.list as MemoryFileSystem['list'])(question.path)();
    });
    expect(await files.many?.(questions)()).toEqual(await Promise.all(alone));
    expect(new Set(asked)).toEqual(
      new Set(['/repo/AGENTS.md', '/repo/docs', '/repo/docs/a.md', '/home/me/.dsh/AGENTS.md']),
    );
    expect(await files.many?.([])()).toEqual([]);
  });

  test.each([
    ['one by one', (files: FileSystem) => files],
    ['at once', atOnce],
  ])('a directory that becomes a link meanwhile makes every answer about it unavailable (%s)', async (_, how) => {
    const inner = world();
    inner.put('/secret/a.md', 'secret');
    const swap = (): void => inner.put('/repo/docs', { link: '/secret' });
    const about = ['/repo/in.md', '/repo/docs/a.md', '/repo/docs', '/repo/AGENTS.md'].map(at);
    const batch = about.flatMap((path): readonly FileQuestion[] => [
      { kind: 'probe', path },
      { kind: 'read', path, maxBytes: 9 },
    ]);
    const answers = (await confined(how(batching(inner, undefined, swap)), ROOTS).many?.(batch)()) ?? [];
    // A directory's probe tells nothing that it could leak.
    const tags = answers.map(({ _tag }) => _tag);
    const moved = 'unavailable';
    expect(tags).toEqual([moved, moved, moved, moved, 'absent', moved, 'present', 'bytes']);
  });

  test('of a file system that leaves answers out, or fails to tell real paths at once, is unavailable', async () => {
    const short = { ...batching(world()), many: () => () => Promise.resolve([]) };
    const [left] = (await confined(short, ROOTS).many?.([{ kind: 'probe', path: at('/repo/AGENTS.md') }])()) ?? [];
    expect(left?._tag).toBe('unavailable');
    for (const [realPaths, why] of [
      [() => () => Promise.resolve([]), 'the file system left it out'],
      [() => () => Promise.reject(new Error('broken')), 'broken'],
    ] as const) {
      const answers = await confined({ ...batching(world()), realPaths }, ROOTS).many?.(questions)();
      expect(new Set(answers?.map(({ _tag }) => _tag))).toEqual(new Set(['unavailable']));
      const reason = `where /repo/AGENTS.md leads cannot be told: ${why}`;
      expect(answers?.[0]).toEqual({ _tag: 'unavailable', reason });
    }
  });

  test('is not offered where the file system takes none', () => {
    expect(confined(world(), ROOTS).many).toBeUndefined();
  });
});

describe('the file system behind', () => {
  test('without real paths everything is unavailable', async () => {
    const { probe, read } = world();
    const files = confined({ probe, read }, ROOTS);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(['unavailable', 'unavailable']);
    expect(files.list).toBeUndefined();
  });

  test('without listings none is offered', () => {
    const { probe, read, realPath } = world();
    expect(confined({ probe, read, realPath }, ROOTS).list).toBeUndefined();
  });

  test('may be an object with methods, and may be confined itself', async () => {
    class Editor {
      readonly #files = world();
      readonly probe: FileSystem['probe'] = (path) => this.#files.probe(path);
      read(...asked: Parameters<FileSystem['read']>): ReturnType<FileSystem['read']> {
        return this.#files.read(...asked);
      }
      realPath(path: AbsolutePath): ReturnType<MemoryFileSystem['realPath']> {
        return this.#files.realPath(path);
      }
    }
    const files = confined(confined(new Editor(), ROOTS), [at('/repo')]);
    expect(await seen(files, '/repo/AGENTS.md')).toEqual(['present', 'inside']);
    expect(await seen(files, '/repo/home.md')).toEqual(OUTSIDE);
  });
});
