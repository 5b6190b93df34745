// Owns: what the laws of the file-system port are tried on: a fixture that a host provides, and what laws say most
// often.
import type { AbsolutePath } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileSystem, RawRead } from '../../ports/file-system.js';
import { checkEqual, promptly } from './law.js';

/** What a law puts somewhere: text, bytes, a link, a directory, or something that is none of these (a FIFO, say). */
export type FixtureFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly directory: true }
  | { readonly other: true };

/**
 * A file system, and hands to prepare it with.
 *
 * Shape:  `root` is an empty directory, and no part of its path is a link. `put` replaces what is there, and is done
 *         when the file system can see it; the directory it puts into exists. Link targets are absolute or relative.
 */
export interface FileSystemFixture {
  readonly fileSystem: FileSystem;
  readonly root: AbsolutePath;
  readonly put: (path: AbsolutePath, file: FixtureFile) => PromiseLike<void> | void;
  readonly remove: (path: AbsolutePath) => PromiseLike<void> | void;
  readonly dispose?: () => PromiseLike<void> | void;
}

/** What a file system cannot have; the laws about it are left out. */
export type Lacking = 'links' | 'others';

/** A fixture on which paths are named from its root. */
export interface Stage extends FileSystemFixture {
  readonly at: (name: string) => AbsolutePath;
}

/** A law before it has a fixture. */
export interface Clause {
  readonly name: string;
  readonly needs?: Lacking;
  readonly holds: (stage: Stage) => Promise<void>;
}

/** More bytes than any file of a law has. */
export const AMPLE = 1 << 20;

/** A signal that was aborted before the call. */
export const ABORTED: CancelSignal = {
  aborted: true,
  reason: 'a law aborted it',
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

/** What was read, as bytes; a failure as it is. */
export const contentOf = (read: RawRead): unknown => {
  if (read._tag === 'bytes') return [...read.bytes];
  return read._tag === 'decoded' ? [...new TextEncoder().encode(read.text)] : read;
};

/** The UTF-8 of a text. */
export const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** What a probe says, in time: its tag, and `directory` for an absence that is one. */
export const probeKind = async ({ fileSystem, at }: Stage, name: string, signal?: CancelSignal): Promise<string> => {
  const probe = await promptly(`the probe of ${name}`, fileSystem.probe(at(name), signal)());
  return probe._tag === 'absent' && probe.directory === true ? 'directory' : probe._tag;
};

/** What kind of answer a read gives, in time. */
export const readTag = async (
  { fileSystem, at }: Stage,
  name: string,
  maxBytes = AMPLE,
  signal?: CancelSignal,
): Promise<string> => (await promptly(`the read of ${name}`, fileSystem.read(at(name), maxBytes, signal)()))._tag;

/** Fails unless a file holds exactly these bytes. */
export const checkContent = async (
  { fileSystem, at }: Stage,
  name: string,
  expected: readonly number[],
): Promise<void> => checkEqual(`the content of ${name}`, contentOf(await fileSystem.read(at(name), AMPLE)()), expected);
