// Owns: the logger port over standard error.
import type { Logger } from '../../ports/logger.js';

/** A file name may hold what a terminal would obey, or a line break that forges a line. */
const onOneLine = (message: string): string =>
  message.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

const ignore = (): void => undefined;

/**
 * Writes each message as one line to standard error.
 *
 * Errors: none; a closed standard error is no reason to stop.
 */
export const stderrLogger: Logger = {
  warn: (message) => {
    process.stderr.write(`contextfold: ${onOneLine(message)}\n`, (error) => {
      // A failed write is also emitted as an event, and an event that nobody hears would end the process.
      if (error !== undefined && error !== null) process.stderr.once('error', ignore);
    });
  },
};
