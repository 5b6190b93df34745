// Owns: which names a directory was seen to lack, and that it need not be searched for them again while it is as it
// was. Only file systems are believed that date a directory whenever a name in it comes or goes.
import { statSync, statfsSync } from 'node:fs';
import type { AbsolutePath } from '../../domain/path.js';
import type { Stamp } from './version.js';
import { isSameStamp, isSettled } from './version.js';

/**
 * The type numbers of such file systems, as Linux gives them: ext2 to ext4, XFS, Btrfs, F2FS, ZFS, tmpfs, overlayfs.
 *
 * Why:    some network and user-space file systems give a directory one date for ever; there, each name is looked for.
 */
const DATING = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630]);

/** A directory as it was just before it was listed. */
export interface Listed {
  readonly stamp: Stamp;
  /** Units: ms since the epoch. */
  readonly startedMs: number;
}

/** What is known to be missing. */
export interface Absences {
  /** Names that a complete listing did not have. */
  readonly learn: (directory: AbsolutePath, listed: Listed, names: ReadonlySet<string>) => void;
  /** Tells whether names were missed in the directory before, so that a proof would be of use, and one may be had. */
  readonly isMissedAgain: (directory: AbsolutePath) => boolean;
  /** The names that the directory still lacks. Cost: at most one `stat`; throws the system's error. */
  readonly stillIn: (directory: AbsolutePath) => ReadonlySet<string> | undefined;
}

interface Proof {
  readonly stamp: Stamp;
  readonly names: ReadonlySet<string>;
}

const MAX_DIRECTORIES = 10_000;

/** Fewer names than this are looked for as quickly as the directory. */
export const MIN_NAMES = 2;

/** Nothing is known yet. */
export const makeAbsences = (): Absences => {
  const proofs = new Map<AbsolutePath, Proof>();
  const dating = new Map<number, boolean>();
  /** Whether a proof may be had, of directories that names were missed in. */
  const missed = new Map<AbsolutePath, boolean>();
  const isDating = (directory: AbsolutePath, { dev }: Stamp): boolean => {
    const known = dating.get(dev);
    if (known !== undefined) return known;
    const found = process.platform === 'linux' && DATING.has(statfsSync(directory).type);
    dating.set(dev, found);
    return found;
  };
  return {
    learn: (directory, { stamp, startedMs }, names) => {
      if (names.size < MIN_NAMES || !isSettled(stamp, startedMs)) return;
      if (!isDating(directory, stamp)) {
        missed.set(directory, false);
        return;
      }
      if (proofs.size >= MAX_DIRECTORIES) proofs.clear();
      const { dev, ino, size, mtimeMs, ctimeMs } = stamp;
      proofs.set(directory, { stamp: { dev, ino, size, mtimeMs, ctimeMs }, names });
    },
    isMissedAgain: (directory) => {
      const isWorthwhile = missed.get(directory);
      if (missed.size >= MAX_DIRECTORIES) missed.clear();
      if (isWorthwhile === undefined) missed.set(directory, true);
      return isWorthwhile === true;
    },
    stillIn: (directory) => {
      const proof = proofs.get(directory);
      if (proof === undefined) return undefined;
      const found = statSync(directory, { throwIfNoEntry: false });
      if (found !== undefined && isSameStamp(found, proof.stamp)) return proof.names;
      proofs.delete(directory);
      return undefined;
    },
  };
};
