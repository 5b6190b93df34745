// Owns: the file-system port: what a host must be able to find out about files. Decoding and hashing are not its work.
import type { Task } from 'fp-ts/lib/Task.js';
import type { AbsolutePath } from '../domain/path.js';
import type { Listing, Probe } from '../domain/probe.js';
import type { Question } from '../domain/question.js';
import type { CancelSignal } from './cancel-signal.js';

/**
 * The bytes of a file, or its text where the host has already decoded it (an editor's buffer).
 *
 * Shape:  `version` belongs to exactly this content, or to no content that will ever be there again. `real` is where
 *         the file that was opened lies, which proves to `confined` where the bytes are from, whatever moved meanwhile.
 */
export type RawRead =
  | { readonly _tag: 'bytes'; readonly bytes: Uint8Array; readonly version?: string; readonly real?: AbsolutePath }
  | { readonly _tag: 'decoded'; readonly text: string; readonly version?: string }
  | { readonly _tag: 'too-large' }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/** One thing to find out about a file. */
export type FileQuestion = Extract<Question, { readonly kind: 'probe' | 'read' | 'list' }>;

/** What `probe`, `read` or `list` would have answered. */
export type FileAnswer = Exclude<Probe, { readonly _tag: 'no-provider' }> | RawRead | Listing;

/** Where a path really leads. */
export type RealPath =
  | { readonly _tag: 'known'; readonly real: AbsolutePath }
  | { readonly _tag: 'nothing' }
  | { readonly _tag: 'unavailable'; readonly reason: string };

/**
 * Read-only access to files.
 *
 * Shape:  a final symlink is followed. `read` takes only a regular file, never blocks on opening one, and stops at
 *         `maxBytes` with `too-large`. `list` may be missing: then nobody is told of near misses. `many` is for a
 *         provider that can do better than one by one: it answers in the order of the questions, each as its own call
 *         would, but for listings that are `optional`; `realPaths` in the order of the paths, each as `realPath` would.
 * Errors: total; a task that fails or throws all the same counts as `unavailable`. An aborted signal may end a call
 *         early with `unavailable`: the answer is not used then.
 * Source: SPEC A5, A6; testing/contracts/file-system
 */
export interface FileSystem {
  readonly probe: (path: AbsolutePath, signal?: CancelSignal) => Task<Exclude<Probe, { readonly _tag: 'no-provider' }>>;
  readonly read: (path: AbsolutePath, maxBytes: number, signal?: CancelSignal) => Task<RawRead>;
  /** The path with every symlink resolved; `undefined` for nothing, rejects when unknown. Only `confined` needs it. */
  readonly realPath?: (path: AbsolutePath, signal?: CancelSignal) => Task<AbsolutePath | undefined>;
  readonly realPaths?: (paths: readonly AbsolutePath[], signal?: CancelSignal) => Task<readonly RealPath[]>;
  readonly list?: (path: AbsolutePath, signal?: CancelSignal) => Task<Listing>;
  readonly many?: (questions: readonly FileQuestion[], signal?: CancelSignal) => Task<readonly FileAnswer[]>;
}
