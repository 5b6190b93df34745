// Owns: answering hooks inside of a test: no process, no disk. Texts keep their frame, so that they can be compared
// with what the simulator shows.
import * as E from 'fp-ts/lib/Either.js';
import { memorySessionStore } from '../../../src/adapters/memory/index.js';
import { nodeHash } from '../../../src/adapters/node/index.js';
import { describeError } from '../../../src/domain/error.js';
import type { LogEvent } from '../../../src/domain/log-event.js';
import { sourceOf, toolResultOf } from '../../../src/domain/log-event.js';
import type { SourceTag } from '../../../src/domain/message.js';
import { agentInstructions } from '../../../src/index.js';
import type { HookHost } from '../../../src/hosts/hook-host.js';
import type { Env } from '../../../src/ports/env.js';
import type { SessionStore } from '../../../src/ports/session-store.js';
import type { Sight } from '../../../src/programs/hook-event.js';
import { hookLedger } from '../../../src/programs/hook-ledger.js';
import type { SourceOrError } from '../../../src/programs/open-session.js';
import { createContext } from '../../../src/programs/open-session.js';
import { answerHook } from '../../../src/programs/side-log.js';
import type { Home } from '../life.js';
import type { Agent, Dialect } from './agent.js';
import { agentIn } from './agent.js';

/** What hooks are answered from. `lines` is the transcript of a session, where it was written already. */
interface Desk {
  readonly host: HookHost;
  readonly textFor: HookHost['textFor'];
  readonly ports: Env;
  readonly sources: readonly SourceOrError[];
  readonly store: SessionStore;
  readonly baseline: 'said' | 'host';
  readonly lines: (transcript: string) => readonly string[] | undefined;
}

const { sha1 } = nodeHash;
const NOTHING: Sight = { isThere: false, live: [], turnedAt: 0, answeredAt: 0 };

const answerTo =
  ({ host, textFor, ports, sources, store, baseline, lines }: Desk) =>
  async (value: object): Promise<string> => {
    const decoded = host.decode(value);
    const context = createContext({ sources: [hookLedger, ...sources], ports });
    if (E.isLeft(decoded)) throw new Error(describeError(decoded.left));
    if (E.isLeft(context)) throw new Error(describeError(context.left));
    const { event, name } = decoded.right;
    const { transcript } = event;
    const sight = (): Sight | undefined => {
      if (transcript === undefined) return undefined;
      const written = lines(transcript);
      return written === undefined ? NOTHING : { isThere: true, ...host.follow(written, { sha1 }).sight };
    };
    const now = ports.clock?.now ?? (() => 0);
    const answered = await answerHook({ context: context.right, store, now, sha1, textFor, baseline, sight }, event)();
    if (E.isLeft(answered)) throw new Error(describeError(answered.left));
    return host.answer(name, answered.right.answer);
  };

const eventsOf = async (store: SessionStore): Promise<readonly LogEvent[]> => {
  const events: LogEvent[] = [];
  for await (const page of store.read('session')) if (E.isRight(page)) events.push(...page.right.events);
  return events;
};

/** An agent whose hooks are answered, and what was logged about it. */
export interface Begun {
  readonly agent: Agent;
  readonly tags: () => Promise<readonly SourceTag[]>;
  readonly events: () => Promise<readonly LogEvent[]>;
  readonly touched: () => Promise<readonly unknown[]>;
  readonly another: (session: string, cwd?: string) => Agent;
  /** What went to standard output, for each event. */
  readonly outputs: readonly string[];
  /** The lines that hooks can read; taken away, there is no transcript. */
  readonly files: Map<string, readonly string[]>;
}

/** How hooks are answered, where it is not as in the simulator. */
export interface Wishes {
  readonly settings?: object;
  readonly baseline?: 'said' | 'host';
  /** Nothing that the agent writes can be read. */
  readonly hides?: boolean;
}

const SURROUNDINGS = { osHome: '/home/me', variables: {} };

/** Begins an agent in a home. */
export const begin = (
  dialect: Dialect,
  { ports, cwd: home }: Home,
  { settings = {}, baseline = 'said', hides = false }: Wishes = {},
): Begun => {
  const files = new Map<string, readonly string[]>();
  const store = memorySessionStore();
  const { host, textFor } = dialect;
  const { touchTools, writeTools } = host.defaults({}, '/home/me').agentInstructions;
  const sources = [agentInstructions({ maxBytes: 65_536, touchTools, writeTools, ...settings }, SURROUNDINGS)];
  const answer = answerTo({ host, textFor, ports, sources, store, baseline, lines: (path) => files.get(path) });
  const outputs: string[] = [];
  const hook = async (event: object): Promise<string> => {
    const output = await answer(event);
    outputs.push(output);
    return output;
  };
  const another = (session: string, cwd = home): Agent => {
    const transcript = `/transcripts/${session}.jsonl`;
    const write = (lines: readonly string[]): void => {
      if (!hides) files.set(transcript, [...(files.get(transcript) ?? []), ...lines]);
    };
    return agentIn(dialect, { session, cwd, transcript, now: () => ports.clock?.now() ?? 0, hook, write });
  };
  const events = (): Promise<readonly LogEvent[]> => eventsOf(store);
  const tags = async (): Promise<readonly SourceTag[]> =>
    (await events()).flatMap((event) => {
      const source = event.sourceEventSeqs === undefined ? sourceOf(event) : undefined;
      return source?.kind === 'agent-instructions' ? [source] : [];
    });
  const touched = async (): Promise<readonly unknown[]> =>
    (await events()).flatMap((event) => toolResultOf(event)?.touched ?? []);
  return { agent: another('session'), tags, events, touched, another, outputs, files };
};
