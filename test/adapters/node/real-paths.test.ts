// Owns: that many real paths are those of each, on a real disk, whatever links lead where.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFileSystem } from '../../../src/adapters/node/index.js';
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

test('an abort leaves them unavailable (SPEC F6)', async () => {
  const root = place();
  const found = await nodeFileSystem().realPaths([root, `${root}/x` as AbsolutePath], AbortSignal.abort())();
  expect(found.map(({ _tag }) => _tag)).toEqual(['unavailable', 'unavailable']);
});
