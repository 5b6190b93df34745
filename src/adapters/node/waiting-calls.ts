// Owns: the calls that leave the process free while the system works. They are right for every disk and slow on a quick
// one.
import { promises, stat } from 'node:fs';
import type { AbsolutePath } from '../../domain/path.js';
import type { Listing } from '../../domain/probe.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileAnswer, FileQuestion, RawRead } from '../../ports/file-system.js';
import type { Found } from './file-call.js';
import {
  MAX_CHUNK_BYTES,
  READ_ONLY,
  foundAt,
  linkOfOpen,
  located,
  readOf,
  refusalOf,
  stopIfAborted,
} from './file-call.js';

const MIN_CHUNK_BYTES = 4 * 1024;

/** With a callback, since a promise of `node:fs` that fails looks for its stack: most candidates are missing. */
const probeFile = (path: AbsolutePath): Promise<Found> =>
  new Promise((resolve, reject) => {
    stat(path, (error, stats) => (error === null ? resolve(foundAt(stats)) : reject(error)));
  });

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
  const before = await file.stat();
  const refusal = refusalOf(before, maxBytes);
  if (refusal !== undefined) return refusal;
  const startedMs = Date.now();
  const bytes = await readAll(file, before.size, maxBytes, signal);
  return bytes === undefined ? { _tag: 'too-large' } : readOf(before, bytes, startedMs);
};

const placeOf = (file: promises.FileHandle): Promise<string | undefined> =>
  promises.readlink(linkOfOpen(file.fd)).catch(() => undefined);

const readFile = async (
  path: AbsolutePath,
  maxBytes: number,
  locate: boolean,
  signal: CancelSignal | undefined,
): Promise<RawRead> => {
  const file = await promises.open(path, READ_ONLY);
  try {
    const read = await readOpened(file, maxBytes, signal);
    return locate ? located(read, await placeOf(file)) : read;
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

/** How questions are answered. */
export interface Bounds {
  readonly maxNames: number;
  /** Whether a read tells where the file lies. */
  readonly locate: boolean;
}

/** Answers one question; rejects with the system's error. */
export const answerOf = (
  question: FileQuestion,
  { maxNames, locate }: Bounds,
  signal: CancelSignal | undefined,
): Promise<FileAnswer> => {
  switch (question.kind) {
    case 'probe':
      return probeFile(question.path);
    case 'read':
      return readFile(question.path, question.maxBytes, locate, signal);
    case 'list':
      return listDirectory(question.path, maxNames, signal);
  }
};
