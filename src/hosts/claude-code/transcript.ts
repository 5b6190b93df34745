// Owns: following a transcript of Claude Code line by line: which texts of hooks stand in the branch that the model
// sees. Only what a hook must know is kept, so that the next process goes on from there instead of reading all again.
import { isFields } from '../../domain/codec/decode.js';
import { parseJson } from '../../domain/codec/session-log.js';
import type { Digest } from '../../domain/digest.js';
import { instantOf } from '../../readers/instant.js';
import type { Follow, Followed, Sha1 } from '../hook-host.js';
import { fromFrame } from '../hook-host.js';
import type { Line } from './codec.js';
import { lineCodec, trailCodec } from './codec.js';

/** A text of a hook in the visible branch. */
interface Heard {
  readonly digest: Digest;
  readonly uuid: string;
  readonly at: number;
}

/**
 * Where following stands.
 *
 * Shape:  `at` counts lines; `recent` are the newest lines of the branch, as pairs of uuid and place; `cut` when older
 *         ones were forgotten.
 */
interface Trail {
  at: number;
  recent: (readonly [string, number])[];
  cut: boolean;
  heard: Heard[];
  response: string;
  floor: number;
  turnedAt: number;
  answeredAt: number;
}

const beginning = (): Trail => ({
  at: 0,
  recent: [],
  cut: false,
  heard: [],
  response: '',
  floor: -1,
  turnedAt: 0,
  answeredAt: 0,
});

/** A trail that another version wrote, or nobody, is none. */
const restored = (trail: unknown): Trail => {
  const { recent, heard, ...rest } = trailCodec.is(trail) ? trail : beginning();
  return { ...rest, recent: [...recent], heard: [...heard] };
};

const instant = (text: string | undefined): number => instantOf(text) ?? 0;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isText = (value: unknown): value is string => typeof value === 'string';

const isResult = (block: unknown): block is { readonly content?: unknown } =>
  isFields(block) && block['type'] === 'tool_result';

const resultsIn = ({ message }: Line): readonly { readonly content?: unknown }[] =>
  listOf(message?.['content']).filter(isResult);

/** Additional context stands as it was given; the reason of a denied call has words of Claude Code before it. */
const textsIn = (line: Line): readonly string[] => {
  const { type, attachment } = line;
  if (type === 'attachment' && attachment?.['type'] === 'hook_additional_context') {
    const { content } = attachment;
    return isText(content) ? [content] : listOf(content).filter(isText);
  }
  return type === 'user'
    ? resultsIn(line)
        .map(({ content }) => content)
        .filter(isText)
        .map(fromFrame)
    : [];
};

/** What a compaction kept: a list, or all between two lines. */
const keptBy = (metadata: unknown, trail: Trail): ReadonlySet<string> => {
  const { preservedMessages: list, preservedSegment: part } = isFields(metadata) ? metadata : {};
  if (isFields(list)) return new Set(listOf(list['uuids']).filter(isText));
  if (!isFields(part)) return new Set();
  const place = (uuid: unknown): number | undefined => trail.recent.find(([known]) => known === uuid)?.[1];
  const [head, tail] = [place(part['headUuid']), place(part['tailUuid'])];
  if (head === undefined || tail === undefined) return new Set();
  return new Set(trail.heard.filter(({ at }) => at >= head && at <= tail).map(({ uuid }) => uuid));
};

const compact = (trail: Trail, line: Line): void => {
  const kept = keptBy(line.compactMetadata, trail);
  trail.heard = trail.heard.filter(({ uuid }) => kept.has(uuid));
  trail.floor = trail.at + 1;
  trail.turnedAt = instant(line.timestamp);
};

/** A line that a person typed hangs where the person went back to; whatever came behind that place is gone. */
const turn = (trail: Trail, line: Line): 'known' | 'unknown' => {
  const { parentUuid } = line;
  const place = parentUuid === null ? -1 : trail.recent.find(([uuid]) => uuid === parentUuid)?.[1];
  if (place === undefined) return 'unknown';
  if (place < trail.floor || place === (trail.recent.at(-1)?.[1] ?? -1)) return 'known';
  trail.recent = trail.recent.filter(([, at]) => at <= place);
  trail.heard = trail.heard.filter(({ at }) => at <= place);
  trail.turnedAt = instant(line.timestamp);
  return 'known';
};

const answered = (trail: Trail, line: Line): void => {
  const response = line.message?.['id'];
  if (!isText(response) || response === trail.response || line.isApiErrorMessage === true) return;
  trail.response = response;
  trail.answeredAt = instant(line.timestamp);
};

/** Takes one line; tells whether it leads back to where the trail does not reach. */
const step = (trail: Trail, line: Line & { readonly uuid: string }, sha1: Sha1): boolean => {
  let isLost = false;
  if (line.type === 'system' && line.subtype === 'compact_boundary') compact(trail, line);
  else if (line.type === 'user' && line.parentUuid !== undefined && resultsIn(line).length === 0) {
    isLost = turn(trail, line) === 'unknown' && trail.cut;
  } else if (line.type === 'assistant') answered(trail, line);
  trail.at += 1;
  for (const text of textsIn(line)) trail.heard.push({ digest: sha1(text), uuid: line.uuid, at: trail.at });
  trail.recent.push([line.uuid, trail.at]);
  return isLost;
};

/** So many lines back a rewind is understood without reading everything again. */
const REMEMBERED = 256;

const trimmed = (trail: Trail, remembers: number): Trail => {
  const isCut = trail.recent.length > remembers;
  return isCut ? { ...trail, recent: trail.recent.slice(-remembers), cut: true } : trail;
};

/**
 * Follows a transcript of Claude Code.
 *
 * Shape:  the branch is the lines in the order of the file, because parallel calls fork the tree of their links without
 *         being a rewind; only a line that a person typed goes back. A compaction keeps what it names.
 * Cost:   linear in the new lines.
 * Source: docs/READERS.md; docs/hosts/claude-code.md; test/hosts/claude-code/transcript.test.ts
 */
export const follow: Follow = (lines, { sha1, trail: from, remembers = REMEMBERED, isSidechain = false }): Followed => {
  const trail = restored(from);
  let isLost = false;
  for (const text of lines) {
    const line = parseJson(text)?.value;
    if (!lineCodec.is(line) || line.uuid === undefined || (line.isSidechain === true) !== isSidechain) continue;
    isLost = step(trail, { ...line, uuid: line.uuid }, sha1) || isLost;
  }
  const { heard, turnedAt, answeredAt } = trail;
  return {
    trail: trimmed(trail, remembers),
    isLost,
    sight: { live: heard.map(({ digest }) => digest), turnedAt, answeredAt },
  };
};
