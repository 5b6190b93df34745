// Owns: reading what a transcript gained since another process looked at it. What its lines mean is the host's
// business.
import type { Stats } from 'node:fs';
import { readSync } from 'node:fs';
import type { HookHost, Sha1 } from '../../hosts/hook-host.js';
import type { Sight } from '../../programs/hook-event.js';
import { withRegularFile } from './guarded-files.js';
import type { FollowedFile } from './memo.js';

/** What a transcript shows, and where following it stands. */
export interface Look {
  readonly sight: Sight;
  readonly followed: FollowedFile;
}

const LINE_FEED = 0x0a;
const BLOCK_BYTES = 1024 * 1024;

/** Whole lines from an offset on; the rest of a line that is being written is left for the next time. */
function* linesFrom(file: number, start: number, moved: (offset: number) => void): Generator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for (let offset = start; ;) {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    const read = readSync(file, block, 0, BLOCK_BYTES, offset);
    if (read === 0) return;
    offset += read;
    const bytes = Buffer.concat([rest, block.subarray(0, read)]);
    const end = bytes.lastIndexOf(LINE_FEED);
    rest = bytes.subarray(end + 1);
    if (end < 0) continue;
    yield* bytes.toString('utf8', 0, end).split('\n');
    moved(offset - rest.length);
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** What is seen of a transcript that is not there, or cannot be read: nothing, which proves nothing. */
export const unseen = (path: string): Look => ({
  sight: { isThere: false, live: [], turnedAt: 0, answeredAt: 0 },
  followed: { path, ino: 'absent', offset: 0 },
});

/**
 * Follows a transcript to its end.
 *
 * Shape:  from where `known` stands, where it is of the same file; a line that leads back further than that is
 *         understood by reading all of it.
 * Errors: throws when it cannot be read; one that is not there is no failure, for it is written late.
 * Cost:   linear in what is new.
 */
export const lookAt = (
  path: string,
  follow: HookHost['follow'],
  sha1: Sha1,
  known: FollowedFile | undefined,
  isSidechain: boolean,
): Look => {
  const look = (file: number, { ino, size }: Stats): Look => {
    const isSame = known?.path === path && known.ino === String(ino) && known.offset <= size;
    const from = isSame ? known : undefined;
    let offset = from?.offset ?? 0;
    const readOn = (start: number, trail: unknown, remembers?: number) =>
      follow(
        linesFrom(file, start, (next) => (offset = next)),
        {
          sha1,
          isSidechain,
          ...(trail === undefined ? {} : { trail }),
          ...(remembers === undefined ? {} : { remembers }),
        },
      );
    let followed = readOn(offset, from?.trail);
    if (followed.isLost) {
      const all = readOn(0, undefined, Infinity);
      followed = { ...readOn(offset, all.trail), sight: all.sight };
    }
    const { sight, trail } = followed;
    return { sight: { isThere: true, ...sight }, followed: { path, ino: String(ino), offset, trail } };
  };
  try {
    return withRegularFile(path, look);
  } catch (error) {
    if (isAbsence(error)) return unseen(path);
    throw error;
  }
};
