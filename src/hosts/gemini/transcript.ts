// Owns: following a chat of Gemini CLI record by record: which texts of hooks stand in the history that the model sees.
import { isFields } from '../../domain/codec/decode.js';
import type { Fields } from '../../domain/codec/decode.js';
import { parseJson } from '../../domain/codec/session-log.js';
import type { Digest } from '../../domain/digest.js';
import { instantOf } from '../../readers/instant.js';
import type { Follow, Followed, Sha1 } from '../hook-host.js';
import { fromFrame } from '../hook-host.js';
import type { Message } from './codec.js';
import { messageCodec, trailCodec } from './codec.js';

/** A message that a hook said something in, or that somebody may go back to. */
interface Kept {
  readonly id: string;
  readonly heard: readonly Digest[];
}

/**
 * Where following stands.
 *
 * Shape:  `response` is the newest answer of the model, whose record is written again when its calls are over. `at` is
 *         the newest time that a record told of, for a rewind tells none.
 */
interface Trail {
  kept: readonly Kept[];
  response: string;
  at: number;
  turnedAt: number;
  answeredAt: number;
}

const beginning = (): Trail => ({ kept: [], response: '', at: 0, turnedAt: 0, answeredAt: 0 });

/** A trail that another version wrote, or nobody, is none. */
const restored = (trail: unknown): Trail => (trailCodec.is(trail) ? { ...trail } : beginning());

const instant = (text: unknown): number => (typeof text === 'string' ? (instantOf(text) ?? 0) : 0);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const OPEN = '<hook_context>';
const CLOSE = '</hook_context>';

/** What hooks said stands last in a text; what stands before it may be a file that holds the same marks. */
const contextIn = (text: string): string | undefined => {
  const end = text.trimEnd();
  const start = end.lastIndexOf(OPEN);
  return start < 0 || !end.endsWith(CLOSE) ? undefined : end.slice(start + OPEN.length, -CLOSE.length);
};

/** A part is a text, or the result of a call; the reason of a denied one has words of Gemini CLI before it. */
const heardIn = (part: unknown): readonly string[] => {
  if (!isFields(part)) return [];
  const result = isFields(part['functionResponse']) ? part['functionResponse']['response'] : undefined;
  const { output, error } = isFields(result) ? result : ({} as Fields);
  return [part['text'], output, error].flatMap((text) => {
    if (typeof text !== 'string') return [];
    const framed = fromFrame(text);
    return contextIn(text) ?? (framed === text ? [] : framed);
  });
};

const keptOf = ({ id, type, content }: Message, sha1: Sha1): readonly Kept[] => {
  if (type !== 'user') return [];
  const parts = listOf(content);
  const heard = parts.flatMap(heardIn).map(sha1);
  const isResult = parts.some((part) => isFields(part) && isFields(part['functionResponse']));
  return isResult && heard.length === 0 ? [] : [{ id, heard }];
};

const heardBy = (kept: readonly Kept[]): readonly Digest[] => kept.flatMap(({ heard }) => heard);

/** What was heard and is heard no longer went out of sight. */
const replaceAll = (trail: Trail, kept: readonly Kept[], at: number): void => {
  const still = new Set(heardBy(kept));
  if (heardBy(trail.kept).some((digest) => !still.has(digest))) trail.turnedAt = at;
  trail.kept = kept;
};

const goBack = (trail: Trail, id: unknown): void => {
  const place = trail.kept.findIndex((one) => one.id === id);
  replaceAll(trail, trail.kept.slice(0, Math.max(0, place)), trail.at);
};

const takeMessage = (trail: Trail, message: Message, sha1: Sha1): void => {
  const { id, type, timestamp } = message;
  const kept = keptOf(message, sha1);
  if (kept.length > 0) trail.kept = [...trail.kept.filter((one) => one.id !== id), ...kept];
  if (type !== 'gemini' || id === trail.response) return;
  trail.response = id;
  trail.answeredAt = instant(timestamp);
};

/**
 * Follows a chat of Gemini CLI.
 *
 * Shape:  a compression, a resume and a masked output all write the whole history again, `$set.messages`. Nothing leads
 *         back further than the trail reaches.
 * Cost:   linear in the new records.
 * Source: docs/hosts/gemini.md
 */
export const follow: Follow = (lines, { sha1, trail: from }): Followed => {
  const trail = restored(from);
  for (const line of lines) {
    const record = parseJson(line)?.value;
    if (!isFields(record)) continue;
    const { $set: set, $rewindTo: rewind } = record;
    const changes = isFields(set) ? set : record;
    trail.at = Math.max(trail.at, instant(changes['lastUpdated']), instant(record['timestamp']));
    if (Array.isArray(changes['messages'])) {
      const messages = changes['messages'].filter(messageCodec.is);
      replaceAll(
        trail,
        messages.flatMap((message) => keptOf(message, sha1)),
        trail.at,
      );
    } else if (rewind !== undefined) goBack(trail, rewind);
    else if (messageCodec.is(record)) takeMessage(trail, record, sha1);
  }
  const { kept, turnedAt, answeredAt } = trail;
  return { trail, isLost: false, sight: { live: heardBy(kept), turnedAt, answeredAt } };
};
