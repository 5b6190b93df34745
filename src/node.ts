// Owns: the `./node` entry: the adapters for this machine, one production Env made of them, and reading a log from
// where it is.
import { confined } from './adapters/confined/index.js';
import { decoder } from './adapters/encoding/index.js';
import type { JsonlStoreOptions } from './adapters/jsonl/index.js';
import { jsonlDirectory, jsonlStore } from './adapters/jsonl/index.js';
import type { LogInput, NodeFileSystemOptions, NodeShellOptions } from './adapters/node/index.js';
import { logText, nodeClock, nodeFileSystem, nodeHash, nodeShell, stderrLogger } from './adapters/node/index.js';
import type { AbsolutePath } from './domain/path.js';
import type { Clock } from './ports/clock.js';
import type { Decoder } from './ports/decoder.js';
import type { Env } from './ports/env.js';
import type { FileSystem } from './ports/file-system.js';
import type { Hash } from './ports/hash.js';
import type { Logger } from './ports/logger.js';
import type { Shell } from './ports/shell.js';
import type { AnyHead, AnyLog, AnyLogError, AnyLogOptions, VisitEvent } from './programs/read-any-log.js';
import { readAnyLog, visitAnyLog } from './programs/read-any-log.js';

export { confined, decoder, jsonlDirectory, jsonlStore, nodeClock, nodeFileSystem, nodeHash, nodeShell, stderrLogger };
export { surroundings } from './adapters/node/index.js';
export type { Surroundings } from './domain/surroundings.js';
export type { Clock, Decoder, Env, FileSystem, Hash, Logger, Shell };
export type { AnyHead, AnyLog, AnyLogError, AnyLogOptions, VisitEvent };
export type { JsonlStoreOptions, LogInput, NodeFileSystemOptions, NodeShellOptions };

/**
 * How this machine is lent.
 *
 * Shape:  with `trustedRoots` nothing outside them is seen; the home of the user-global file is to be among them.
 */
export interface NodePortsOptions {
  readonly fileSystem?: NodeFileSystemOptions;
  readonly shell?: NodeShellOptions;
  readonly trustedRoots?: readonly AbsolutePath[];
}

/** Every port that this machine can lend, as one Env; sessions are a store's to add. */
export type NodePorts = Required<Omit<Env, 'sessions'>>;

/**
 * Makes the Env that a program on this machine runs over.
 *
 * Source: DESIGN 6.1
 *
 * @example
 * ```ts
 * import { nodePorts } from 'contextfold/node';
 *
 * nodePorts().hash.sha1('abc'); // => 'a9993e364706816aba3e25717850c26c9cd0d89d'
 * ```
 */
export const nodePorts = ({ fileSystem, shell, trustedRoots }: NodePortsOptions = {}): NodePorts => {
  const files = nodeFileSystem({ locate: trustedRoots !== undefined, ...fileSystem });
  return {
    fileSystem: trustedRoots === undefined ? files : confined(files, trustedRoots),
    hash: nodeHash,
    decoder,
    clock: nodeClock,
    shell: nodeShell(shell),
    logger: stderrLogger,
  };
};

/**
 * Reads a session log of any format from a file or a stream.
 *
 * Shape:  who wrote it is found out from its first lines; a path is the system's own, relative to the process's
 *         directory.
 * Errors: as `readAnyLog`: a file that is not there or a stream that breaks is an `InputFailure`, a log of nobody's an
 *         `InvalidValue`, a bad line a `MalformedLine`, an abort `Cancelled`.
 * Source: SPEC L1, L5, F6; docs/READERS.md
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js';
 * import { readLog } from 'contextfold/node';
 *
 * async function* chunks() {
 *   yield '{"type":"session","version":1,"id":"s","createdAt":0,"cwd":"/repo"}\n';
 * }
 * const log = await readLog(chunks())();
 * E.isRight(log) && log.right.header.cwd; // => '/repo'
 *
 * const missing = await readLog('/no/such/log.jsonl')();
 * E.isLeft(missing) && missing.left._tag; // => 'InputFailure'
 * ```
 */
export const readLog = (input: LogInput, options: AnyLogOptions = {}): ReturnType<typeof readAnyLog> =>
  readAnyLog(logText(input, options.signal), options);

/**
 * The same for a log that nobody wants to hold: each event is handed on as soon as it is known.
 *
 * Errors: as `readLog`; some events were handed on by then.
 * Cost:   as `visitAnyLog`: constant memory for our own format and DeepSeek Harness's.
 */
export const visitLog = (
  input: LogInput,
  visit: VisitEvent,
  options: AnyLogOptions = {},
): ReturnType<typeof visitAnyLog> => visitAnyLog(logText(input, options.signal), visit, options);
