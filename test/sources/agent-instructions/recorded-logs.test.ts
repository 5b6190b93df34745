// Owns: the fold of logs that another harness recorded: at every event our entries are exactly what the visible
// messages themselves record. The other side of the comparison reads the lines with nothing but JSON.parse.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { foldEvents, initialState } from '../../../src/core/fold.js';
import type { AbsolutePath } from '../../../src/domain/path.js';
import { scopeOfKey } from '../../../src/domain/scope.js';
import { readLog } from '../../../src/programs/read-log.js';
import { entriesOf } from '../../../src/sources/agent-instructions/entries.js';
import type { AgentInstructionsState } from '../../../src/sources/agent-instructions/index.js';
import { agentInstructions } from '../../../src/sources/agent-instructions/index.js';
import { settingsFrom } from '../../../src/sources/agent-instructions/model.js';
import { workspaceAt } from '../../../src/sources/agent-instructions/workspace.js';

const LOGS = resolve(import.meta.dirname, '../../fixtures/logs/dsh');

/** Those that hold workspace messages. */
const SPOKEN = ['agent-instructions.jsonl', 'code-mode.jsonl', 'resume-offline-edit.jsonl'];

interface Recorded {
  readonly type: string;
  readonly surfaceOp?: 'append' | { readonly start: number; readonly end: number };
  readonly data: {
    readonly source?: {
      readonly kind: string;
      readonly baseline?: true;
      readonly changes: readonly {
        readonly action: string;
        readonly scope: string;
        readonly path: string;
        readonly digest?: string;
      }[];
    };
  };
}

const ON_SURFACE = ['user/message', 'assistant/message', 'tool/result'];

/** What the visible messages record, by the writer's own scope keys; all these workspaces have their cwd as root. */
const recordedBy = (events: readonly Recorded[]): Readonly<Record<string, string>> => {
  const surface: number[] = [];
  events.forEach(({ type, surfaceOp }, seq) => {
    if (surfaceOp === undefined || !ON_SURFACE.includes(type)) return;
    if (surfaceOp === 'append') surface.push(seq);
    else
      surface.splice(
        surface.indexOf(surfaceOp.start),
        surface.indexOf(surfaceOp.end) + 1 - surface.indexOf(surfaceOp.start),
        seq,
      );
  });
  const entries: Record<string, string> = {};
  for (const seq of surface) {
    const source = events[seq]?.data.source;
    if (source?.kind !== 'agent-instructions') continue;
    if (source.baseline === true)
      for (const key of Object.keys(entries)) if (key.startsWith('.\0')) delete entries[key];
    for (const { action, scope, path, digest } of source.changes) {
      entries[scope] = action === 'remove' ? `${path} removed` : `${path} ${digest}`;
    }
  }
  return entries;
};

const settings = settingsFrom({ maxBytes: 65_536 }, { variables: {} });
const workspace = workspaceAt(settings, '/w' as AbsolutePath, '/w' as AbsolutePath);

/** The entries of a folded state, by keys as the other writer spells them. */
const foldedIn = (state: AgentInstructionsState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...entriesOf(state.marks, workspace)].map(([key, entry]) => {
      const scope = scopeOfKey(key);
      const spelled = scope?.kind === 'named' ? `${scope.directory}\0${scope.name}` : key;
      return [spelled, `${entry.path} ${entry.state === 'removed' ? 'removed' : entry.digest}`];
    }),
  );

const linesOf = (name: string): readonly string[] => readFileSync(resolve(LOGS, name), 'utf8').trimEnd().split('\n');

describe('A, A3, A12: logs that another harness recorded', () => {
  test.each(SPOKEN)('%s: after every event the entries are what the visible messages record', (name) => {
    const lines = linesOf(name);
    const reading = readLog(lines.join('\n'));
    const source = agentInstructions({ maxBytes: 65_536 });
    if (E.isLeft(reading) || E.isLeft(source)) throw new Error('the log or the source is refused');
    const sources = [source.right];
    const recorded = lines.slice(1).map((line) => JSON.parse(line) as Recorded);
    let state = initialState(sources, reading.right.header);
    const most: number[] = [];
    reading.right.events.forEach((event, seq) => {
      const folded = foldEvents(sources, state, [event]);
      if (E.isLeft(folded)) throw new Error(`event ${seq} is refused`);
      state = folded.right;
      const expected = recordedBy(recorded.slice(0, seq + 1));
      expect([seq, foldedIn(state.parts[0] as AgentInstructionsState)]).toEqual([seq, expected]);
      most.push(Object.keys(expected).length);
    });
    expect(Math.max(...most)).toBeGreaterThan(0);
  });

  test('agent-instructions.jsonl: a compaction takes the baseline away, the next step brings it back', () => {
    const events = linesOf('agent-instructions.jsonl')
      .slice(1)
      .map((line) => JSON.parse(line) as Recorded);
    const counts = events.map((_, seq) => Object.keys(recordedBy(events.slice(0, seq + 1))).length);
    expect(counts.filter((count, seq) => count !== counts[seq - 1])).toEqual([0, 1, 0, 2, 3]);
  });
});
