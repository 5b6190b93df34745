// Owns: what the memory file system does beyond the port laws: edits, faults, counts, delays and odd trees.
import { describe, expect, test } from 'vitest';
import type { MemoryFileSystem } from '../../../src/adapters/memory/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import { locate, plant, treeOf, uproot } from '../../../src/adapters/memory/tree.js';
import type { AbsolutePath } from '../../../src/domain/path.js';

const at = (path: string): AbsolutePath => path as AbsolutePath;

const kind = async (files: MemoryFileSystem, path: string): Promise<string> => {
  const probe = await files.probe(at(path))();
  return probe._tag === 'absent' && probe.directory === true ? 'directory' : probe._tag;
};

const text = async (files: MemoryFileSystem, path: string): Promise<string> => {
  const read = await files.read(at(path), 1_000)();
  return read._tag === 'bytes' ? new TextDecoder().decode(read.bytes) : read._tag;
};

test('what cannot be told says why (SPEC F6)', async () => {
  const files = memoryFileSystem({ '/loop': { link: 'loop' }, '/dir': { directory: true }, '/bad': 'x' });
  files.fault('/bad', 'unavailable');
  const said = async (answer: Promise<{ readonly _tag: string; readonly reason?: string }>): Promise<unknown> =>
    answer.then(({ reason }) => reason, ({ message }: Error) => message);
  const asked = async (path: string): Promise<readonly unknown[]> => [
    await said(files.probe(at(path))()),
    await said(files.read(at(path), 9)()),
    await said(files.list(at(path))()),
    await said(files.realPath(at(path))().then((real) => ({ _tag: String(real) }))),
  ];
  expect(await asked('/bad')).toEqual([
    'EIO: the probe of /bad was made to fail',
    'EIO: the read of /bad was made to fail',
    'EIO: the listing of /bad was made to fail',
    'EIO: the walk to /bad was made to fail',
  ]);
  const loop = 'ELOOP: too many links at /loop';
  expect(await asked('/loop')).toEqual([loop, loop, 'no directory at /loop', loop]);
  expect(await asked('/gone')).toEqual([undefined, 'ENOENT: nothing at /gone', 'no directory at /gone', undefined]);
  expect(await asked('/dir')).toEqual([undefined, '/dir is no regular file', undefined, undefined]);
});

describe('what is put stands there (SPEC R, scenario files)', () => {
  test('parents are implied', async () => {
    const files = memoryFileSystem({ '/a/b/c.md': 'c' });
    expect(await kind(files, '/a/b')).toBe('directory');
    expect(await files.list(at('/a'))()).toEqual({ _tag: 'names', names: ['b'], partial: false });
    expect(await files.list(at('/'))()).toEqual({ _tag: 'names', names: ['a'], partial: false });
  });

  test('text is kept as UTF-8 and bytes as a copy', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const files = memoryFileSystem({ '/text.md': 'ü', '/bytes': bytes });
    bytes[0] = 9;
    expect(await files.probe(at('/text.md'))()).toMatchObject({ size: 2 });
    const read = await files.read(at('/bytes'), 3)();
    expect(read).toMatchObject({ _tag: 'bytes', bytes: Uint8Array.of(1, 2, 3) });
    if (read._tag === 'bytes') read.bytes[0] = 9;
    expect(await files.read(at('/bytes'), 3)()).toMatchObject({ bytes: Uint8Array.of(1, 2, 3) });
  });

  test('a put replaces a link, not what it leads to', async () => {
    const files = memoryFileSystem({ '/target.md': 'old', '/link.md': { link: 'target.md' } });
    files.put('/link.md', 'new');
    expect(await text(files, '/link.md')).toBe('new');
    expect(await text(files, '/target.md')).toBe('old');
  });

  test('a put goes through a linked directory, also one that is not there yet', async () => {
    const files = memoryFileSystem({ '/real/x.md': 'x', '/link': { link: 'real' }, '/dangling': { link: '/later' } });
    files.put('/link/y.md', 'y');
    files.put('/dangling/z.md', 'z');
    expect(await text(files, '/real/y.md')).toBe('y');
    expect(await text(files, '/later/z.md')).toBe('z');
    expect(await text(files, '/dangling/z.md')).toBe('z');
  });

  test('a file or a loop in the way becomes a directory', async () => {
    const files = memoryFileSystem({ '/a': 'file', '/loop': { link: 'loop' } });
    files.put('/a/b.md', 'b');
    files.put('/loop/c.md', 'c');
    expect(await text(files, '/a/b.md')).toBe('b');
    expect(await text(files, '/loop/c.md')).toBe('c');
  });

  test('a file put on a directory takes all below away, a directory put on a directory keeps it', async () => {
    const files = memoryFileSystem({ '/a/b/c.md': 'c' });
    files.put('/a/b', { directory: true });
    expect(await text(files, '/a/b/c.md')).toBe('c');
    files.put('/a/b', 'file');
    expect(await text(files, '/a/b')).toBe('file');
    files.put('/a/b', { directory: true });
    expect(await kind(files, '/a/b/c.md')).toBe('absent');
  });

  test('a delete takes all below away, of a link only the link', async () => {
    const files = memoryFileSystem({ '/a/b.md': 'b', '/a.md': 'a', '/link': { link: 'a' } });
    files.delete('/link');
    expect(await text(files, '/a/b.md')).toBe('b');
    files.delete('/a');
    expect([await kind(files, '/a/b.md'), await kind(files, '/a.md')]).toEqual(['absent', 'present']);
    files.delete('/missing/x.md');
    files.delete('/');
    expect(await kind(files, '/a.md')).toBe('present');
  });

  test('Windows paths are one path in each of their spellings (SPEC F2)', async () => {
    const files = memoryFileSystem({ 'c:\\repo\\AGENTS.md': 'a', 'C:/repo/link.md': { link: 'c:\\repo\\AGENTS.md' } });
    expect(await text(files, 'C:/repo/AGENTS.md')).toBe('a');
    expect(await text(files, 'C:/repo/link.md')).toBe('a');
    expect(await kind(files, 'C:/')).toBe('directory');
    expect(await kind(files, 'D:/')).toBe('absent');
  });
});

