// Owns: where session logs lie on this machine, and a cheap look into one: its beginning and its end, never the middle
// of a long one. What a log says is programs/read-any-log.ts's business.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { placesIn } from './hook/places.js';

/** A look into a log. */
export interface Glimpse {
  /** Whole lines, the first and the last of the file among them. */
  readonly text: string;
  /** How many of the file's bytes those are; all of them in a short file. */
  readonly seenBytes: number;
  readonly sizeBytes: number;
  /** ms since the epoch. */
  readonly modifiedAt: number;
}

const LINE_FEED = 0x0a;
const END_BYTES = 64 * 1024;

/** A line that is longer than this is not waited for. */
const MAX_END_BYTES = 4 * 1024 * 1024;

/** Opening a FIFO that is called like a log must not wait for a writer; Windows does not know the flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const bytesAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < length; filled += read) {
    read = (await file.read(bytes, filled, length - filled, start + filled)).bytesRead;
  }
  return bytes.subarray(0, filled);
};

/** The whole lines at one end of a file; a long one makes it look further. */
const linesAt = async (file: FileHandle, which: 'start' | 'end', sizeBytes: number): Promise<Buffer> => {
  for (let length = END_BYTES; ; length *= 4) {
    const bytes = await bytesAt(file, which === 'start' ? 0 : sizeBytes - length, length);
    // The line feed at the very end of the file ends its last line and begins none.
    const cut = which === 'start' ? bytes.lastIndexOf(LINE_FEED) : bytes.subarray(0, -1).indexOf(LINE_FEED);
    if (cut >= 0) return which === 'start' ? bytes.subarray(0, cut + 1) : bytes.subarray(cut + 1);
    if (length * 8 > sizeBytes || length >= MAX_END_BYTES) return Buffer.alloc(0);
  }
};

/**
 * Looks into a log.
 *
 * Errors: rejects for what cannot be read or is no regular file.
 * Cost:   two short reads, however long the log; more where its lines are long.
 */
export const glimpse = async (path: string): Promise<Glimpse> => {
  const file = await open(path, READ_ONLY);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('it is no regular file');
    const { size: sizeBytes, mtimeMs: modifiedAt } = found;
    if (sizeBytes <= 4 * END_BYTES) {
      const bytes = await bytesAt(file, 0, sizeBytes);
      return { text: bytes.toString('utf8'), seenBytes: bytes.length, sizeBytes: bytes.length, modifiedAt };
    }
    const ends = Buffer.concat([await linesAt(file, 'start', sizeBytes), await linesAt(file, 'end', sizeBytes)]);
    return { text: ends.toString('utf8'), seenBytes: ends.length, sizeBytes, modifiedAt };
  } finally {
    await file.close();
  }
};

/** Logs that were found, and directories that could not be looked into, each with the reason. */
export interface Found {
  readonly paths: readonly string[];
  readonly problems: readonly string[];
}

/** Deeper than any tool puts its logs. */
const MAX_DEPTH = 8;

/** Where Claude Code puts what its sub-agents said. */
const SUB_AGENTS = 'subagents';

/**
 * Finds the logs in a directory and below it: every file named `*.jsonl`.
 *
 * Shape:  sorted; directories that are links are not entered.
 * Errors: a directory that cannot be read is a problem, one that is not there too; the others are still looked into.
 */
export const logsBelow = async (directory: string, depth = 0): Promise<Found> => {
  let entries;
  try {
    entries = await readdir(directory, { withFileTypes: true });
  } catch (error) {
    return { paths: [], problems: [`${directory}: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const paths: string[] = [];
  const problems: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH && entry.name !== SUB_AGENTS) {
      const below = await logsBelow(path, depth + 1);
      paths.push(...below.paths);
      problems.push(...below.problems);
    } else if (!entry.isDirectory() && entry.name.endsWith('.jsonl')) paths.push(path);
  }
  return { paths, problems };
};

/**
 * Where the agents on a machine keep their logs, and where ours are.
 *
 * Shape:  each tool's own variable moves its place.
 */
export const usualPlaces = (
  variables: Readonly<Record<string, string | undefined>>,
  home: string,
): readonly string[] => {
  const base = (variable: string, ...usual: readonly string[]): string => {
    const set = variables[variable];
    return set === undefined || set === '' ? join(home, ...usual) : set;
  };
  return [
    placesIn(variables, home).sessions,
    join(base('CLAUDE_CONFIG_DIR', '.claude'), 'projects'),
    join(base('CODEX_HOME', '.codex'), 'sessions'),
    join(base('PI_CODING_AGENT_DIR', '.pi', 'agent'), 'sessions'),
  ];
};
