// Owns: files over an ACP client: the laws of the port where this machine stands beside it, and what holds where it
// does not.
import { afterEach, describe, expect, test } from 'vitest';
import type { MemoryFileSystem } from '../../../src/adapters/memory/index.js';
import { memoryFileSystem } from '../../../src/adapters/memory/index.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import type { ReadTextFile } from '../../../src/hosts/acp/index.js';
import { acpFileSystem } from '../../../src/hosts/acp/index.js';
import { fileSystemLaws } from '../../../src/testing/contracts/index.js';
import type { Connection } from './connection.js';
import { connect } from './connection.js';

const at = (path: string): AbsolutePath => path as AbsolutePath;

/** A client that shows texts, and fails in its own words for everything else. */
const showing =
  (files: MemoryFileSystem): ReadTextFile =>
  async ({ path }) => {
    const read = await files.read(at(path), 1 << 24)();
    if (read._tag !== 'bytes') throw new Error('something went wrong');
    return { content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes) };
  };

describe('with the files of this machine beside it', () => {
  const laws = fileSystemLaws(() => {
    const files = memoryFileSystem({ '/root': { directory: true } });
    return {
      fileSystem: acpFileSystem({ sessionId: 's', readTextFile: showing(files), beside: files }),
      root: at('/root'),
      put: (path, file) => files.put(path, file),
      remove: (path) => files.delete(path),
    };
  });
  test.each(laws.map(({ name, run }) => [name, run] as const))('%s', async (_, run) => {
    await run();
  });
});

const open: Connection[] = [];
afterEach(() => open.splice(0).forEach(({ close }) => close()));

const overClient = async (files: Readonly<Record<string, string>>, beside?: MemoryFileSystem) => {
  const connection = await connect(() => [], { update: () => undefined, files: (path) => files[path] });
  open.push(connection);
  const { side } = connection;
  const readTextFile: ReadTextFile = async ({ sessionId, path }) => ({ content: await side.read(sessionId, path) });
  return acpFileSystem({ sessionId: 's', readTextFile, ...(beside === undefined ? {} : { beside }) });
};

test('an unsaved buffer is what is read, whatever the disk holds (A5, A6)', async () => {
  const disk = memoryFileSystem({ '/repo/AGENTS.md': 'saved', '/repo/.git': { directory: true } });
  const files = await overClient({ '/repo/AGENTS.md': 'unsaved', '/repo/new.md': 'new' }, disk);
  expect(await files.probe(at('/repo/AGENTS.md'))()).toEqual({ _tag: 'present', size: 7 });
  const read = await files.read(at('/repo/AGENTS.md'), 100)();
  expect(read._tag === 'bytes' && new TextDecoder().decode(read.bytes)).toBe('unsaved');
  expect(await files.probe(at('/repo/new.md'))()).toEqual({ _tag: 'present', size: 3 });
  expect(await files.probe(at('/repo/.git'))()).toEqual({ _tag: 'absent', directory: true });
});

test('without a disk what is not found is absent, and what cannot be told unavailable (A5)', async () => {
  const files = await overClient({ '/repo/a.md': 'text' });
  expect(await files.probe(at('/repo/none.md'))()).toEqual({ _tag: 'absent' });
  expect(await files.read(at('/repo/none.md'), 9)()).toEqual({ _tag: 'unavailable', reason: 'it is not there' });
  expect(await files.read(at('/repo/a.md'), 3)()).toEqual({ _tag: 'too-large' });
  expect(files.list).toBeUndefined();
  const failing = acpFileSystem({ sessionId: 's', readTextFile: () => Promise.reject(new Error('odd')) });
  expect(await failing.probe(at('/a'))()).toEqual({ _tag: 'unavailable', reason: 'odd' });
});

test('a client that does not answer is given up, and so is an aborted request (F6)', async () => {
  const signals: AbortSignal[] = [];
  const silent: ReadTextFile = (_, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const files = acpFileSystem({ sessionId: 's', readTextFile: silent, timeoutMs: 5 });
  const reason = 'the client did not answer within 5 ms';
  expect(await files.probe(at('/a'))()).toEqual({ _tag: 'unavailable', reason });
  const patient = acpFileSystem({ sessionId: 's', readTextFile: silent });
  const controller = new AbortController();
  const reading = patient.read(at('/a'), 9, controller.signal)();
  await Promise.resolve();
  controller.abort();
  expect(await reading).toMatchObject({ _tag: 'unavailable' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('a client on Windows is asked in its own spelling (F2)', async () => {
  const asked: string[] = [];
  const readTextFile: ReadTextFile = ({ path }) => {
    asked.push(path);
    return Promise.resolve({ content: '' });
  };
  await acpFileSystem({ sessionId: 's', readTextFile }).probe(at('C:/repo/a.md'))();
  expect(asked).toEqual(['C:\\repo\\a.md']);
});
