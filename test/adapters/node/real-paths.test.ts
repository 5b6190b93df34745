// Owns: that many real paths are those of each, on a real disk, whatever links lead where.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
import type { Pace } from '../../../src/adapters/node/pace.js';
import { realPathOf, realPathsOf } from '../../../src/adapters/node/real-paths.js';
import type { Blocking, Waiting } from '../../../src/adapters/node/ways.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { RealPath } from '../../../src/ports/file-system.js';
import { temporaryDirectory } from '../../contracts/fixtures.js';
import { seed } from '../../seed.js';

const place = (): AbsolutePath => {
  const root = temporaryDirectory();
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
};

const compare = async (files: ReturnType<typeof nodeFileSystem>, paths: readonly AbsolutePath[]): Promise<void> => {
  const alone = paths.map((path) =>
    files
      .realPath(path)()
      .then((real): unknown => (real === undefined ? { _tag: 'nothing' } : { _tag: 'known', real }))
      .catch(() => 'unavailable'),
  );
  const plain = (found: RealPath): unknown => (found._tag === 'unavailable' ? found._tag : found);
  expect((await files.realPaths(paths)()).map(plain)).toEqual(await Promise.all(alone));
};

describe.each(['quick', 'always', 'never'] as const)('real paths of many (%s)', (blocking) => {
  test('are those of each, of odd ones too, and again once the directories are known', async () => {
    const root = place();
    mkdirSync(`${root}/dir/deep`, { recursive: true });
    writeFileSync(`${root}/dir/file.md`, '');
    writeFileSync(`${root}/dir/deep/a\nb`, '');
    symlinkSync('dir', `${root}/linked`);
    symlinkSync('linked/deep', `${root}/further`);
    symlinkSync('loop', `${root}/loop`);
    symlinkSync('/', `${root}/top`);
    const names = ['', 'dir', 'dir/file.md', 'linked/file.md', 'further/a\nb', 'loop', 'loop/x', 'top', 'top/nowhere'];
    const odd = ['dir/file.md/below', 'dir/none/x', 'linked/none', 'x'.repeat(300)].concat(names);
    const paths = odd.map((name) => (name === '' ? root : `${root}/${name}`) as AbsolutePath);
    paths.push('/' as AbsolutePath, 'C:/foreign' as AbsolutePath, '//host/share/a' as AbsolutePath);
    const files = nodeFileSystem({ blocking });
    await compare(files, paths);
    await compare(files, paths);
    expect(await files.realPaths([])()).toEqual([]);
  });

  test('are those of each, however links lead to each other', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const inside = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const link = fc.record({
      at: inside,
      to: fc.oneof(
        inside,
        inside.map((path) => `../${path}`),
        fc.constant('.'),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(link, { maxLength: 5 }), fc.array(inside, { maxLength: 4 }), async (links, files) => {
        const root = temporaryDirectory();
        try {
          const make = (path: string, put: (at: string) => void): void => {
            try {
              mkdirSync(`${root}/${path.split('/').slice(0, -1).join('/')}`, { recursive: true });
              put(`${root}/${path}`);
            } catch {
              // What is there already, or under a file, stays as it is.
            }
          };
          for (const { at, to } of links) make(at, (path) => symlinkSync(to, path));
          for (const path of files) make(path, (at) => writeFileSync(at, ''));
          const asked = ['a', 'b', 'c'].flatMap((one) =>
            ['', '/a', '/b', '/a/a', '/b/c'].map((rest) => `${root}/${one}${rest}` as AbsolutePath),
          );
          await compare(nodeFileSystem({ blocking }), asked);
        } finally {
          rmSync(root, { recursive: true });
        }
      }),
      { seed, numRuns: 60 },
    );
  });
});

