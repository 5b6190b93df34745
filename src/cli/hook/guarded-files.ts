// Owns: touching files that others may have put there without ever waiting for them: what is no regular file is
// refused, what is too large too. Loads nothing but Node's own: the light path is made of it.
import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Opening a FIFO or a terminal must neither wait nor take control; Windows knows neither flag. */
const WITHOUT_WAITING = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Does something with a regular file that is open. Errors: throws for any other, and what the file system throws. */
const withFile = <A>(path: string, flags: number, work: (file: number, found: Stats) => A): A => {
  const file = openSync(path, flags | WITHOUT_WAITING, 0o600);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is no regular file');
    return work(file, found);
  } finally {
    closeSync(file);
  }
};

/** Opens a regular file for reading. Errors: as `readGuarded`. */
export const withRegularFile = <A>(path: string, work: (file: number, found: Stats) => A): A =>
  withFile(path, constants.O_RDONLY, work);

/**
 * Reads a file as UTF-8.
 *
 * Errors: throws for what is no regular file or holds more than the bytes, and what the file system throws.
 */
export const readGuarded = (path: string, maxBytes: number): string =>
  withRegularFile(path, (file) => {
    const bytes = Buffer.allocUnsafe(maxBytes + 1);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
      read = readSync(file, bytes, filled, bytes.length - filled, null);
    }
    if (filled > maxBytes) throw new Error(`it holds more than ${maxBytes} bytes`);
    return bytes.toString('utf8', 0, filled);
  });

/** Adds to a file, for its owner alone. Errors: as `readGuarded`. */
export const appendGuarded = (path: string, text: string): void =>
  withFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, (file) => void writeSync(file, text));

/**
 * Makes a directory and those that it is in.
 *
 * Errors: throws what the file system throws.
 * Why:    Node's own way never ends where a file system calls every new name missing, as /proc does.
 */
export const makeDirectory = (directory: string, mode = 0o777): void => {
  const isThere = (): boolean => statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory), mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    if (!isThere()) throw error;
  }
};
