// Owns: listing a directory of logs by their first lines.
import { promises } from 'node:fs';
import { join } from 'node:path';
import type { SessionHeader } from '../../domain/log-event.js';
import { StoreProblem, isMissing } from './failure.js';
import { fileNameOf } from './file-name.js';
import { openFile, readHead } from './head.js';

/** The names of the logs in a directory, sorted; one that is not there yet holds none. */
export const logNames = async (directory: string): Promise<readonly string[]> => {
  try {
    return (await promises.readdir(directory)).filter((name) => name.endsWith('.jsonl')).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/**
 * The header of one log of a directory.
 *
 * Errors: a file that is no log, or that is not named by its session: no call could find that one.
 * Cost:   one short read, however long the log.
 * Source: SPEC L6
 */
export const headerIn = async (directory: string, name: string): Promise<SessionHeader> => {
  const path = join(directory, name);
  const file = await openFile(path, 'read');
  try {
    const { header } = await readHead(file);
    if (fileNameOf(header.id) === name) return header;
    throw new StoreProblem(undefined, `the log of session ${JSON.stringify(header.id)} has another name`);
  } catch (error) {
    throw new StoreProblem(undefined, `${path}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await file.close();
  }
};
