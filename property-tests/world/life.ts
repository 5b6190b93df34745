// Owns: living one scenario with the oracle beside it: every decision is judged when it is taken, every batch when it
// is logged, and the log itself at each attach and at the end.
import * as E from 'fp-ts/lib/Either.js';
import { createHash } from 'node:crypto';
import { decoder } from '../../src/adapters/encoding/index.js';
import type { Decision } from '../../src/core/combine.js';
import { foldEvents, initialState, restoreSnapshot, snapshotOf } from '../../src/core/fold.js';
import type { Digest } from '../../src/domain/digest.js';
import type { LogEvent } from '../../src/domain/log-event.js';
import type { FileSystem } from '../../src/ports/file-system.js';
import type { Host } from '../../src/scenario/host.js';
import { startHost } from '../../src/scenario/host.js';
import type { Scenario, SourceMap, Step } from '../../src/scenario/model.js';
import { mountSources, surroundingsOf } from '../../src/scenario/sources.js';
import { runOne, startUp } from '../../src/scenario/steps.js';
import { isOurs } from './message-checks.js';
import type { Asked } from './oracle.js';
import { Oracle } from './oracle.js';

/** What went wrong in a life: at which step, and every complaint about it. */
export interface Failure {
  readonly step: number;
  readonly complaints: readonly string[];
}

/** A life in progress. */
export interface Life {
  readonly host: Host;
  readonly oracle: Oracle;
  readonly run: (step: Step) => Promise<void>;
}

const digests = new Map<string, Digest>();

const lent = {
  decoder,
  hash: {
    sha1: (text: string): Digest => {
      const known = digests.get(text);
      if (known !== undefined) return known;
      const digest = createHash('sha1').update(text, 'utf8').digest('hex') as Digest;
      if (digests.size > 5000) digests.clear();
      digests.set(text, digest);
      return digest;
    },
  },
};

/** The place in a batch: tmux, direct messages with their snapshots, ours, the rest, the time. Source: SPEC C1 */
const rankOf = (message: Decision['messages'][number]): number => {
  const { kind, plugin } = message.source;
  if (plugin === 'tmux-context') return 0;
  if (kind === 'user' || kind === 'session-reference') return 1;
  if (isOurs(message)) return 2;
  return plugin === 'time-context' ? 4 : 3;
};

/** The batch stands in the log as it was decided, in the order of SPEC C1. */
const checkBatch = (oracle: Oracle, gained: readonly LogEvent[], decision: Decision, isPreStep: boolean): void => {
  const batch = gained
    .filter(({ type }) => type === 'user/message')
    .map(({ data }) => data as Decision['messages'][number]);
  const expected = isPreStep ? decision.messages : decision.added;
  if (JSON.stringify(batch) !== JSON.stringify(expected))
    oracle.complaints.push('A8: the batch in the log is not the one decided');
  if (!isPreStep) return;
  const ranks = batch.map(rankOf);
  if (ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0)))
    oracle.complaints.push(`C1: order ${ranks.join('')}`);
};

/** In one go, event by event and from a snapshot: the same state. Source: SPEC F3 */
const checkFold = ({ host, oracle }: Pick<Life, 'host' | 'oracle'>, scenario: Scenario, sources: SourceMap): void => {
  const mounted = mountSources(sources, surroundingsOf(scenario));
  if (E.isLeft(mounted)) throw new Error(`unmountable: ${JSON.stringify(mounted.left)}`);
  const log = host.log();
  const fold = (
    from: ReturnType<typeof initialState>,
    events: readonly LogEvent[],
  ): ReturnType<typeof initialState> => {
    const folded = foldEvents(mounted.right, from, events);
    if (E.isLeft(folded)) throw new Error(`unfoldable: ${JSON.stringify(folded.left)}`);
    return folded.right;
  };
  const shown = (state: ReturnType<typeof initialState>): string => JSON.stringify(snapshotOf(mounted.right, state));
  const live = shown(host.session().live().state);
  const start = initialState(mounted.right, host.header);
  if (shown(fold(start, log)) !== live) oracle.complaints.push('F3: folding in one go gives another state');
  const cut = Math.floor(log.length / 2);
  const snapshot = JSON.parse(shown(fold(start, log.slice(0, cut)))) as ReturnType<typeof snapshotOf>;
  const restored = restoreSnapshot(mounted.right, snapshot);
  if (restored === undefined || shown(fold(restored, log.slice(cut))) !== live) {
    oracle.complaints.push('F3: a snapshot and the rest give another state');
  }
};

