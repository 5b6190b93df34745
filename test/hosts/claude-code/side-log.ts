// Owns: answering hooks inside of a test: no process, no disk.
import * as E from 'fp-ts/lib/Either.js';
import { memorySessionStore } from '../../../src/adapters/memory/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { describeError } from '../../../src/domain/error.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { claudeCodeHook } from '../../../src/hosts/claude-code/index.js';
import type { Env } from '../../../src/ports/env.js';
import type { SessionStore } from '../../../src/ports/session-store.js';
import { hookLedger } from '../../../src/programs/hook-ledger.js';
import type { SourceOrError } from '../../../src/programs/open-session.js';
import { createContext } from '../../../src/programs/open-session.js';
import { answerHook } from '../../../src/programs/side-log.js';

/** What hooks are answered from. `lines` is the transcript of a session, where it was written already. */
export interface Desk {
  readonly ports: Env;
  readonly sources: readonly SourceOrError[];
  readonly store: SessionStore;
  readonly baseline: 'said' | 'host';
  readonly lines: (transcript: string) => readonly string[] | undefined;
}

/** A new store. */
export const emptyStore = (): SessionStore => memorySessionStore();

/** Answers an event as Claude Code would be answered; texts keep their frame. */
export const answerTo =
  ({ ports, sources, store, baseline, lines }: Desk) =>
  async (value: object): Promise<string> => {
    const decoded = claudeCodeHook.decode(value);
    const context = createContext({ sources: [hookLedger, ...sources], ports });
    if (E.isLeft(decoded)) throw new Error(describeError(decoded.left));
    if (E.isLeft(context)) throw new Error(describeError(context.left));
    const { event, name } = decoded.right;
    const sight = () => {
      const written = event.transcript === undefined ? undefined : lines(event.transcript);
      const nothing = { isThere: false, live: [], turnedAt: 0, answeredAt: 0 };
      const sha1 = nodeHash.sha1;
      return written === undefined ? nothing : { isThere: true, ...claudeCodeHook.follow?.(written, { sha1 }).sight };
    };
    const now = ports.clock?.now ?? (() => 0);
    const textFor = (text: string): string => text;
    const plan = { context: context.right, store, now, sha1: nodeHash.sha1, textFor, baseline };
    const answered = await answerHook({ ...plan, sight: sight as never }, event)();
    if (E.isLeft(answered)) throw new Error(describeError(answered.left));
    return claudeCodeHook.answer(name, answered.right.answer);
  };

/** The events of a side log. */
export const eventsOf = async (store: SessionStore, session: string): Promise<readonly LogEvent[]> => {
  const events: LogEvent[] = [];
  for await (const page of store.read(session)) if (E.isRight(page)) events.push(...page.right.events);
  return events;
};
