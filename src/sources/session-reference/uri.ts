// Owns: the canonical URI of a session: base64url over the UTF-8 of the id's JSON text.
// Finding URIs in prose is mention.ts's work.
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'fp-ts/lib/Json.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text must hold no lone surrogate; JSON text never does, it escapes them. */
const utf8Bytes = (text: string): readonly number[] =>
  Array.from(encodeURIComponent(text).matchAll(/%(..)|./gu), ([unit, hex]) =>
    hex === undefined ? unit.charCodeAt(0) : parseInt(hex, 16),
  );

/** `undefined` for bytes that are no UTF-8. */
const utf8Text = (bytes: readonly number[]): string | undefined => {
  const percent = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return E.toUnion(E.tryCatch(() => decodeURIComponent(percent), () => undefined));
};

const toBase64Url = (bytes: readonly number[]): string => {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const digits = Math.min(bytes.length - index, 3) + 1;
    for (let digit = 0; digit < digits; digit += 1) text += ALPHABET.charAt((group >> (18 - 6 * digit)) & 63);
  }
  return text;
};

/** Only right for what `toBase64Url` gives: other characters, and bits that fill no byte, are not told apart. */
const fromBase64Url = (text: string): readonly number[] => {
  const bytes: number[] = [];
  let group = 0;
  let bits = 0;
  for (const character of text) {
    group = ((group << 6) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((group >> bits) & 0xff);
    }
  }
  return bytes;
};

/**
 * The URI of a session.
 *
 * Shape:  `<scheme>:` and unpadded base64url; every JavaScript string round-trips, lone surrogates too.
 * Source: SPEC S1; property-tests/session-reference.laws.test.ts
 */
export const encodeSessionUri = (scheme: string, sessionId: string): string =>
  `${scheme}:${toBase64Url(utf8Bytes(JSON.stringify(sessionId)))}`;

/**
 * The session that a URI names.
 *
 * Errors: `undefined` for anything but the canonical encoding under this scheme: what is decoded is encoded again.
 * Source: SPEC S1
 */
export const decodeSessionUri = (scheme: string, uri: string): string | undefined => {
  if (!uri.startsWith(`${scheme}:`)) return undefined;
  const json = utf8Text(fromBase64Url(uri.slice(scheme.length + 1)));
  const id = json === undefined ? undefined : E.getOrElseW(() => undefined)(parse(json));
  return typeof id === 'string' && encodeSessionUri(scheme, id) === uri ? id : undefined;
};
