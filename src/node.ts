// Owns: the `./node` entry: the adapters for this machine, and one production Env made of them.
import { confined } from './adapters/confined/index.js';
import { decoder } from './adapters/encoding/index.js';
import type { JsonlStoreOptions } from './adapters/jsonl/index.js';
import { jsonlDirectory, jsonlStore } from './adapters/jsonl/index.js';
import type { NodeFileSystemOptions, NodeShellOptions } from './adapters/node/index.js';
import { nodeClock, nodeFileSystem, nodeHash, nodeShell, stderrLogger } from './adapters/node/index.js';
import type { AbsolutePath } from './domain/path.js';
import type { Clock } from './ports/clock.js';
import type { Decoder } from './ports/decoder.js';
import type { Env } from './ports/env.js';
import type { FileSystem } from './ports/file-system.js';
import type { Hash } from './ports/hash.js';
import type { Logger } from './ports/logger.js';
import type { Shell } from './ports/shell.js';

export { confined, decoder, jsonlDirectory, jsonlStore, nodeClock, nodeFileSystem, nodeHash, nodeShell, stderrLogger };
export { surroundings } from './adapters/node/index.js';
export type { Surroundings } from './domain/surroundings.js';
export type { Clock, Decoder, Env, FileSystem, Hash, Logger, Shell };
export type { JsonlStoreOptions, NodeFileSystemOptions, NodeShellOptions };

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
 */
export const nodePorts = ({ fileSystem, shell, trustedRoots }: NodePortsOptions = {}): NodePorts => {
  const files = nodeFileSystem(fileSystem);
  return {
    fileSystem: trustedRoots === undefined ? files : confined(files, trustedRoots),
    hash: nodeHash,
    decoder,
    clock: nodeClock,
    shell: nodeShell(shell),
    logger: stderrLogger,
  };
};
