// Owns: a directory of session logs on this machine, one `.jsonl` file a session, lent as text and never written.
import { constants, promises } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { LogFiles } from '../../ports/log-files.js';

/** Opening a FIFO that is called like a log must not wait for a writer; Windows does not know the flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const CHUNK_BYTES = 256 * 1024;

const stopIfAborted = (signal: CancelSignal | undefined): void => {
  if (signal?.aborted === true) throw new Error('aborted');
};

async function* textOf(path: string, signal: CancelSignal | undefined): AsyncGenerator<string, void, undefined> {
  stopIfAborted(signal);
  const file = await promises.open(path, READ_ONLY);
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is no regular file`);
    const chunks = file.createReadStream({ encoding: 'utf8', highWaterMark: CHUNK_BYTES, autoClose: false });
    for await (const chunk of chunks) {
      stopIfAborted(signal);
      yield chunk as string;
    }
  } finally {
    await file.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Lends the logs of a directory.
 *
 * Shape:  every name that ends in `.jsonl` is a log, a link to one too; other names are not looked at.
 * Errors: as the port says; a directory that does not exist holds no logs.
 * Cost:   one open file for each log that is being read, and a chunk of it in memory.
 * Source: SPEC L6
 */
export const jsonlDirectory = (directory: string): LogFiles => ({
  names: (signal) => async () => {
    try {
      stopIfAborted(signal);
      return E.right((await promises.readdir(directory)).filter((name) => name.endsWith('.jsonl')));
    } catch (error) {
      if (isMissing(error)) return E.right([]);
      const detail = error instanceof Error ? error.message : String(error);
      return E.left({ _tag: 'StoreFailure', operation: 'list', detail });
    }
  },
  read: (name, signal) => textOf(join(directory, name), signal),
});
