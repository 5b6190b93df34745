// Owns: how a session's id becomes the name of its log file.
import { createHash } from 'node:crypto';

/** File systems take 255 bytes; locks, snapshots and copies add theirs to the name. */
const MAX_STEM_CHARS = 160;

/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/u;

const escaped = (unit: string): string => {
  const code = unit.charCodeAt(0);
  return code < 0x80 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16).padStart(4, '0')}`;
};

/** Without the `u` flag, so that a lone surrogate is a unit like any other. */
const escapedStem = (id: string): string => {
  const plain = id.replace(/[^a-z0-9._-]/g, escaped);
  return /^\./u.test(plain) || RESERVED.test(plain) ? escaped(plain.charAt(0)) + plain.slice(1) : plain;
};

/**
 * The name of a session's log file.
 *
 * Shape:  `<id>.jsonl` for an id of lower-case letters, digits, `.`, `_` and `-`; any other UTF-16 unit is written as
 *         `%hh` or `%uhhhh`. An id that would be too long is written as `%~` and its SHA-256: the header tells it.
 *         No two ids share a name, on file systems that ignore letter case or normalise letters too.
 * Errors: total.
 * Source: SPEC L6; test/adapters/jsonl/file-name.test.ts
 */
export const fileNameOf = (sessionId: string): string => {
  const stem = sessionId === '' ? '%' : escapedStem(sessionId);
  if (stem.length <= MAX_STEM_CHARS) return `${stem}.jsonl`;
  return `%~${createHash('sha256').update(JSON.stringify(sessionId)).digest('hex')}.jsonl`;
};
