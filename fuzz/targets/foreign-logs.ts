// Owns: the boundary of other tools' session logs, as their readers translate them.
import * as E from 'fp-ts/lib/Either.js';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { oddities } from '../../src/domain/codec/event-data.js';
import { encodeLog } from '../../src/domain/codec/session-log.js';
import { readAnyLog } from '../../src/programs/read-any-log.js';
import { readLog } from '../../src/programs/read-log.js';
import { claudeCode } from '../../src/readers/claude-code/index.js';
import { codex } from '../../src/readers/codex/index.js';
import { deepseekHarness } from '../../src/readers/deepseek-harness/index.js';
import { pi } from '../../src/readers/pi/index.js';
import type { Reader } from '../../src/readers/reader.js';
import { translate } from '../../src/readers/reader.js';
import { holdTyped } from '../laws.js';
import { foreignLogs } from '../seeds.js';
import type { Target } from '../target.js';
import { hold } from '../target.js';

const READERS: readonly Reader[] = [deepseekHarness, claudeCode, codex, pi];

const holdSound = (reader: Reader, lines: readonly string[], isWhole: boolean): void => {
  const { header, events, skipped, lines: count } = translate(reader, lines);
  const law = (what: string): string => `${reader.format}: ${what}`;
  const isThere = (line: string): boolean => line.replace(/^\uFEFF/u, '').trim() !== '';
  hold(count === lines.filter(isThere).length, law('every line is counted once'));
  if (!isWhole) return;
  const sum = Object.values(skipped).reduce((all, amount) => all + amount, 0);
  hold(sum <= count, law('a line is skipped once'));
  const written = readLog(encodeLog(header, events));
  hold(E.isRight(written), law('what is written is a log of ours'));
  hold(written.right.events.length === events.length, law('every event is written'));
  // A log of DeepSeek Harness is its writer's: what it says wrongly of its own surface stays wrong.
  if (reader === deepseekHarness) return;
  const folded = foldEvents([], initialState([], header), events);
  hold(E.isRight(folded), law('what is written can be folded'), () => JSON.stringify(folded));
  const odd = events.flatMap(oddities);
  hold(odd.length === 0, law('no event is odd'), () => JSON.stringify(odd));
};

async function* inPieces(text: string, size: number): AsyncGenerator<string, void, undefined> {
  await Promise.resolve();
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Logs of other tools. */
export const foreignLogsTarget: Target = {
  name: 'foreign-logs',
  about: 'logs of Claude Code, Codex, pi and DeepSeek Harness through their readers, and the guess whose they are',
  grammar: 'lines',
  seeds: foreignLogs,
  tokens: [
    ...['session', 'user', 'assistant', 'system', 'summary', 'compact_boundary', 'message', 'compaction', 'type'],
    ...['custom_message', 'response_item', 'event_msg', 'compacted', 'session_meta', 'function_call', 'payload'],
    ...['function_call_output', 'reasoning', 'thread_rolled_back', 'text-chunks', 'tool-call-chunks', 'user/message'],
    ...['tool/code-dispatch', 'toolResult', 'tool_result', 'tool_use', 'text', 'append', 'replace', 'uuid', 'id'],
    ...['parentUuid', 'logicalParentUuid', 'isCompactSummary', 'isSidechain', 'content', 'parentId', 'seq', 'seq0'],
    ...['firstKeptEntryId', 'call_id', 'name', 'arguments', 'output', 'num_turns', 'replacement_history', 'data'],
    ...['dt', 'version', 'createdAt', 'timestamp', 'role', 'subtype', 'compactMetadata', 'preservedMessages'],
    ...['preservedSegment', 'uuids', 'headUuid', 'tailUuid', 'anchorUuid', 'tool_use_id', 'toolCallId', 'surfaceOp'],
    ...['op', 'start', 'end', '2026-01-05T10:00:00Z', '2026-01-05T10:00:00.123Z', 'a', 'b', 'c'],
  ],
  run: (text) => {
    const lines = text.split('\n');
    for (const reader of READERS) holdSound(reader, lines, false);
  },
  live: async (text) => {
    for (const reader of READERS) holdSound(reader, text.split('\n'), true);
    const size = text.length > 16_384 ? 65_536 : 1 + (text.length % 97);
    const read = await readAnyLog(inPieces(text, size), { lenient: text.length % 2 === 0 })();
    if (E.isLeft(read)) holdTyped(read.left);
  },
};
