// Owns: the shape of a content digest. Computing one is a port's work (ports/hash.ts).

/**
 * Lowercase hexadecimal SHA-1 of the loaded content's UTF-8 bytes.
 *
 * Source: SPEC, word table
 */
export type Digest = string & { readonly Digest: unique symbol };

/**
 * Tells whether a text is a well-formed digest.
 *
 * Units:  40 lowercase hexadecimal digits.
 */
export const isDigest = (text: string): text is Digest => /^[0-9a-f]{40}$/u.test(text);
