// Owns: files as the client of an ACP connection shows them, unsaved buffers included. The protocol has no stat, no
// versions and no directories: a file is there when it can be read, and is read each time.
import { isFields } from '../../domain/codec/decode.js';
import { describeReason } from '../../domain/error.js';
import type { AbsolutePath } from '../../domain/path.js';
import type { CancelSignal } from '../../ports/cancel-signal.js';
import type { FileSystem } from '../../ports/file-system.js';
import type { ReadTextFile } from './messages.js';

/**
 * How files are asked for.
 *
 * Shape:  `beside` is asked about what a client cannot tell, directories above all: the files of this machine, where
 *         the agent runs beside its client. What the client can read is always the client's.
 * Units:  `timeoutMs` for one request, 5000 when left out.
 */
export interface AcpFileSystemOptions {
  readonly sessionId: string;
  readonly readTextFile: ReadTextFile;
  readonly beside?: FileSystem;
  readonly timeoutMs?: number;
}

type Asked =
  | { readonly _tag: 'bytes'; readonly bytes: Uint8Array }
  | { readonly _tag: 'absent' }
  | { readonly _tag: 'unavailable'; readonly reason: string };

const RESOURCE_NOT_FOUND = -32_002;

const DEFAULT_TIMEOUT_MS = 5_000;

/** `C:/repo/a` as a client on Windows spells it. */
const spelled = (path: AbsolutePath): string => (/^[A-Z]:\//u.test(path) ? path.replace(/\//gu, '\\') : path);

const failed = (reason: unknown): Asked =>
  isFields(reason) && reason['code'] === RESOURCE_NOT_FOUND
    ? { _tag: 'absent' }
    : { _tag: 'unavailable', reason: describeReason(reason) };

/** Asks the client once, until it answers, the time is up or the caller gives up. */
const asking =
  ({ sessionId, readTextFile, timeoutMs = DEFAULT_TIMEOUT_MS }: AcpFileSystemOptions) =>
  (path: AbsolutePath, signal: CancelSignal | undefined): Promise<Asked> =>
    new Promise((resolve) => {
      const request = new AbortController();
      const give = (asked: Asked): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        resolve(asked);
      };
      const giveUp = (reason: string): void => {
        give({ _tag: 'unavailable', reason });
        request.abort(reason);
      };
      const abort = (): void => giveUp('it was aborted');
      const timer = setTimeout(() => giveUp(`the client did not answer within ${timeoutMs} ms`), timeoutMs);
      if (signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      void Promise.resolve()
        .then(() => readTextFile({ sessionId, path: spelled(path) }, request.signal))
        .then(
          // As bytes, so that what is no text, or begins with a BOM, is told as it is for every other file.
          ({ content }) => give({ _tag: 'bytes', bytes: new TextEncoder().encode(content) }),
          (reason: unknown) => give(failed(reason)),
        );
    });

/**
 * A file system over an ACP client.
 *
 * Shape:  present is what the client can read; absent is what it says is not there. Anything else is told by `beside`,
 *         and is unavailable without it. A client gives whole files only, so a large one is sent before it is refused.
 * Errors: total.
 * Source: SPEC A5, A6, A11; testing/contracts/file-system
 */
export const acpFileSystem = (options: AcpFileSystemOptions): FileSystem => {
  const { beside } = options;
  const ask = asking(options);
  const list = beside?.list?.bind(beside);
  const realPath = beside?.realPath?.bind(beside);
  return {
    probe: (path, signal) => async () => {
      const known = await beside?.probe(path, signal)();
      if (known?._tag === 'absent' && known.directory === true) return known;
      const asked = await ask(path, signal);
      if (asked._tag === 'bytes') return { _tag: 'present', size: asked.bytes.length };
      return known ?? asked;
    },
    read: (path, maxBytes, signal) => async () => {
      const asked = await ask(path, signal);
      if (asked._tag === 'bytes') return asked.bytes.length > maxBytes ? { _tag: 'too-large' } : asked;
      if (beside !== undefined) return beside.read(path, maxBytes, signal)();
      return { _tag: 'unavailable', reason: asked._tag === 'absent' ? 'it is not there' : asked.reason };
    },
    ...(list === undefined ? {} : { list }),
    ...(realPath === undefined ? {} : { realPath }),
  };
};
