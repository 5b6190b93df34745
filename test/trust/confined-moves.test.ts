// Owns: that no byte from outside gets in on a real disk, where a directory is replaced by a link between the two looks
// that confinement takes and is back for the second.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { confined } from '../../src/adapters/confined/index.js';
import { nodeFileSystem } from '../../src/adapters/node/index.js';
import type { AbsolutePath } from '../../src/domain/path.js';
import { joinPath } from '../../src/domain/path.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import { temporaryDirectory } from '../contracts/fixtures.js';

const onLinux = test.skipIf(process.platform !== 'linux');

const place = (): AbsolutePath => {
  const root = temporaryDirectory();
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const directory of ['repo/docs', 'secret']) mkdirSync(`${root}/${directory}`, { recursive: true });
  writeFileSync(`${root}/repo/docs/a.md`, 'inside');
  writeFileSync(`${root}/secret/a.md`, 'secret');
  symlinkSync('docs/a.md', `${root}/repo/AGENTS.md`);
  return root;
};

/** While a call of the file system runs, `docs` leads to what nobody may see. */
const during = async <A>(root: AbsolutePath, call: () => Promise<A>): Promise<A> => {
  renameSync(`${root}/repo/docs`, `${root}/repo/away`);
  symlinkSync('../secret', `${root}/repo/docs`);
  try {
    return await call();
  } finally {
    unlinkSync(`${root}/repo/docs`);
    renameSync(`${root}/repo/away`, `${root}/repo/docs`);
  }
};

const swapping = (root: AbsolutePath, blocking: 'always' | 'never'): FileSystem => {
  const files = nodeFileSystem({ blocking, locate: true });
  return {
    ...files,
    read: (path, maxBytes) => () => during(root, files.read(path, maxBytes)),
    many: (questions) => () => during(root, files.many(questions)),
  };
};

onLinux.each(['always', 'never'] as const)(
  'a read that proves where it is from lets nothing in (%s)',
  async (blocking) => {
    const root = place();
    const files = confined(swapping(root, blocking), [joinPath(root, 'repo')]);
    const path = joinPath(root, 'repo/AGENTS.md');
    const unavailable = { _tag: 'unavailable', reason: expect.stringContaining('outside the trusted roots') as string };
    expect(await files.read(path, 99)()).toMatchObject(unavailable);
    const [alone, ...others] = (await files.many?.([{ kind: 'read', path, maxBytes: 99 }])()) ?? [];
    expect([alone, others]).toMatchObject([unavailable, []]);
    // What did not move is read as it is.
    const still = confined(nodeFileSystem({ blocking, locate: true }), [joinPath(root, 'repo')]);
    expect(await still.read(path, 99)()).toMatchObject({ _tag: 'bytes', real: joinPath(root, 'repo/docs/a.md') });
  },
);

onLinux('a file that is deleted or replaced after it was opened is still from where it was', async () => {
  const root = place();
  const files = nodeFileSystem({ locate: true });
  const inside = confined(
    {
      ...files,
      read: (path, maxBytes) => async () => {
        const read = await files.read(path, maxBytes)();
        return read._tag === 'bytes' ? { ...read, real: `${read.real} (deleted)` as AbsolutePath } : read;
      },
    },
    [joinPath(root, 'repo')],
  );
  expect((await inside.read(joinPath(root, 'repo/AGENTS.md'), 99)())._tag).toBe('bytes');
});
