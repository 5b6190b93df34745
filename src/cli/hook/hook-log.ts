// Owns: the file that says what went wrong with the hook. Nobody sees it unless they look, so it must stay small.
import { renameSync, statSync } from 'node:fs';
import { appendGuarded, makeDirectory } from './guarded-files.js';
import type { HookPlaces } from './places.js';

const MAX_LOG_BYTES = 128 * 1024;
const MAX_LINE_CHARS = 2_000;

const onOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_LINE_CHARS);

/**
 * Adds a line.
 *
 * Shape:  when the file is full it becomes `hook.log.1`, in the place of an older one.
 * Errors: none: where it cannot be written it goes to standard error.
 */
export const logLine = ({ home, log }: HookPlaces, text: string): void => {
  try {
    makeDirectory(home, 0o700);
    const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
    appendGuarded(log, `${new Date().toISOString()} ${process.pid} ${onOneLine(text)}\n`);
  } catch (error) {
    // An agent shows standard error of a hook that exits 0 to nobody but who looks for it.
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`contextfold: ${onOneLine(text)}; ${log} cannot be written: ${onOneLine(reason)}\n`);
  }
};