const isAttach = (step: Step): boolean => ['resume', 'remount', 'rewind', 'crash'].includes(step.do);

/** Begins a life. */
export const begin = (scenario: Scenario): Life => {
  const oracle = new Oracle(scenario);
  const base = startHost(scenario, lent, () => undefined);
  const env = base.world.env as { fileSystem: FileSystem };
  const files = env.fileSystem;
  let reads: string[] = [];
  env.fileSystem = {
    ...files,
    read: (path, maxBytes, signal) => {
      reads.push(path);
      return files.read(path, maxBytes, signal);
    },
  };
  let current: Step = { do: 'end' };
  let seen = 0;
  let decisions: { readonly kind: Asked['kind']; readonly decision: Decision }[] = [];
  const observeNew = (): void => {
    const log = base.log();
    for (; seen < log.length; seen += 1) oracle.observe(log[seen] as LogEvent);
  };
  const host: Host = {
    ...base,
    attach: (events, sources) => {
      base.attach(events, sources);
      seen = events.length;
      oracle.attach(base.log(), current.do === 'resume' || current.do === 'crash', sources);
    },
    decide: async (kind, decision) => {
      observeNew();
      reads = [];
      const decided = await base.decide(kind, decision);
      if (decided === undefined) return decided;
      decisions.push({ kind, decision: decided });
      oracle.decided({ kind, step: current, log: base.log(), decision: decided, reads });
      return decided;
    },
  };
  let sources = scenario.sources ?? {};
  const run = async (step: Step): Promise<void> => {
    current = step;
    decisions = [];
    if (step.do === 'put') oracle.truth.put(step.path, step.file);
    if (step.do === 'delete') oracle.truth.delete(step.path);
    if (step.do === 'fault') oracle.truth.fault(step.path, step.fault);
    const before = base.log();
    const length = before.length;
    await runOne(host, step);
    observeNew();
    if ((step.do === 'resume' || step.do === 'remount') && step.sources !== undefined) sources = step.sources;
    const log = base.log();
    if (step.do !== 'rewind' && log.length < length) oracle.complaints.push('F5: the log lost events');
    if (isAttach(step)) checkFold({ host, oracle }, scenario, sources);
    const gained = log.slice(Math.min(length, log.length));
    const isDropped = step.do === 'tool' && step.drop !== undefined && step.drop !== false;
    const last = decisions.at(-1);
    if ((step.do === 'turn' || step.do === 'step') && last?.decision.enters === true)
      checkBatch(oracle, gained, last.decision, true);
    else if (step.do === 'tool' && !isDropped && last !== undefined) checkBatch(oracle, gained, last.decision, false);
    else if (
      gained.some(
        ({ type, data }) => type === 'user/message' && step.do !== 'log' && step.do !== 'compact' && data !== undefined,
      )
    ) {
      oracle.complaints.push('A8: a message was logged that nobody decided');
    }
  };
  startUp(host);
  observeNew();
  return { host, oracle, run };
};

/** Lives a whole scenario. */
export const live = async (scenario: Scenario): Promise<Failure | undefined> => {
  const life = begin(scenario);
  for (const [index, step] of scenario.steps.entries()) {
    await life.run(step);
    if (life.oracle.complaints.length > 0) return { step: index, complaints: life.oracle.complaints };
  }
  return undefined;
};