describe('links are followed (SPEC A5)', () => {
  test('`..` in a target counts from where links have led', async () => {
    const files = memoryFileSystem({
      '/b/c/deep.md': 'deep',
      '/b/file.md': 'file of b',
      '/a/file.md': 'file of a',
      '/a/linked': { link: '/b/c' },
      '/x.md': { link: '/a/linked/../file.md' },
      '/y.md': { link: 'a/linked/../../a/./file.md' },
    });
    expect(await text(files, '/x.md')).toBe('file of b');
    expect(await text(files, '/y.md')).toBe('file of a');
  });

  test('40 links are followed, 41 are a loop', async () => {
    const files = memoryFileSystem({ '/0': 'end' });
    for (let index = 1; index <= 41; index += 1) files.put(`/${index}`, { link: `${index - 1}` });
    expect([await kind(files, '/40'), await kind(files, '/41')]).toEqual(['present', 'unavailable']);
  });

  test('a link to a file is no directory', async () => {
    const files = memoryFileSystem({ '/file': 'x', '/link': { link: 'file' } });
    expect(await kind(files, '/link/below')).toBe('absent');
    expect((await files.list(at('/link'))())._tag).toBe('unavailable');
  });
});

describe('faults (SPEC R, step `fault`)', () => {
  const made = (): MemoryFileSystem =>
    memoryFileSystem({
      '/dir/file.md': 'text',
      '/one.md': { link: 'dir/file.md' },
      '/two.md': { link: 'one.md' },
      '/linked': { link: 'dir' },
      '/dangling.md': { link: 'later/on.md' },
    });

  test('`unavailable` fails probe, read and real path; `null` heals', async () => {
    const files = made();
    files.fault('/dir/file.md', 'unavailable');
    expect(await kind(files, '/dir/file.md')).toBe('unavailable');
    expect(await text(files, '/dir/file.md')).toBe('unavailable');
    await expect(files.realPath(at('/dir/file.md'))()).rejects.toThrow('EIO');
    files.fault('/dir/file.md', null);
    expect([await kind(files, '/dir/file.md'), await text(files, '/dir/file.md')]).toEqual(['present', 'text']);
  });

  test('`unreadable` fails only the read, of a directory the listing', async () => {
    const files = made();
    files.fault('/dir/file.md', 'unreadable');
    files.fault('/dir', 'unreadable');
    expect([await kind(files, '/dir/file.md'), await text(files, '/dir/file.md')]).toEqual(['present', 'unavailable']);
    expect(await kind(files, '/dir')).toBe('directory');
    expect((await files.list(at('/dir'))())._tag).toBe('unavailable');
    expect(await files.realPath(at('/two.md'))()).toBe('/dir/file.md');
  });

  test('a fault holds for links to the path, and not for what the path links to', async () => {
    const files = made();
    files.fault('/dir/file.md', 'unavailable');
    for (const link of ['/one.md', '/two.md', '/linked/file.md']) expect(await kind(files, link)).toBe('unavailable');
    files.fault('/dir/file.md', null);
    files.fault('/one.md', 'unavailable');
    expect([await kind(files, '/one.md'), await kind(files, '/two.md')]).toEqual(['unavailable', 'unavailable']);
    expect(await kind(files, '/dir/file.md')).toBe('present');
  });

  test('a fault holds for a missing path too, also through a dangling link', async () => {
    const files = made();
    files.fault('/missing.md', 'unavailable');
    files.fault('/later/on.md', 'unavailable');
    for (const path of ['/missing.md', '/dangling.md']) expect(await kind(files, path)).toBe('unavailable');
  });

  test('a fault outlives edits, and says nothing about neighbours or what is below', async () => {
    const files = made();
    files.fault('/dir', 'unavailable');
    files.put('/dir/other.md', 'other');
    expect([await kind(files, '/dir'), await text(files, '/dir/other.md')]).toEqual(['unavailable', 'other']);
  });
});

