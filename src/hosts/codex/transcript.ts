// Owns: following a rollout of Codex row by row: which texts of hooks stand in the history that the model sees.
import type { Fields } from '../../domain/codec/decode.js';
import { isFields } from '../../domain/codec/decode.js';
import { parseJson } from '../../domain/codec/session-log.js';
import type { Digest } from '../../domain/digest.js';
import { instantOf } from '../../readers/instant.js';
import type { Follow, Followed, Sha1 } from '../hook-host.js';
import { fromFrame } from '../hook-host.js';
import type { Row } from './codec.js';
import { rowCodec, trailCodec } from './codec.js';

/** A text of the history that may be a hook's. */
interface Heard {
  readonly digest: Digest;
  readonly at: number;
}

/**
 * Where following stands.
 *
 * Shape:  `turns` are the places of the prompts, for Codex takes back whole turns; `isAnswering` while the newest items
 *         are the model's own; `reloads` as a sight has it.
 */
interface Trail {
  at: number;
  turns: number[];
  heard: Heard[];
  isAnswering: boolean;
  reloads: boolean;
  turnedAt: number;
  answeredAt: number;
}

const beginning = (): Trail => ({
  at: 0,
  turns: [],
  heard: [],
  isAnswering: false,
  reloads: false,
  turnedAt: 0,
  answeredAt: 0,
});

/** A trail that another version wrote, or nobody, is none. */
const restored = (trail: unknown): Trail => {
  const { turns, heard, ...rest } = trailCodec.is(trail) ? trail : beginning();
  return { ...rest, turns: [...turns], heard: [...heard] };
};

const instant = (text: string | undefined): number => instantOf(text) ?? 0;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every text of an item, wherever Codex puts it: blocks, an output, an output in blocks. */
const textsIn = (item: Readonly<Record<string, unknown>>): readonly string[] =>
  [item['content'], item['output']].flatMap((part) =>
    [part, ...listOf(part).map((block) => (isFields(block) ? block['text'] : undefined))].filter(
      (text): text is string => typeof text === 'string',
    ),
  );

/** Nobody but hooks and files says something in our frame, and nothing else has to be remembered. */
const heardIn = (item: Readonly<Record<string, unknown>>, at: number, sha1: Sha1): readonly Heard[] =>
  textsIn(item)
    .filter((text) => text.includes('<system-reminder>'))
    .map((text) => ({ digest: sha1(fromFrame(text)), at }));

const isTyped = (item: Readonly<Record<string, unknown>>): boolean =>
  item['type'] === 'message' &&
  item['role'] === 'user' &&
  !/^\s*(?:<|# AGENTS\.md instructions)/u.test(textsIn(item)[0] ?? '');

const MODEL_ITEMS = new Set<unknown>(['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call']);

const isModels = (item: Readonly<Record<string, unknown>>): boolean =>
  MODEL_ITEMS.has(item['type']) || (item['type'] === 'message' && item['role'] === 'assistant');

const takeItem = (trail: Trail, { payload, timestamp }: Row, sha1: Sha1): void => {
  if (isTyped(payload)) trail.turns.push(trail.at);
  for (const heard of heardIn(payload, trail.at, sha1)) trail.heard.push(heard);
  const isAnswering = isModels(payload);
  if (isAnswering && !trail.isAnswering) trail.answeredAt = instant(timestamp);
  trail.isAnswering = isAnswering;
};

const compact = (trail: Trail, { payload, timestamp }: Row, sha1: Sha1): void => {
  const kept = listOf(payload['replacement_history']).filter(isFields);
  trail.heard = kept.flatMap((item) => heardIn(item, trail.at, sha1));
  trail.turnedAt = instant(timestamp);
};

const rollBack = (trail: Trail, { payload, timestamp }: Row): void => {
  const { num_turns: turns } = payload;
  if (typeof turns !== 'number' || turns < 1) return;
  const place = trail.turns.at(-turns) ?? 0;
  trail.turns = trail.turns.slice(0, -turns);
  trail.heard = trail.heard.filter(({ at }) => at < place);
  trail.turnedAt = instant(timestamp);
};

/** Newer versions write down what they loaded, so that a later process finds what is different. */
const worldIn = ({ payload }: Row): Fields => (isFields(payload['state']) ? payload['state'] : {});

/**
 * Follows a rollout of Codex.
 *
 * Shape:  a plain list, so nothing leads back further than the trail reaches.
 * Cost:   linear in the new rows.
 * Source: docs/READERS.md; docs/hosts/codex.md
 */
export const follow: Follow = (lines, { sha1, trail: from }): Followed => {
  const trail = restored(from);
  for (const text of lines) {
    const row = parseJson(text)?.value;
    if (!rowCodec.is(row)) continue;
    trail.at += 1;
    if (row.type === 'response_item') takeItem(trail, row, sha1);
    else if (row.type === 'compacted') compact(trail, row, sha1);
    else if (row.type === 'world_state') trail.reloads ||= Object.hasOwn(worldIn(row), 'agents_md');
    else if (row.type === 'event_msg' && row.payload['type'] === 'thread_rolled_back') rollBack(trail, row);
  }
  const { heard, reloads, turnedAt, answeredAt } = trail;
  const live = heard.map(({ digest }) => digest);
  return { trail, isLost: false, sight: { live, turnedAt, answeredAt, ...(reloads ? { reloads } : {}) } };
};
