// Owns: an honest host around one session: its log, its process that can be forgotten, and what it reports.
// What a step of a scenario does is written in steps.ts.
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { invariant } from '../core/assert.js';
import type { Decision } from '../core/combine.js';
import type { Occasion } from '../core/context-source.js';
import { encodeLog } from '../domain/codec/session-log.js';
import type { Diagnostic } from '../domain/diagnostic.js';
import type { Cancelled } from '../domain/error.js';
import { describeError } from '../domain/error.js';
import type { LogEvent, SessionHeader } from '../domain/log-event.js';
import type { Manifest } from '../domain/manifest.js';
import type { Context, Session } from '../programs/open-session.js';
import { createContext } from '../programs/open-session.js';
import { readLog } from '../programs/read-log.js';
import type { Scenario, SourceMap } from './model.js';
import { mountSources, surroundingsOf } from './sources.js';
import type { Lent, World } from './world.js';
import { startOf, worldOf } from './world.js';

/**
 * One thing that a run reports: something odd, a refusal or cancellation, or the account of a decision.
 *
 * Shape:  `step` is the index of the scenario's step that was running. A call that may simply proceed is no news.
 * Source: SPEC R (scenario files), F7, A19
 */
export type Report =
  | ({ readonly step: number } & Diagnostic)
  | { readonly step: number; readonly occasion: Occasion['kind']; readonly manifest: Manifest };

/** A host in the middle of a scenario. */
export interface Host {
  readonly header: SessionHeader;
  readonly world: World;
  readonly log: () => readonly LogEvent[];
  readonly session: () => Session;
  readonly context: () => Context;
  /** Says which step of the scenario runs from now on. */
  readonly begin: (step: number) => void;
  readonly report: (diagnostic: Diagnostic) => void;
  /** A new id: its kind and a number that no other id of the run has. */
  readonly nextId: (kind: string) => string;
  /** Appends to log and session; an event that the log's rules forbid is reported and left out. */
  readonly append: (event: LogEvent) => void;
  /** Runs a decision and reports what it says about itself; nothing comes of a cancelled one. */
  readonly decide: (kind: Occasion['kind'], decision: TaskEither<Cancelled, Decision>) => Promise<Decision | undefined>;
  /** Forgets the process and attaches a new one to a log that was read back from its text. */
  readonly attach: (events: readonly LogEvent[], sources?: SourceMap) => void;
}

const headerOf = (scenario: Scenario): SessionHeader => {
  const { id, cwd, createdAt = startOf(scenario), ...others } = scenario.session;
  const ours = { type: 'session', version: 1, id, createdAt, cwd } as const;
  return { ...ours, ...others, ...ours };
};

const contextOf = (scenario: Scenario, sources: SourceMap, world: World, nextId: Host['nextId']): Context => {
  const mounted = mountSources(sources, surroundingsOf(scenario));
  invariant(E.isRight(mounted), 'a source map was run before it was checked');
  const context = createContext({ sources: mounted.right, ports: world.env, idFor: () => nextId('message') });
  invariant(E.isRight(context), 'the sources of a scenario are of different kinds');
  return context.right;
};

/** What a new process finds: the log as its file holds it. */
const readBack = (header: SessionHeader, events: readonly LogEvent[]): readonly LogEvent[] => {
  const reading = readLog(encodeLog(header, events));
  invariant(E.isRight(reading), 'a log could not be read back');
  return reading.right.events;
};

const openIn = (context: Context, header: SessionHeader, events: readonly LogEvent[]): Session => {
  const opened = context.open(header, events);
  invariant(E.isRight(opened), 'a log was written that cannot be folded');
  return opened.right;
};

/**
 * Starts a host on an empty log.
 *
 * Shape:  the scenario's sources must have been checked.
 */
export const startHost = (scenario: Scenario, lent: Lent, emit: (report: Report) => void): Host => {
  const header = headerOf(scenario);
  const world = worldOf(scenario, lent);
  const counts = new Map<string, number>();
  let step = 0;
  const nextId = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}-${count}`;
  };
  const report = ({ code, ...rest }: Diagnostic): void => emit({ code, step, ...rest });

  let sources = scenario.sources ?? {};
  let log: LogEvent[] = [];
  let context = contextOf(scenario, sources, world, nextId);
  let session = openIn(context, header, log);
  return {
    header,
    world,
    log: () => log,
    session: () => session,
    context: () => context,
    begin: (index) => {
      step = index;
    },
    report,
    nextId,
    append: (event) => {
      const placed: LogEvent = { seq: log.length, time: world.clock.now(), ...event };
      const appended = session.append([placed]);
      if (E.isLeft(appended)) return report({ code: 'event-refused', detail: describeError(appended.left) });
      log.push(placed);
      appended.right.forEach(report);
    },
    decide: async (occasion, decision) => {
      const decided = await decision();
      if (E.isLeft(decided)) {
        report({ code: 'CANCELLED', detail: describeError(decided.left) });
        return undefined;
      }
      const { diagnostics, refusal, manifest, hold } = decided.right;
      diagnostics.forEach(report);
      if (refusal !== undefined) report({ code: refusal.code, detail: describeError(refusal) });
      if (occasion !== 'before-tool' || hold) emit({ step, occasion, manifest });
      return decided.right;
    },
    attach: (events, replaced) => {
      sources = replaced ?? sources;
      log = [...readBack(header, events)];
      context = contextOf(scenario, sources, world, nextId);
      session = openIn(context, header, log);
    },
  };
};
