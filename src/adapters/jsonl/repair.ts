// Owns: putting the end of a log right before it grows: what a crash cut is kept beside the log and then taken off it.
// Only who holds the log's lock may do that: to everybody else a cut end may be an append on its way.
import { promises } from 'node:fs';
import type { Diagnostic } from '../../domain/diagnostic.js';
import { systemCode } from './failure.js';
import type { LogPaths } from './files.js';
import { syncDirectory, writeNew, writeRange } from './files.js';
import type { Place } from './head.js';
import { readRange } from './mark.js';
import type { Page } from './pages.js';

/** The end of a log that is in order, and what had to be done for it. */
export interface Repaired {
  readonly end: Place;
  readonly diagnostics: readonly Diagnostic[];
}

const COPY_BYTES = 1024 * 1024;

const copyRange = async (from: promises.FileHandle, start: number, end: number, to: string): Promise<void> =>
  writeNew(to, async (file) => {
    for (let at = start; at < end; at += COPY_BYTES) {
      const bytes = await readRange(from, at, Math.min(COPY_BYTES, end - at));
      if (bytes !== undefined) await writeRange(file, bytes, at - start);
    }
  });

/** Two crashes may cut at one offset; each has its own copy. */
const keepCopy = async (file: promises.FileHandle, paths: LogPaths, start: number, end: number): Promise<string> => {
  for (let copy = 0; ; copy += 1) {
    const path = `${paths.log}.cut-${start}${copy === 0 ? '' : `-${copy}`}`;
    try {
      await copyRange(file, start, end, path);
      await syncDirectory(paths.directory);
      return path;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      await promises.rm(path, { force: true });
      throw error;
    }
  }
};

const LINE_FEED = Buffer.from('\n');

const endsLine = async (file: promises.FileHandle, size: number): Promise<boolean> =>
  (await readRange(file, size - 1, 1))?.equals(LINE_FEED) === true;

/**
 * Makes a log end where its last page does, with a line end.
 *
 * Errors: what the file system throws; the log is as it was unless a copy of all that is cut is on the disk.
 * Source: SPEC L5, L6
 */
export const repair = async (file: promises.FileHandle, paths: LogPaths, { end, torn }: Page): Promise<Repaired> => {
  if (torn !== undefined) {
    const copy = await keepCopy(file, paths, end.offset, end.offset + torn.bytes);
    await file.truncate(end.offset);
    await file.sync();
    const detail = `line ${torn.line} begins an append that was cut off; its ${torn.bytes} bytes were taken off`;
    return { end, diagnostics: [{ code: 'torn-append', path: copy, detail }] };
  }
  if (await endsLine(file, end.offset)) return { end, diagnostics: [] };
  await writeRange(file, LINE_FEED, end.offset);
  return { end: { ...end, offset: end.offset + 1 }, diagnostics: [] };
};
