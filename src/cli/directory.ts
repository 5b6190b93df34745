// Owns: a directory that a command is given to look into.
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AbsolutePath } from '../domain/path.js';
import { absolutePath } from '../domain/path.js';
import type { FileSystem } from '../ports/file-system.js';
import type { Terminal } from './terminal.js';

/**
 * Finds the directory that `--cwd` names.
 *
 * Errors: a sentence.
 */
export const findDirectory = (named: string, terminal: Terminal, files: FileSystem): TaskEither<string, AbsolutePath> =>
  pipe(
    TE.fromEither(E.fromNullable(`${named}: is no path`)(absolutePath(resolve(terminal.cwd, named)))),
    TE.chain((path) => async () => {
      const probe = await files.probe(path)();
      if (probe._tag === 'unavailable') return E.left(`--cwd ${named}: ${probe.reason}`);
      if (probe._tag === 'absent' && probe.directory === true) return E.right(path);
      return E.left(`--cwd ${named}: ${probe._tag === 'present' ? 'is no directory' : 'there is no such directory'}`);
    }),
  );
