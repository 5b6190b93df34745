// Owns: the names of what stands beside a log, and putting a file in its place so that nobody ever sees half of it.
import { randomBytes } from 'node:crypto';
import { promises } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileNameOf } from './file-name.js';

/** Where a session's log is, and what stands beside it. No name but the log's ends in `.jsonl`. */
export interface LogPaths {
  readonly directory: string;
  readonly log: string;
  readonly lock: string;
  readonly snapshot: string;
}

/** Logs say what people and models said: they are for their owner alone. */
export const FILE_MODE = 0o600;

/** The same, for the directory. */
const DIRECTORY_MODE = 0o700;

/** The paths of a session. */
export const logPaths = (directory: string, sessionId: string): LogPaths => {
  const log = join(directory, fileNameOf(sessionId));
  return { directory, log, lock: `${log}.lock`, snapshot: `${log}.snapshot` };
};

/**
 * Makes a directory and those that it is in.
 *
 * Errors: throws what the file system throws.
 * Why:    Node's own way never ends where a file system calls every new name missing, as /proc does.
 */
export const makeDirectory = async (directory: string): Promise<void> => {
  const isThere = async (): Promise<boolean> =>
    promises.stat(directory).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (await isThere()) return;
  if (dirname(directory) !== directory) await makeDirectory(dirname(directory));
  try {
    await promises.mkdir(directory, { mode: DIRECTORY_MODE });
  } catch (error) {
    if (!(await isThere())) throw error;
  }
};

/**
 * Makes a change of a directory's names last.
 *
 * Why:    Windows does not open directories, and keeps its names by itself.
 */
export const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const opened = await promises.open(directory, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
};

/** Writes all bytes at an offset, however many the system takes at once. */
export const writeRange = async (file: promises.FileHandle, bytes: Buffer, offset: number): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
};

/** Makes a new file with some content, on the disk when it is over; a file that is there already is an error. */
export const writeNew = async (path: string, write: (file: promises.FileHandle) => Promise<void>): Promise<void> => {
  const file = await promises.open(path, 'wx', FILE_MODE);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Puts a whole file at a path, in the place of one that may be there. */
export const putWhole = async (path: string, text: string): Promise<void> => {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.new`;
  try {
    await writeNew(unfinished, (file) => writeRange(file, Buffer.from(text, 'utf8'), 0));
    await promises.rename(unfinished, path);
  } catch (error) {
    await promises.rm(unfinished, { force: true });
    throw error;
  }
};