describe('versions, counts and delays', () => {
  test('a version changes with every put, also of the same content (SPEC A11)', async () => {
    const files = memoryFileSystem({ '/a.md': 'a' });
    const version = async (): Promise<unknown> => (await files.probe(at('/a.md'))() as { version?: string }).version;
    const seen = [await version(), await version()];
    files.put('/b.md', 'b');
    seen.push(await version());
    files.put('/a.md', 'a');
    const fresh = await version();
    files.delete('/a.md');
    files.put('/a.md', 'a');
    expect(new Set(seen).size).toBe(1);
    expect(new Set([...seen, fresh, await version()]).size).toBe(3);
  });

  test('versions can be switched off', async () => {
    const files = memoryFileSystem({ '/a.md': 'a' }, { versions: false });
    expect(await files.probe(at('/a.md'))()).toEqual({ _tag: 'present', size: 1 });
    expect(await files.read(at('/a.md'), 9)()).toEqual({ _tag: 'bytes', bytes: Uint8Array.of(97) });
  });

  test('probes, reads and lists are counted when they run', async () => {
    const files = memoryFileSystem({ '/a.md': 'a' });
    const probe = files.probe(at('/a.md'));
    expect(files.counts()).toEqual({ probes: 0, reads: 0, lists: 0 });
    await Promise.all([probe(), probe(), files.read(at('/a.md'), 9)(), files.list(at('/'))()]);
    expect(files.counts()).toEqual({ probes: 2, reads: 1, lists: 1 });
    files.resetCounts();
    expect(files.counts()).toEqual({ probes: 0, reads: 0, lists: 0 });
  });

  test('an answer is about the moment after its delay, and about nothing once aborted', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const files = memoryFileSystem({}, {
      delay: async (path) => {
        seen.push(path);
        await Promise.resolve();
        if (path === '/late.md') files.put('/late.md', 'late');
        else controller.abort();
      },
    });
    expect(await text(files, '/late.md')).toBe('late');
    const { signal } = controller;
    expect(await files.read(at('/a.md'), 9, signal)()).toEqual({ _tag: 'unavailable', reason: 'aborted' });
    await expect(files.realPath(at('/a.md'), signal)()).rejects.toThrow('aborted');
    expect(seen).toEqual(['/late.md', '/a.md', '/a.md']);
  });

  test('a tree is a value: an edit leaves the older one as it was', () => {
    const old = treeOf([[at('/a/b.md'), 'b']]);
    const more = plant(old, at('/a/c.md'), 'c', 1);
    const less = uproot(more, at('/a'));
    const found = [old, more, less].map((tree) => ['/a/b.md', '/a/c.md'].map((path) => locate(tree, at(path))._tag));
    expect(found).toEqual([['found', 'missing'], ['found', 'found'], ['missing', 'missing']]);
  });
});
