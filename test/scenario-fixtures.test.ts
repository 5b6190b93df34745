// Owns: the scenarios of bugs that were found: each is replayed, says what it says it says, and is judged by the oracle
// of the simulated world. A new bug becomes a file in fixtures/scenarios and nothing else.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { live } from '../property-tests/world/life.js';
import { decoder } from '../src/adapters/encoding/index.js';
import { nodeHash } from '../src/adapters/node/index.js';
import type { LogEvent } from '../src/domain/log-event.js';
import { checkLog } from '../src/programs/check.js';
import { readScenario, runScenario } from '../src/scenario/run.js';

const FOLDER = resolve(import.meta.dirname, 'fixtures/scenarios');

interface Fixture {
  /** The rule, for people. */
  readonly note: string;
  /** What the messages of agent-instructions record, one list a message: `set pkg/AGENTS.md`. */
  readonly said: readonly (readonly string[])[];
}

interface Tag {
  readonly kind: string;
  readonly version?: number;
  readonly changes: readonly { readonly action: string; readonly path: string }[];
}

/** Only what this library wrote: messages that a fixture logs by itself carry no version. */
const saidIn = (events: readonly LogEvent[]): readonly (readonly string[])[] =>
  events.flatMap(({ type, data }) => {
    const source = type === 'user/message' ? (data as { readonly source: Tag }).source : undefined;
    if (source?.kind !== 'agent-instructions' || source.version !== 1) return [];
    return [source.changes.map(({ action, path }) => `${action} ${path}`)];
  });

/** Messages that a fixture logs by itself have other ids. */
const isOurs = (event: LogEvent | undefined): boolean =>
  String((event?.data as { readonly id?: unknown } | undefined)?.id).startsWith('message-');

describe('scenarios of bugs that were found', () => {
  test.each(readdirSync(FOLDER))('%s', async (name) => {
    const value = JSON.parse(readFileSync(resolve(FOLDER, name), 'utf8')) as Fixture;
    const scenario = readScenario(value);
    if (E.isLeft(scenario)) throw new Error(`${scenario.left.path}: ${scenario.left.expected}`);
    const { header, events } = await runScenario(scenario.right, { hash: nodeHash, decoder });
    expect(saidIn(events), value.note).toEqual(value.said);
    const wrong = checkLog(header, events).filter(({ seq, severity }) => severity === 'error' && isOurs(events[seq]));
    expect(wrong, 'SPEC I1').toEqual([]);
    expect(await live(scenario.right)).toBeUndefined();
  });
});
