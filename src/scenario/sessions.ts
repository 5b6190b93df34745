// Owns: the other sessions of a scenario, laid out as the log files of a store. Whether they are logs at all is found
// out by whoever refers to one.
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isFields } from '../domain/codec/decode.js';
import type { LogFiles } from '../ports/log-files.js';

/** The key of the scenario names the session, whatever its header says. */
const linesOf = (sessionId: string, log: unknown): readonly string[] =>
  (Array.isArray(log) ? (log as readonly unknown[]) : []).map(
    (line, index) => `${JSON.stringify(index === 0 && isFields(line) ? { ...line, id: sessionId } : line)}\n`,
  );

/**
 * Lays out logs by session id.
 *
 * Shape:  a log is a list: its header, then its events; anything else is an empty file.
 * Source: SPEC R (scenario files), S6
 */
export const sessionFiles = (sessions: Readonly<Record<string, unknown>>): LogFiles => {
  const files = new Map<string, readonly string[]>();
  for (const [id, log] of Object.entries(sessions)) files.set(`${id}.jsonl`, linesOf(id, log));
  return {
    names: () => TE.right([...files.keys()]),
    async *read(name) {
      for (const line of files.get(name) ?? []) yield await Promise.resolve(line);
    },
  };
};
