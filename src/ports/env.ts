// Owns: the one capability record that programs run over. Every port but hash and decoder may be missing; the sources
// that need a missing one are silent.
import type { Clock } from './clock.js';
import type { Decoder } from './decoder.js';
import type { FileSystem } from './file-system.js';
import type { Hash } from './hash.js';
import type { Logger } from './logger.js';
import type { SessionQuery } from './session-query.js';
import type { Shell } from './shell.js';

/**
 * What a host lends.
 *
 * Source: DESIGN 6.1; SPEC A7
 */
export interface Env {
  readonly hash: Hash;
  readonly decoder: Decoder;
  readonly fileSystem?: FileSystem;
  readonly clock?: Clock;
  readonly shell?: Shell;
  readonly sessions?: SessionQuery;
  readonly logger?: Logger;
}
