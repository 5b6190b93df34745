// Owns: every sample log, read through the public door as whoever wrote it, with what was skipped counted exactly.
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { foldEvents, initialState } from '../../src/core/fold.js';
import { oddities } from '../../src/domain/codec/event-data.js';
import { describeError } from '../../src/domain/error.js';
import type { AnyLog } from '../../src/programs/read-any-log.js';
import { readLog, visitLog } from '../../src/node.js';
import type { LogEvent } from '../../src/domain/log-event.js';

const LOGS = resolve(import.meta.dirname, '../fixtures/logs');

const reading = async (name: string): Promise<AnyLog> => {
  // One of the samples is damaged in the middle.
  const read = await readLog(join(LOGS, name), { lenient: name === 'dsh/numbered.jsonl' })();
  if (E.isLeft(read)) throw new Error(describeError(read.left));
  return read.right;
};

const EXPECTED = [
  [
    'claude-code/branches.jsonl',
    'claude-code',
    28,
    44,
    {
      'file-history-snapshot': 1,
      'attachment/nested_memory': 1,
      'attachment/todo': 1,
      'system/turn_duration': 1,
      'assistant: api error': 1,
      'queue-operation': 1,
      'summary: of another session': 1,
      sidechain: 2,
    },
  ],
  ['claude-code/compact-after-rewind.jsonl', 'claude-code', 12, 32, {}],
  ['claude-code/edge-cases.jsonl', 'claude-code', 19, 28, { 'not an object': 3, 'no type': 1, 'user: malformed': 3 }],
  ['claude-code/representative.jsonl', 'claude-code', 12, 33, {}],
  ['claude-code/sub-agent.jsonl', 'claude-code', 4, 12, {}],
  [
    'codex/compacted.jsonl',
    'codex',
    36,
    60,
    {
      'event_msg/task_started': 1,
      'event_msg/user_message': 1,
      'event_msg/agent_message': 1,
      'event_msg/token_count': 1,
      'event_msg/context_compacted': 1,
      'response_item/ghost_snapshot': 1,
      'response_item/web_search_call': 1,
      turn_context: 1,
    },
  ],
  [
    'codex/rollout-structured.jsonl',
    'codex',
    14,
    23,
    {
      'event_msg/user_message': 1,
      'event_msg/agent_message': 1,
      turn_context: 1,
      future_synthetic_record: 1,
    },
  ],
  ['dsh/advanced-toolchain.jsonl', 'deepseek-harness', 75, 74, {}],
  ['dsh/agent-instructions.jsonl', 'deepseek-harness', 46, 45, {}],
  ['dsh/code-mode.jsonl', 'deepseek-harness', 34, 33, {}],
  ['dsh/compaction-recovery.jsonl', 'deepseek-harness', 32, 31, {}],
  ['dsh/fs-edit.jsonl', 'deepseek-harness', 48, 163, {}],
  ['dsh/numbered.jsonl', 'deepseek-harness', 11, 14, { 'not JSON': 2 }],
  ['dsh/posttool-context.jsonl', 'deepseek-harness', 39, 132, {}],
  ['dsh/resume-offline-edit.jsonl', 'deepseek-harness', 22, 21, {}],
  ['dsh/subagent.jsonl', 'deepseek-harness', 23, 42, {}],
  [
    'pi/branches.jsonl',
    'pi',
    22,
    40,
    {
      model_change: 1,
      label: 1,
      custom: 1,
      'message: kept from the model': 1,
    },
  ],
  ['pi/version-1.jsonl', 'pi', 8, 18, {}],
] as const;

describe('sample logs', () => {
  test('all of them are here', () => {
    const names = readdirSync(LOGS, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    expect(names.filter((name) => name.endsWith('.jsonl')).sort()).toEqual(EXPECTED.map(([name]) => name));
  });

  test.each(EXPECTED)('%s is of %s: %i lines, %i events', async (name, format, lines, events, skipped) => {
    const log = await reading(name);
    expect({ format: log.format, lines: log.lines, events: log.events.length, skipped: log.skipped }).toEqual({
      format,
      lines,
      events,
      skipped,
    });
  });

  test.each(EXPECTED)('%s is the same from a stream, and event by event', async (name) => {
    const { events, ...head } = await reading(name);
    const lenient = name === 'dsh/numbered.jsonl';
    const bytes = createReadStream(join(LOGS, name), { highWaterMark: 61 });
    const visited: LogEvent[] = [];
    const visit = (event: LogEvent): void => void visited.push(event);
    expect(await visitLog(bytes, visit, { lenient })()).toEqual(E.right(head));
    expect(visited).toEqual(events);
  });

  test.each(EXPECTED)('%s can be folded, and nothing in it is odd (L1, L3)', async (name) => {
    const { header, events } = await reading(name);
    const folded = foldEvents([], initialState([], header), events);
    expect(E.isRight(folded) && folded.right.nextSeq).toBe(events.length);
    expect(events.flatMap(oddities)).toEqual([]);
  });
});

const SHARED = resolve(import.meta.dirname, '../../../shared/logs');

test.skipIf(!existsSync(SHARED))('every log beside the checkout is read as strictly as can be (L1, L5)', async () => {
  const names = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  expect(names).not.toEqual([]);
  for (const name of names) {
    const read = await readLog(join(SHARED, name))();
    const format = name.startsWith('dsh') ? 'deepseek-harness' : name.split(/[\\/]/u)[0];
    expect(E.isRight(read) ? read.right.format : read.left, name).toBe(format);
  }
});
