// Owns: the hash port. It hashes text that was decoded, never the bytes of a file, so that every provider agrees on a
// digest.
import type { Digest } from '../domain/digest.js';

/**
 * Computes the digest of a text.
 *
 * Shape:  synchronous: SHA-1 over the UTF-8 bytes of the text, lone surrogates as U+FFFD.
 * Units:  40 lowercase hexadecimal digits.
 */
export interface Hash {
  readonly sha1: (text: string) => Digest;
}
