// Owns: reading a session log of any format for a command, from a file or standard input, with its progress shown.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { logText } from '../adapters/node/index.js';
import { describeError } from '../domain/error.js';
import type { AnyHead, VisitEvent } from '../programs/read-any-log.js';
import { visitAnyLog } from '../programs/read-any-log.js';
import type { ReadingOptions } from '../programs/log-lines.js';
import type { Progress } from './progress.js';
import { progressOf } from './progress.js';
import type { Terminal } from './terminal.js';

/** The size of a regular file; of anything else it is not known before its end. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );

async function* watched(text: AsyncIterable<string>, { advance }: Progress): AsyncGenerator<string, void, undefined> {
  for await (const piece of text) {
    yield piece;
    advance(Buffer.byteLength(piece));
  }
}

/**
 * Reads a log, or standard input for `-`, and hands its events on.
 *
 * Errors: a sentence: the file cannot be read, it is nobody's log, or which line is bad and why. Some events were
 *         handed on by then.
 * Source: SPEC L5
 */
export const visitLogFile =
  (path: string, terminal: Terminal, visit: VisitEvent, options: ReadingOptions): TaskEither<string, AnyHead> =>
  async () => {
    const file = resolve(terminal.cwd, path);
    const isInput = path === '-';
    const progress = progressOf(path, isInput ? undefined : await sizeOf(file), terminal);
    try {
      const text = isInput ? terminal.streamInput() : logText(file);
      return E.mapLeft(describeError)(await visitAnyLog(watched(text, progress), visit, options)());
    } finally {
      progress.end();
    }
  };