describe('what is waited for', () => {
  type Speed = ReturnType<Pace['speedOf']>;

  /** Which paths of a small tree are waited for, and what the pace hears. */
  const asked = async (blocking: Blocking, speedOf: (name: string, waited: readonly string[]) => Speed) => {
    const root = place();
    mkdirSync(`${root}/a/b`, { recursive: true });
    mkdirSync(`${root}/c`);
    for (const name of ['a/1', 'a/2', 'a/b/1', 'a/b/2', 'c/1', 'c/2']) writeFileSync(`${root}/${name}`, '');
    symlinkSync('1', `${root}/a/link`);
    const names = ['a/1', 'a/2', 'a/link', 'a/b/1', 'a/b/2', 'c/1', 'c/2', 'c/none'];
    const short = (path: string): string => path.slice(root.length + 1);
    const [waited, heard, blocked]: [string[], string[], string[]] = [[], [], []];
    const pace: Pace = {
      speedOf: (directory) => speedOf(short(directory), waited),
      waited: (directory, ms) => heard.push(`${short(directory)} ${ms}`),
      blocked: (directory, ms) => {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThan(10_000);
        return blocked.push(short(directory)) > 0;
      },
    };
    const waiting: Waiting<AbsolutePath, RealPath> = async (path, _, took) => {
      waited.push(short(path));
      took?.(7);
      return realPathOf(path);
    };
    const found = await realPathsOf(
      { waiting, pace, blocking },
      names.map((name) => `${root}/${name}` as AbsolutePath),
      undefined,
    );
    const told = found.map((each) => (each._tag === 'known' ? short(each.real) : each._tag));
    expect(told).toEqual(['a/1', 'a/2', 'a/1', 'a/b/1', 'a/b/2', 'c/1', 'c/2', 'nothing']);
    return { waited, heard, blocked };
  };
  const ALL = ['a/1', 'a/2', 'a/link', 'a/b/1', 'a/b/2', 'c/1', 'c/2', 'c/none'];
  const EACH = ['a', 'a/b', 'c'];

  test('nothing but links, where directories are quick or nothing else is to be done', async () => {
    const calm = { waited: ['a/link'], heard: ['a 7'], blocked: EACH };
    expect(await asked('quick', () => 'quick')).toEqual(calm);
    expect(await asked('always', () => 'slow')).toEqual(calm);
    expect(await asked('always', () => 'unknown')).toEqual(calm);
  });

  test('everything, where directories are slow or nothing may be asked otherwise', async () => {
    const heard = ALL.map((name) => `${name.slice(0, name.lastIndexOf('/'))} 7`);
    expect(await asked('quick', () => 'slow')).toEqual({ waited: ALL, heard, blocked: [] });
    expect(await asked('never', () => 'quick')).toEqual({ waited: ALL, heard, blocked: [] });
  });

  test('one path of the deepest directory, where nothing is known of it or of those above', async () => {
    const known = await asked('quick', (_, waited) => (waited.length === 0 ? 'unknown' : 'quick'));
    expect(known).toEqual({ waited: ['a/b/1', 'c/1', 'a/link'], heard: ['a/b 7', 'c 7', 'a 7'], blocked: EACH });
    const mixed = await asked('quick', (name, waited) =>
      name !== 'c' ? 'quick' : waited.includes('c/1') ? 'slow' : 'unknown',
    );
    expect(mixed.waited).toEqual(['c/1', 'a/link', 'c/2', 'c/none']);
    expect(mixed.blocked).toEqual(['a', 'a/b']);
  });

  test('everything else gets its turn after some milliseconds, and an abort meanwhile ends it', async () => {
    const root = place();
    const paths = ['a', 'b', 'c', 'd'].map((name) => `${root}/${name}/file` as AbsolutePath);
    const pace: Pace = { speedOf: () => 'quick', waited: () => undefined, blocked: () => true };
    const waiting: Waiting<AbsolutePath, RealPath> = () => Promise.reject(new Error('nothing is to be waited for'));
    const ending = async (msPerLook: number): Promise<readonly string[]> => {
      let nowMs = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += msPerLook));
      const cancel = new AbortController();
      setImmediate(() => cancel.abort());
      try {
        const found = await realPathsOf({ waiting, pace, blocking: 'always' }, paths, cancel.signal);
        return found.map((each) => (each._tag === 'unavailable' ? each.reason : each._tag));
      } finally {
        clock.mockRestore();
      }
    };
    const [nothing, aborted] = ['nothing', 'aborted'];
    expect(await ending(0)).toEqual([nothing, nothing, nothing, nothing]);
    // Two looks a directory, and one before all of them: more than 4 ms are over with the third directory.
    expect(await ending(1)).toEqual([nothing, nothing, nothing, aborted]);
    expect(await ending(5)).toEqual([nothing, aborted, aborted, aborted]);
  });
});

test('an abort leaves them unavailable (SPEC F6)', async () => {
  const root = place();
  const found = await nodeFileSystem().realPaths([root, `${root}/x` as AbsolutePath], AbortSignal.abort())();
  expect(found.map(({ _tag }) => _tag)).toEqual(['unavailable', 'unavailable']);
});
