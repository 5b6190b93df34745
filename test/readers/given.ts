// Owns: reading a fixture or made-up lines with one reader: what each says, and what agent-instructions makes of the
// touches in them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { MountedSource } from '../../src/core/context-source.js';
import { foldEvents, initialState } from '../../src/core/fold.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { Reader, Translation } from '../../src/readers/reader.js';
import { translate } from '../../src/readers/reader.js';
import type { AgentInstructionsState } from '../../src/sources/agent-instructions/state.js';
import { evolveInstructions, initialInstructions } from '../../src/sources/agent-instructions/state.js';

/** The lines of a fixture. */
export const linesIn = (name: string): readonly string[] =>
  readFileSync(resolve(import.meta.dirname, '../fixtures/logs', name), 'utf8')
    .trimEnd()
    .split('\n');

/** Translates rows that are not written yet. */
export const translated = (reader: Reader, rows: readonly (object | string)[]): Translation =>
  translate(
    reader,
    rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))),
  );

/** The events that are messages. */
export const messagesOf = (reader: Reader, ...rows: readonly (object | string)[]): readonly LogEvent[] =>
  translated(reader, rows).events.filter(({ surfaceOp }) => surfaceOp !== undefined);

/** What each message says: `[type, id, content, source]`. */
export const told = (reader: Reader, ...rows: readonly object[]): readonly (readonly unknown[])[] =>
  messagesOf(reader, ...rows).map(({ type, data }) => {
    const { message, ...own } = data as { readonly message?: object };
    const said = (message ?? own) as { readonly id: string; readonly content: unknown; readonly source: unknown };
    return [type, said.id, said.content, said.source];
  });

/** The types of events, for a look at the turn structure. */
export const typesOf = (events: readonly LogEvent[]): readonly string[] => events.map(({ type }) => type);

/** The paths that are touched and not settled by a step yet, after each event that adds to them. */
export const touchesIn = (reader: Reader, { header, events }: Translation): readonly (readonly string[])[] => {
  const tools = new Map(
    Object.entries(reader.touchTools).map(([tool, names]) => [tool, typeof names === 'string' ? [names] : names]),
  );
  const seen: (readonly string[])[] = [];
  const evolve = evolveInstructions(tools);
  const source: MountedSource = {
    kind: 'touches',
    initial: initialInstructions,
    evolve: (state: AgentInstructionsState, event, place) => {
      const next = evolve(state, event, place);
      if (next.touches.length > state.touches.length) seen.push(next.touches);
      return next;
    },
    consider: () => ({ kind: 'settled', value: {} }),
  };
  const folded = foldEvents([source], initialState([source], header), events);
  if (E.isLeft(folded)) throw new Error(JSON.stringify(folded.left));
  return seen;
};
