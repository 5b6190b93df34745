// Owns: the boundary of transcripts that a hook follows while an agent writes them.
import { nodeHash } from '../../src/adapters/node/index.js';
import { isFields } from '../../src/domain/codec/decode.js';
import { parseJson } from '../../src/domain/codec/session-log.js';
import { follow as followClaudeCode } from '../../src/hosts/claude-code/transcript.js';
import { mayTurn as claudeCodeMayTurn } from '../../src/hosts/claude-code/glance.js';
import { follow as followCodex } from '../../src/hosts/codex/transcript.js';
import { mayTurn as codexMayTurn } from '../../src/hosts/codex/glance.js';
import type { Follow, Followed } from '../../src/hosts/hook-host.js';
import { holdSame } from '../laws.js';
import { transcripts } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const { sha1 } = nodeHash;

/** As another process finds it. */
const kept = ({ trail }: Followed): unknown => JSON.parse(JSON.stringify(trail)) as unknown;

/** Agents write compact JSON, and each key once; a glance is made for that. */
const isCompact = (line: string): boolean => JSON.stringify(parseJson(line)?.value) === line;

/** Results of tools stand in the content of a message and nowhere else. */
const isAsWritten = (line: string): boolean => {
  if (!line.startsWith('{') || !isCompact(line)) return false;
  const { message, ...rest } = parseJson(line)?.value as { readonly message?: { readonly content?: unknown } };
  if (typeof message !== 'object' || message === null) return !line.includes('"type":"tool_result"');
  const { content, ...others } = message;
  const inside = Array.isArray(content) ? content.map((block: unknown) => ({ ...(block as object), content: '' })) : [];
  const isNested = inside.some((block) => JSON.stringify({ ...block, type: '' }).includes('"tool_result"'));
  return !isNested && !JSON.stringify([others, rest]).includes('"type":"tool_result"');
};

const holdFollowed = (name: string, follow: Follow, mayTurn: (line: string) => boolean, lines: string[]): void => {
  const all = follow(lines, { sha1 });
  const at = lines.length === 0 ? 0 : lines.join('').length % lines.length;
  const [first, rest] = [lines.slice(0, at), lines.slice(at)];
  const before = follow(first, { sha1 });
  const after = follow(rest, { sha1, trail: kept(before) });
  holdSame(after.sight, all.sight, `${name}: following in two parts shows what following at once shows`);
  const isCalm = rest.every((line) => isAsWritten(line) && !mayTurn(line));
  if (!isCalm) return;
  const shown = after.sight.live.slice(0, before.sight.live.length);
  holdSame(shown, before.sight.live, `${name}: nothing is taken back by lines that cannot`);
  hold(after.sight.turnedAt === before.sight.turnedAt, `${name}: nothing turns at lines that cannot`);
};

const holdTotal = (follow: Follow, trail: unknown, lines: string[]): void => {
  const { sight } = follow(lines, { sha1, trail, remembers: 3 });
  hold(
    sight.live.every((digest) => typeof digest === 'string'),
    'what is live are digests',
  );
  hold(typeof sight.turnedAt === 'number' && typeof sight.answeredAt === 'number', 'instants are numbers');
};

const trailIn = (line: string): unknown => {
  const value = parseJson(line)?.value;
  return isFields(value) ? value['trail'] : undefined;
};

/** Transcripts. */
export const transcriptsTarget: Target = {
  name: 'transcripts',
  about: 'transcripts of Claude Code and Codex as a hook follows them, and trails that were left by another process',
  grammar: 'lines',
  seeds: transcripts,
  tokens: [
    ...['type', 'uuid', 'parentUuid', 'timestamp', 'subtype', 'isSidechain', 'isApiErrorMessage', 'compactMetadata'],
    ...['attachment', 'message', 'content', 'text', 'tool_result', 'hook_additional_context', 'compact_boundary'],
    ...['system', 'user', 'assistant', 'preservedMessages', 'preservedSegment', 'uuids', 'headUuid', 'tailUuid', 'id'],
    ...['payload', 'response_item', 'compacted', 'event_msg', 'thread_rolled_back', 'num_turns', 'role', 'output'],
    ...['replacement_history', 'reasoning', 'function_call', '<system-reminder>\nx\n</system-reminder>', 'trail'],
    ...['at', 'recent', 'cut', 'heard', 'response', 'floor', 'turnedAt', 'answeredAt', 'turns', 'isAnswering'],
    ...['2026-01-05T10:00:00Z', '2026-01-05T10:00:01Z', 'a', 'b', 'c'],
  ],
  run: (text) => {
    const lines = text.split('\n');
    const trail = trailIn(lines[0] ?? '');
    for (const follow of [followClaudeCode, followCodex]) holdTotal(follow, trail, lines);
  },
  live: (text) => {
    const lines = text.split('\n');
    holdFollowed('Codex', followCodex, codexMayTurn, lines);
    holdFollowed('Claude Code', followClaudeCode, claudeCodeMayTurn, lines);
  },
};
