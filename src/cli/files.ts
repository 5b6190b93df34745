// Owns: reading and writing whole files for commands, with failures as values.
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { makeDirectory } from './hook/guarded-files.js';
import type { Terminal } from './terminal.js';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Reads a file, or standard input for `-`, as UTF-8 without its BOM.
 *
 * Errors: a sentence.
 */
export const readText = (path: string, terminal: Terminal): TaskEither<string, string> =>
  pipe(
    TE.tryCatch(
      () => (path === '-' ? terminal.readInput() : readFile(resolve(terminal.cwd, path), 'utf8')),
      (error) => `cannot be read: ${reasonOf(error)}`,
    ),
    TE.map((text) => text.replace(/^\uFEFF/u, '')),
  );

/** Reads a JSON file in the same way. */
export const readJson = (path: string, terminal: Terminal): TaskEither<string, unknown> =>
  pipe(
    readText(path, terminal),
    TE.chainEitherK((text) =>
      E.tryCatch(
        () => JSON.parse(text) as unknown,
        (error) => `is not JSON: ${reasonOf(error)}`,
      ),
    ),
  );

/**
 * Puts a file in the place of whatever is there, once it is whole.
 *
 * Shape:  `write` must make a new file and follow no link: others may have put one there.
 * Errors: rejects with the file system's; what stood there before still does.
 */
export const putInPlace = async (path: string, write: (unfinished: string) => Promise<void>): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}.tmp`;
  try {
    await write(unfinished);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
};

/**
 * Writes a file so that nobody ever sees half of it; its directory is made where it is missing.
 *
 * Errors: a sentence; what stood there before still does.
 */
export const writeWhole = (path: string, text: string): TaskEither<string, void> =>
  TE.tryCatch(
    async () => {
      makeDirectory(dirname(path));
      await putInPlace(path, (unfinished) => writeFile(unfinished, text, { flag: 'wx' }));
    },
    (error) => `cannot be written: ${reasonOf(error)}`,
  );
