// Owns: a directory of session logs on this machine, one `.jsonl` file a session, lent as text and never written.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { LogFiles } from '../../ports/log-files.js';
import { stopIfAborted, storeFailure } from './failure.js';
import { fileNameOf } from './file-name.js';
import { openFile } from './head.js';
import { logNames } from './list.js';

/** The text of more than 128 KiB is no small object to the engine, and each would cost ten times as much. */
const CHUNK_BYTES = 96 * 1024;

async function* textOf(path: string, signal: CancelSignal | undefined): AsyncGenerator<string, void, undefined> {
  stopIfAborted(signal);
  const file = await openFile(path, 'read');
  try {
    const chunks = file.createReadStream({ encoding: 'utf8', highWaterMark: CHUNK_BYTES, autoClose: false });
    for await (const chunk of chunks) {
      stopIfAborted(signal);
      yield chunk as string;
    }
  } finally {
    await file.close();
  }
}

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
      return E.right(await logNames(directory));
    } catch (error) {
      return E.left(storeFailure('list', error));
    }
  },
  nameOf: fileNameOf,
  read: (name, signal) => textOf(join(directory, name), signal),
});
