// Owns: what a host can find out about a path. `absent` is evidence, `unavailable` is the lack of it; never one
// boolean.
import type { Digest } from './digest.js';

/**
 * What is at a path, final symlink followed.
 *
 * Shape:  only a regular file is `present`; a directory is `absent` and says that it is one, because it can still mark
 *         a project root. `version` is the provider's opaque freshness token. `no-provider` where no file system is
 *         lent at all. The `note` of an absence becomes a diagnostic (a path that leaves the trusted roots, say).
 * Units:  `size` in bytes, as reported; it may be missing or stale.
 * Source: SPEC A5
 */
export type Probe =
  | { readonly _tag: 'present'; readonly size?: number; readonly version?: string }
  | {
      readonly _tag: 'absent';
      readonly directory?: true;
      readonly note?: { readonly code: string; readonly detail: string };
    }
  | { readonly _tag: 'unavailable'; readonly reason: string }
  | { readonly _tag: 'no-provider' };

/**
 * What reading a file within bounds gave.
 *
 * Shape:  `content` is decoded, one leading BOM dropped, line ends kept; `lossy` when invalid sequences became U+FFFD.
 *         `version` belongs to exactly this content.
 * Units:  `bytes` as read from the file; digests are of the UTF-8 of the content, and of the content trimmed.
 * Source: SPEC A6
 */
export type ReadResult =
  | {
      readonly _tag: 'text';
      readonly content: string;
      readonly bytes: number;
      readonly digest: Digest;
      readonly trimmedDigest: Digest;
      readonly lossy: boolean;
      readonly version?: string;
    }
  | { readonly _tag: 'too-large' }
  | { readonly _tag: 'not-text' }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/** The names in a directory, in no order; `partial` when there are more than the provider was ready to list. */
export type Listing =
  | { readonly _tag: 'names'; readonly names: readonly string[]; readonly partial: boolean }
  | { readonly _tag: 'unavailable'; readonly reason: string };
