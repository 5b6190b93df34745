// Owns: the configuration of agent-instructions that a command is given as a file, and complaints about it.
import { pipe } from 'fp-ts/lib/function.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isFields, settingPath } from '../domain/codec/decode.js';
import type { InvalidConfig } from '../domain/error.js';
import { readJson } from './files.js';
import type { Terminal } from './terminal.js';

/** A configuration, not checked yet, and where it stands, for complaints about it. */
export interface FoundConfig {
  readonly value: unknown;
  readonly place: string;
}

/**
 * Reads a configuration from a file that holds it alone, or one for each source as a scenario does.
 *
 * Errors: a sentence that begins with the file's name.
 */
export const readConfig = (file: string, terminal: Terminal): TaskEither<string, FoundConfig> =>
  pipe(
    readJson(file, terminal),
    TE.bimap(
      (problem) => `${file}: ${problem}`,
      (value) =>
        isFields(value) && Object.hasOwn(value, 'agentInstructions')
          ? { value: value['agentInstructions'], place: `${file}: $.agentInstructions` }
          : { value, place: `${file}: $` },
    ),
  );

/** Says where in its file a setting is wrong; a value that is no object has no keys to name. */
export const misplaced = ({ value, place }: FoundConfig, { key, expected, found }: InvalidConfig): string =>
  `${isFields(value) ? settingPath(place, key) : place}: expected ${expected}, found ${found}`;
