// Owns: the file-system port over `node:fs`. Paths come in POSIX style and Node takes them so on Windows too; what Node
// gives back is turned into that style here. Confinement to trusted roots is another adapter's work.
import { constants, promises } from 'node:fs';
import type { Task } from 'fp-ts/lib/Task.js';
import type { AbsolutePath } from '../../domain/path.js';
import { absolutePath } from '../../domain/path.js';
import type { Listing, Probe } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileSystem, RawRead } from '../../ports/file-system.js';
import { isAbsence, unavailable } from './failure.js';
import { limitTo } from './limit.js';
import { versionOf, versionOfRead } from './version.js';

/** Bounds of the file system. */
export interface NodeFileSystemOptions {
  /** How many calls run at once; 16 by default. */
  readonly maxParallel?: number;
  /** How many names one listing gives before it is `partial`; 10 000 by default. */
  readonly maxNames?: number;
}

/** Opening a FIFO or a terminal must neither wait nor take control; Windows knows neither flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const MIN_CHUNK_BYTES = 4 * 1024;
const MAX_CHUNK_BYTES = 64 * 1024;

const stopIfAborted = (signal: CancelSignal | undefined): void => {
  if (signal?.aborted === true) throw new Error('aborted');
};

/** `C:/repo` or `//host/share` on a POSIX system would be looked up somewhere else, without an error. */
const refuseForeign = (path: AbsolutePath): void => {
  if (process.platform !== 'win32' && !/^\/(?!\/)/u.test(path)) throw new Error(`${path} is no path of this system`);
};

const probeFile = async (path: AbsolutePath): Promise<Exclude<Probe, { readonly _tag: 'no-provider' }>> => {
  const found = await promises.stat(path, { bigint: true });
  if (found.isFile()) return { _tag: 'present', size: Number(found.size), version: versionOf(found) };
  return found.isDirectory() ? { _tag: 'absent', directory: true } : { _tag: 'absent' };
};

/** Room for one byte more than expected, so that a file which is longer shows it at once. */
const roomFor = (expected: number, read: number, maxBytes: number): number =>
  Math.min(MAX_CHUNK_BYTES, maxBytes + 1 - read, Math.max(expected + 1 - read, MIN_CHUNK_BYTES));

const joined = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/** The rest of a file, counted while it comes in: what its size says is only a hint. `undefined` over the bound. */
const readAll = async (
  file: promises.FileHandle,
  expected: number,
  maxBytes: number,
  signal: CancelSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= maxBytes) {
    stopIfAborted(signal);
    const chunk = new Uint8Array(roomFor(expected, length, maxBytes));
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return joined(chunks, length);
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return undefined;
};

const readOpened = async (
  file: promises.FileHandle,
  maxBytes: number,
  signal: CancelSignal | undefined,
): Promise<RawRead> => {
  const before = await file.stat({ bigint: true });
  if (!before.isFile()) return unavailable('what was opened is no regular file');
  if (before.size > maxBytes) return { _tag: 'too-large' };
  const startedMs = Date.now();
  const bytes = await readAll(file, Number(before.size), maxBytes, signal);
  if (bytes === undefined) return { _tag: 'too-large' };
  const version = versionOfRead(before, await file.stat({ bigint: true }), bytes.length, startedMs);
  return { _tag: 'bytes', bytes, ...(version === undefined ? {} : { version }) };
};

const readFile = async (path: AbsolutePath, maxBytes: number, signal: CancelSignal | undefined): Promise<RawRead> => {
  const file = await promises.open(path, READ_ONLY);
  try {
    return await readOpened(file, maxBytes, signal);
  } finally {
    await file.close();
  }
};

const listDirectory = async (
  path: AbsolutePath,
  maxNames: number,
  signal: CancelSignal | undefined,
): Promise<Listing> => {
  const names: string[] = [];
  for await (const entry of await promises.opendir(path)) {
    stopIfAborted(signal);
    if (names.length === maxNames) return { _tag: 'names', names, partial: true };
    names.push(entry.name);
  }
  return { _tag: 'names', names, partial: false };
};

/**
 * Makes a file system over this machine's files.
 *
 * Shape:  calls of one instance share its room for parallel ones; one that never comes back (a dead mount) keeps its
 *         place. A version is made of device, inode, size and the times of modification and change.
 * Errors: as the port says. Missing, dangling or under a file is absent; every other error is `unavailable` and named
 *         by its code. `realPath` rejects where it cannot tell.
 * Cost:   a probe is one `stat`; a read never allocates more than its file needs, or `maxBytes`, plus one chunk.
 * Source: SPEC A5, A6, F6; testing/contracts/file-system
 */
export const nodeFileSystem = ({
  maxParallel = 16,
  maxNames = 10_000,
}: NodeFileSystemOptions = {}): Required<FileSystem> => {
  const limit = limitTo(maxParallel);
  const run =
    <A>(
      path: AbsolutePath,
      signal: CancelSignal | undefined,
      call: () => Promise<A>,
      failed: (error: unknown) => A,
    ): Task<A> =>
    () =>
      limit(async () => {
        try {
          stopIfAborted(signal);
          refuseForeign(path);
          return await call();
        } catch (error) {
          return failed(error);
        }
      });

  return {
    probe: (path, signal) =>
      run(path, signal, () => probeFile(path), (error) => (isAbsence(error) ? { _tag: 'absent' } : unavailable(error))),
    read: (path, maxBytes, signal) => run(path, signal, () => readFile(path, maxBytes, signal), unavailable),
    list: (path, signal) => run(path, signal, () => listDirectory(path, maxNames, signal), unavailable),
    realPath: (path, signal) =>
      run(path, signal, async () => absolutePath(await promises.realpath(path)), (error) => {
        if (isAbsence(error)) return undefined;
        throw error;
      }),
  };
};
