// Owns: the port that turns bytes into text.

/**
 * A decoded file.
 *
 * Shape:  `undefined` text when the bytes are no text; `lossy` when invalid sequences became U+FFFD.
 */
export interface Decoded {
  readonly text: string | undefined;
  readonly lossy: boolean;
}

/**
 * Decodes the bytes of a file.
 *
 * Shape:  UTF-8, one leading BOM dropped; UTF-16 LE or BE when a BOM says so; anything else with a NUL byte is no text.
 *         Line ends are kept.
 * Source: SPEC A6
 */
export interface Decoder {
  readonly decode: (bytes: Uint8Array) => Decoded;
}
